//! Sound or merely odd records, and similar faults that must still be reported.

use partie_record::finding::{Code, Finding, Severity};
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

fn games(text: &str) -> Vec<ReplayedGame> {
    replay_with(text.as_bytes(), &Options::default(), &Wanted { infos: true, ..Wanted::default() })
}

/// A game with these tags beside the roster.
fn tagged(tags: &str, moves: &str) -> String {
    let roster = "[Event \"x\"]\n[Site \"?\"]\n[Date \"1990.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n";
    let result = if tags.contains("[Result") { "" } else { "[Result \"*\"]\n" };
    format!("{roster}{result}{tags}\n{moves}\n\n")
}

fn from(fen: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")
}

fn findings(text: &str) -> Vec<Finding> {
    games(text).into_iter().flat_map(|game| game.findings).collect()
}

/// The severity of a code in a text, the greatest one.
fn severity(text: &str, code: Code) -> Option<Severity> {
    let found = findings(text);
    let of = |severity| found.iter().any(|finding| finding.code == code && finding.severity == severity);
    [Severity::Error, Severity::Warning, Severity::Info].into_iter().find(|severity| of(*severity))
}

/// Plies of each game, and whether there is no error.
fn plies(text: &str) -> (Vec<u32>, bool) {
    let games = games(text);
    let sound = games.iter().all(|game| game.findings.iter().all(|finding| finding.severity != Severity::Error));
    (games.iter().filter_map(|game| game.replayed.as_ref()).map(|replayed| replayed.plies).collect(), sound)
}

#[test]
fn a_draw_without_moves_is_no_early_agreement() {
    let drawn = |moves: &str| severity(&tagged("[Result \"1/2-1/2\"]\n", moves), Code::R021);
    assert_eq!(drawn("1/2-1/2"), None);
    assert_eq!(drawn("{not played} 1/2-1/2"), None);
    assert_eq!(drawn("1. e4 1/2-1/2"), Some(Severity::Warning));
    assert_eq!(drawn("1. e4 e5 1/2-1/2"), None);
}

#[test]
fn the_move_after_a_dead_position_is_an_info() {
    let after = |fen: &str, moves: &str| {
        severity(&tagged(&format!("[Result \"1/2-1/2\"]\n{}", from(fen)), &format!("{moves} 1/2-1/2")), Code::N031)
    };
    let piece = "8/8/8/6n1/4B3/4K3/8/7k b - - 0 60";
    assert_eq!(after(piece, "60... Nxe4"), None);
    assert_eq!(after(piece, "60... Nxe4 61. Kxe4"), Some(Severity::Info));
    assert_eq!(after(piece, "60... Nxe4 61. Kd4"), Some(Severity::Info));
    assert_eq!(after(piece, "60... Nxe4 61. Kxe4 Kg2"), Some(Severity::Warning));
    assert_eq!(after(piece, "60... Nxe4 61. Kd4 Nf6"), Some(Severity::Warning));
    // The king takes the knight, and the bishop moves once more.
    let taken = "7k/8/8/3b4/4B3/4K3/8/3n4 w - - 0 60";
    assert_eq!(after(taken, "60. Ke2 Bxe4 61. Kxd1 Bg2"), Some(Severity::Info));
}

