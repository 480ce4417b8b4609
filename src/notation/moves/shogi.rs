//! The notation of shogi moves, in any record format.

use super::move_notation::{MoveNotation, Node};
use crate::formats;
use crate::shogi_format::{MoveForm, ShogiToken};
use crate::{csa, japanese, usi};
use partie_record::Format;
use partie_record::span::Span;
use partie_rules::shogi::{Move, Position, Square};
use partie_rules::{Resolution, Rules as _};

/// The notation of the moves in a shogi record.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShogiNotation {
    /// The format of the record.
    pub format: Format,
    /// The form that the fast path tries; `None` if the slow path must read every move.
    pub fast: Option<MoveForm>,
}

/// Reads a move in the form of CSA or USI. Never inlined, as the loop over moves would contain it several times.
#[inline(never)]
fn by_squares(form: MoveForm, board: &Position, token: &[u8]) -> Option<Move> {
    let pattern = match form {
        MoveForm::Signed => csa::parse_fast(token).filter(|fast| fast.side == board.turn())?.pattern,
        MoveForm::Coordinates => usi::parse_fast(token)?,
        MoveForm::Origins | MoveForm::RelativeWords | MoveForm::Plain => return None,
    };
    board.stated(&pattern)
}

impl MoveNotation for ShogiNotation {
    type Rules = Position;
    type Token = ShogiToken;
    type FastToken = ();
    /// The target of the last move, which 同 refers to.
    type Memory = Option<Square>;

    // A move text may refer to the target of the previous move.
    const READS_BY_MEMORY: bool = true;

    fn remember(&self, _: &Position) -> Option<Square> {
        None
    }

    #[inline(always)]
    fn advance(memory: &mut Option<Square>, mv: Move) {
        *memory = Some(mv.to());
    }

    #[inline(always)]
    fn parse_fast(&self, node: &Node<Self>, bytes: &[u8], token: Span) -> Option<(Move, ())> {
        let (board, token) = (&node.board, token.of(bytes));
        let mv = match self.fast? {
            MoveForm::Origins => {
                let fast = japanese::parse_fast(token)?;
                let to = fast.to.or(node.memory)?;
                match fast.from {
                    Some(from) => board.from_square(fast.kind, from, to, fast.promotes)?,
                    None => board.dropped(fast.kind, to)?,
                }
            }
            form => by_squares(form, board, token)?,
        };
        Some((mv, ()))
    }

    #[inline]
    fn parse(&self, token: &[u8], previous: &Option<Square>) -> Option<ShogiToken> {
        formats::read_move(self.format, token, *previous).ok()
    }

    fn candidates(token: &ShogiToken, node: &Node<Self>) -> Resolution<Move> {
        match token.side {
            Some(side) if side != node.board.turn() => Resolution::None,
            _ => node.board.resolve(&token.pattern),
        }
    }
}
