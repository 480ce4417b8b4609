//! Claims of draws in words at the end: the claimant, the board, and the nearest position.

use partie_record::finding::Code;
use partie_replay::texts::replay_with;
use partie_replay::{Options, Wanted};

/// The messages of D011 of a drawn game with these moves and words.
fn wrong_claims(moves: &str, words: &str) -> Vec<String> {
    let text = format!("[White \"Abcd\"]\n[Black \"Xyzw\"]\n[Result \"1/2-1/2\"]\n{moves} {{{words}}} 1/2-1/2\n");
    let games = replay_with(text.as_bytes(), &Options::default(), &Wanted::default());
    let findings = games.into_iter().flat_map(|game| game.findings);
    findings.filter(|finding| finding.code == Code::D011).map(|finding| finding.message.to_string()).collect()
}

#[test]
fn claims_of_repetition() {
    const TWICE: &str = "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    const THRICE: &str = "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let cases: &[(String, &str, Option<&str>)] = &[
        (THRICE.to_owned(), "White claims a draw by threefold repetition", None),
        (THRICE.to_owned(), "Black claims a draw by threefold repetition", None),
        // With the intended move 4... Ng8.
        (TWICE.to_owned(), "Black claims a draw by repetition", None),
        (TWICE.to_owned(), "draw by repetition", None),
        (TWICE.to_owned(), "White claims a draw by repetition", Some("only Black, who is to move")),
        ("\n1. e4 e5".to_owned(), "White claims a draw by repetition", Some("occurred 1 of 3 times")),
        (format!("{TWICE} Nd5 5. e4"), "Black claims a draw by repetition", Some("after ply 4, 2 times")),
        (format!("{THRICE} 5. e4"), "Black claims a draw by repetition", Some("third occurrence was after ply 8")),
    ];
    for (moves, words, wanted) in cases {
        let said = wrong_claims(moves, words);
        assert_eq!(said.len(), usize::from(wanted.is_some()), "{moves} {words}: {said:?}");
        assert!(wanted.is_none_or(|part| said[0].contains(part)), "{moves} {words}: {said:?}");
    }
}

#[test]
fn claims_of_fifty_moves() {
    let cases = [
        (98, "80. Rh2 Kd7", "White", None),
        (60, "80. Rh2 Kd7", "White", Some("31 of 50 moves were made")),
        (98, "80. Rh2 Kd7 81. e4", "Black", Some("0 of 50 moves were made. They were complete after ply 2")),
        (97, "80. Rh2 Kd7", "Black", Some("only White, who is to move")),
    ];
    for (clock, moves, claimant, wanted) in cases {
        let moves = format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w - - {clock} 80\"]\n\n{moves}");
        let said = wrong_claims(&moves, &format!("{claimant} claims a draw by the fifty-move rule"));
        assert_eq!(said.len(), usize::from(wanted.is_some()), "{moves}: {said:?}");
        assert!(wanted.is_none_or(|part| said[0].contains(part)), "{moves}: {said:?}");
    }
}
