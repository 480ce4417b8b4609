//! Random patterns: what is found, and why nothing is.

use super::setups::Draft;
use super::*;

fn random_set(random: &mut Random, likely: Bitboard) -> Bitboard {
    const FILE_A: Bitboard = 0x0101_0101_0101_0101;
    match random.below(7) {
        0 => !0,
        1 => FILE_A << random.below(8),
        2 => 0xff << (8 * random.below(8)),
        3 => random.next(),
        4 => random.next() & random.next() & random.next(),
        5 if likely != 0 => {
            let all: Vec<Square> = squares(likely).collect();
            random.of(&all).bit()
        }
        _ => random.square().bit(),
    }
}

pub(crate) fn random_pattern(random: &mut Random, position: &Position) -> Pattern {
    if random.once_in(24) {
        return Pattern::castling(random.of(&[BoardSide::King, BoardSide::Queen]));
    }
    let roles = if random.once_in(3) { Roles::ANY } else { Roles::one(random.of(&Role::ALL)) };
    let own = position.of_side(position.turn());
    let kings = position.king(position.turn()).bit();
    let from = if random.once_in(8) { kings } else { random_set(random, own) };
    let home = if position.turn() == Side::First { 0xff } else { 0xff << 56 };
    let to = match random.below(4) {
        0 if from == kings => random_set(random, home),
        0 => random_set(random, !own),
        1 => random_set(random, own),
        _ => random.square().bit(),
    };
    let promotion = if random.once_in(4) { Some(random.of(&Role::ALL)) } else { None };
    Pattern { roles, from, to, promotion, castling: None, captures: random.once_in(2) }
}

/// The legal moves that fit, by filtering all of them.
fn filtered(position: &Position, pattern: &Pattern) -> Vec<Move> {
    let king = position.king(position.turn());
    let mut fitting: Vec<Move> = position
        .legal()
        .into_iter()
        .filter(|mv| {
            if mv.kind != MoveKind::Castling {
                return pattern.castling.is_none()
                    && pattern.roles.has(mv.role)
                    && pattern.from & mv.from.bit() != 0
                    && pattern.to & mv.to.bit() != 0
                    && pattern.promotion == mv.promotion;
            }
            let board_side = if mv.to.file() > king.file() { BoardSide::King } else { BoardSide::Queen };
            if let Some(castling) = pattern.castling {
                return castling == board_side;
            }
            // As king takes rook, or as two steps of a king on the e-file, and only with its origin.
            let far = Square::at(if board_side == BoardSide::King { 6 } else { 2 }, king.rank());
            let targets = mv.to.bit() | if king.file() == 4 { far.bit() } else { 0 };
            pattern.roles.has(Role::King)
                && pattern.from == king.bit()
                && pattern.to & targets != 0
                && pattern.promotion.is_none()
        })
        .collect();
    fitting.sort_by_key(|mv| (mv.from, mv.to));
    fitting
}

fn listed(found: Resolution<Move>) -> Vec<Move> {
    match found {
        Resolution::None => Vec::new(),
        Resolution::Unique(mv) => vec![mv],
        Resolution::Ambiguous(all) => {
            assert!(all.len() > 1, "many are at least two");
            all
        }
    }
}

#[test]
fn find_equals_filtering_the_legal_moves() {
    let mut hits = [0; 3];
    Games::new(5, 200).run(400, |random, position, _, _| {
        for _ in 0..12 {
            let pattern = random_pattern(random, position);
            let found = listed(position.resolve(&pattern));
            assert_eq!(found, filtered(position, &pattern), "{} {pattern:?}", fen::write(position));
            hits[found.len().min(2)] += 1;
        }
        // Every legal move by its own pattern, tightest first.
        if random.once_in(20) {
            for mv in position.legal().into_iter().filter(|mv| mv.kind != MoveKind::Castling) {
                let mut pattern = Pattern::to(Roles::one(mv.role), mv.to);
                pattern.promotion = mv.promotion;
                assert!(listed(position.resolve(&pattern)).contains(&mv), "{} {pattern:?}", fen::write(position));
                pattern.from = mv.from.bit();
                assert_eq!(position.resolve(&pattern), Resolution::Unique(mv), "{} {pattern:?}", fen::write(position));
            }
        }
    });
    println!("none, one, many: {hits:?}");
    assert!(hits.iter().all(|count| *count > 20_000), "{hits:?}");
}

