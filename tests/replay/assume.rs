//! Lines that go on behind a move that cannot be played, as the rest of the record says.

use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

const HEAD: &str = "[Event \"Club evening\"]\n[Site \"?\"]\n[Date \"1998.03.04\"]\n[Round \"?\"]\n[White \"Berg\"]\n\
    [Black \"Tal\"]\n[Result \"*\"]\n\n";

fn judged(moves: &str, assume: bool) -> ReplayedGame {
    let options = Options { assume, ..Options::default() };
    replay_with(format!("{HEAD}{moves} *\n").as_bytes(), &options, &Wanted::default()).remove(0)
}

/// Codes, whether they rest on what was assumed, and the plies that were judged.
fn found(moves: &str, assume: bool) -> (Vec<(String, bool)>, u32) {
    let game = judged(moves, assume);
    let codes = game.findings.iter().map(|finding| (finding.code.as_str().to_owned(), finding.assuming));
    (codes.collect(), game.replayed.unwrap().plies)
}

/// 6. Nh5 is no move of a knight on f3; the game goes on with the knight on h5, and a capture is marked that is none.
const ILLEGAL: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Nh5 b5 7. Bb3 d6 8. Nxf4 O-O 9. h3 h6 10. Nh5 a5";
/// 8. c8 stands for 8. c3.
const MISPRINT: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c8 O-O 9. h3 Na5 \
    10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6";

#[test]
fn without_it_the_line_ends() {
    for (moves, plies) in [(ILLEGAL, 10), (MISPRINT, 14)] {
        let (codes, judged) = found(moves, false);
        assert_eq!((codes.len(), judged), (1, plies), "{codes:?}");
    }
}

#[test]
fn an_illegal_move_that_was_played_on_from_stands() {
    let (codes, plies) = found(ILLEGAL, true);
    assert_eq!(plies, 20, "{codes:?}");
    assert!(codes[0].0.starts_with('L') && !codes[0].1, "the move itself rests on nothing: {codes:?}");
    assert!(codes.contains(&("N010".to_owned(), true)), "what follows says what it rests on: {codes:?}");
    let help = judged(ILLEGAL, true).findings[0].help_line();
    assert!(help.contains("assumed to have been played although it is illegal"), "{help}");
}

#[test]
fn a_misprint_is_taken_for_what_was_meant() {
    let (codes, plies) = found(MISPRINT, true);
    assert_eq!((plies, codes.len()), (26, 1), "{codes:?}");
    let help = judged(MISPRINT, true).findings[0].help_line();
    assert!(help.contains("assumed to mean c3: what follows is judged on that"), "{help}");
}
