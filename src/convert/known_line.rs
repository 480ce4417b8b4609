//! Facts of the main line while it is written, for added tags and for cutting plies.

use super::board::MoveText;
use super::tag_edits::KnownFacts;
use partie_openings::{Opening, OpeningBook};
use partie_rules::{GameKind, Side};

/// Number of positions, from the start, in which an opening is searched.
const OPENING: usize = 41;

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
        if self.keys.len() < OPENING && G::KIND == GameKind::Chess {
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

    /// The final position as FEN, and its zobrist key.
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