/// Whether the piece on `from` attacks `to`, walking square by square; `gone` counts as empty.
fn walks_to(position: &Position, from: Square, to: Square, gone: Bitboard) -> bool {
    let Some((side, role)) = position.piece_at(from) else { return false };
    let (df, dr) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let (straight, diagonal) = ((df == 0) != (dr == 0), df != 0 && df.abs() == dr.abs());
    let open = || {
        let (sf, sr) = (df.signum(), dr.signum());
        (1..df.abs().max(dr.abs())).all(|n| {
            let at = Square::at((from.file() as i8 + sf * n) as u8, (from.rank() as i8 + sr * n) as u8);
            position.piece_at(at).is_none() || gone & at.bit() != 0
        })
    };
    match role {
        Role::Pawn => df.abs() == 1 && dr == if side == Side::First { 1 } else { -1 },
        Role::Knight => df.abs() * dr.abs() == 2,
        Role::King => (straight || diagonal) && df.abs().max(dr.abs()) == 1,
        Role::Bishop => diagonal && open(),
        Role::Rook => straight && open(),
        Role::Queen => (straight || diagonal) && open(),
    }
}

/// Whether a piece of that kind could go that way on some board.
fn has_geometry(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let (df, dr) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let up = if position.turn() == Side::First { dr } else { -dr };
    let (straight, diagonal) = ((df == 0) != (dr == 0), df != 0 && df.abs() == dr.abs());
    match role {
        Role::Pawn => df.abs() <= 1 && up == 1 || df == 0 && up == 2,
        Role::Knight => df.abs() * dr.abs() == 2,
        Role::King => (straight || diagonal) && df.abs().max(dr.abs()) == 1,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
    }
}

fn strictly_between(from: Square, to: Square, at: Square) -> bool {
    let vector = |a: Square, b: Square| (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8);
    let ((df, dr), (af, ar)) = (vector(from, to), vector(from, at));
    let (far, near) = (df.abs().max(dr.abs()), af.abs().max(ar.abs()));
    (0 < near && near < far) && af * far == df * near && ar * far == dr * near
}

/// What the catalogue says of the order; the reason to be named has the lowest place.
const fn place(fault: &partie_rules::IllegalReasonOf<Position>) -> u8 {
    match fault {
        IllegalReason::OtherSide => 2,
        IllegalReason::NoSuchPiece { .. } | IllegalReason::WrongOrigin { .. } => 3,
        IllegalReason::NoSuchMove { .. } => 4,
        IllegalReason::Blocked { .. } => 5,
        IllegalReason::OwnPiece { .. } => 6,
        IllegalReason::KingCapture { .. } => 7,
        IllegalReason::NothingToCastle { .. }
        | IllegalReason::CastlingRightLost { .. }
        | IllegalReason::CastlingBlocked { .. }
        | IllegalReason::CastlingOutOfCheck { .. }
        | IllegalReason::CastlingThroughCheck { .. } => 8,
        IllegalReason::NoEnPassant { .. } | IllegalReason::EnPassantExposes { .. } => 9,
        IllegalReason::DoubleStep { .. }
        | IllegalReason::PromotionMissing { .. }
        | IllegalReason::PromotionPiece { .. }
        | IllegalReason::PromotionRank { .. }
        | IllegalReason::CapturesNothing { .. }
        | IllegalReason::CapturesStraight { .. } => 10,
        IllegalReason::KingIntoCheck { .. } => 11,
        IllegalReason::Pinned { .. } => 12,
        IllegalReason::CheckNotParried { .. } => 13,
        // Reasons of other games.
        _ => 14,
    }
}

