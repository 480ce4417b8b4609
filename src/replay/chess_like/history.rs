//! Explains illegal moves by earlier moves: when a piece left or was captured, when a right was lost,
//! how a pawn reached its square. Reasons visible in the position are in `explain`.

use super::game::{ChessDialect, ChessLike as _, MoveComponents, Special};
use super::reason::Reason;
use crate::context::GameContext;
use crate::line_replayer::LineReplayer;
use partie_notation::moves::{Node, SquareOf};
use partie_notation::spell;
use partie_record::finding::Code;
use partie_record::message::{Arg, Message, moved, piece, ply as at_ply, side, square};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::chess::Role;
use partie_rules::{BoardSide, IllegalReason, Rules as _, Side};

/// The moves that led to the position, for finding the ply of a cause.
pub(super) struct Path<'a, N: ChessDialect> {
    pub(super) replayer: &'a LineReplayer<N>,
    pub(super) context: &'a GameContext<'a, N>,
    /// Index of the judged item.
    pub(super) upto: usize,
}

impl<N: ChessDialect> Path<'_, N> {
    pub(super) fn place(&self, ply: u32) -> Option<Span> {
        self.replayer.trail.borrow_mut().place(self.context.record, self.upto, ply)
    }

    /// The last ply with a move for which `found` is true, and the text of that move.
    pub(super) fn last(&self, found: impl Fn(MoveComponents<SquareOf<N>>) -> bool) -> Option<(u32, Arg)> {
        let index = self.replayer.moves.iter().rposition(|mv| found(<N::Rules>::components(*mv)))?;
        let ply = index as u32 + 1;
        Some((ply, self.text(ply)))
    }

    /// The text of the move of a ply, as written.
    fn text(&self, ply: u32) -> Arg {
        moved(self.place(ply).map(|span| self.context.text.show(span)).unwrap_or_default())
    }
}

fn board_side_name(board_side: BoardSide) -> Message {
    match board_side {
        BoardSide::King => say!("kings-side"),
        BoardSide::Queen => say!("queens-side"),
    }
}

pub(super) fn no_such_piece<N: ChessDialect>(
    kind: Option<Role>,
    position: &Node<N>,
    path: &Path<'_, N>,
    written: &N::Token,
) -> Reason<SquareOf<N>> {
    let own = position.turn();
    let mover = side(spell::side(own));
    let Some(role) = kind else { return Reason::new(Code::L002, say!("no-piece-could", mover = mover)) };
    let kind = piece(role.name());
    if position.count(own, role) != 0 && N::marks(written).origin {
        return Reason::new(Code::L002, say!("no-piece-there", mover = mover, kind = kind));
    }
    if role == Role::Pawn && position.count(own, role) != 0 {
        return Reason::new(Code::L002, say!("no-pawn-on-file", mover = mover));
    }
    // The captor is the other side, so the capture is an odd number of plies before this move.
    let len = path.replayer.moves.len();
    let index = (0..len).rev().find(|index| {
        (len - index) % 2 == 1 && <N::Rules>::components(path.replayer.moves[*index]).captured == Some(role)
    });
    match index {
        Some(index) => {
            let ply = index as u32 + 1;
            let message =
                say!("last-one-captured", mover = mover, kind = kind, captor = path.text(ply), ply = at_ply(ply));
            Reason::new(Code::L002, message).since(Some((ply, say!("captured-here"))))
        }
        None => Reason::new(Code::L002, say!("no-piece", mover = mover, kind = kind)),
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
        return Reason::new(Code::L021, say!("right-not-at-start", on = board_side_name(board_side))).mark(
            king,
            false,
            say!("mark-no-right"),
        );
    };
    let ply = index as u32 + 1;
    let mv = <N::Rules>::components(path.replayer.moves[index]);
    let (on, at, by) = (board_side_name(board_side), at_ply(ply), path.text(ply));
    let (message, here) = if mv.role == Role::King && mv.to != rook {
        (say!("right-lost-by-king", on = on, ply = at, by = by), say!("king-moved-here"))
    } else if mv.from == rook {
        (say!("right-lost-by-rook", on = on, ply = at, by = by), say!("rook-moved-here"))
    } else {
        (say!("right-lost-by-capture", on = on, ply = at, by = by), say!("rook-captured-here"))
    };
    Reason::new(Code::L021, message)
        .mark(king, false, say!("mark-lost-right"))
        .mark(rook, false, say!("mark-its-rook"))
        .since(Some((ply, here)))
}

/// The home square of a king for castling. In Chess960, its start square if it can castle from there.
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

/// King or rook has left its home square: finds the ply.
pub(super) fn nothing_to_castle<N: ChessDialect>(
    board_side: BoardSide,
    king: bool,
    home: SquareOf<N>,
    path: &Path<'_, N>,
) -> Reason<SquareOf<N>> {
    let on = board_side_name(board_side);
    let reason = |what: Message| Reason::new(Code::L020, say!("nothing-to-castle", on = on, reason = what));
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
        return reason(if king { say!("king-not-at-home") } else { say!("no-rook-at-home") });
    };
    let ply = index as u32 + 1;
    let (at, by) = (at_ply(ply), path.text(ply));
    let what = match (king, own(index)) {
        (true, _) => say!("king-left-home", ply = at, by = by),
        (false, true) => say!("rook-left-home", ply = at, by = by),
        (false, false) => say!("rook-captured", ply = at, by = by),
    };
    reason(what).since(Some((ply, if own(index) { say!("left-here") } else { say!("captured-here") })))
}

/// A pawn that cannot be captured en passant: its double step was earlier, or it reached its square in another way.
pub(super) fn no_en_passant<N: ChessDialect>(
    pawn: SquareOf<N>,
    at: SquareOf<N>,
    path: &Path<'_, N>,
) -> Reason<SquareOf<N>> {
    let Some((ply, text)) = path.last(|mv| mv.to == pawn) else {
        return Reason::new(Code::L026, say!("no-double-step", at = square(at), pawn = square(pawn))).mark(
            pawn,
            true,
            say!("mark-no-double-step"),
        );
    };
    if <N::Rules>::components(path.replayer.moves[ply as usize - 1]).special != Special::DoubleStep {
        return Reason::new(
            Code::L026,
            say!("came-otherwise", at = square(at), pawn = square(pawn), by = text, ply = at_ply(ply)),
        )
        .mark(pawn, true, say!("mark-no-double-step"))
        .since(Some((ply, say!("it-came-here"))));
    }
    Reason::new(Code::L025, say!("en-passant-expired", pawn = square(pawn), by = text, ply = at_ply(ply)))
        .mark(pawn, true, say!("mark-passed-earlier"))
        .since(Some((ply, say!("the-double-step"))))
}
