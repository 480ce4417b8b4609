//! Cuts plies and edits tags while a game is written as PGN. The edits of tags are in [`super::tag_edits`].

use std::ops::Range;

use super::board::MoveText;
use super::options::Edits;
use super::tag_edits::KnownFacts;
use partie_notation::pgn::{PgnWriter, WriterPlace};
use partie_openings::{Opening, OpeningBook};
use partie_record::Outcome;
use partie_rules::{GameKind, Side};

/// The state of editing a game.
#[derive(Debug, Default)]
pub(super) struct EditState {
    line: KnownLine,
    /// The start of the movetext; and its end with its number of plies, if later plies are cut off.
    pub(super) begin: WriterPlace,
    end: Option<(WriterPlace, u32)>,
    /// Played plies of the main line.
    pub(super) played: u32,
    /// The start position of the written plies.
    start: Option<String>,
    /// Whether the game is hexagonal chess, which a FEN alone does not show.
    is_hexagonal: bool,
}

impl EditState {
    pub(super) fn begin_game<G: MoveText>(&mut self, start: &G) {
        (self.end, self.start, self.played) = (None, None, 0);
        self.is_hexagonal = G::KIND == GameKind::Hex;
        self.line.begin_game(start);
    }

    /// Called after a move of the main line.
    pub(super) fn after_move<G: MoveText>(&mut self, after: &G) {
        self.played += 1;
        // Plies that are cut off do not count for the tags.
        if self.end.is_none() {
            self.line.position_reached(after);
        }
    }

    /// Called before a move of the main line is written, after `written` other moves. Removes the text before the first
    /// requested ply, and records the end of the last one. Returns true if the game begins with this move.
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

    /// Removes all written moves, so that the game begins at this position.
    fn begin_at(&mut self, writer: &mut PgnWriter, fen: String) {
        writer.go_back(self.begin);
        self.start = Some(fen);
    }

    /// Ends the movetext after the last requested ply. Returns the number of remaining plies if it changed.
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

    /// Edits the tags at `tags`; `result` is the token after the moves. Returns their new end, the result if it is set
    /// or decided by the board, and the number of tags lost to renamed ones.
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

/// Maximum positions, from the start, that are looked up in the opening book.
const MAX_OPENING_POSITIONS: usize = 41;

/// The main line so far.
#[derive(Debug, Default)]
pub(super) struct KnownLine {
    keys: Vec<u64>,
    facts: KnownFacts,
}

impl KnownLine {
    pub(super) fn begin_game<G: MoveText>(&mut self, start: &G) {
        self.keys.clear();
        self.facts = KnownFacts::default();
        self.position_reached(start);
    }

    /// Adds a position of the main line.
    pub(super) fn position_reached<G: MoveText>(&mut self, position: &G) {
        let key = position.zobrist();
        if self.keys.len() < MAX_OPENING_POSITIONS && G::KIND == GameKind::Chess {
            self.keys.push(key);
        }
        self.facts.last = Some((position.fen(), key));
        self.facts.result = if position.has_legal_move() { None } else { result(position) };
    }

    /// The facts so far, including the opening.
    pub(super) fn facts(&mut self) -> &mut KnownFacts {
        let opening = OpeningBook::shipped().of_game(self.keys.iter().copied()).map(|(opening, _)| opening);
        (self.facts.eco, self.facts.opening) = (opening.map(Opening::eco), opening.map(Opening::name));
        &mut self.facts
    }

    /// The final position as FEN, and its Zobrist key.
    pub(super) const fn last(&self) -> Option<&(String, u64)> {
        self.facts.last.as_ref()
    }
}

/// The result of a position without a legal move. Outside of chess, the rule book decides the value of a stalemate.
fn result<G: MoveText>(position: &G) -> Option<&'static str> {
    match (position.in_check(), position.turn()) {
        (true, Side::First) => Some("0-1"),
        (true, Side::Second) => Some("1-0"),
        (false, _) => (G::KIND == GameKind::Chess).then_some("1/2-1/2"),
    }
}