/// Every statement that a fault makes is true on the board.
fn assert_true(position: &Position, pattern: &Pattern, fault: &partie_rules::IllegalReasonOf<Position>, context: &str) {
    let us = position.turn();
    let them = us.other();
    let own = |at: Square, role: Role| position.piece_at(at) == Some((us, role));
    let enemy = |at: Square, role: Role| position.piece_at(at) == Some((them, role));
    let aimed = |at: Square| pattern.castling.is_some() || pattern.to & at.bit() != 0;
    let back = |square: Square| if us == Side::First { square.rank() } else { 7 - square.rank() };
    let holds = match fault {
        IllegalReason::OtherSide => true,
        IllegalReason::NoSuchPiece { kind } => {
            let fits = |at: &Square| position.role(*at).is_some_and(|role| pattern.roles.has(role));
            *kind == pattern.roles.single() && !squares(position.of_side(us) & pattern.from).any(|at| fits(&at))
        }
        IllegalReason::WrongOrigin { from, holds } => {
            let fits = position.piece_at(*from).is_some_and(|(side, role)| side == us && pattern.roles.has(role));
            pattern.origin() == Some(*from) && *holds == position.role(*from) && !fits
        }
        IllegalReason::NoSuchMove { kind, from, to } => {
            !from.is_empty()
                && pattern.roles.has(*kind)
                && from.iter().all(|at| own(*at, *kind) && pattern.from & at.bit() != 0)
                && from.iter().all(|at| !has_geometry(position, *kind, *at, *to))
                && aimed(*to)
        }
        IllegalReason::Blocked { kind, from, to, by, blocker } => {
            own(*from, *kind)
                && aimed(*to)
                && has_geometry(position, *kind, *from, *to)
                && position.role(*by) == Some(*blocker)
                && (strictly_between(*from, *to, *by) || (*kind == Role::Pawn && by == to && from.file() == to.file()))
        }
        IllegalReason::OwnPiece { at, holds } => aimed(*at) && own(*at, *holds),
        IllegalReason::KingCapture { at } => aimed(*at) && enemy(*at, Role::King),
        IllegalReason::NothingToCastle { .. } => true,
        IllegalReason::CastlingRightLost { rook, .. } => {
            own(*rook, Role::Rook) && position.castling_rooks() & rook.bit() == 0
        }
        IllegalReason::CastlingBlocked { by, blocker } => {
            position.role(*by) == Some(*blocker) && by.rank() == position.king(us).rank()
        }
        IllegalReason::CastlingOutOfCheck { by, attacker } => {
            enemy(*by, *attacker) && walks_to(position, *by, position.king(us), 0)
        }
        IllegalReason::CastlingThroughCheck { at, by, attacker } => {
            let gone = position.king(us).bit() | position.pieces(us, Role::Rook);
            enemy(*by, *attacker) && at.rank() == position.king(us).rank() && walks_to(position, *by, *at, gone)
        }
        IllegalReason::NoEnPassant { pawn, at } => {
            aimed(*at) && enemy(*pawn, Role::Pawn) && position.piece_at(*at).is_none() && pawn.file() == at.file()
        }
        IllegalReason::EnPassantExposes { by, attacker, king } => {
            // With the enemy's pawn and one of ours away, the attacker sees the king.
            let gone = squares(pattern.to).map(|to| Square::at(to.file(), if us == Side::First { 4 } else { 3 }));
            let gone: Bitboard = gone.map(Square::bit).sum();
            *king == position.king(us)
                && enemy(*by, *attacker)
                && squares(position.pieces(us, Role::Pawn) & pattern.from)
                    .any(|from| walks_to(position, *by, *king, gone | from.bit()))
        }
        IllegalReason::DoubleStep { from } => own(*from, Role::Pawn) && back(*from) != 1,
        IllegalReason::PromotionMissing { at } => aimed(*at) && back(*at) == 7 && pattern.promotion.is_none(),
        IllegalReason::PromotionPiece { kind } => {
            matches!(kind, Role::Pawn | Role::King) && pattern.promotion == Some(*kind)
        }
        IllegalReason::PromotionRank { at } => aimed(*at) && pattern.promotion.is_some(),
        IllegalReason::CapturesNothing { at } => aimed(*at) && position.piece_at(*at).is_none(),
        IllegalReason::CapturesStraight { at } => {
            aimed(*at) && pattern.captures && position.piece_at(*at).is_some_and(|(side, _)| side == them)
        }
        IllegalReason::KingIntoCheck { at, by, attacker, through } => {
            let king = position.king(us);
            aimed(*at)
                && enemy(*by, *attacker)
                && walks_to(position, *by, *at, king.bit())
                && *through != walks_to(position, *by, *at, 0)
        }
        IllegalReason::Pinned { kind, from, king, by, pinner } => {
            *king == position.king(us)
                && own(*from, *kind)
                && enemy(*by, *pinner)
                && strictly_between(*by, *king, *from)
                && walks_to(position, *by, *king, from.bit())
                && !walks_to(position, *by, *king, 0)
        }
        IllegalReason::CheckNotParried { king, by } => {
            let all: Bitboard = by.iter().map(|(at, _)| at.bit()).sum();
            *king == position.king(us)
                && all == position.checkers()
                && !by.is_empty()
                && by.iter().all(|(at, role)| enemy(*at, *role) && walks_to(position, *at, *king, 0))
        }
        // Reasons of other games.
        _ => false,
    };
    assert!(holds, "not true: {fault:?}, {context}");
}

