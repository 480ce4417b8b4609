//! Plies that are cut off and tags that are edited, while a game is written as PGN. Not for how tags are edited (see
//! [`super::tag_edits`]).

use std::ops::Range;

use super::board::MoveText;
use super::known_line::KnownLine;
use super::options::Edits;
use partie_notation::pgn::{PgnWriter, WriterPlace};
use partie_record::Outcome;
use partie_rules::GameKind;

/// What editing a game needs.
#[derive(Debug, Default)]
pub(super) struct EditState {
    line: KnownLine,
    /// Where the movetext begins, and where it ends, after so many plies, if others behind it are cut off.
    pub(super) begin: WriterPlace,
    end: Option<(WriterPlace, u32)>,
    /// Plies of the main line that were played.
    pub(super) played: u32,
    /// The position from which the plies that are written begin.
    start: Option<String>,
    /// Whether it is of hexagonal chess, which a FEN alone does not say.
    is_hexagonal: bool,
}

impl EditState {
    pub(super) fn begin_game<G: MoveText>(&mut self, start: &G) {
        (self.end, self.start, self.played) = (None, None, 0);
        self.is_hexagonal = G::KIND == GameKind::Hex;
        self.line.begin_game(start);
    }

    /// A move of the main line was played.
    pub(super) fn after_move<G: MoveText>(&mut self, after: &G) {
        self.played += 1;
        // What is cut off is not known of the game.
        if self.end.is_none() {
            self.line.position_reached(after);
        }
    }

    /// A move of the main line is about to be written, behind so many others: cuts off what stands before the first ply that
    /// is wanted, and notes where the last one ends. Whether the game begins here.
    pub(super) fn before_move<G: MoveText>(
        &mut self,
        writer: &mut PgnWriter,
        edits: &Edits,
        before: &G,
        (ply, written): (u32, u32),
    ) -> bool {
        if edits.plies.is_some_and(|(_, last)| last.checked_add(1) == Some(ply)) {
            self.end = Some((writer.place(), written));
        }
        let is_first = || edits.plies.is_some_and(|(first, _)| first == ply);
        let begins =
            ply > 1 && (is_first() || self.start.is_none() && edits.start_at == Some((G::KIND, before.zobrist())));
        if begins {
            self.begin_at(writer, before.fen());
        }
        begins
    }

    /// Takes away all moves that were written: the game begins from this position.
    fn begin_at(&mut self, writer: &mut PgnWriter, fen: String) {
        writer.go_back(self.begin);
        self.start = Some(fen);
    }

    /// Ends the movetext where the last ply that is wanted ends; the plies that are left, if that is known.
    pub(super) fn end_moves(&mut self, writer: &mut PgnWriter, edits: &Edits) -> Option<u32> {
        let is_behind = edits.plies.is_some_and(|(first, _)| first > self.played.max(1));
        if let Some((last, key)) = self.line.last()
            && (is_behind
                || self.start.is_none() && edits.start_at.is_some_and(|(_, asked)| self.played > 0 && asked == *key))
        {
            let last = last.clone();
            self.begin_at(writer, last);
            return Some(0);
        }
        let (end, plies) = self.end.take()?;
        writer.go_back(end);
        Some(plies)
    }

    /// Edits the tags, which stand there; `result` ends the moves. Gives their new end, and the result that the board
    /// decides, if that is asked for, and how many tags were lost to others that took their name.
    pub(super) fn edit_tags(
        &mut self,
        writer: &mut PgnWriter,
        edits: &Edits,
        tags: Range<usize>,
        result: &str,
    ) -> (usize, Option<&'static str>, u64) {
        if edits.tags.is_empty() && self.start.is_none() && (edits.plies.is_none() || tags.is_empty()) {
            return (tags.end, None, 0);
        }
        let facts = self.line.facts();
        facts.start = self.start.take();
        facts.is_cut = edits.plies.is_some() || facts.start.is_some();
        facts.is_hexagonal = self.is_hexagonal;
        let set = edits.tags.set.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let given = set.and_then(|(_, value)| Outcome::parse(value.as_bytes())).map(Outcome::token);
        let decided = given.or(facts.result.filter(|_| edits.tags.added.result));
        let section = writer.out.get(tags.clone()).unwrap_or_default();
        let gap = if section.is_empty() { &b"\n"[..] } else { b"" };
        let (mut section, lost) = edits.tags.apply(section, result, facts);
        let end = tags.start + section.len();
        section.extend_from_slice(gap);
        writer.insert(tags, &section);
        (end, decided, lost)
    }
}
