//! Random games of hexagonal chess, compared with the crate `hexchess` in every position.

use std::collections::BTreeSet;

use hexchess::{Hexchess, San};
use partie_notation::hex_fen;
use partie_rules::hex::{MoveKind, Position};
use partie_rules::{Rules, Side};

use crate::hex_support::Random;

fn ours(position: &Position) -> BTreeSet<String> {
    let name = |mv: &partie_rules::hex::Move| {
        let promotion = mv.promotion.map_or(String::new(), |role| role.letter().to_ascii_lowercase().to_string());
        format!("{}{}{promotion}", mv.from, mv.to)
    };
    position.legal().iter().map(name).collect()
}

/// The other program's moves. It loses the en passant cells of the b-file when it plays a double
/// step itself, but takes them from a FEN: so each position is given to it anew.
fn theirs(text: &str) -> BTreeSet<String> {
    let game = Hexchess::parse(text).unwrap();
    game.current_moves().iter().map(San::to_string).collect()
}

#[test]
fn the_same_moves_as_hexchess() {
    let mut random = Random(2_026);
    let (mut positions, mut moves, mut en_passant, mut promotions, mut ends) = (0, 0, 0, 0, 0);
    for _ in 0..150 {
        let mut position = Position::start();
        // The other program cannot count further than 255.
        while position.halfmove_clock() < 120 && position.number() < 200 {
            let text = hex_fen::write(&position);
            let all = ours(&position);
            assert_eq!(all, theirs(&text), "{text}");
            positions += 1;
            moves += all.len();
            let legal = position.legal();
            if legal.is_empty() {
                ends += 1;
                let game = Hexchess::parse(&text).unwrap();
                assert_eq!(position.in_check(), game.is_checkmate(), "{text}");
                assert_eq!(!position.in_check(), game.is_stalemate(), "{text}");
                break;
            }
            assert_eq!(position.in_check(), Hexchess::parse(&text).unwrap().is_check(), "{text}");
            // Captures en passant are rare: one that is possible is played in half of the cases.
            let rare = legal.iter().find(|mv| mv.kind == MoveKind::EnPassant && random.below(2) == 0);
            let mv = rare.copied().unwrap_or_else(|| legal[random.below(legal.len() as u64) as usize]);
            en_passant += usize::from(mv.kind == MoveKind::EnPassant);
            promotions += usize::from(mv.promotion.is_some());
            position.play(mv);
            // What is kept while playing is what a fresh look finds.
            let text = hex_fen::write(&position);
            let fresh = hex_fen::read_hex_fen(&text, None).setup.position().unwrap().0;
            assert_eq!(position.zobrist(), fresh.zobrist(), "{text}");
            assert_eq!(position.checkers(), fresh.checkers(), "{text}");
            assert!(position.same_for_repetition(&fresh), "{text}");
            assert_eq!(hex_fen::write(&fresh), text);
        }
    }
    assert!(positions > 20_000 && moves > 1_000_000, "{positions} positions, {moves} moves");
    assert!(en_passant > 20 && promotions > 100 && ends > 0, "{en_passant} {promotions} {ends}");
}

#[test]
fn the_one_difference_is_en_passant_on_the_b_file() {
    let fen = "1/1k1/5/7/9/11/11/11/2p8/p10/1P3K5 w - 0 1";
    let mut game = Hexchess::parse(fen).unwrap();
    game.apply_sequence("b1b3").unwrap();
    let mut position = hex_fen::read_hex_fen(fen, None).setup.position().unwrap().0;
    let double = position.legal().into_iter().find(|mv| mv.kind == MoveKind::DoubleStep).unwrap();
    position.play(double);
    assert_eq!(position.turn(), Side::Second);
    let other: BTreeSet<String> = game.current_moves().iter().map(San::to_string).collect();
    let more: Vec<String> = ours(&position).difference(&other).cloned().collect();
    assert_eq!(more, ["a2b2", "c3b2"]);
}
