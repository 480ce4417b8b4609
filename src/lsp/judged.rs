//! A judged version of a text, with its games.

use std::ops::Range;
use std::sync::Arc;

use lsp_types::Diagnostic;
use partie_core::Game;

use super::diagnostics::Diagnostics;
use super::document::{Document, span};
use super::sessions::TextSessions;

/// A judged version of a text, or of a part of it.
pub(crate) struct Judged {
    pub(crate) document: Arc<Document>,
    pub(crate) sessions: TextSessions,
    pub(crate) games: Vec<Game>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Number of games before `games` in the text, if only a part of the text is judged.
    pub(crate) games_before: u64,
}

/// Maximum bytes of a part that is judged while an editor waits for an answer.
const MAX_PART_BYTES: usize = 256 << 10;

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 4096;
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).take_while(|(one, other)| one == other).count();
    let at = (blocks * BLOCK).min(one.len()).min(other.len());
    at + one[at..].iter().zip(&other[at..]).take_while(|(one, other)| one == other).count()
}

fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 4096;
    let blocks = one.rchunks(BLOCK).zip(other.rchunks(BLOCK)).take_while(|(one, other)| one == other).count();
    let last = (blocks * BLOCK).min(one.len()).min(other.len());
    let (one, other) = (&one[..one.len() - last], &other[..other.len() - last]);
    last + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

impl Judged {
    /// Judges a text; `None` after cancellation.
    pub(crate) fn of(document: &Arc<Document>, sessions: TextSessions, cancelled: impl Fn() -> bool) -> Option<Self> {
        let mut reading = sessions.judge.games(document.text.as_bytes()).until(cancelled);
        let (mut games, mut found) = (Vec::new(), Diagnostics::default());
        for mut game in reading.by_ref() {
            game.release();
            game.findings().for_each(|finding| found.add(document, &finding));
            games.push(game);
        }
        if reading.is_cancelled() {
            return None;
        }
        reading.file_findings().for_each(|finding| found.add(document, &finding));
        drop(reading);
        Some(Self { document: Arc::clone(document), sessions, games, diagnostics: found.published(), games_before: 0 })
    }

    /// Judges only the games in the range `place` of a newer version of the text. The bytes that did not change show
    /// where these games begin and end. `None` if the games are too long, or are now read in another format.
    pub(crate) fn around(&self, newer: &Document, place: &Range<usize>) -> Option<Self> {
        let (old, new) = (self.document.text.as_bytes(), newer.text.as_bytes());
        let before = common_prefix(old, new);
        let after = common_suffix(&old[before..], &new[before..]);
        // Games that begin outside of the edit keep their beginnings.
        let behind = old.len() - after;
        let moved = |start: usize| match start {
            _ if start < before => Some(start),
            _ if start >= behind => Some(start + new.len() - old.len()),
            _ => None,
        };
        let starts = || self.games.iter().enumerate().map(|(index, game)| (index, span(&game.span()).start));
        let starts = || starts().filter_map(|(index, start)| Some((index, moved(start)?)));
        let (first, from) = starts().take_while(|(_, start)| *start <= place.start).last()?;
        // Includes one more game, because text typed after a game may belong to the next.
        let to = starts().map(|(_, start)| start).filter(|start| *start > place.end).nth(1).unwrap_or(new.len());
        let line = newer.lines.line_start(from);
        if to - line > MAX_PART_BYTES || !newer.text.get(line..from)?.trim().is_empty() {
            return None;
        }
        let stretch = Arc::new(newer.stretch(line..to)?);
        let judged = Self::of(&stretch, self.sessions.clone(), || false)?;
        let format = self.games.get(first)?.format();
        let is_alike = judged.games.iter().all(|game| game.format() == format);
        is_alike.then_some(Self { games_before: first as u64, ..judged })
    }

    /// The number of a game in the text, from 1.
    pub(crate) fn number(&self, game: &Game) -> u64 {
        self.games_before + game.number()
    }

