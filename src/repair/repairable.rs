//! What a repair must know of a game and of a notation.

use std::borrow::Cow;

use super::signs::{Evidence, Sign, Weights};
use partie_notation::Packed;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_rules::Rules;

/// A game whose moves win and lose material.
pub trait Material: Rules + 'static {
    /// What the mover wins at once, in hundredths of a pawn: what is captured, what a promotion adds.
    fn gain(mv: Self::Move) -> i32;
    fn captures(mv: Self::Move) -> bool {
        Self::gain(mv) > 0
    }
    /// Gives the legal moves that win material at once, and perhaps others, in the order of legal moves.
    fn visit_gaining(&self, visit: &mut dyn FnMut(Self::Move)) {
        self.legal().into_iter().for_each(visit);
    }
    /// Whether the position is one of a known opening.
    fn is_known(&self) -> bool {
        false
    }
    /// How much better the piece stands after the move, in hundredths of a pawn, as a beginner would say.
    fn placement(_: &Self, _: Self::Move) -> i32 {
        0
    }
    /// Where a move begins, unless it puts a new piece on the board, and where it ends.
    fn way(mv: Self::Move) -> (Option<Self::Square>, Self::Square);
    /// The move in coordinates; `chess960` says that castling is king takes rook.
    fn coordinates(mv: Self::Move, chess960: bool) -> Packed;
}

/// A move between two positions.
#[derive(Debug)]
pub struct PlayedMove<'a, N: MoveNotation> {
    pub before: &'a Node<N>,
    pub mv: MoveOf<N>,
    pub after: &'a Node<N>,
}

/// A notation in which damaged moves are looked for.
pub trait Repairable: MoveNotation<Rules: Material> {
    /// What signs weigh where one change is enough.
    const WEIGHTS: Weights;
    /// The same where it is not: who errs often misreads single characters, and seldom leaves out or exchanges moves.
    const OF_SEVERAL: Weights = {
        let mut weights = Self::WEIGHTS;
        weights[Sign::Inserted as usize] += 0.8;
        weights[Sign::Deleted as usize] += 0.6;
        weights[Sign::Doubled as usize] += 0.2;
        weights[Sign::Swapped as usize] += 0.9;
        weights
    };
    /// How much one ply of it costs to read, in plies of SAN.
    const EFFORT: u32 = 1;

    /// The written text without what is compared apart: check marks, blanks.
    fn tidy<'t>(&self, token: &'t str) -> Cow<'t, str>;
    /// Gives the tidy texts by which the record may write a move; `token` is what stands there.
    fn visit_texts(&self, node: &Node<Self>, mv: MoveOf<Self>, token: &str, visit: &mut dyn FnMut(&str));
    /// Characters that stand in each of these texts, whatever else does.
    fn common_letters(&self, _: MoveOf<Self>, _: &str) -> [Option<char>; 3] {
        [None; 3]
    }
    /// Whether a text may be read once the side to move has moved, whatever it moves.
    fn may_reply(_: &Self::Token, _: &Node<Self>) -> bool {
        true
    }
    /// The text to put there, in the form of `like`, a move of the record that can be read.
    fn written(&self, node: &Node<Self>, mv: MoveOf<Self>, like: &[u8]) -> String;
    /// A sign that all texts of the line show to mean nothing: their writer has another custom.
    fn meaningless(&self, _: &mut dyn Iterator<Item = &[u8]>) -> Option<Sign> {
        None
    }
    /// What the text of a move, as it stands and as it is read, says beside it and the board contradicts.
    fn contradictions(&self, text: (&[u8], &Self::Token), played: PlayedMove<'_, Self>) -> Evidence;
}
