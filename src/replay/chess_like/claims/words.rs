//! Claims in comments: `[%kober demand]`, `[%kober taken c5]`.

use crate::context::Source;
use partie_record::ItemKind;

/// A claim of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The game is to be drawn after a number of moves.
    Demand,
    /// The setup is wrong.
    SetUp,
    /// The same series of moves has been played often enough for a draw.
    Series,
    Perpetual,
    /// An irregular move is accepted.
    Stand,
    /// A remedy for an irregular move.
    Remedy(Remedy),
}

/// A remedy for an irregular move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    Void,
    TouchedPieces,
    /// The capture of the enemy piece on that square; `None` for the touched piece.
    Taken(Option<[u8; 2]>),
    King,
    Interpose,
    Capture,
    Restore,
    /// Correct castling in the same direction.
    Castle,
}

impl Remedy {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::TouchedPieces => "touched",
            Self::Taken(_) => "taken",
            Self::King => "king",
            Self::Interpose => "interpose",
            Self::Capture => "capture",
            Self::Restore => "restore",
            Self::Castle => "castle",
        }
    }
}

const OPENING: &[u8] = b"[%kober ";

/// Passes each claim of a comment to `say`; unknown words are skipped.
pub(super) fn each(comment: &[u8], mut say: impl FnMut(Word)) {
    let mut rest = comment;
    while let Some(at) = memchr::memmem::find(rest, OPENING) {
        rest = &rest[at + OPENING.len()..];
        let end = memchr::memchr(b']', rest).unwrap_or(rest.len());
        if let Some(word) = word(&rest[..end]) {
            say(word);
        }
        rest = &rest[end..];
    }
}

fn word(text: &[u8]) -> Option<Word> {
    let mut components = text.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let first = components.next()?;
    let second = components.next();
    Some(match (first, second) {
        (b"demand", _) => Word::Demand,
        (b"setup", _) => Word::SetUp,
        (b"claim", Some(b"series")) => Word::Series,
        (b"claim", Some(b"perpetual")) => Word::Perpetual,
        (b"stand", _) => Word::Stand,
        (b"void", _) => Word::Remedy(Remedy::Void),
        (b"touched", _) => Word::Remedy(Remedy::TouchedPieces),
        (b"taken", square) => Word::Remedy(Remedy::Taken(square.and_then(|square| square.try_into().ok()))),
        (b"king", _) => Word::Remedy(Remedy::King),
        (b"interpose", _) => Word::Remedy(Remedy::Interpose),
        (b"capture", _) => Word::Remedy(Remedy::Capture),
        (b"restore", _) => Word::Remedy(Remedy::Restore),
        (b"castle", _) => Word::Remedy(Remedy::Castle),
        _ => return None,
    })
}

/// True if a player later claims that the setup was wrong: then the pieces given as odds were left on the board.
pub(in super::super) fn forgotten(source: &Source<'_>) -> bool {
    let comments = source.record.items.iter().filter(|item| item.kind == ItemKind::Comment && item.line == 0);
    let mut said = false;
    for item in comments {
        each(item.span.of(source.text.bytes), |word| said |= word == Word::SetUp);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_comment() {
        let mut words = Vec::new();
        each(b"{[%clk 1:00] [%kober demand] so [%kober taken c5][%kober claim series] [%kober what] [%kober", |word| {
            words.push(word);
        });
        assert_eq!(words, [Word::Demand, Word::Remedy(Remedy::Taken(Some(*b"c5"))), Word::Series]);
    }
}
