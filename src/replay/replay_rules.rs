//! What replay must know of a game beside its rules: how its moves are read, and what is
//! judged at each of them.
//!
//! The loop over a record (`lines`) is one for all games; what differs is said here.

use super::context::{GameContext, LineState, MoveContext, ParsedToken, ReplayTypes, TokenRef};
use super::line_replayer::LineReplayer;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_record::Clock;
use partie_record::finding::Finding;
use partie_record::message::{Arg, moved};
use partie_record::span::Span;
use partie_rules::Rules;

/// What becomes of a move that no rule allows and that the book lets pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum IllegalMoveOutcome<M> {
    /// It stands, and is applied.
    Played(M),
    /// It was taken back: this stands in the list of moves, and the same side moves again.
    TakenBack(M),
}

/// A constraint on moves in the rules of a notation.
pub(super) type PatternOf<N> = <<N as MoveNotation>::Rules as Rules>::Pattern;

/// A notation whose records can be replayed.
pub(super) trait ReplayRules: ReplayTypes {
    /// Makes the state ready for the lines of a record.
    fn begin(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>);

    /// A move number, or dots.
    fn number(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>);
    /// Forgets the number that was read last.
    fn forget_number(replayer: &mut LineReplayer<Self>);
    /// Compares the number that was read last with the move that comes.
    fn check_number(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &mut LineState<Self>);

    /// What a token says, with the word that follows it.
    fn read_token(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Option<Self::Token> {
        let MoveContext { context, line, token } = at;
        replayer.notation.parse(token.item.span.of(context.text.bytes), &line.position.memory)
    }
    /// What a token says that could not be read, once it is cleaned; its finding is added.
    fn repair_token(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>) -> Option<Self::Token> {
        None
    }
    /// Another reading of a token whose first one is illegal.
    fn alternative_parse(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: TokenRef) -> Option<Self::Token> {
        None
    }
    /// The constraint on moves that a token states.
    fn stated_pattern(token: &Self::Token, line: &LineState<Self>) -> PatternOf<Self>;
    /// The finding for a text that cannot mean a move of this position, whatever its pattern finds.
    fn reject_token(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<Finding> {
        None
    }
    /// The finding for a move that the rules allow and the book forbids.
    fn forbidden_by_book(_: &LineReplayer<Self>, _: MoveContext<'_, Self>, _: MoveOf<Self>) -> Option<Finding> {
        None
    }

    /// Whether the line is over for good, so that nothing after it is judged.
    fn is_over(_: &LineReplayer<Self>, _: &LineState<Self>) -> bool {
        false
    }
    /// The move that a text means by a custom of the book, where no rule allows it; its finding is added.
    fn custom_move(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<MoveOf<Self>> {
        None
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

    /// Takes in the text of a legal move that was parsed in full, whether or not it is judged.
    fn in_full(_: &mut LineReplayer<Self>, _: &LineState<Self>, _: &Self::Token) {}

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
    /// A line is over whose numbers differ from the count of its moves to its end: moves may be missing or stand in it
    /// twice, so that a wrong number is no misprint.
    fn misnumbered(replayer: &mut LineReplayer<Self>, line: &LineState<Self>);
    /// A line that could not be played to its end is over.
    fn line_broke(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>) {}
    /// A text with the number of its move.
    fn numbered(node: &Node<Self>, ply: u32, text: &str) -> String;
    /// The same for a legal move, with what its text does not say of it.
    fn named(node: &Node<Self>, ply: u32, _: MoveOf<Self>, text: &str) -> Arg {
        moved(Self::numbered(node, ply, text))
    }
    /// A cell with the time of the move before it.
    fn time(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: &LineState<Self>, _: Span) {}
}
