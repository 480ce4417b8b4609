//! What the texts of a record mean to replay: move numbers, moves, and the readings that a text allows beside its first one.

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
    /// The move that a text means by a custom of the book, where no rule allows it; its finding is added.
    fn custom_move(_: &mut LineReplayer<Self>, _: MoveContext<'_, Self>, _: &Self::Token) -> Option<MoveOf<Self>> {
        None
    }

    /// Takes in the text of a legal move that was parsed in full, whether or not it is judged.
    fn in_full(_: &mut LineReplayer<Self>, _: &LineState<Self>, _: &Self::Token) {}
    /// A line is over whose numbers differ from the count of its moves to its end: moves may be missing or stand in it
    /// twice, so that a wrong number is no misprint.
    fn misnumbered(replayer: &mut LineReplayer<Self>, line: &LineState<Self>);
    /// A text with the number of its move.
    fn numbered(node: &Node<Self>, ply: u32, text: &str) -> String;
    /// The same for a legal move, with what its text does not say of it.
    fn named(node: &Node<Self>, ply: u32, _: MoveOf<Self>, text: &str) -> Arg {
        moved(Self::numbered(node, ply, text))
    }
}
