//! A line as a search changes it.

use super::line::ChangeAt;
use super::repairable::Repairable;
use super::signs::Evidence;
use partie_notation::moves::{MoveOf, Node};
use partie_rules::Rules as _;

/// A place of the line that is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<M> {
    /// A slot as it stands.
    Slot(usize),
    /// A move that an earlier search put there.
    Move(M),
}

/// A line that is searched.
#[derive(Clone)]
pub(super) struct Attempt<M> {
    pub(super) places: Vec<Place<M>>,
    /// Before it nothing is changed any more.
    pub(super) first: usize,
    pub(super) changes: Vec<ChangeAt<M>>,
    pub(super) evidence: Evidence,
}

/// Plays a move of a list, a null move among them.
pub(super) fn play<N: Repairable>(node: &mut Node<N>, mv: MoveOf<N>) {
    if N::Rules::is_null(mv) {
        node.play_null_move();
    } else if !N::Rules::is_taken_back(mv) {
        node.play(mv);
    }
}
