//! Random games, and their moves written and read back.

use super::*;

pub(crate) fn assert_same(position: &Position, board: &Board, chess960: bool) {
    let text = fen::write(position);
    let moves = position.legal();
    assert_eq!(our_moves(position), their_moves(board), "{text} against {board:#}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
    assert_eq!(position.in_check(), !board.checkers().is_empty(), "{text}");
    assert_eq!(position.checkers(), board.checkers().0, "{text}");
    assert_eq!(color(position.turn()), board.side_to_move(), "{text}");
    assert_eq!(position.halfmove_clock().min(100), u32::from(board.halfmove_clock()), "{text}");
    assert_eq!(position.number(), u32::from(board.fullmove_number()), "{text}");
    for (side, rank) in [(Side::First, 0), (Side::Second, 7)] {
        let rights = board.castle_rights(color(side));
        let rooks: Bitboard =
            [rights.short, rights.long].into_iter().flatten().map(|file| Square::at(file as u8, rank).bit()).sum();
        assert_eq!(position.castling_rooks() & position.of_side(side), rooks, "{text}");
    }
    for index in 0..64 {
        let square = cozy_chess::Square::index(index);
        let piece = position.piece_at(Square::new(index as u8));
        assert_eq!(piece.map(|(_, role)| role.index()), board.piece_on(square).map(|role| role as usize), "{text}");
        assert_eq!(piece.map(|(side, _)| color(side)), board.color_on(square), "{text}");
    }
    for mv in &moves {
        assert_eq!(position.piece_at(mv.from), Some((position.turn(), mv.role)), "{text} {mv:?}");
        let captured = match mv.kind {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Plain | MoveKind::DoubleStep => position.role(mv.to),
            MoveKind::Irregular | MoveKind::TakenBack => panic!("{mv:?} is not legal"),
        };
        assert_eq!(mv.captured, captured, "{text} {mv:?}");
        assert_ne!(mv.captured, Some(Role::King), "{text} {mv:?}");
    }
    let en_passant = moves.iter().find(|mv| mv.kind == MoveKind::EnPassant).map(|mv| mv.to);
    assert_eq!(position.en_passant(), en_passant, "en passant only when legal, {text}");
    // Board and turn as the other writes them; the whole as we read it back, and as we read theirs.
    let theirs = format!("{board:#}");
    let fields = |text: &str| text.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(fields(&text), fields(&theirs));
    for again in [read_fen(&text, chess960), fen::read_fen(&theirs, chess960).setup.into_position_lenient()] {
        assert!(again.same_for_repetition(position), "{text}");
        assert_eq!(again.zobrist(), position.zobrist(), "{text}");
        assert_eq!(again.checkers(), position.checkers(), "{text}");
        assert_eq!(again.number(), position.number(), "{text}");
        assert_eq!(again.halfmove_clock().min(100), position.halfmove_clock().min(100), "{text}");
    }
    assert_eq!(fen::write(&read_fen(&text, chess960)), text);
}

fn random_games(seed: u64, games: usize) -> usize {
    let mut plies = 0;
    Games::new(seed, 200).run(games, |_, position, board, chess960| {
        plies += 1;
        assert_same(position, board, chess960);
        if let Some(null) = board.null_move().filter(|_| plies % 4 == 0) {
            let mut passed = position.clone();
            passed.play_null_move();
            assert_same(&passed, &null, chess960);
            assert_eq!(our_moves(&position.with_turn_swapped()), their_moves(&null), "{}", fen::write(position));
        }
    });
    println!("{games} games, {plies} positions");
    plies
}

#[test]
fn random_games_agree_at_every_ply() {
    assert!(random_games(1, 1000) > 100_000);
}

#[test]
fn more_random_games_agree_at_every_ply() {
    assert!(random_games(2, 1000) > 100_000);
}

#[test]
fn all_starts_of_chess960_agree() {
    for number in 0..960 {
        let board = Board::chess960_startpos(number);
        assert_same(&read_fen(&format!("{board:#}"), true), &board, true);
    }
}

#[test]
fn every_spelled_move_is_found_again() {
    let (mut spelled, mut castled) = (0, 0);
    Games::new(3, 200).run(400, |random, position, _, chess960| {
        if !random.once_in(8) {
            return;
        }
        let at = fen::write(position);
        for mv in position.legal() {
            let find = |text: &str| {
                let (rest, written) =
                    san::read_move(text.as_bytes()).unwrap_or_else(|error| panic!("{at} {text}: {error:?}"));
                assert!(rest.is_empty(), "{at} {text}");
                assert_eq!(position.resolve(&written.pattern), Resolution::Unique(mv), "{at} {text}");
                written
            };
            let text = spell::san(position, mv, Letters::ENGLISH);
            let written = find(&text);
            let mut after = position.clone();
            after.play(mv);
            let mark = match (after.in_check(), after.has_legal_move()) {
                (false, _) => CheckMark::None,
                (true, true) => CheckMark::Check,
                (true, false) => CheckMark::Mate,
            };
            assert_eq!(written.check, mark, "{at} {text}");
            assert_eq!(written.pattern.captures, mv.captured.is_some(), "{at} {text}");
            assert!(!written.bare_promotion && !written.zeros && !written.pawn_letter, "{at} {text}");
            find(&spell::bare(position, mv, Letters::ENGLISH));
            if !chess960 {
                find(&spell::uci(mv, false));
            }
            // King takes rook is understood in either game.
            find(&spell::uci(mv, true));
            spelled += 1;
            castled += usize::from(mv.kind == MoveKind::Castling);
        }
    });
    println!("{spelled} moves, {castled} castlings");
    assert!(spelled > 100_000 && castled > 100);
}
