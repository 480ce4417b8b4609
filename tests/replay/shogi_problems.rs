//! Mating problems, positions with one king, fouls of a side that is mated, other games of the family, and moves that are
//! written in another way than their format has it.

use partie_record::finding::Severity;
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Status, Wanted};

fn replayed(text: &str) -> ReplayedGame {
    let mut games = replay_with(text.as_bytes(), &Options::default(), &Wanted { infos: true, ..Wanted::default() });
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// `CODE@ply` of each warning and error.
fn serious(text: &str) -> String {
    let game = replayed(text);
    let found = game.findings.iter().filter(|finding| finding.severity != Severity::Info);
    found.map(|finding| format!("{}@{}", finding.code.as_str(), finding.ply.unwrap_or(0))).collect::<Vec<_>>().join(" ")
}

/// The same with infos.
fn all(text: &str) -> String {
    let found = replayed(text).findings;
    found
        .iter()
        .map(|finding| format!("{}@{}", finding.code.as_str(), finding.ply.unwrap_or(0)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn plies(text: &str) -> u32 {
    replayed(text).replayed.unwrap().plies
}

/// A position of KIF with its first rows, the others empty.
fn board(handicap: &str, rows: &[&str], hands: [&str; 2], moves: &str) -> String {
    let mut text = format!("{handicap}後手の持駒：{}\n+---------------------------+\n", hands[1]);
    for rank in 0..9 {
        let row = rows.get(rank).copied().unwrap_or(" ・ ・ ・ ・ ・ ・ ・ ・ ・");
        text.push_str(&format!("|{row}|\n"));
    }
    text.push_str(&format!("+---------------------------+\n先手の持駒：{}\n{moves}", hands[0]));
    text
}

const PROBLEM: &str = "手合割：詰将棋\n";
const EMPTY: &str = " ・ ・ ・ ・ ・ ・ ・ ・ ・";

#[test]
fn solutions_of_problems() {
    let corner = " ・ ・ ・ ・ ・ ・ ・ ・v玉";
    let pawn = " ・ ・ ・ ・ ・ ・ ・ 歩 ・";
    let one = |hand: &str, moves: &str| board(PROBLEM, &[corner, EMPTY, pawn], [hand, "なし"], moves);
    assert_eq!(serious(&one("金", "1 ２二金打\n2 詰み\n")), "");
    assert_eq!(serious(&one("金", "1 ２四金打\n2 中断\n")), "R004@1", "no check");
    assert_eq!(serious(&one("金 銀", "1 １二銀打\n2 同　玉(11)\n3 ９五金打\n4 投了\n")), "R004@3", "no check");
    // A shorter mate, and another first move.
    assert_eq!(serious(&one("金二", "1 ２一金打\n2 同　玉(11)\n3 ２二金打\n4 詰み\n")), "R004@1");
    let two = |moves: &str| board(PROBLEM, &[corner, EMPTY, " ・ ・ ・ ・ ・ ・ ・ 歩 歩"], ["金", "なし"], moves);
    assert_eq!(serious(&two("1 ２二金打\n2 詰み\n")), "R004@1");
    // What is no problem is not searched.
    assert_eq!(serious(&board("", &[corner, EMPTY, pawn], ["金", "なし"], "1 ２二金打\n2 詰み\n")), "");
    // A solution that stops before the mate says nothing of it.
    assert_eq!(serious(&one("金二", "1 ２一金打\n2 同　玉(11)\n3 中断\n")), "");
}

#[test]
fn a_piece_dropped_in_between_in_vain() {
    let corner = " ・ ・ ・ ・ ・ ・ ・ ・v玉";
    let moves = "1 １四飛(54)\n2 詰み\n";
    let rook = " ・ ・ ・ ・ 飛 ・ ・ ・ ・";
    let guarded = [corner, EMPTY, " ・ ・ ・ ・ 歩 ・ 桂 金 ・", rook];
    assert_eq!(serious(&board(PROBLEM, &guarded, ["なし", "金 銀 歩"], moves)), "");
    // In a game each interposition counts, and so does one that is not taken with mate.
    assert_eq!(serious(&board("", &guarded, ["なし", "金 銀 歩"], moves)), "R003@1");
    let free = [corner, EMPTY, " ・ ・ ・ ・ 歩 ・ ・ 金 ・", rook];
    assert!(serious(&board(PROBLEM, &free, ["なし", "金 銀 歩"], moves)).contains("R003@1"));
}

#[test]
fn one_king() {
    let usi = |board: &str, moves: &str| serious(&format!("position sfen {board} b - 1{moves}\n"));
    let army = "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    assert_eq!(usi(army, " moves 2g2f"), "H012@0");
    assert_eq!(usi(army, ""), "H012@0");
    // The side to move lacks it, and gives no check.
    assert_eq!(usi("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL", " moves 2g2f"), "H012@0");
    assert_eq!(usi("8k/9/7PG/9/9/9/9/9/9", " moves 1c1b"), "");
    assert_eq!(usi("8k/9/7P1/9/9/9/9/9/8L", " moves 1i1b+"), "H015@0");
    assert_eq!(usi("8k/9/7P1/9/9/9/9/9/R8", ""), "");
    let rows = [" ・ ・ ・ ・ 玉 ・ ・ ・ ・"];
    assert_eq!(serious(&board(PROBLEM, &rows, ["歩", "なし"], "1 ５五歩打\n2 中断\n")), "R004@1 R040@1");
    assert_eq!(serious(&board("", &rows, ["歩", "なし"], "1 ５五歩打\n2 中断\n")), "H012@0 R040@1");
}

#[test]
fn a_foul_of_the_side_that_is_mated() {
    let rows = [" ・ ・ ・v玉 ・ ・ ・ ・ ・", EMPTY, " ・ ・ ・ 歩 ・ ・ ・ ・ ・", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY];
    let rows = [&rows[..], &[" ・ ・ ・ ・ 玉 ・ ・ ・ ・"]].concat();
    let game = |end: &str| board("", &rows, ["金", "歩"], &format!("1 ６二金打\n{end}"));
    for end in [
        "2 ７一玉(61)\n3 反則勝ち\n",
        "2 ８八歩打\n3 反則勝ち\n",
        "2 ７一玉(61)\nまで2手で後手の反則負け\n",
        "2 ７一玉(61)\n3 ７一金(62)\nまで3手で先手の勝ち\n",
        "2 ５一玉(61)\n*反則手にて終局\n",
    ] {
        let text = game(end);
        assert_eq!((serious(&text), all(&text)), (String::new(), "R043@2".to_owned()), "{text}");
    }
    assert_eq!(serious(&game("2 ８八歩打\n3 ５八玉(59)\n4 中断\n")), "L040@2");
    // Without mate the comment tells the same.
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７五歩(77)\n*反則手にて終局\n";
    assert_eq!(all(text), "R043@3");
}

#[test]
fn other_games_of_the_family() {
    let mini = "後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・v歩|二\n\
                | ・ ・ ・ ・ ・|三\n| 歩 ・ ・ ・ ・|四\n| 玉 金 銀 角 飛|五\n+---------------+\n先手の持駒：なし\n\
                1 ２四角(25)\n";
    let sfen = "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e2d\n";
    for text in ["手合割：５五将棋\n先手：a\n1 ３四歩(35)\n", "手合割：中将棋\n1 ３四歩(35)\n", mini, sfen]
    {
        assert_eq!(all(text), "H020@0", "{text}");
        assert_eq!(replayed(text).replayed.unwrap().status, Status::Unsupported, "{text}");
    }
    // A name that is none, and a board of which a column is lost.
    assert!(serious("手合割：金魚落ち\n1 ３四歩(33)\n").contains("H031@0"));
    let narrow = "後手の持駒：なし\n".to_owned() + &"| ・ ・ ・ ・v玉 ・ ・ ・|\n".repeat(9) + "1 ５二金打\n";
    assert!(serious(&narrow).contains("S018"));
}

#[test]
fn tokens_of_variants_that_are_no_moves() {
    let game = |variant: &str, moves: &str| serious(&format!("[Variant \"{variant}\"]\n[Result \"*\"]\n\n{moves} *\n"));
    assert_eq!(game("Crazyhouse", "1. e4 e5 2. N@@f d6 3. Nf9 P@e4"), "S015@3 S015@5");
    assert_eq!(game("Atomic", "1. e4 e5 2. Nf3 Nc6 3. Nxe5 O-O"), "");
    assert_eq!(game("Grand", "1. Nj10 Cc3 2. e4 j9=A"), "");
}

#[test]
fn moves_that_other_formats_write_so() {
    // JKF with the piece that the move makes.
    let jkf = |to: &str, piece: &str, more: &str| {
        format!(
            "{{\"header\":{{}},\"moves\":[{{}},{{\"move\":{{\"from\":{{\"x\":7,\"y\":7}},\"to\":{{\"x\":7,\"y\":6}},\"piece\":\"FU\"}}}},\
             {{\"move\":{{\"from\":{{\"x\":3,\"y\":3}},\"to\":{{\"x\":3,\"y\":4}},\"piece\":\"FU\"}}}},\
             {{\"move\":{{\"from\":{{\"x\":8,\"y\":8}},\"to\":{to},\"piece\":\"{piece}\"{more}}}}}]}}"
        )
    };
    let text = jkf("{\"x\":3,\"y\":3}", "UM", ",\"promote\":true");
    assert_eq!((serious(&text), plies(&text)), ("L068@3".to_owned(), 3));
    assert_eq!(serious(&jkf("{\"x\":3,\"y\":3}", "KA", ",\"promote\":true,\"note\":1")), "");
    assert!(serious(&jkf("{\"x\":3,\"y\":3}", "RY", ",\"promote\":true")).starts_with("L0"));
    // A member that nobody knows, and one that is there twice.
    assert_eq!(serious("{\"header\":{},\"moves\":[{}],\"engine\":\"a\"}"), "S017@0");
    let twice = replayed("{\"header\":{},\"moves\":[{}],\"moves\":[{}]}");
    assert!(twice.findings.iter().any(|finding| finding.severity == Severity::Error));
    // CSA with a move at the end of a comment.
    for text in [
        "V2.2\nPI\n+\n'a remark +7776FU\nT3\n-3334FU\nT4\n+2726FU\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\n'a remark-3334FU\n+2726FU\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n'a remark +2726FU\nT3\n%CHUDAN\n",
    ] {
        let game = replayed(text);
        let found: Vec<_> = game.findings.iter().map(|finding| (finding.code.as_str(), finding.severity)).collect();
        assert_eq!((found, plies(text)), (vec![("S015", Severity::Warning)], 3), "{text}");
    }
    // Comments that quote moves.
    for text in [
        "V2.2\nPI\n+\n'* 30 +7776FU -3334FU\n+7776FU\nT1\n'* -20 -3334FU\n-3334FU\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\n'better was +2726FU\n-3334FU\n'** 12 +2726FU\n%CHUDAN\n",
    ] {
        assert_eq!((serious(text), plies(text)), (String::new(), 2), "{text}");
    }
}
