//! Illegal moves that were really played, and kings that tell an electronic board its result.

use partie_record::finding::{Code, Grade, Severity};
use partie_repair::Effort;
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

fn game(result: &str, fen: &str, moves: &str) -> String {
    let fen = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
    format!(
        "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2019.05.06\"]\n[Round \"1\"]\n[White \"Berg\"]\n[Black \"Tal\"]\n\
         [Result \"{result}\"]\n{fen}\n{moves} {result}\n"
    )
}

fn judged(text: &str, options: Options) -> ReplayedGame {
    replay_with(text.as_bytes(), &options, &Wanted::default()).remove(0)
}

fn repaired(text: &str) -> ReplayedGame {
    judged(text, Options { search: Effort::THOROUGH, keep: true, ..Options::default() })
}

const ROOKS: &str = "8/5k2/8/8/8/6K1/8/R7 w - - 0 60";

#[test]
fn kings_in_the_center_are_the_signal_of_the_board() {
    for (result, signal, contradicts) in [
        ("1-0", "62. Ke4 Kd5", false),
        ("1-0", "62. Kd5 Ke4", false),
        ("0-1", "62. Ke4 Kd5", true),
        ("0-1", "62. Kd4 Ke5", false),
        ("1/2-1/2", "62. Ke4 Ke5", false),
        ("1/2-1/2", "62. Kd5 Kd4", false),
        ("1-0", "62. Kd5", false),
        ("0-1", "62. Kd5", true),
    ] {
        let moves = format!("60. Ra5 Kg6 61. Kg2 Kh6 {signal}");
        for text in [game(result, ROOKS, &moves), game(result, ROOKS, &moves.replace("Kh6", "Kh6 {[%clk 0:10:00]}"))] {
            let game = repaired(&text);
            let replayed = game.replayed.as_ref().unwrap();
            assert_eq!((replayed.plies, replayed.repairs.len()), (4, 0), "{text}");
            let of = |code: Code| game.findings.iter().filter(move |finding| finding.code == code);
            let signal = of(Code::N031).next().unwrap_or_else(|| panic!("{text}\n{:?}", game.findings));
            assert_eq!((signal.severity, signal.fixes[0].token.as_str()), (Severity::Warning, ""));
            assert_eq!(of(Code::R013).count(), usize::from(contradicts), "{text}");
            assert!(game.findings.iter().all(|finding| finding.severity != Severity::Error), "{:?}", game.findings);
        }
    }
    // One of the kings may be there already.
    let waiting = repaired(&game("1-0", ROOKS, "60. Ra5 Kg6 61. Kf3 Kh6 62. Ke4 Kg6 63. Ra6+ Kd5"));
    assert_eq!(waiting.replayed.unwrap().plies, 7);
    // The first king may go there.
    let legal = repaired(&game("1-0", ROOKS, "60. Ra5 Kg6 61. Kf3 Kh6 62. Ke4 Kd5"));
    assert_eq!(legal.replayed.unwrap().plies, 4);
}

#[test]
fn a_king_that_slips_is_no_signal() {
    for (result, moves) in [
        ("*", "60. Ra5 Ke6 61. Kf3 Kf6 62. Kf4 Ke5"),
        ("1-0", "60. Ra5 Ke6 61. Kf3 Kd6 62. Ke4 Ke5 63. Ra6 Kf7"),
        ("1-0", "60. Ra5 Ke6 61. Kf2 Kd6 62. Ke4"),
    ] {
        let game = judged(&game(result, ROOKS, moves), Options::default());
        assert!(game.findings.iter().any(|finding| finding.severity == Severity::Error), "{moves}");
        assert!(game.findings.iter().all(|finding| finding.code != Code::N031), "{moves}");
    }
}

/// 4... Nd4 leaves the king on e8 to the bishop on b5.
const PINNED: &str = "1. e4 e5 2. Nf3 d6 3. Bb5+ Nc6 4. O-O Nd4 5. Nxd4 Bd7 6. Bxd7+ Qxd7 7. Nf3 Nf6 8. Re1 Be7";

#[test]
fn what_was_played_leaves_no_repair_likely() {
    let game = repaired(&game("*", "", PINNED));
    let repairs = game.replayed.unwrap().repairs;
    assert!(!repairs.is_empty() && repairs.iter().all(|repair| repair.grade == Grade::Guess), "{repairs:?}");
    assert!(repairs[0].remarks.iter().any(|remark| remark.contains("may have been played")), "{repairs:?}");
}

#[test]
fn a_slip_after_which_nothing_fits_is_mended() {
    // 6. Ra1 for 6. Re1: the rook on f1 goes no farther than to the knight on b1.
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Ra1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
    let repairs = repaired(&game("*", "", moves)).replayed.unwrap().repairs;
    assert_eq!((repairs[0].grade, repairs[0].edits[0].text.as_str()), (Grade::Likely, "Re1"));
}

#[test]
fn a_check_may_be_overlooked_more_than_once() {
    let moves = "1. e4 e5 2. Nf3 d6 3. Bb5+ Nc6 4. O-O Nd4 5. Nxd4 exd4 6. d3 Nf6 7. f4 Bd7 8. Bxd7+ Qxd7 9. Ra5";
    let game = judged(&game("*", "", moves), Options { assume: true, ..Options::default() });
    let plies: Vec<Option<u32>> =
        game.findings.iter().filter(|finding| finding.severity == Severity::Error).map(|finding| finding.ply).collect();
    assert_eq!(plies, [8, 10, 12, 17].map(Some));
}
