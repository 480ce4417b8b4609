//! A fixed text, with the edits that were made.

use std::sync::Arc;

use super::reading::Reading;
use super::settings::Settings;
use partie_fix::{Edit, GameFixer, Repairs};
use partie_record::finding::Grade;

/// A fixed text, with the edits that were made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Fixed {
    /// The text after the edits, in the encoding of the input; UTF-16 becomes UTF-8.
    pub text: Vec<u8>,
    /// The edits that were made, in text order.
    pub edits: Vec<Edit>,
    /// The games with problems to fix, whether they were fixed or not.
    pub repairs: Vec<Repairs>,
    /// Number of games that were read.
    pub games: u64,
    /// True if the fix was cancelled before the last game.
    pub cancelled: bool,
}

/// Fixes the games of a text.
pub(crate) fn fix(settings: &Arc<Settings>, mut reading: Reading<'_>, text: &[u8], up_to: Grade) -> Fixed {
    let plan = settings.plan(Some(up_to));
    let mut fixer = GameFixer::new(&plan);
    let mut fixed = Fixed::default();
    while let Some((mut home, _, damaged)) = reading.next(|game, home| fixer.fix(&home.slice, game, home.number)) {
        match damaged {
            Some(Some(damaged)) => {
                home.at = damaged.at;
                home.with(|place| {
                    fixed.edits.extend(damaged.written.iter().map(|edit| Edit::new(edit, place)));
                    fixed.repairs.push(Repairs::new(&damaged.placed(*place, true)));
                });
            }
            Some(None) => {}
            None => fixer = GameFixer::new(&plan),
        }
    }
    // Edits of two games in adjacent columns alternate in the text.
    fixed.edits.sort_by_key(|edit| edit.span.start);
    fixed.text = applied(text, fixed.edits.iter());
    (fixed.games, fixed.cancelled) = (reading.progress.games, reading.progress.stopped);
    fixed
}

/// Returns a text with `edits` applied, which must be in text order. For UTF-16, pass its [UTF-8
/// form](crate::utf8_form).
pub fn applied<'e>(text: &[u8], edits: impl Iterator<Item = &'e Edit>) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    for edit in edits {
        out.extend_from_slice(text.get(at..place(edit.span.start)).unwrap_or_default());
        out.extend_from_slice(&edit.bytes);
        at = place(edit.span.end);
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out
}