    /// The games that overlap or touch a range of the text.
    pub(crate) fn games_at(&self, stretch: &Range<usize>) -> impl Iterator<Item = &Game> {
        let first = self.games.partition_point(|game| span(&game.span()).end <= stretch.start);
        // An offset between two games belongs to the second game; the end of the text belongs to the last game.
        let first = first.saturating_sub(usize::from(first == self.games.len()));
        self.games.iter().skip(first).take_while(move |game| span(&game.span()).start <= stretch.end)
    }

    /// The range of a game without surrounding white space.
    pub(crate) fn stretch(&self, game: &Game) -> Range<usize> {
        let whole = span(&game.span());
        let text = self.document.text.get(whole.clone()).unwrap_or_default();
        let start = whole.start + text.len() - text.trim_start().len();
        start..start + text.trim().len()
    }

    /// The game at an offset.
    pub(crate) fn game_at(&self, offset: usize) -> Option<&Game> {
        self.games_at(&(offset..offset)).next()
    }
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, TextDocumentContentChangeEvent};

    use super::super::position::Units;
    use super::*;

    fn judged(document: Document) -> Judged {
        Judged::of(&Arc::new(document), TextSessions::default(), || false).expect("judged")
    }

    /// The game at a position: its number, its findings with their ranges, and the number of its moves.
    fn found(judged: &Judged, place: Position) -> (u64, Vec<(String, lsp_types::Range)>, usize) {
        let at = judged.document.offset(place);
        let game = judged.game_at(at).expect("a game");
        let findings =
            game.findings().map(|finding| (finding.message(), judged.document.range(&span(&finding.span()))));
        (judged.number(game), findings.collect(), game.moves().len())
    }

    #[test]
    fn a_game_judged_alone_is_the_game_in_its_text() {
        let game = |name: &str, moves: &str| format!("[Event \"{name}\"]\n[Result \"*\"]\n\n{moves} *\n\n");
        let games = [game("a", "1. e4 e5 2. Ke3"), game("b", "1. d4 d5\n2. Bd6"), game("c", "1. c4 c5 2. Nc3 Nf9")];
        let text = games.concat();
        let uri = "untitled:a".parse().expect("an address");
        let old = judged(Document::new(uri, 1, text.clone(), Units::Utf16));
        let lines = text.lines().count() as u32;
        let mut alone = 0;
        for line in 0..lines {
            let at = Position::new(line, 3.min(text.lines().nth(line as usize).unwrap_or_default().len() as u32));
            for typed in ["x", " ", "1. h4 ", "*\n\n", "{", "", "[Event \"x\"]\n"] {
                let range = Some(lsp_types::Range::new(at, at));
                let change = TextDocumentContentChangeEvent { range, range_length: None, text: typed.to_owned() };
                let new = judged(old.document.changed(2, vec![change]));
                let place = new.document.offset(at);
                let Some(near) = old.around(&new.document, &(place..place)) else { continue };
                alone += 1;
                // An open comment swallows the next game, and a result splits this one.
                if typed != "{" && typed != "*\n\n" && typed.len() < 8 {
                    assert_eq!(found(&near, at), found(&new, at), "{line}: {typed:?}");
                }
            }
        }
        assert!(alone > 50, "{alone}");
    }

    #[test]
    fn texts_agree_before_and_behind_a_change() {
        let long = "ab".repeat(5000);
        for (one, other, before, behind) in [
            ("abc", "abc", 3, 3),
            ("abc", "abxc", 2, 1),
            ("", "a", 0, 0),
            ("aa", "aaa", 2, 2),
            (&long, &format!("{long}c"), 10_000, 0),
        ] {
            assert_eq!(common_prefix(one.as_bytes(), other.as_bytes()), before);
            assert_eq!(common_suffix(one.as_bytes(), other.as_bytes()), behind);
        }
    }
}
