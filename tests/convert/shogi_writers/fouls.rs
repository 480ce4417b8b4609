//! Games that end by a foul: every reason for which a move of shogi is illegal, as the last move of a record, is kept by
//! the formats that can hold it, with its time, the word of the end and the closing sentence.

use partie_convert::ShogiTarget;
use partie_notation::csa::Version;
use partie_record::Format;

use super::support::one;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const BARE: &str = "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1";

/// A position with 先手 to move, an illegal move as file, rank, piece, 成 and origin (none: a drop), and where it leaves
/// the king in check the move that takes it.
type Case = (&'static str, &'static str, (u8, u8, &'static str, &'static str, Option<(u8, u8)>), Option<Taking>);
type Taking = (u8, u8, &'static str, (u8, u8));

const CASES: [Case; 25] = [
    ("other side", START, (3, 4, "歩", "", Some((3, 3))), None),
    ("other side, a piece", START, (4, 2, "銀", "", Some((3, 1))), None),
    ("another piece", START, (7, 6, "銀", "", Some((7, 7))), None),
    ("another piece that may be meant promoted", START, (3, 3, "馬", "", Some((8, 8))), None),
    ("no piece", START, (5, 5, "歩", "", Some((5, 6))), None),
    ("no such move", START, (5, 5, "金", "", Some((4, 9))), None),
    ("no such move of a pawn", START, (7, 5, "歩", "", Some((7, 7))), None),
    ("blocked", START, (2, 4, "飛", "", Some((2, 8))), None),
    ("blocked, promoting", START, (2, 2, "飛", "成", Some((2, 8))), None),
    ("own piece", START, (8, 8, "銀", "", Some((7, 9))), None),
    ("king into check", "k8/9/9/9/9/9/9/4r4/3K5 b - 1", (5, 9, "玉", "", Some((6, 9))), Some((5, 9, "飛", (5, 8)))),
    ("pinned", "k3r4/9/9/9/4G4/9/9/9/4K4 b - 1", (4, 5, "金", "", Some((5, 5))), Some((5, 9, "飛", (5, 1)))),
    ("check", "k3r4/9/9/9/9/9/P8/9/4K4 b - 1", (9, 6, "歩", "", Some((9, 7))), Some((5, 9, "飛", (5, 1)))),
    ("check, a drop", "k3r4/9/9/9/9/9/9/9/4K4 b G 1", (1, 1, "金", "", None), Some((5, 9, "飛", (5, 1)))),
    ("nifu", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", (5, 5, "歩", "", None), None),
    ("drop mate", "7nk/7p1/8G/9/9/9/9/9/4K4 b P 1", (1, 2, "歩", "", None), None),
    ("dead pawn", BARE, (1, 1, "歩", "", None), None),
    ("dead knight", BARE, (1, 2, "桂", "", None), None),
    ("must promote", "4k4/8P/9/9/9/9/9/9/4K4 b - 1", (1, 1, "歩", "", Some((1, 2))), None),
    ("not in hand", START, (5, 5, "飛", "", None), None),
    ("not in hand, promoted", START, (5, 5, "と", "", None), None),
    ("on a piece", "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", (5, 5, "金", "", None), None),
    ("on an own piece", "4k4/9/9/9/4P4/9/9/9/4K4 b G 1", (5, 5, "金", "", None), None),
    ("not in the zone", START, (7, 6, "歩", "成", Some((7, 7))), None),
    // CSA names the piece after the move only: there it would be a legal one.
    ("cannot promote", "4k4/9/9/4G4/9/9/9/9/4K4 b - 1", (5, 3, "金", "成", Some((5, 4))), None),
];

const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

fn turned(square: (u8, u8), second: bool) -> (u8, u8) {
    if second { (10 - square.0, 10 - square.1) } else { square }
}

fn spelt(to: (u8, u8), piece: &str, promotion: &str, from: Option<(u8, u8)>) -> String {
    let target = format!("{}{}", FILES[usize::from(to.0) - 1], RANKS[usize::from(to.1) - 1]);
    match from {
        Some(from) => format!("{target}{piece}{promotion}({}{})", from.0, from.1),
        None => format!("{target}{piece}打"),
    }
}

/// The same position with the sides exchanged.
fn turned_sfen(sfen: &str) -> String {
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
            .collect()
    };
    let parts: Vec<&str> = sfen.split(' ').collect();
    // A sign of promotion stays before its piece.
    let cells = |rank: &str| -> String { rank.chars().rev().collect() };
    let board: Vec<String> = parts[0].split('/').rev().map(|rank| swap(&cells(rank))).collect();
    format!("{} w {} 1", board.join("/"), swap(parts[2]))
}

/// The records of a case: both sides, with and without times, each form of the end, with and without the king taken.
fn records(case: &Case) -> Vec<String> {
    let (_, sfen, (file, rank, piece, promotion, from), taking) = case;
    let mut all = Vec::new();
    for second in [false, true] {
        let sfen = if second { turned_sfen(sfen) } else { (*sfen).to_owned() };
        let head = one(&format!("position sfen {sfen}\n"), Format::Usi, ShogiTarget::Kif).text;
        let head = format!("{}--\n", head.split_once("--\n").unwrap().0);
        let foul = spelt(turned((*file, *rank), second), piece, promotion, from.map(|from| turned(from, second)));
        let (own, other) = if second { ("後手", "先手") } else { ("先手", "後手") };
        for time in ["", "   ( 0:03/00:00:03)"] {
            let moves = format!("{head}   1 {foul}{time}\n");
            all.push(format!("{moves}   2 反則勝ち\n"));
            all.push(format!("{moves}   2 反則勝ち\nまで1手で{other}の反則勝ち\n"));
            all.push(format!("{moves}   2 反則勝ち\nまで1手で{other}の勝ち\n"));
            all.push(format!("{moves}まで1手で{own}の反則負け\n"));
            all.push(format!("{moves}まで1手で{own}の反則負けにより{other}の勝ち\n"));
            if let Some((x, y, piece, from)) = taking {
                let capture = spelt(turned((*x, *y), second), piece, "", Some(turned(*from, second)));
                let target: String = capture.chars().take(2).collect();
                // The king that moved is taken on the square of the move before.
                let same = (x, y) == (file, rank);
                let capture = if same { capture.replacen(&target, "同　", 1) } else { capture };
                let moves = format!("{moves}   2 {capture}{time}\n");
                all.push(format!("{moves}   3 反則負け\nまで2手で{other}の勝ち\n"));
                all.push(format!("{moves}   3 反則負け\nまで2手で{own}の反則負け\n"));
                all.push(format!("{moves}   3 投了\nまで2手で{other}の勝ち\n"));
            }
        }
    }
    all
}

/// The lines behind the heading of the moves, without times or closing sentence where they are not asked for.
fn body(kif: &str, times: bool, sentence: bool) -> Vec<String> {
    let lines = kif.split_once("--\n").unwrap().1.lines();
    let cut = |line: &str| if times { line.to_owned() } else { line.split(" (").next().unwrap().trim_end().to_owned() };
    lines.filter(|line| sentence || !line.starts_with("まで")).map(cut).collect()
}

#[test]
fn every_reason_is_kept_as_a_last_move() {
    let targets = [
        (ShogiTarget::Kif, Format::Kif),
        (ShogiTarget::Ki2, Format::Ki2),
        (ShogiTarget::Csa(Version::V22), Format::Csa),
        (ShogiTarget::Csa(Version::V30), Format::Csa),
        (ShogiTarget::Jkf, Format::Jkf),
    ];
    for case in &CASES {
        for text in records(case) {
            let kif = one(&text, Format::Kif, ShogiTarget::Kif);
            assert!(kif.good && kif.codes == ["R043"], "{}: {:?}\n{text}", case.0, kif.codes);
            let lost = kif.converted.unwrap();
            assert!(!lost.broken && lost.lost.total() == 0, "{}: {lost:?}\n{text}", case.0);
            let moves = text.split_once("--\n").unwrap().1.lines().filter(|line| line.starts_with(' '));
            for line in moves {
                let squeezed = |text: &str| text.split(' ').filter(|part| !part.is_empty()).collect::<String>();
                let kept = kif.text.lines().any(|other| squeezed(other) == squeezed(line));
                assert!(kept, "{}: {line}\n{}", case.0, kif.text);
            }
            if let Some(sentence) = text.lines().last().filter(|line| line.starts_with("まで")) {
                assert!(kif.text.ends_with(&format!("{sentence}\n")), "{text}\n{}", kif.text);
            }
            for (target, format) in targets {
                let there = one(&text, Format::Kif, target);
                let converted = there.converted.unwrap();
                let back = one(&there.text, format, ShogiTarget::Kif);
                if format == Format::Csa && there.text.contains("not converted") {
                    let named = ["cannot promote", "another piece that may be meant promoted"].contains(&case.0);
                    assert!(named, "{} to {target:?}\n{}", case.0, there.text);
                    continue;
                }
                assert!(!converted.broken, "{} to {target:?}\n{}", case.0, there.text);
                assert!(
                    back.good && back.codes == ["R043"],
                    "{} to {target:?}: {:?}\n{text}\n{}",
                    case.0,
                    back.codes,
                    there.text
                );
                let times = format != Format::Ki2;
                // Its own words have a place in KIF, and in KI2 where they tell of the foul.
                let own_words = text.lines().last().is_some_and(|line| {
                    let usual = if text.contains("   3 ") { "の反則負け" } else { "の反則勝ち" };
                    line.starts_with("まで") && !line.ends_with(usual) || text.contains("投了")
                });
                let sentence = match format {
                    Format::Kif => true,
                    Format::Ki2 => !own_words || text.lines().last().is_some_and(|line| line.contains("反則")),
                    _ => !own_words,
                };
                let reasons = !(format == Format::Ki2 && text.contains("投了"));
                if reasons {
                    assert_eq!(
                        body(&back.text, times, sentence),
                        body(&kif.text, times, sentence),
                        "{} to {target:?}\n{text}\n{}",
                        case.0,
                        there.text
                    );
                }
            }
        }
    }
}

/// Words that tell a piece apart are enough for a foul, too; where they are not its origin stands behind it.
#[test]
fn fouls_in_words() {
    let text = "▲７六歩 △３四歩 ▲３三角成 △１四歩\nまで4手で後手の反則負け\n";
    let out = one(text, Format::Ki2, ShogiTarget::Kif);
    assert!(out.good && out.text.contains("   4 １四歩(13)\n   5 反則勝ち\nまで4手で後手の反則負け\n"), "{}", out.text);
    let text = "手合割：平手\n   1 ５五金(49)\n   2 反則勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Ki2);
    assert!(out.text.contains("▲５五金(49)\nまで1手で後手の反則勝ち\n"), "{}", out.text);
}

#[test]
fn the_foul_of_an_address_is_its_last_move() {
    let kif = |usen: &str| one(usen, Format::Usen, ShogiTarget::Kif);
    let out = kif("~0.7ku2jm.i828\n");
    assert!(out.text.contains("\n   3 ５五飛(28)\n   4 反則勝ち\nまで3手で後手の反則勝ち\n"), "{}", out.text);
    assert!(out.codes.iter().any(|code| code.starts_with("R043")), "{:?}", out.codes);
    assert!(kif("~0.7ku2jm.i\n").text.ends_with("   3 反則負け\nまで2手で先手の反則負け\n"));
    assert!(kif("~0.7ku2jm.\n").text.ends_with("   2 ３四歩(33)\n"));
}

/// A variation that ends by a foul keeps its move, its word and its sentence.
#[test]
fn fouls_of_variations() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\nまで3手で先手の勝ち\n\n\
        変化：3手\n   3 ２二歩打\n   4 反則勝ち\nまで3手で先手の反則負け\n\n\
        変化：2手\n   2 ８四歩(83)\n   3 ７五歩(76)\n   4 ８二飛(82)\n   5 反則負け\nまで4手で先手の勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Kif);
    assert!(out.good && out.codes == ["R043", "R043"], "{:?}\n{}", out.codes, out.text);
    assert!(!out.converted.unwrap().broken);
    for kept in [
        "   3 ２二歩打\n   4 反則勝ち\nまで3手で先手の反則負け\n",
        "   4 ８二飛(82)\n   5 反則勝ち\nまで4手で先手の勝ち\n",
    ] {
        assert!(out.text.contains(kept), "{kept}\n{}", out.text);
    }
    for (target, format) in [(ShogiTarget::Ki2, Format::Ki2), (ShogiTarget::Jkf, Format::Jkf)] {
        let there = one(text, Format::Kif, target).text;
        let back = one(&there, format, ShogiTarget::Kif);
        assert!(back.good && back.codes == ["R043", "R043"], "{:?}\n{there}", back.codes);
        assert!(back.text.contains("   3 ２二歩打\n   4 反則勝ち\n"), "{}", back.text);
    }
    // One that resigns behind it is in error, as in a main line.
    let other = text.replace("   4 反則勝ち\nまで3手で先手の反則負け\n", "   4 投了\n");
    assert!(!one(&other, Format::Kif, ShogiTarget::Kif).good);
}

