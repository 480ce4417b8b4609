//! The checks of a replay that differ between games. The loop over a record, in `lines`, is common to all games.

use super::context::{GameContext, LineState, MoveContext, ParsedToken};
use super::line_replayer::LineReplayer;
use super::token_rules::TokenRules;
use partie_notation::moves::MoveOf;
use partie_record::Clock;
use partie_record::finding::Finding;
use partie_record::span::Span;

/// How a line continues after an illegal move that the rule book tolerates.
#[derive(Clone, Copy, Debug)]
pub(super) enum IllegalMoveOutcome<M> {
    /// The move counts, and is played.
    Played(M),
    /// The move was taken back. This entry represents it in the list of moves, and the same side moves again.
    TakenBack(M),
}

/// A notation whose records can be replayed.
pub(super) trait ReplayRules: TokenRules {
    /// Prepares the state for the lines of a record.
    fn begin(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>);
    /// Returns the finding for a move that the rules of the game allow, but the rule book forbids.
    fn forbidden_by_book(_: &LineReplayer<Self>, _: MoveContext<'_, Self>, _: MoveOf<Self>) -> Option<Finding> {
        None
    }

    /// True if the line is over for good, so that nothing after it is judged.
    fn is_over(_: &LineReplayer<Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// True if a null move of the main line is a turn given as odds.
    fn gives_turn(_: &GameContext<'_, Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// True if the game is complete and the rest of the line is not part of it.
    fn is_beside_game(_: &LineReplayer<Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// Decides whether a line continues after an illegal move, whose finding is then added.
    ///
    /// # Errors
    /// The finding if it ends the line, possibly with the opponent's options added.
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
    /// Judges the move against the position after it; true if that is mate, as far as mate was checked.
    fn after(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        mv: MoveOf<Self>,
        parsed: ParsedToken<'_, Self>,
    ) -> bool;
    /// Checks clocks and draws of the main line after a move.
    fn watch(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        line: &mut LineState<Self>,
        is_irreversible: bool,
    );

    /// Returns the finding for an unreadable token.
    fn unreadable(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding;
    /// Returns the finding for a token that no legal move fits.
    fn illegal(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, written: &Self::Token) -> Finding;
    /// Adds the finding for a token that several moves fit; returns the move that the rest of the game proves.
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &Self::Token,
        moves: &[MoveOf<Self>],
    ) -> Option<MoveOf<Self>>;
    /// Returns the finding for a move after mate or stalemate that the record marks as the foul that ended the game.
    fn foul_after_end(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<Finding> {
        None
    }
    /// Returns the finding for a move after mate or stalemate.
    fn after_end(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding;
    /// Reads a comment of the main line, also before its first move. Returns its clock if written in the common form.
    fn comment(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>, _: Span) -> Option<Clock> {
        None
    }
    /// Returns the finding for an unclosed comment that contains moves of the line. Called only if another comment
    /// opens inside it.
    fn hides_moves(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>) -> Option<Finding> {
        None
    }
    /// Called when a line that could not be played to its end is over.
    fn line_broke(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>) {}
    /// Reads a cell with the time of the move before it.
    fn time(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>, _: Span) {}
}