/// The place of the first reason for one piece and one target, worked out the long way.
fn expected_place(position: &Position, board: &Board, pattern: &Pattern) -> Option<u8> {
    let (from, to) = (pattern.origin()?, pattern.target()?);
    let (us, role) = position.piece_at(from)?;
    let king = position.king(us);
    let steps = if us == Side::First { 1 } else { -1 } * (to.rank() as i8 - from.rank() as i8);
    if us != position.turn() || !pattern.roles.has(role) || pattern.castling.is_some() {
        return None;
    }
    if role == Role::King && from.rank() == to.rank() && !has_geometry(position, role, from, to) {
        return None;
    }
    let onto_own = position.piece_at(to).is_some_and(|(side, _)| side == us);
    if role == Role::King && onto_own && position.role(to) == Some(Role::Rook) {
        return None;
    }
    if board.null_move().is_some_and(|_| !filtered(&position.with_turn_swapped(), pattern).is_empty()) {
        return Some(2);
    }
    if !has_geometry(position, role, from, to) {
        return Some(4);
    }
    let straight = role == Role::Pawn && from.file() == to.file();
    let double = straight && steps == 2;
    let on_base = from.rank() == if us == Side::First { 1 } else { 6 };
    let between = (0..64).map(Square::new).any(|at| strictly_between(from, to, at) && position.piece_at(at).is_some());
    let bumps = straight && !onto_own && position.piece_at(to).is_some();
    if role != Role::Knight && (!double || on_base) && (between || bumps && !pattern.captures) {
        return Some(5);
    }
    if onto_own {
        return Some(6);
    }
    if position.role(to) == Some(Role::King) {
        return Some(7);
    }
    let promotes = role == Role::Pawn && to.rank() == if us == Side::First { 7 } else { 0 };
    let proper = matches!(pattern.promotion, Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight));
    let wrong_promotion = if promotes { !proper } else { pattern.promotion.is_some() };
    let diagonal = role == Role::Pawn && !straight;
    let passing = diagonal && position.piece_at(to).is_none();
    let beside = position.piece_at(Square::at(to.file(), from.rank())) == Some((us.other(), Role::Pawn)) && steps == 1;
    let passing_rank = if us == Side::First { 5 } else { 2 };
    if passing && beside && to.rank() == passing_rank {
        let mv = cozy_chess::Move {
            from: cozy_chess::Square::index(from.index()),
            to: cozy_chess::Square::index(to.index()),
            promotion: None,
        };
        // Whether the double step was just played is not seen on the board; if so, a check may be what forbids it.
        if position.in_check() {
            return None;
        }
        return Some(if board.is_legal(mv) { 10 } else { 9 });
    }
    if wrong_promotion || (double && !on_base) || passing || bumps {
        return Some(10);
    }
    if role == Role::King {
        return Some(11);
    }
    // Alone between its king and an enemy's line, and leaving that line.
    let pinned = board.pinned().0 & from.bit() != 0
        && !strictly_between(king, to, from)
        && !squares(position.of_side(us.other())).any(|by| {
            walks_to(position, by, king, from.bit())
                && !walks_to(position, by, king, 0)
                && (to == by || strictly_between(by, king, to))
        });
    Some(if pinned { 12 } else { 13 })
}