/// One side moves twice: the word stays what it is, as the board says whose foul it was.
#[test]
fn moves_out_of_turn() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\n   3 反則負け\nまで2手で後手の勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Kif);
    assert!(out.good && out.text.ends_with("   2 ２六歩(27)\n   3 反則負け\nまで2手で後手の勝ち\n"), "{}", out.text);
    let words = "手合割：平手\n▲７六歩 ▲４八飛\nまで2手で先手の反則負け\n";
    let out = one(words, Format::Ki2, ShogiTarget::Kif);
    assert!(out.good && out.text.contains("   2 ４八飛(28)\n   3 反則負け\n"), "{}", out.text);
}

/// A reason for which there is no word stays in the sentence, and no other is invented.
#[test]
fn reasons_without_a_word() {
    for why in ["接続切れ", "棄権"] {
        let text = format!("手合割：平手\n   1 ７六歩(77)\nまで1手で後手の{why}により先手の勝ち\n");
        for target in [ShogiTarget::Kif, ShogiTarget::Ki2] {
            let out = one(&text, Format::Kif, target);
            assert!(out.text.ends_with(&format!("まで1手で後手の{why}により先手の勝ち\n")), "{}", out.text);
            assert!(!out.text.contains("投了") && !out.text.contains("負け"), "{}", out.text);
        }
    }
}

/// A move that cannot be read is no foul that the board confirms: the record is broken, whatever word follows.
#[test]
fn unreadable_fouls_break_the_record() {
    let text = "手合割：平手\n   1 ５二銀成打\n   2 反則勝ち\nまで1手で後手の勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Kif);
    assert!(out.converted.unwrap().broken && out.text.contains("*not converted: ５二銀成打 反則勝ち"), "{}", out.text);
}
