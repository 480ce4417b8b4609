//! Whether what a fault of shogi says is true on the board, looked at step by step.

use partie::rules::shogi::{Kind, Origin, Pattern, Position, Setup, Square};
use partie::rules::{Fault, FaultOf, Found, Game, Side};

/// Steps of file and rank.
type Steps = Vec<(i8, i8)>;

/// Whether a man goes from one square to another, over the squares `empty` as if they were empty.
fn walks(game: &Position, (side, kind): (Side, Kind), from: Square, to: Square, empty: &[Square]) -> bool {
    let ahead = if side == Side::First { -1 } else { 1 };
    let straight = vec![(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = vec![(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let (steps, rides): (Steps, Steps) = match kind {
        Kind::Pawn => (vec![(0, ahead)], vec![]),
        Kind::Lance => (vec![], vec![(0, ahead)]),
        Kind::Knight => (vec![(1, 2 * ahead), (-1, 2 * ahead)], vec![]),
        Kind::Silver => (vec![(0, ahead), (1, ahead), (-1, ahead), (1, -ahead), (-1, -ahead)], vec![]),
        Kind::King => ([straight, diagonal].concat(), vec![]),
        Kind::Bishop => (vec![], diagonal),
        Kind::Rook => (vec![], straight),
        Kind::Horse => (straight, diagonal),
        Kind::Dragon => (diagonal, straight),
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
pub(crate) fn of(game: &Position, pattern: &Pattern, fault: &FaultOf<Position>) -> bool {
    let us = game.turn();
    let everything: Vec<Square> = Square::all().collect();
    let own = |at: Square, kind: Kind| game.piece_at(at) == Some((us, kind));
    let enemy = |at: Square, kind: Kind| game.piece_at(at) == Some((us.other(), kind));
    let meant = |kind: Kind| {
        pattern.kind.is_none_or(|named| named == kind)
            && pattern.after.is_none_or(|after| after == kind || kind.promoted() == Some(after))
    };
    let aims = |kind: Kind, from: Square| walks(game, (us, kind), from, pattern.to, &everything);
    let attacks =
        |at: Square, to: Square, empty: &[Square]| game.piece_at(at).is_some_and(|man| walks(game, man, at, to, empty));
    let dead = |kind: Kind, at: Square| !everything.iter().any(|to| walks(game, (us, kind), at, *to, &everything));
    match fault {
        Fault::OtherSide => match pattern.origin {
            Origin::Square(from) => game.piece_at(from).is_some_and(|(side, _)| side != us),
            Origin::Hand | Origin::Unstated => game.for_other_side().find(pattern) != Found::None,
        },
        Fault::NoSuchPiece { .. } => !everything.iter().any(|at| {
            pattern.origin == Origin::Unstated
                && game.piece_at(*at).is_some_and(|(side, kind)| side == us && meant(kind))
        }),
        Fault::WrongOrigin { from, holds } => match (game.piece_at(*from), holds) {
            (None, None) => true,
            (Some((side, kind)), Some(holds)) => side == us && kind == *holds && !meant(kind),
            _ => false,
        },
        Fault::NoSuchMove { kind, from, to } => {
            *to == pattern.to && !from.is_empty() && from.iter().all(|at| own(*at, *kind) && !aims(*kind, *at))
        }
        Fault::NoSuchWay { kind, from, to } => {
            let contradiction = pattern.after.is_some();
            *to == pattern.to && (contradiction || from.iter().all(|at| own(*at, *kind) && aims(*kind, *at)))
        }
        Fault::Blocked { kind, from, to, by, blocker } => {
            own(*from, *kind)
                && game.piece_at(*by).is_some_and(|(_, there)| there == *blocker)
                && aims(*kind, *from)
                && walks(game, (us, *kind), *from, *by, &[])
                && !walks(game, (us, *kind), *from, *to, &[])
        }
        Fault::OwnPiece { at, holds } => *at == pattern.to && own(*at, *holds),
        Fault::KingCapture { at } => *at == pattern.to && enemy(*at, Kind::King),
        Fault::Nifu { pawn } => own(*pawn, Kind::Pawn) && pawn.file() == pattern.to.file(),
        Fault::DropMate { at, king, escapes, pinned } => {
            let mut setup = Setup::from(game);
            setup.board[at.index()] = Some((us, Kind::Pawn));
            setup.turn = us.other();
            let after = setup.position_as_far_as_possible();
            let guards = |(to, by, kind): &(Square, Square, Kind)| {
                after.piece_at(*by) == Some((us, *kind))
                    && walks(&after, (us, *kind), *by, *to, &[*king])
                    && walks(&after, (us.other(), Kind::King), *king, *to, &[])
            };
            let pins = |(from, kind, by): &(Square, Kind, Square)| {
                let pinner = after.piece_at(*by);
                pinner.is_some_and(|man| man.0 == us && walks(&after, man, *by, *king, &[*from]))
                    && walks(&after, (us.other(), *kind), *from, *at, &[])
            };
            after.in_check() && after.legal().is_empty() && escapes.iter().all(guards) && pinned.iter().all(pins)
        }
        Fault::DeadDrop { kind, at } | Fault::MustPromote { kind, at } => *at == pattern.to && dead(*kind, *at),
        Fault::NotInHand { kind } => game.hand(us, *kind) == 0,
        Fault::SquareOccupied { at, holds, own } => {
            *at == pattern.to && game.piece_at(*at) == Some((if *own { us } else { us.other() }, *holds))
        }
        Fault::CannotPromote { kind } => kind.promoted().is_none() || !matches!(pattern.origin, Origin::Square(_)),
        Fault::NotInZone { from, to } => {
            let outside = |rank: u8| if us == Side::First { rank > 3 } else { rank < 7 };
            outside(from.rank()) && outside(to.rank())
        }
        Fault::KingIntoCheck { at, by, attacker, through } => {
            let king = match pattern.origin {
                Origin::Square(from) => Some(from),
                _ => game.king(us),
            };
            enemy(*by, *attacker)
                && king.is_some_and(|king| attacks(*by, *at, &[king]) && attacks(*by, *at, &[]) != *through)
        }
        Fault::Pinned { kind, from, king, by, pinner } => {
            own(*from, *kind)
                && own(*king, Kind::King)
                && enemy(*by, *pinner)
                && attacks(*by, *king, &[*from])
                && !attacks(*by, *king, &[])
        }
        Fault::CheckNotParried { king, by } => {
            own(*king, Kind::King)
                && !by.is_empty()
                && by.iter().all(|(at, kind)| enemy(*at, *kind) && attacks(*at, *king, &[]))
        }
        _ => false,
    }
}
