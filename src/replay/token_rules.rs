//! Interprets the tokens of a record for replay: move numbers, moves, and alternative readings.

use super::context::{GameContext, LineState, MoveContext, ReplayTypes, TokenRef};
use super::line_replayer::LineReplayer;
use partie_notation::moves::{MoveNotation, MoveOf, Node};
use partie_record::finding::Finding;
use partie_record::message::{Arg, moved};
use partie_rules::Rules;

/// A constraint on moves in the rules of a notation.
pub(super) type PatternOf<N> = <<N as MoveNotation>::Rules as Rules>::Pattern;

/// A notation whose texts replay can read.
pub(super) trait TokenRules: ReplayTypes {
    /// Reads a move number, or dots.
    fn number(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>);
    /// Forgets the last move number.
    fn forget_number(replayer: &mut LineReplayer<Self>);
    /// Compares the last move number with the next move.
    fn check_number(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &mut LineState<Self>);

    /// Parses a token, together with the word after it.
    fn read_token(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Option<Self::Token> {
        let MoveContext { context, line, token } = at;
        replayer.notation.parse(token.item.span.of(context.text.bytes), &line.position.memory)
    }
    /// Parses an unreadable token after cleaning it, and adds the finding.
    fn repair_token(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>) -> Option<Self::Token> {
        None
    }
    /// Returns another reading of a token whose first one is illegal.
    fn alternative_parse(_: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, _: TokenRef) -> Option<Self::Token> {
        None
    }
    /// Returns the constraint on moves that a token expresses.
    fn stated_pattern(token: &Self::Token, line: &LineState<Self>) -> PatternOf<Self>;
    /// Returns the finding for a token that denotes no move of this position, whatever its pattern matches.
    fn reject_token(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<Finding> {
        None
    }
    /// Returns an illegal move that the rule book nevertheless allows, such as castling without the rook given as odds.
    /// Adds the finding.
    fn custom_move(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<MoveOf<Self>> {
        None
    }

    /// Processes the text of a legal move that was parsed in full, judged or not.
    fn in_full(_: &mut LineReplayer<Self>, _: &LineState<Self>, _: &Self::Token) {}
    /// Called at the end of a line whose numbers differ from the count of its moves. Moves may be missing or doubled,
    /// so a wrong number need not be a misprint.
    fn misnumbered(replayer: &mut LineReplayer<Self>, line: &LineState<Self>);
    /// Returns the text of a move with its move number.
    fn numbered(node: &Node<Self>, ply: u32, text: &str) -> String;
    /// Like [`Self::numbered`], for a legal move, with details that the text omits.
    fn named(node: &Node<Self>, ply: u32, _: MoveOf<Self>, text: &str) -> Arg {
        moved(Self::numbered(node, ply, text))
    }
}