/// The first reason why castling to a side is illegal, worked out the long way.
fn expected_of_castling(position: &Position, board: &Board, board_side: BoardSide) -> &'static str {
    let us = position.turn();
    let king = position.king(us);
    let rank = if us == Side::First { 0 } else { 7 };
    let rights = board.castle_rights(color(us));
    let right = if board_side == BoardSide::King { rights.short } else { rights.long };
    let Some(file) = right else {
        let home = king == Square::at(4, rank);
        if !home && rights.short.is_none() && rights.long.is_none() {
            return match board_side {
                BoardSide::King => "NothingToCastle { board_side: King, king: true",
                BoardSide::Queen => "NothingToCastle { board_side: Queen, king: true",
            };
        }
        let rooks: Vec<Square> = squares(position.pieces(us, Role::Rook))
            .filter(|rook| rook.rank() == rank && (rook.file() > king.file()) == (board_side == BoardSide::King))
            .collect();
        let corner = Square::at(if board_side == BoardSide::King { 7 } else { 0 }, rank);
        let there = if king.file() == 4 { rooks.contains(&corner) } else { !rooks.is_empty() };
        return match (there, board_side) {
            (true, _) => "CastlingRightLost",
            (false, BoardSide::King) => "NothingToCastle { board_side: King, king: false",
            (false, BoardSide::Queen) => "NothingToCastle { board_side: Queen, king: false",
        };
    };
    let rook = Square::at(file as u8, rank);
    let (king_to, rook_to) = match board_side {
        BoardSide::King => (Square::at(6, rank), Square::at(5, rank)),
        BoardSide::Queen => (Square::at(2, rank), Square::at(3, rank)),
    };
    let in_the_way = |at: &Square| {
        let passed = strictly_between(king, king_to, *at) || strictly_between(rook, rook_to, *at);
        (passed || *at == king_to || *at == rook_to) && *at != king && *at != rook && position.piece_at(*at).is_some()
    };
    match ((0..64).map(Square::new).any(|at| in_the_way(&at)), position.in_check()) {
        (true, _) => "CastlingBlocked",
        (false, true) => "CastlingOutOfCheck",
        (false, false) => "CastlingThroughCheck",
    }
}

fn assert_faults(position: &Position, board: &Board, pattern: &Pattern) -> partie_rules::IllegalReasonOf<Position> {
    let faults = position.illegal_reasons(pattern);
    let context = format!("{} {pattern:?} {faults:?}", fen::write(position));
    assert!(!faults.is_empty(), "{context}");
    assert!(faults.is_sorted_by_key(place), "order, {context}");
    for fault in &faults {
        assert_true(position, pattern, fault, &context);
    }
    let texts: std::collections::BTreeSet<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
    assert_eq!(texts.len(), faults.len(), "said twice, {context}");
    if let Some(expected) = expected_place(position, board, pattern) {
        assert_eq!(place(&faults[0]), expected, "{context}");
    }
    // Legal for the other side: asked of the other program. A king in check leaves no doubt about the turn,
    // O-O does not say whose it is, and a capture of nothing is nobody's move.
    let takes_nothing = pattern.captures && pattern.target().is_some_and(|to| position.piece_at(to).is_none());
    let other_side = pattern.castling.is_none()
        && !takes_nothing
        && board.null_move().is_some_and(|other| {
            let other = read_fen(&format!("{other:#}"), true);
            !filtered(&other, pattern).is_empty()
        });
    assert_eq!(matches!(faults[0], IllegalReason::OtherSide), other_side, "{context}");
    faults.into_iter().next().expect("not empty")
}

