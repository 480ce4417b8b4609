//! What in the moves before explains why a move is illegal: when a piece left or was captured, when a right was lost,
//! how a pawn came to its square. Not for what the position itself shows (see `explain`).

use super::game::{ChessDialect, ChessLike as _, MoveComponents, Special};
use super::reason::Reason;
use crate::context::GameContext;
use crate::line_replayer::LineReplayer;
use partie_notation::moves::{Node, SquareOf};
use partie_notation::spell;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_rules::chess::Role;
use partie_rules::{BoardSide, IllegalReason, Rules as _, Side};

/// The moves that led to the position, for saying when something happened.
pub(super) struct Path<'a, N: ChessDialect> {
    pub(super) replayer: &'a LineReplayer<N>,
    pub(super) context: &'a GameContext<'a, N>,
    /// The item that is being judged.
    pub(super) upto: usize,
}

impl<N: ChessDialect> Path<'_, N> {
    pub(super) fn place(&self, ply: u32) -> Option<Span> {
        self.replayer.trail.borrow_mut().place(self.context.record, self.upto, ply)
    }

    /// The last ply at which `found` holds, with the move's text as written.
    pub(super) fn last(&self, found: impl Fn(MoveComponents<SquareOf<N>>) -> bool) -> Option<(u32, String)> {
        let index = self.replayer.moves.iter().rposition(|mv| found(<N::Rules>::components(*mv)))?;
        let ply = index as u32 + 1;
        Some((ply, self.text(ply)))
    }

    /// A move's text as written.
    fn text(&self, ply: u32) -> String {
        self.place(ply).map(|span| self.context.text.show(span)).unwrap_or_default()
    }
}

const fn board_side_name(board_side: BoardSide) -> &'static str {
    match board_side {
        BoardSide::King => "king's side",
        BoardSide::Queen => "queen's side",
    }
}

pub(super) fn no_such_piece<N: ChessDialect>(
    kind: Option<Role>,
    position: &Node<N>,
    path: &Path<'_, N>,
    written: &N::Token,
) -> Reason<SquareOf<N>> {
    let own = position.turn();
    let Some(role) = kind else {
        return Reason::new(Code::L002, format!("{} has no piece that could make this move", spell::side(own)));
    };
    if position.count(own, role) != 0 && N::marks(written).origin {
        let reason = Reason::new(Code::L002, format!("{} has no {role} where the move looks for it", spell::side(own)));
        return reason;
    }
    if role == Role::Pawn && position.count(own, role) != 0 {
        return Reason::new(Code::L002, format!("{} has no pawn on that file", spell::side(own)));
    }
    let reason = Reason::new(Code::L002, format!("{} has no {role}", spell::side(own)));
    // The capture of the last one: made by the other side, at an even distance from here.
    let len = path.replayer.moves.len();
    let index = (0..len).rev().find(|index| {
        (len - index) % 2 == 1 && <N::Rules>::components(path.replayer.moves[*index]).captured == Some(role)
    });
    match index {
        Some(index) => {
            let ply = index as u32 + 1;
            let text = path.text(ply);
            let message = format!("{}; the last one was captured by {text}, ply {ply}", reason.message);
            Reason { message, ..reason }.since(Some((ply, "captured here".into())))
        }
        None => reason,
    }
}

pub(super) fn right_lost<N: ChessDialect>(
    board_side: BoardSide,
    rook: SquareOf<N>,
    position: &Node<N>,
    path: &Path<'_, N>,
) -> Reason<SquareOf<N>> {
    let own = position.turn();
    let king = position.king_of(own);
    let len = path.replayer.moves.len();
    let first = (0..len).find(|&index| {
        let mv = <N::Rules>::components(path.replayer.moves[index]);
        let own_move = (len - index).is_multiple_of(2);
        own_move && (mv.from == rook || mv.role == Role::King && mv.from != mv.to) || !own_move && mv.to == rook
    });
    let Some(index) = first else {
        return Reason::new(
            Code::L021,
            format!("the right to castle on the {} is not in the start position", board_side_name(board_side)),
        )
        .mark(king, false, "has no right");
    };
    let ply = index as u32 + 1;
    let mv = <N::Rules>::components(path.replayer.moves[index]);
    let what = if mv.role == Role::King && mv.to != rook {
        "the king moved"
    } else if mv.from == rook {
        "the rook moved"
    } else {
        "the rook was captured"
    };
    let text = path.text(ply);
    Reason::new(
        Code::L021,
        format!("the right to castle on the {} was lost at ply {ply}: {what} ({text})", board_side_name(board_side)),
    )
    .mark(king, false, "has lost the right")
    .mark(rook, false, "its rook")
    .since(Some((ply, format!("{what} here"))))
}

