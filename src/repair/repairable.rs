//! Requirements of the search on games and notations.

use std::borrow::Cow;

use super::signs::{Evidence, Sign, Weights};
use partie_notation::Packed;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_rules::Rules;

/// A game whose moves win and lose material.
pub trait Material: Rules + 'static {
    /// Returns the immediate gain of the mover, in hundredths of a pawn: the captured piece and the promotion.
    fn gain(mv: Self::Move) -> i32;
    fn captures(mv: Self::Move) -> bool {
        Self::gain(mv) > 0
    }
    /// Visits the legal moves that win material at once, in the order of legal moves. May visit other moves, too.
    fn visit_gaining(&self, visit: &mut dyn FnMut(Self::Move)) {
        self.legal().into_iter().for_each(visit);
    }
    /// True if the position belongs to a known opening.
    fn is_known(&self) -> bool {
        false
    }
    /// Returns the improvement in the placement of the piece, in hundredths of a pawn, by rules of thumb.
    fn placement(_: &Self, _: Self::Move) -> i32 {
        0
    }
    /// Returns the origin of a move, `None` if it puts a new piece on the board, and its target.
    fn way(mv: Self::Move) -> (Option<Self::Square>, Self::Square);
    /// Returns the move in coordinates. With `chess960`, castling is king takes rook.
    fn coordinates(mv: Self::Move, chess960: bool) -> Packed;
}

/// A move with the positions before and after it.
#[derive(Debug)]
pub struct PlayedMove<'a, N: MoveNotation> {
    pub before: &'a Node<N>,
    pub mv: MoveOf<N>,
    pub after: &'a Node<N>,
}

/// A notation whose damaged moves can be repaired.
pub trait Repairable: MoveNotation<Rules: Material> {
    /// Weights of the signs if one change repairs the line.
    const WEIGHTS: Weights;
    /// Weights of the signs if several changes are needed: errors are then mostly misread characters, seldom missing or
    /// exchanged moves.
    const OF_SEVERAL: Weights = {
        let mut weights = Self::WEIGHTS;
        weights[Sign::Inserted as usize] += 0.8;
        weights[Sign::Deleted as usize] += 0.6;
        weights[Sign::Doubled as usize] += 0.2;
        weights[Sign::Swapped as usize] += 0.9;
        weights
    };
    /// Cost of parsing one ply, in plies of SAN.
    const EFFORT: u32 = 1;

    /// Returns the written text without parts that are compared separately: check marks, blanks.
    fn tidy<'t>(&self, token: &'t str) -> Cow<'t, str>;
    /// Visits the tidy texts that the record may have for a move; `token` is the written text.
    fn visit_texts(&self, node: &Node<Self>, mv: MoveOf<Self>, token: &str, visit: &mut dyn FnMut(&str));
    /// Returns characters that occur in each text of [`Self::visit_texts`].
    fn common_letters(&self, _: MoveOf<Self>, _: &str) -> [Option<char>; 3] {
        [None; 3]
    }
    /// False if no move of the side to move makes the text readable. True proves nothing.
    fn may_reply(_: &Self::Token, _: &Node<Self>) -> bool {
        true
    }
    /// Returns the text to write, in the form of `like`, a readable move of the record.
    fn written(&self, node: &Node<Self>, mv: MoveOf<Self>, like: &[u8]) -> String;
    /// Returns a sign that is no evidence in this line, as its texts show that the writer always does so.
    fn meaningless(&self, _: &mut dyn Iterator<Item = &[u8]>) -> Option<Sign> {
        None
    }
    /// Returns the contradictions between the board and the text of a move, such as wrong marks. `text` has its bytes
    /// and token.
    fn contradictions(&self, text: (&[u8], &Self::Token), played: PlayedMove<'_, Self>) -> Evidence;
}