#[test]
fn the_turn_given_at_odds_is_an_info() {
    let odds = from("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let null = |tags: &str, moves: &str| severity(&tagged(tags, moves), Code::N024);
    assert_eq!(null(&odds, "1. e4 -- 2. d4 e6 3. Bd3 c5 *"), Some(Severity::Info));
    assert_eq!(null("[Odds \"f7\"]\n", "1. e4 -- 2. d4 e6 *"), Some(Severity::Info));
    assert_eq!(null(&odds, "1. e4 e6 2. d4 -- 3. Bd3 c5 *"), Some(Severity::Error));
    assert_eq!(null("", "1. e4 -- 2. d4 e6 *"), Some(Severity::Error));
    for token in ["--", "Z0", "<>"] {
        let text = tagged("", &format!("1. d4 d5 2. c4 e6 3. {token} Nf6 4. Nc3 *"));
        assert_eq!(severity(&text, Code::N024), Some(Severity::Error), "{token}");
        assert_eq!(plies(&text).0, [7], "{token}");
    }
}

#[test]
fn a_position_may_be_numbered_from_one() {
    let numbered =
        |moves: &str| severity(&tagged(&from("4k3/8/8/8/8/8/4P3/4K3 w - - 3 31"), &format!("{moves} *")), Code::N020);
    assert_eq!(numbered("31. Kd2 Kd7 32. Kd3 Kd6"), None);
    assert_eq!(numbered("1. Kd2 Kd7 2. Kd3 Kd6"), Some(Severity::Info));
    assert_eq!(numbered("1. Kd2 Kd7 (1... Ke7 2. Kd3) 2. Kd3 Kd6"), Some(Severity::Info));
    assert_eq!(numbered("1. Kd2 Kd7 3. Kd3 Kd6"), Some(Severity::Warning));
    assert_eq!(numbered("2. Kd2 Kd7 3. Kd3 Kd6"), Some(Severity::Warning));
    assert_eq!(severity(&tagged("", "1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 *"), Code::N020), Some(Severity::Warning));
}

#[test]
fn arrays_of_chess960_need_no_tag() {
    let game = |fen: &str| tagged(&from(fen), "1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O Nf6 5. e3 O-O *");
    let text = game("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1");
    assert_eq!(plies(&text), (vec![10], true));
    assert_eq!(severity(&text, Code::H016), None);
    let moved = tagged(&from("r3k2r/pp3ppp/2n5/8/8/2N2N2/PP3PPP/R2K3R w KQkq - 0 20"), "20. Re1+ Kf8 *");
    assert_eq!(severity(&moved, Code::H016), Some(Severity::Warning));
}

#[test]
fn both_players_may_have_lost() {
    let text = format!("{}{}", tagged("[Result \"0-0\"]\n", "0-0"), tagged("[Result \"0-0\"]\n", "{nobody came} 0-0"));
    assert_eq!(plies(&text), (vec![0, 0], true));
    // Castling, wherever a move can stand.
    let castled = tagged("", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *");
    assert_eq!(plies(&castled), (vec![10], true));
    assert!(!plies(&tagged("[Result \"0-0\"]\n", "1. 0-0")).1);
}

#[test]
fn marks_part_tokens() {
    for moves in [
        "1. e4! e5?2. Nf3!!Nc6 3.Bb5 a6 *",
        "1.e4!?e5 2.Nf3?!Nc6!3.Bb5 a6 *",
        "1. e4!e5!2.Nf3!Nc6!3.Bb5!a6! *",
        "1. e4{good}e5(1...c5 2.Nf3)2. Nf3$1 Nc6 3. Bb5 a6 *",
    ] {
        assert_eq!(plies(&tagged("", moves)), (vec![6], true), "{moves}");
    }
    assert_eq!(plies(&tagged("", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O!Nf6 5. d3!O-O *")), (vec![10], true));
    assert_eq!(plies(&tagged("", "1. e4 e5 2. Bc4 Nc6 3. Qf3!?d6?4. Qxf7#!1-0")), (vec![7], true));
}

#[test]
fn dashes_and_crosses_of_type_part_squares() {
    for moves in [
        "1. e2 \u{2013} e4 e7 \u{2013} e5 2. Ng1 \u{2013} f3 Nb8 \u{2013} c6 *",
        "1. e2 \u{2014} e4 e7 \u{2014} e5 2. Ng1 \u{2014} f3 Nb8 \u{2014} c6 *",
        "1. e2\u{2013}e4 e7\u{2013}e5 2. Ng1\u{2013}f3 Nb8\u{2013}c6 *",
        "1. e2\u{2013}e4 d7\u{2013}d5 2. e4 \u{d7} d5 Dd8 \u{d7} d5 *",
        "1. e2\u{2013}e4 e7\u{2013}e5 2. Sg1\u{2013}f3 Sb8\u{2013}c6 *",
        "1. e2 - e4 e7 - e5 2. Ng1-f3 Nb8-c6 *",
    ] {
        for text in [tagged("", moves), format!("{moves}\n")] {
            assert_eq!(plies(&text), (vec![4], true), "{text}");
        }
    }
    let castled = "1. e2\u{2013}e4 e7\u{2013}e5 2. Sg1\u{2013}f3 Sb8\u{2013}c6 3. Lf1\u{2013}c4 Sg8\u{2013}f6 4. 0\u{2013}0 1\u{2013}0";
    assert_eq!(plies(&tagged("[Result \"1-0\"]\n", castled)), (vec![7], true));
    assert_eq!(plies("[Variant \"Glinski\"]\n\n1. e4 \u{2013} e5 b7 \u{2013} b6 *\n"), (vec![2], true));
}

#[test]
fn letters_need_a_witness_and_a_file_is_one() {
    let last = |text: &str| games(text).pop().and_then(|game| game.final_position()).unwrap_or_default();
    let pawn = tagged(&from("8/k3P3/8/8/8/8/8/4K3 w - - 0 1"), "1. e8=P Kb6 2. Kd2 *");
    assert_eq!(severity(&pawn, Code::L032), Some(Severity::Error));
    let dutch = tagged(&from("8/4P3/2k5/8/8/8/4B3/4K3 w - - 0 1"), "1. Lf3+ Kc5 2. e8=P Kc4 3. Pd6+ Kc5 *");
    assert_eq!(plies(&dutch), (vec![6], true));
    let ending = tagged(&from("8/k3P3/8/8/8/8/7p/4K3 w - - 0 1"), "e8=B h1=B+ Kd2 Kb6 *");
    assert!(last(&ending).starts_with("4B3/8/1k6"), "{}", last(&ending));
    let hungarian = tagged("", "e4 e5 Hf3 Hc6 Fc4 Fc5 d3 Hf6 Fg5 d6 Vd2 Ve7 *");
    let beside = format!("{hungarian}{ending}");
    assert!(last(&beside).starts_with("4R3/8/1k6"), "{}", last(&beside));
    let english = tagged("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    let mixed = format!("{english}{english}{hungarian}{ending}");
    assert!(last(&mixed).starts_with("4B3/8/1k6"), "{}", last(&mixed));
}

#[test]
fn findings_cite_the_paragraph_that_they_rest_on() {
    let basis = |text: &str, code: Code| {
        let found = findings(text).into_iter().find(|finding| finding.code == code);
        found.map(|finding| (finding.basis, finding.severity))
    };
    let kober = |moves: &str| basis(&tagged("[Rules \"kober\"]\n", moves), Code::N011).map(|(basis, _)| basis);
    assert_eq!(kober("1. e4 d5 2. exd5 Qxd5 3. Nc3+ Qa5 *"), Some("K§10"));
    assert_eq!(kober("1. e4 e5 2. Nf3+ Nc6 *"), Some("K§11"));
    assert_eq!(kober("1. e4 e5 2. Nf3# Nc6 *"), Some("K§15.3"));
    let men = "rnbqkbnr/pppppppp/8/8/8/2B5/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let moves = "1. Be5 d6 2. Bg3 e5 3. e3 Nf6 4. Nf3 Be7 5. Be2 O-O *";
    let text = tagged(&format!("[Rules \"kober\"]\n{}", from(men)), moves);
    assert_eq!(plies(&text), (vec![10], true));
    assert_eq!(basis(&text, Code::K001), Some(("K§1, 2", Severity::Info)));
    assert_eq!(severity(&tagged(&from(men), moves), Code::H013), Some(Severity::Error));
    let hex = |fen: &str, code: Code| basis(&format!("[Variant \"Glinski\"]\n{}\n*\n", from(fen)), code);
    let kings = "6/7/8/9/10/11/10/9/8/7/6 w - 0 1";
    assert_eq!(hex(kings, Code::H012), Some(("Hexašach 1", Severity::Error)));
    for (mv, paragraph) in [
        ("Kc3", "server 1.1"),
        ("Rb3", "server 1.2"),
        ("Bb3", "server 1.3"),
        ("Qe3", "server 1.4"),
        ("Ne4", "server 1.5"),
    ] {
        let text = tagged("[Rules \"server\"]\n", &format!("1. {mv} *"));
        assert_eq!(basis(&text, Code::L003), Some((paragraph, Severity::Error)), "{mv}");
    }
}