/// The home square of a king for castling: where it starts, if it can castle from there, as in Chess960.
pub(super) fn king_home<N: ChessDialect>(
    initial: SquareOf<N>,
    own: Side,
    path: &Path<'_, N>,
    written: &N::Token,
) -> SquareOf<N> {
    let mut start = path.context.start.clone();
    if start.turn() != own {
        start.play_null_move();
    }
    let away =
        |fault: &IllegalReason<SquareOf<N>, Role>| matches!(fault, IllegalReason::NothingToCastle { king: true, .. });
    if start.illegal_reasons(&N::pattern(written, &start)).iter().any(away) { initial } else { start.king_of(own) }
}

/// King or rook are not where castling needs them: the ply at which they left.
pub(super) fn nothing_to_castle<N: ChessDialect>(
    board_side: BoardSide,
    king: bool,
    home: SquareOf<N>,
    path: &Path<'_, N>,
) -> Reason<SquareOf<N>> {
    let side = board_side_name(board_side);
    let reason =
        |what: String| Reason::new(Code::L020, format!("there is nothing to castle with on the {side}: {what}"));
    let len = path.replayer.moves.len();
    let own = |index: usize| (len - index).is_multiple_of(2);
    let piece = if king { Role::King } else { Role::Rook };
    let left = (0..len).rev().find(|&index| {
        let mv = <N::Rules>::components(path.replayer.moves[index]);
        let moved = own(index) && mv.from == home && mv.from != mv.to && mv.role == piece;
        let castled = !king && own(index) && mv.special == Special::Castling && mv.to == home;
        moved || castled || !king && !own(index) && mv.to == home && mv.captured == Some(piece)
    });
    let Some(index) = left else {
        return reason(if king { "the king is not on its home square" } else { "no rook stands at home" }.to_owned());
    };
    let ply = index as u32 + 1;
    let text = path.text(ply);
    let what = match (king, own(index)) {
        (true, _) => format!("the king left its home square at ply {ply} ({text})"),
        (false, true) => format!("the rook left its home square at ply {ply} ({text})"),
        (false, false) => format!("the rook was captured at ply {ply} ({text})"),
    };
    reason(what).since(Some((ply, if own(index) { "left here" } else { "captured here" }.to_owned())))
}

/// A pawn that cannot be taken en passant: its double step was earlier, or it came to its square otherwise.
pub(super) fn no_en_passant<N: ChessDialect>(
    pawn: SquareOf<N>,
    at: SquareOf<N>,
    path: &Path<'_, N>,
) -> Reason<SquareOf<N>> {
    let Some((ply, text)) = path.last(|mv| mv.to == pawn) else {
        return Reason::new(
            Code::L026,
            format!("nothing stands on {at}, and the pawn on {pawn} has not just made a double step"),
        )
        .mark(pawn, true, "no double step");
    };
    if <N::Rules>::components(path.replayer.moves[ply as usize - 1]).special != Special::DoubleStep {
        return Reason::new(
            Code::L026,
            format!(
                "nothing stands on {at}, and the pawn on {pawn} came there with {text} at ply {ply}, which was not a double step"
            ),
        )
        .mark(pawn, true, "no double step")
        .since(Some((ply, "it came here".into())));
    }
    Reason::new(
        Code::L025,
        format!("the pawn on {pawn} could be captured en passant only on the next move; its double step {text} was ply {ply}"),
    )
    .mark(pawn, true, "passed earlier")
    .since(Some((ply, "the double step".into())))
}
