//! The table with the texts of broken games, from which a report shows the games without the archive.
//!
//! A task keeps only the games of the first findings of each code, so the table stays small.

use std::collections::BTreeMap;

use super::game_text::record_bytes;
use partie_record::finding::{Code, Severity};
use partie_record::shown::visible;
use partie_replay::games::Game;
use partie_replay::{GameInSlice, Status};
use partie_table::column::table;
use partie_table::judged::{Judged, Place};
use partie_table::value::Name;

/// Maximum findings of each code and severity whose games a report shows.
pub(crate) const OF_A_CODE: usize = 20;
/// Maximum games whose texts a task or a report keeps.
pub(crate) const MOST: usize = 600;
/// Maximum bytes of a game's text; longer texts are left out.
const MAX_TEXT_BYTES: usize = 32 << 10;

table! {
    /// The text of a game with an error, and the options needed to judge it again in the same way. Each part has at most 600 texts: those of the first twenty findings of each code. Texts above 32 KiB are omitted.
    pub struct TextRow<'a> in "texts" {
        /// Path of the archive, or `<stdin>`.
        source: &'a str,
        /// Number of the game, as in `games`.
        game: i64,
        /// Key of the game, as in `games`.
        game_key: i64,
        /// Line of the game's first byte that is not white space, as in `games`.
        line: i64,
        /// `chess`, `shogi` or `hex`.
        kind: Name,
        /// Record format.
        format: Name,
        /// Encoding of the source; the text is UTF-8.
        encoding: Name,
        /// Format or movetext given by `--from`.
        given_from: Option<&'a str>,
        /// Language of the piece letters given by `--from-letters`.
        given_letters: Option<&'a str>,
        /// Rule book that the game was judged under.
        rules: Name,
        /// Plies of the main line that were replayed.
        plies: i32,
        /// The text; invisible characters and terminal controls are written as code points, `<U+200B>`.
        text: &'a str,
    }
}

/// The reading options of the run, which are needed to read a game again in the same way.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The format or movetext.
    pub from: Option<String>,
    /// The language of the piece letters.
    pub letters: Option<String>,
}

/// Selects the games of a task whose texts are kept.
#[derive(Debug, Default)]
pub(crate) struct TextKeeper {
    games: usize,
    of_codes: BTreeMap<(Code, Severity), usize>,
    /// The text of the current game, with its encoding and format.
    held: Option<(String, Name, Name)>,
}

impl TextKeeper {
    /// Resets the counts for another task.
    pub(crate) fn renew(&mut self) {
        *self = Self::default();
    }

    /// Keeps the text of a judged game if the game has an error and the limits allow it.
    #[inline]
    pub(crate) fn look(&mut self, game: &Game<'_>, judged: &Judged) {
        self.held = None;
        if matches!(judged.replayed.status, Status::Error | Status::Unreadable) {
            self.held = self.text(game, judged);
        }
    }

    #[cold]
    fn text(&mut self, game: &Game<'_>, judged: &Judged) -> Option<(String, Name, Name)> {
        if self.games >= MOST {
            return None;
        }
        let mut is_wanted = false;
        for finding in &judged.findings {
            let number = self.of_codes.entry((finding.code, finding.severity)).or_default();
            is_wanted |= *number < OF_A_CODE;
            *number += 1;
        }
        let GameInSlice { span, encoding, format, .. } = GameInSlice::of(game, judged.replayed.kind);
        let bytes = record_bytes(game.slice, game.start, span);
        // If part of the slice was skipped, the game may be incomplete.
        if !is_wanted || bytes.len() > MAX_TEXT_BYTES || !game.slice.elided.is_empty() {
            return None;
        }
        let text = encoding.decode(bytes);
        let text = visible(text.trim_start_matches('\u{feff}').trim_end()).into_owned();
        (text.len() <= MAX_TEXT_BYTES).then(|| {
            self.games += 1;
            (text, Name(encoding.name()), Name(format.name()))
        })
    }

    /// Drops the text of the current game.
    pub(crate) fn forget(&mut self) {
        self.held = None;
    }

    /// True if the text of the current game is kept.
    pub(crate) const fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The row of the current game, if its text is kept.
    pub(crate) fn row<'a>(&'a self, place: &Place<'a>, judged: &Judged, given: &'a Given) -> Option<TextRow<'a>> {
        let (text, encoding, format) = self.held.as_ref()?;
        Some(TextRow {
            source: place.source,
            game: place.game,
            game_key: place.key,
            line: place.line,
            kind: Name(judged.replayed.kind.name()),
            format: *format,
            encoding: *encoding,
            given_from: given.from.as_deref(),
            given_letters: given.letters.as_deref(),
            rules: Name(judged.replayed.rules),
            plies: i32::try_from(judged.replayed.plies).unwrap_or(i32::MAX),
            text,
        })
    }
}
