//! What replay must know of a game beside its rules and the meaning of its texts: what is judged at each move.
//!
//! The loop over a record (`lines`) is one for all games; what differs is said here.

use super::context::{GameContext, LineState, MoveContext, ParsedToken};
use super::line_replayer::LineReplayer;
use super::token_rules::TokenRules;
use partie_notation::moves::MoveOf;
use partie_record::Clock;
use partie_record::finding::Finding;
use partie_record::span::Span;

/// What becomes of a move that no rule allows and that the book lets pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum IllegalMoveOutcome<M> {
    /// It stands, and is applied.
    Played(M),
    /// It was taken back: this stands in the list of moves, and the same side moves again.
    TakenBack(M),
}

/// A notation whose records can be replayed.
pub(super) trait ReplayRules: TokenRules {
    /// Makes the state ready for the lines of a record.
    fn begin(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>);
    /// The finding for a move that the rules allow and the book forbids.
    fn forbidden_by_book(_: &LineReplayer<Self>, _: MoveContext<'_, Self>, _: MoveOf<Self>) -> Option<Finding> {
        None
    }

    /// Whether the line is over for good, so that nothing after it is judged.
    fn is_over(_: &LineReplayer<Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// Whether a null move of the main line is a turn that the player gives as odds.
    fn gives_turn(_: &GameContext<'_, Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// True if the game is complete and the rest of the line is not part of it.
    fn is_beside_game(_: &LineReplayer<Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// What becomes of an illegal move, whose finding is added; the finding itself if it ends the line.
    ///
    /// # Errors
    /// The finding, unchanged or with what the opponent may do about it.
    fn on_illegal(
        _: &mut LineReplayer<Self>,
        _: MoveContext<'_, Self>,
        _: &Self::Token,
        finding: Box<Finding>,
    ) -> Result<IllegalMoveOutcome<MoveOf<Self>>, Box<Finding>> {
        Err(finding)
    }

    /// Judges the text of a legal move against the position before it.
    fn before(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        mv: MoveOf<Self>,
        parsed: ParsedToken<'_, Self>,
    );
    /// Judges it against the position after it; whether that is mate, if it was asked.
    fn after(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        mv: MoveOf<Self>,
        parsed: ParsedToken<'_, Self>,
    ) -> bool;
    /// Watches clocks and draws of the main line, after the move.
    fn watch(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        line: &mut LineState<Self>,
        is_irreversible: bool,
    );

    /// The finding for a token that is no move.
    fn unreadable(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding;
    /// The finding for a move that no legal move fits.
    fn illegal(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, written: &Self::Token) -> Finding;
    /// Several moves fit: adds the finding, and gives the one that the rest of the game decides for.
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &Self::Token,
        moves: &[MoveOf<Self>],
    ) -> Option<MoveOf<Self>>;
    /// The finding for a move after mate or stalemate that the record marks as the foul that ended the game.
    fn foul_after_end(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<Finding> {
        None
    }
    /// The finding for a move after mate or stalemate.
    fn after_end(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding;
    /// A comment of the main line, also before its first move; the clock that ends it, if in its common form.
    fn comment(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>, _: Span) -> Option<Clock> {
        None
    }
    /// The finding for a comment whose brace was never closed, so that it holds moves of the line; asked only where
    /// another comment opens in it.
    fn hides_moves(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>) -> Option<Finding> {
        None
    }
    /// A line that could not be played to its end is over.
    fn line_broke(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>) {}
    /// A cell with the time of the move before it.
    fn time(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>, _: Span) {}
}
