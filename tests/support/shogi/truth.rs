//! Whether what a fault of shogi says is true on the board, looked at step by step.

use partie_rules::shogi::{Origin, Pattern, PieceType, Position, Setup, Square};
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules, Side};

/// Steps of file and rank.
type Steps = Vec<(i8, i8)>;

/// Whether a piece goes from one square to another, over the squares `empty` as if they were empty.
fn walks(game: &Position, (side, kind): (Side, PieceType), from: Square, to: Square, empty: &[Square]) -> bool {
    let ahead = if side == Side::First { -1 } else { 1 };
    let straight = vec![(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = vec![(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let (steps, rides): (Steps, Steps) = match kind {
        PieceType::Pawn => (vec![(0, ahead)], vec![]),
        PieceType::Lance => (vec![], vec![(0, ahead)]),
        PieceType::Knight => (vec![(1, 2 * ahead), (-1, 2 * ahead)], vec![]),
        PieceType::Silver => (vec![(0, ahead), (1, ahead), (-1, ahead), (1, -ahead), (-1, -ahead)], vec![]),
        PieceType::King => ([straight, diagonal].concat(), vec![]),
        PieceType::Bishop => (vec![], diagonal),
        PieceType::Rook => (vec![], straight),
        PieceType::Horse => (straight, diagonal),
        PieceType::Dragon => (diagonal, straight),
        _ => (vec![(0, ahead), (1, ahead), (-1, ahead), (1, 0), (-1, 0), (0, -ahead)], vec![]),
    };
    let next = |at: Square, (file, rank): (i8, i8)| {
        Square::at(at.file().checked_add_signed(file)?, at.rank().checked_add_signed(rank)?)
    };
    let ride = |step: (i8, i8)| {
        let mut at = from;
        while let Some(square) = next(at, step) {
            if square == to {
                return true;
            }
            if game.piece_at(square).is_some() && !empty.contains(&square) {
                return false;
            }
            at = square;
        }
        false
    };
    steps.into_iter().any(|step| next(from, step) == Some(to)) || rides.into_iter().any(ride)
}

/// Whether every statement that a fault makes is true.
pub(crate) fn of(game: &Position, pattern: &Pattern, fault: &IllegalReasonOf<Position>) -> bool {
    let us = game.turn();
    let everything: Vec<Square> = Square::all().collect();
    let own = |at: Square, kind: PieceType| game.piece_at(at) == Some((us, kind));
    let enemy = |at: Square, kind: PieceType| game.piece_at(at) == Some((us.other(), kind));
    let meant = |kind: PieceType| {
        pattern.kind.is_none_or(|named| named == kind)
            && pattern.after.is_none_or(|after| after == kind || kind.promoted() == Some(after))
    };
    let aims = |kind: PieceType, from: Square| walks(game, (us, kind), from, pattern.to, &everything);
    let attacks = |at: Square, to: Square, empty: &[Square]| {
        game.piece_at(at).is_some_and(|piece| walks(game, piece, at, to, empty))
    };
    let dead = |kind: PieceType, at: Square| !everything.iter().any(|to| walks(game, (us, kind), at, *to, &everything));
    let other_side_can = || game.with_turn_swapped().resolve(pattern) != Resolution::None;
    match fault {
        IllegalReason::OtherSide => other_side_can(),
        IllegalReason::NoSuchPiece { .. } => !everything.iter().any(|at| {
            pattern.origin == Origin::Unstated
                && game.piece_at(*at).is_some_and(|(side, kind)| side == us && meant(kind))
        }),
        IllegalReason::WrongOrigin { from, holds } => match (game.piece_at(*from), holds) {
            (None, None) => true,
            (Some((side, kind)), Some(holds)) => {
                kind == *holds && if side == us { !meant(kind) } else { !other_side_can() }
            }
            _ => false,
        },
        IllegalReason::NoSuchMove { kind, from, to } => {
            // Whosever piece it is, none goes to its own square.
            let stays = |at: Square| at == *to && enemy(at, *kind);
            let none_goes = |at: &Square| (own(*at, *kind) || stays(*at)) && !aims(*kind, *at);
            *to == pattern.to && !from.is_empty() && from.iter().all(none_goes)
        }
        IllegalReason::NoSuchWay { kind, from, to } => {
            let contradiction = pattern.after.is_some();
            *to == pattern.to && (contradiction || from.iter().all(|at| own(*at, *kind) && aims(*kind, *at)))
        }
        IllegalReason::Blocked { kind, from, to, by, blocker } => {
            own(*from, *kind)
                && game.piece_at(*by).is_some_and(|(_, there)| there == *blocker)
                && aims(*kind, *from)
                && walks(game, (us, *kind), *from, *by, &[])
                && !walks(game, (us, *kind), *from, *to, &[])
        }
        IllegalReason::OwnPiece { at, holds } => *at == pattern.to && own(*at, *holds),
        IllegalReason::KingCapture { at } => *at == pattern.to && enemy(*at, PieceType::King),
        IllegalReason::Nifu { pawn } => own(*pawn, PieceType::Pawn) && pawn.file() == pattern.to.file(),
        IllegalReason::DropMate { at, king, escapes, pinned } => {
            let mut setup = Setup::from(game);
            setup.board[at.index()] = Some((us, PieceType::Pawn));
            setup.turn = us.other();
            let after = setup.into_position_lenient();
            let guards = |(to, by, kind): &(Square, Square, PieceType)| {
                after.piece_at(*by) == Some((us, *kind))
                    && walks(&after, (us, *kind), *by, *to, &[*king])
                    && walks(&after, (us.other(), PieceType::King), *king, *to, &[])
            };
            let pins = |(from, kind, by): &(Square, PieceType, Square)| {
                let pinner = after.piece_at(*by);
                pinner.is_some_and(|piece| piece.0 == us && walks(&after, piece, *by, *king, &[*from]))
                    && walks(&after, (us.other(), *kind), *from, *at, &[])
            };
            after.in_check() && after.legal().is_empty() && escapes.iter().all(guards) && pinned.iter().all(pins)
        }
        IllegalReason::DeadDrop { kind, at } | IllegalReason::MustPromote { kind, at } => {
            *at == pattern.to && dead(*kind, *at)
        }
        IllegalReason::NotInHand { kind } => game.hand(us, *kind) == 0,
        IllegalReason::SquareOccupied { at, holds, own } => {
            *at == pattern.to && game.piece_at(*at) == Some((if *own { us } else { us.other() }, *holds))
        }
        IllegalReason::CannotPromote { kind } => {
            kind.promoted().is_none() || !matches!(pattern.origin, Origin::Square(_))
        }
        IllegalReason::NotInZone { from, to } => {
            let outside = |rank: u8| if us == Side::First { rank > 3 } else { rank < 7 };
            outside(from.rank()) && outside(to.rank())
        }
        IllegalReason::KingIntoCheck { at, by, attacker, through } => {
            let king = match pattern.origin {
                Origin::Square(from) => Some(from),
                _ => game.king(us),
            };
            enemy(*by, *attacker)
                && king.is_some_and(|king| attacks(*by, *at, &[king]) && attacks(*by, *at, &[]) != *through)
        }
        IllegalReason::Pinned { kind, from, king, by, pinner } => {
            own(*from, *kind)
                && own(*king, PieceType::King)
                && enemy(*by, *pinner)
                && attacks(*by, *king, &[*from])
                && !attacks(*by, *king, &[])
        }
        IllegalReason::CheckNotParried { king, by } => {
            own(*king, PieceType::King)
                && !by.is_empty()
                && by.iter().all(|(at, kind)| enemy(*at, *kind) && attacks(*at, *king, &[]))
        }
        _ => false,
    }
}
