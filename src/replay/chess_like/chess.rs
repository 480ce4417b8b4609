//! [`ChessLike`] for chess.

use super::eco;
use super::game::Start;
use super::game::{CenterMove, ChessLike, MoveComponents, Odds, Special, TouchedPieces};
use super::judge_move::JudgeMove;
use super::start;
use crate::collect::Collector;
use crate::context::Source;
use crate::odds::Squares;
use crate::played::{CastlingForm, MainLine, Played};
use partie_notation::fen;
use partie_notation::moves::Algebraic;
use partie_record::book::{self, Books, ChessRules, RuleBook};
use partie_rules::chess::dead::{self, Why};
use partie_rules::chess::{Bitboard, Move, MoveKind, Pattern, Position, Role, Square};
use partie_rules::{BoardSide, Resolution, Rules as _, Side};

impl ChessLike for Position {
    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules> {
        chosen.chess.or(named.chess).unwrap_or_else(book::default_chess)
    }

    fn start_of(
        source: &Source<'_>,
        initial: &Self,
        book: &RuleBook<ChessRules>,
        collector: &mut Collector,
    ) -> Option<Start<Self>> {
        start::chess(source, initial, book, collector)
    }

    fn drawn(source: &Source<'_>) -> Option<Self> {
        start::drawn(source)
    }

    fn keep(line: MainLine<Self>, chess960: bool) -> Played {
        let castling = if chess960 { CastlingForm::KingTakesRook } else { CastlingForm::KingMove };
        Played::Chess(Box::new(line), castling)
    }

    #[inline]
    fn components(mv: Move) -> MoveComponents<Square> {
        let special = match mv.kind {
            MoveKind::Plain | MoveKind::Irregular | MoveKind::TakenBack => Special::None,
            MoveKind::DoubleStep => Special::DoubleStep,
            MoveKind::EnPassant => Special::EnPassant,
            MoveKind::Castling => Special::Castling,
        };
        MoveComponents { from: mv.from, to: mv.to, role: mv.role, captured: mv.captured, special }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn piece_on(&self, at: Square) -> Option<(Side, Role)> {
        self.piece_at(at)
    }

    fn count(&self, side: Side, role: Role) -> u32 {
        self.pieces(side, role).count_ones()
    }

    fn king_of(&self, side: Side) -> Square {
        self.king(side)
    }

    fn dead(&self) -> Option<Why> {
        dead::dead(self)
    }

    fn insufficient_material(&self, side: Side) -> bool {
        dead::insufficient_material(self, side)
    }

    fn can_mate(&self, side: Side) -> bool {
        dead::can_mate(self, side)
    }

    fn touched_pieces(&self, pattern: &Pattern) -> TouchedPieces<Square> {
        touched(self, pattern)
    }

    fn castle_alone(&self, pattern: &Pattern, given: Squares, moves: &[Move]) -> Option<Move> {
        castle_alone(self, pattern, given, moves)
    }

    fn center_move(mv: Move) -> Option<CenterMove> {
        if mv.role != Role::King || mv.kind == MoveKind::Castling {
            return None;
        }
        let is_light = Self::center_square(mv.to)?;
        let steps = mv.from.file().abs_diff(mv.to.file()).max(mv.from.rank().abs_diff(mv.to.rank()));
        Some(CenterMove { is_light, steps })
    }

    fn center_square(at: Square) -> Option<bool> {
        let is_center = (3..=4).contains(&at.file()) && (3..=4).contains(&at.rank());
        is_center.then_some(at.file() != at.rank())
    }

    fn taken_back() -> Option<Move> {
        Some(Move::TAKEN_BACK)
    }

    fn vacated_squares(moves: &[Move]) -> Option<Bitboard> {
        Some(eco::vacated_squares(moves))
    }

    fn attacks_queen(&self) -> bool {
        self.with_turn_swapped().legal().iter().any(|mv| mv.captured == Some(Role::Queen))
    }

    fn pawn_giver(&self) -> Option<Side> {
        let initial = Self::start();
        let strays =
            |side: Side| Role::ALL.iter().any(|role| self.pieces(side, *role) & !initial.pieces(side, *role) != 0);
        let given = |side: Side| initial.of_side(side) & !self.of_side(side);
        let gives = |side: &Side| {
            let pawn = Square::at(5, if *side == Side::First { 1 } else { 6 });
            given(*side) & pawn.bit() != 0 && given(side.other()) == 0
        };
        let sides = [Side::First, Side::Second];
        sides.into_iter().find(gives).filter(|_| !sides.into_iter().any(strays))
    }

    fn odds(source: &Source<'_>, start: &Self) -> Option<Odds> {
        let squares = Squares::parse(source.head.odds?)?;
        let initial = Self::start();
        let forgotten = squares.bits() & start.occupied() & initial.occupied() != 0;
        Some(Odds { squares, giver: squares.giver(&initial), forgotten })
    }
}

impl JudgeMove for Algebraic {}

/// The pieces that a player touches with an illegal move.
pub(super) fn touched(position: &Position, pattern: &Pattern) -> TouchedPieces<Square> {
    let us = position.turn();
    let mut touched = TouchedPieces { castles: position.castling_side(pattern).is_some(), ..TouchedPieces::default() };
    let side_of = |at: Square| position.piece_at(at).map(|(side, _)| side);
    match position.clone().force(pattern) {
        Some(mv) => {
            touched.own.push(mv.from);
            // The rook of a castling, or a captured piece of the own side.
            if side_of(mv.to) == Some(us) {
                touched.own.push(mv.to);
            }
        }
        None if touched.castles => touched.own.push(position.king(us)),
        None => {}
    }
    if touched.castles {
        return touched;
    }
    let written = pattern.origin().filter(|at| side_of(*at) == Some(us.other()));
    let theirs = match position.with_turn_swapped().resolve(pattern) {
        Resolution::Unique(mv) if !position.in_check() && (touched.own.is_empty() || !pattern.captures) => {
            Some(mv.from)
        }
        _ => None,
    };
    if let Some(at) = written.or(theirs) {
        // The owner of the touched piece is certain, so own pieces that also fit do not count.
        touched.own.clear();
        touched.enemy.push(at);
    } else if let Some(at) = pattern.target().filter(|_| pattern.captures)
        && matches!(position.piece_at(at), Some((side, role)) if side != us && role != Role::King)
    {
        touched.enemy.push(at);
    }
    touched
}

/// The castling move to the side of a rook given as odds.
pub(super) fn castle_alone(position: &Position, pattern: &Pattern, given: Squares, moves: &[Move]) -> Option<Move> {
    let board_side = position.castling_side(pattern)?;
    let rank = if position.turn() == Side::First { 0 } else { 7 };
    let corner = Square::at(if board_side == BoardSide::King { 7 } else { 0 }, rank);
    let home = Square::at(4, rank);
    // The first king that leaves this square is the own one, so any king's move from it ends the right.
    let moved = moves.iter().any(|mv| mv.role == Role::King && mv.from == home && !Position::is_null(*mv));
    if given.bits() & corner.bit() == 0 || moved {
        return None;
    }
    position.castle_alone(board_side)
}