#[test]
fn an_illegal_move_has_reasons_and_they_are_true() {
    let mut named = std::collections::BTreeMap::new();
    let mut castlings = std::collections::BTreeMap::new();
    Games::new(6, 200).run(400, |random, position, board, _| {
        // Damaged positions are richer in pins and checks.
        let mut draft = Draft::of(board, true);
        for _ in 0..4 {
            draft.mutate(random, true);
        }
        let text = draft.text();
        let damaged = Board::from_fen(&text, true).ok().and_then(|board| {
            let (position, claims) = fen::read_fen(&text, true).setup.position().ok()?;
            claims.is_empty().then_some((position, board))
        });
        let (position, board) = match &damaged {
            Some((position, board)) if random.once_in(2) => (position, board),
            _ => (position, board),
        };
        for board_side in [BoardSide::King, BoardSide::Queen] {
            let pattern = Pattern::castling(board_side);
            if position.resolve(&pattern) == Resolution::None {
                let first = assert_faults(position, board, &pattern);
                let expected = expected_of_castling(position, board, board_side);
                assert!(format!("{first:?}").starts_with(expected), "{expected} {first:?} {}", fen::write(position));
                *castlings.entry(expected).or_insert(0) += 1;
            }
        }
        for _ in 0..8 {
            let mut pattern = random_pattern(random, position);
            if random.once_in(2) {
                // As SAN has it: one kind, one target; a pawn from the file that is written.
                let to = random.square();
                pattern = Pattern::to(Roles::one(random.of(&Role::ALL)), to);
                if pattern.roles.has(Role::Pawn) {
                    let file = if random.once_in(2) { to.file() } else { random.below(8) as u8 };
                    pattern.from = 0x0101_0101_0101_0101 << file;
                    pattern.captures = random.once_in(2);
                    pattern.promotion = random.once_in(2).then(|| random.of(&Role::ALL));
                }
            }
            if random.once_in(2) {
                // Nearly right: a piece and a square that it could reach if nothing forbade it.
                let all: Vec<Square> = squares(position.of_side(position.turn())).collect();
                let from = random.of(&all);
                let role = position.role(from).expect("a piece");
                let near: Vec<Square> =
                    (0..64).map(Square::new).filter(|to| has_geometry(position, role, from, *to)).collect();
                if near.is_empty() {
                    continue;
                }
                let to = random.of(&near);
                pattern.roles = if random.once_in(2) { Roles::ANY } else { Roles::one(role) };
                (pattern.from, pattern.to, pattern.castling) = (from.bit(), to.bit(), None);
                let last = role == Role::Pawn && (to.rank() == 0 || to.rank() == 7);
                if last != pattern.promotion.is_some() && !random.once_in(4) {
                    pattern.promotion = last.then_some(Role::Queen);
                }
            }
            if position.resolve(&pattern) != Resolution::None {
                continue;
            }
            if pattern.to == 0 && pattern.castling.is_none() {
                // No notation can say that; it has an answer nevertheless.
                assert!(!position.illegal_reasons(&pattern).is_empty());
                continue;
            }
            let first = assert_faults(position, board, &pattern);
            let name = format!("{first:?}");
            let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
            *named.entry(name).or_insert(0) += 1;
        }
    });
    println!("{named:#?} {castlings:#?}");
    assert!(named.len() >= 22 && castlings.len() == 8, "{named:#?} {castlings:#?}");
}
