//! Ends that servers of shogi state in comments, and limits of moves.

use partie_record::finding::Code;
use partie_record::{Outcome, Termination};
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

fn game(text: &str) -> ReplayedGame {
    let wanted = Wanted { infos: true, ..Wanted::default() };
    replay_with(text.as_bytes(), &Options::default(), &wanted).remove(0)
}

#[test]
fn ends_in_comments() {
    use Outcome::{FirstWins, SecondWins, Unknown};
    use Termination::{Abandoned, Infraction, Resignation, Time};
    let cases: &[(&str, Option<Outcome>, Option<Termination>)] = &[
        ("*時間切れにて終局\n", Some(SecondWins), Some(Time)),
        ("*投了にて終局。\n", Some(SecondWins), Some(Resignation)),
        ("*接続切れにて終局\n", Some(Unknown), Some(Abandoned)),
        // A comment before the last move, a foul that the board does not show, and a sentence about the game.
        ("*時間切れにて終局\n3 ２六歩(27)\n", None, None),
        ("*反則手にて終局\n", None, None),
        ("*ここにて終局\n", None, None),
        ("*時間切れにて終局か\n", None, None),
        // A server names no side, and an annotator may name the other one.
        ("*後手時間切れにて終局\n", None, None),
        // The word of the record decides.
        ("*接続切れにて終局\n3 投了\n", Some(SecondWins), Some(Resignation)),
        ("3 ７五歩(77)\n*反則手にて終局\n", Some(SecondWins), Some(Infraction)),
        // A closing sentence with a reason that has no word.
        ("まで2手で後手の接続切れにより先手の勝ち\n", Some(FirstWins), Some(Abandoned)),
    ];
    for (end, recorded, stated) in cases {
        let game = game(&format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n{end}"));
        let found = game.replayed.map(|replayed| (replayed.recorded, replayed.stated));
        assert_eq!(found, Some((*recorded, *stated)), "{end}");
    }
}

#[test]
fn an_end_at_a_limit_that_was_not_reached() {
    let cases: &[(&str, &[(Code, &str)])] = &[
        ("V2.2\n'Max_Moves:256\nPI\n+\n", &[(Code::N041, "256"), (Code::N041, "2 moves")]),
        ("V3.0\n$MAX_MOVES:300\nPI\n+\n", &[(Code::N041, "300")]),
        ("V2.2\n'Max_Moves:2\nPI\n+\n", &[]),
        ("V2.2\nPI\n+\n", &[]),
    ];
    for (head, wanted) in cases {
        let game = game(&format!("{head}+7776FU\n-3334FU\n%MAX_MOVES\n"));
        let found: Vec<_> = game.findings.iter().filter(|finding| finding.code == Code::N041).collect();
        assert_eq!(found.is_empty(), wanted.is_empty(), "{head}");
        for (code, part) in *wanted {
            let says = found.iter().any(|finding| finding.code == *code && finding.message.to_string().contains(part));
            assert!(says, "{head}: {found:?}");
        }
    }
}
