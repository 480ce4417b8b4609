//! PSN: the grammar runs against the reader, games of every format come back through it, and whatever else is read.

#[allow(dead_code, reason = "each test uses a part of it")]
use std::fs;
use std::time::Instant;

use crate::common::shared;
use crate::grammar_support::{Dice, Grammar, Sampler, mutate};
use crate::own_games::real;
use partie_convert::{Converted, ShogiConverter, ShogiTarget};
use partie_notation::psn::{self, Style};
use partie_notation::{ReadOutcome, formats};
use partie_record::finding::Severity;
use partie_record::{Encoding, Format, ItemKind, Record};
use partie_replay::{Options, Replayer, Text, Wanted};
use partie_rules::shogi::Square;

const PSN: &str = include_str!("../../grammars/psn.abnf");
const PSN_GAME: &str = include_str!("../grammars/psn-game.abnf");

fn exact(rule: &str, count: usize, alphabet: &[u8], read: impl Fn(&[u8]) -> bool) {
    let grammar = Grammar::new(&[PSN]);
    let rule = grammar.rule(rule);
    let mut sampler = Sampler::new(&grammar, 3, 30, 60);
    let mut dice = Dice(4);
    let mut accepted = 0;
    for _ in 0..count {
        let text = sampler.sentence(rule);
        assert!(read(&text), "{}", text.escape_ascii());
        let mutant = mutate(&text, alphabet, &mut dice);
        let derived = grammar.accepts::<4>(rule, &mutant);
        assert_eq!(read(&mutant), derived, "{}", mutant.escape_ascii());
        accepted += usize::from(derived);
    }
    assert!(accepted > 0 && accepted < count);
}

#[test]
fn moves_and_words_and_their_mutants() {
    exact("psn-move", 50_000, b"0123456789abcdefghijPLNSGBRKTDH+-=x*' X@", |text| {
        psn::read_move(text, Square::at(5, 5)).is_ok()
    });
    exact("psn-end", 20_000, b"ResignTmatMFulhkypro-120/ *", |text| {
        psn::terminal(text).is_some() && !matches!(text, b"1/2" | b"1:0" | b"0:1" | b"1-O" | b"O-1" | b"1/2:1/2")
    });
}

#[test]
fn records_of_the_grammar() {
    let grammar = Grammar::new(&[PSN, PSN_GAME]);
    let mut sampler = Sampler::new(&grammar, 7, 16, 80);
    let mut dice = Dice(8);
    let (mut record, mut drawn) = (Record::default(), 0);
    while drawn < 10_000 {
        let text = sampler.sentence(grammar.rule("psn-game"));
        if text.len() > 3000 {
            continue;
        }
        drawn += 1;
        let of = |name: &str| sampler.last[grammar.rule(name)] as usize;
        let repeated = record_tags_repeat(&text);
        let found = psn::read_record(&text, 0, true, &mut record);
        if !repeated {
            assert_eq!(found, ReadOutcome::Game(text.len()), "{}", text.escape_ascii());
            assert!(record.notes.is_empty(), "{:?} in {}", record.notes, text.escape_ascii());
            let read = |kind| record.items.iter().filter(|item| item.kind == kind).count();
            assert_eq!(read(ItemKind::Move), of("psn-move"), "{}", text.escape_ascii());
            assert_eq!(read(ItemKind::Comment) + read(ItemKind::Time), of("psn-comment"), "{}", text.escape_ascii());
            assert_eq!(record.tags.len(), of("psn-tag"));
        }
        let mutant = mutate(&text, b"[]{}()*'\"+-=x179ai PGRe\n$.;%!\xff", &mut dice);
        all(&mutant);
    }
    // What a record without a note does not have to hold.
    for rule in ["psn-word", "psn-closing"] {
        (0..1000).for_each(|_| drop(sampler.sentence(grammar.rule(rule))));
    }
    let (rules, branches) = sampler.unused(None);
    assert!(rules.is_empty() && branches == 0, "never used: {rules:?}, {branches} alternatives");
}

fn record_tags_repeat(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    ["[Sente", "[Gote", "[Event", "[Opening"].iter().any(|name| text.matches(name).count() > 1)
}

/// Reads everything; bytes of items are in order and within.
fn all(text: &[u8]) -> usize {
    let mut record = Record::default();
    let (mut at, mut count) = (0, 0);
    while let ReadOutcome::Game(end) = psn::read_record(text, at, true, &mut record) {
        assert!(end > at);
        let mut last = at as u32;
        for item in &record.items {
            assert!(item.span.from >= last && item.span.to as usize <= end, "{}", text.escape_ascii());
            last = item.span.to;
        }
        (at, count) = (end, count + 1);
    }
    count
}

struct Out {
    good: bool,
    codes: Vec<String>,
    converted: Option<Converted>,
    text: String,
}

fn convert(bytes: &[u8], format: Format, target: ShogiTarget) -> Vec<Out> {
    let mut replayer = Replayer::new(Options::default(), Wanted { infos: true, ..Wanted::default() });
    let mut converter = ShogiConverter::new(target, Encoding::Utf8);
    let mut record = Record::default();
    let (mut outs, mut at) = (Vec::new(), 0);
    while let ReadOutcome::Game(end) = formats::read_record(format, bytes, at, true, &mut record) {
        let found = formats::encoding(bytes, &record).unwrap();
        let encoding = if record.encoding.is_some() { Encoding::Utf8 } else { found };
        let text = record.text(bytes);
        let heard = Text { bytes: text, encoding, last: true };
        replayer.replay_to(heard, &record, false, &mut converter);
        let findings = std::mem::take(&mut replayer.collector.findings);
        let mut text = String::new();
        let converted = converter.finish(&mut text);
        outs.push(Out {
            good: findings.iter().all(|finding| finding.severity != Severity::Error),
            codes: findings.iter().map(|finding| finding.code.as_str().to_owned()).collect(),
            converted,
            text,
        });
        at = end;
    }
    outs
}

/// A text of KIF without what PSN says otherwise: players of handicap games are 下手 and 上手, and the total
/// beside a closing word, which is often zero, is the sum. The closing sentence of KIF keeps its own words, and PSN has
/// no place for them: who won is said by the closing word and its number.
fn held(kif: &str) -> String {
    let closing = ["投了", "詰み", "千日手", "持将棋", "中断", "切れ負け", "反則", "入玉勝ち"];
    let line = |line: &str| match line.split_once('/') {
        _ if line.starts_with("まで") && line.contains('手') => line[..line.find('手').unwrap()].to_owned(),
        Some((before, _)) if closing.iter().any(|word| before.contains(word)) => before.to_owned(),
        _ => line.replace("先手：", "下手：").replace("後手：", "上手："),
    };
    kif.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn comes_back(name: &str, bytes: &[u8], format: Format, counts: &mut [u64; 4]) {
    let direct = convert(bytes, format, ShogiTarget::Kif);
    let usi = convert(bytes, format, ShogiTarget::Usi);
    for style in [Style::Hodges, Style::Hosking] {
        let target = ShogiTarget::Psn(style);
        for (index, out) in convert(bytes, format, target).into_iter().enumerate() {
            let name = format!("{name} record {index} {style:?}");
            let Some(converted) = out.converted.filter(|converted| out.good && !converted.broken) else {
                counts[3] += 1;
                continue;
            };
            counts[0] += 1;
            assert_eq!(formats::sniff(out.text.as_bytes()), Format::Psn, "{name}\n{}", out.text);
            let again = convert(out.text.as_bytes(), Format::Psn, target);
            assert_eq!(again.len(), 1, "{name}\n{}", out.text);
            // A mate that only a sentence claims is judged once there is a word for it.
            let claim = again[0].codes.iter().any(|code| code == "R003");
            assert!(again[0].good || claim, "{name}: {:?}\n{}", again[0].codes, out.text);
            assert!(again[0].text == out.text, "{name}\n{}\n---\n{}", out.text, again[0].text);
            let moves = convert(out.text.as_bytes(), Format::Psn, ShogiTarget::Usi);
            assert_eq!(moves[0].text, usi[index].text, "{name}\n{}", out.text);
            if converted.lost.total() == 0 && direct[index].converted.is_some_and(|kif| kif.lost.total() == 0) {
                let kif = convert(out.text.as_bytes(), Format::Psn, ShogiTarget::Kif);
                counts[1] += 1;
                counts[2] += u64::from(kif[0].text == direct[index].text);
                let (wanted, seen) = (held(&direct[index].text), held(&kif[0].text));
                assert!(wanted == seen, "{name}\n{wanted}\n---\n{}\n---\n{seen}", out.text);
            }
        }
    }
}

#[test]
fn games_come_back() {
    for path in ["shogi/selfplay", "shogi/real-csa", "shogi/peer-fixtures", "shogi/openings"] {
        let folder = real(path);
        let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut counts = [0; 4];
        for file in files {
            let bytes = fs::read(&file).unwrap();
            let bytes = &bytes[..bytes.len().min(200_000)];
            let format = formats::sniff(bytes);
            if format.is_shogi() {
                comes_back(file.file_name().unwrap().to_str().unwrap(), bytes, format, &mut counts);
            }
        }
        let [records, whole, same, errors] = counts;
        println!(
            "{path}: {records} records come back; {whole} without a loss, of which {same} are the same KIF; {errors} with errors"
        );
        assert!(records > 0);
    }
}

#[test]
fn what_is_found_in_files() {
    let text = b"[Black \"A\"]\n[White \"B\"]\n[Handicap \"Bishop\"]\n\n1...P-3d 2.P-7f {note} S6b 3.P-26 K-52?! 1-0\n\n[Sente \"C\"]\n\n1.P2g-2f\n2.P8c-8d\n3.P2f-2e\n4.P8d-8e\n5.P2e-2d\n6.P2cx2d\n7.R2hx2d\n8.P*2c\n9.Rx3d resigns\n";
    let outs = convert(text, Format::Psn, ShogiTarget::Usi);
    assert_eq!(outs.len(), 2);
    assert_eq!(
        outs[0].text,
        "position sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 7g7f 7a6b 2g2f 5a5b\n"
    );
    assert!(outs[1].text.ends_with("2h2d P*2c 2d3d\n"), "{}", outs[1].text);
    assert!(outs.iter().all(|out| out.good), "{:?}", outs[1].codes);
    let kif = convert(text, Format::Psn, ShogiTarget::Kif);
    for line in ["下手：A", "上手：B", "手合割：角落ち", "*note", "*?!"] {
        assert!(kif[0].text.contains(line), "{line}\n{}", kif[0].text);
    }
    assert!(kif[1].text.contains("10 投了"), "{}", kif[1].text);
    // A game that the side to move has won by its token.
    let won = convert(b"[Sente \"a\"]\n\n1. P-7f P-3d 1-0", Format::Psn, ShogiTarget::Kif);
    assert!(won[0].text.ends_with("   2 ３四歩(33)\nまで2手で先手の勝ち\n"), "{}", won[0].text);
    let tagged = convert(b"[Sente \"a\"]\n[Result \"0-1\"]\n\n1. P-7f", Format::Psn, ShogiTarget::Kif);
    assert!(tagged[0].text.ends_with("   1 ７六歩(77)\nまで1手で後手の勝ち\n"), "{}", tagged[0].text);
    let bad = convert(b"[Sente \"a\"]\n\n1. P-7f P-7f 1-0", Format::Psn, ShogiTarget::Kif);
    assert!(!bad[0].good && bad[0].codes.iter().any(|code| code.starts_with('L')), "{:?}", bad[0].codes);
}

/// Moves as people type them, and what they are in USI.
const TYPED: &[(&str, &str)] = &[
    // A capture on the square of the move before: the piece behind x, or x behind the piece.
    ("1.P2f P8d 2.P2e P8e 3.G7h G3b 4.P2d xP 5.xR P*2c", "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c"),
    ("1.P2f 2.P8d 3.P2e 4.P8e 5.G7h 6.G3b 7.P2d 8.Px 9.Rx 10.P2c", "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c"),
    ("1.P7f P3d 2.Bx2b+ xS 3.B*5e!? P6b?", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
    // With what tells the piece apart, or with the square written out.
    ("P7f P3d B3c+ xN", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ xN2", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ xNa", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ xN2a", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ xN3c", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ N2x", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ Nax", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ N2ax", "7g7f 3c3d 8h3c+ 2a3c"),
    ("P7f P3d B3c+ xB", "7g7f 3c3d 8h3c+ 2b3c"),
    ("P7f P3d B3c Bbx+ +Bx8i", "7g7f 3c3d 8h3c"),
    ("P7f P3d Bx2b+ P9d +Ba3a", "7g7f 3c3d 8h2b+ 9c9d"),
    ("P7f P3d Bx2b+ P9d +Bb3a", "7g7f 3c3d 8h2b+ 9c9d 2b3a"),
    ("P7f P3d Bx2b= P9d B3a+ xG Px", "7g7f 3c3d 8h2b 9c9d 2b3a+ 4a3a"),
    ("P7f P3d Bx2b+ P9d x+B", "7g7f 3c3d 8h2b+ 9c9d"),
    ("P7f P3d Bx2b+ P9d +Bx3a G5b +B4a xK", "7g7f 3c3d 8h2b+ 9c9d 2b3a"),
    ("P7f P3d Bx2b+ P9d +Bx3a xG B*2b Gbx", "7g7f 3c3d 8h2b+ 9c9d 2b3a 4a3a B*2b"),
    ("P7f P3d Bx2b+ P9d +Bx3a xG B*2b Gax", "7g7f 3c3d 8h2b+ 9c9d 2b3a 4a3a B*2b 3a2b"),
    ("P7f P3d Bx2b+ P9d +Bx3a P9e +Bx4a xK +B", "7g7f 3c3d 8h2b+ 9c9d 2b3a 9d9e 3a4a 5a4a"),
    ("P7f P3d Bx2b+ P9d +Bx3a P9e +Bx2a P9f x+B", "7g7f 3c3d 8h2b+ 9c9d 2b3a 9d9e 3a2a 9e9f"),
    (
        "P7f P3d Bx2b+ P9d +Bx3a P9e +Bx2a P9f +Bx1a Px9g+ xL",
        "7g7f 3c3d 8h2b+ 9c9d 2b3a 9d9e 3a2a 9e9f 2a1a 9f9g+ 9i9g",
    ),
    // The file or the rank of the origin; with ranks in digits it is the file.
    ("G65h P3d Gh4h", "6i5h 3c3d 5h4h"),
    ("G6-5h P3d Gh-4h", "6i5h 3c3d 5h4h"),
    ("G658 P34 G48x", "6i5h 3c3d"),
    ("G658 P34 G5848", "6i5h 3c3d 5h4h"),
    // Signs of drops, and letters of any size.
    ("P7f P3d Bx2b+ xS B'5e", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
    ("P7f P3d Bx2b+ xS B`5e", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
    ("P7f P3d Bx2b+ xS B’5e", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
    ("p7f P3D bX2b+ XS b*5E", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
];

#[test]
fn moves_as_people_type_them() {
    for (moves, usi) in TYPED {
        let text = format!("[Sente \"a\"]\n{moves}\n");
        assert_eq!(formats::sniff(text.as_bytes()), Format::Psn, "{moves}");
        let outs = convert(text.as_bytes(), Format::Psn, ShogiTarget::Usi);
        assert_eq!(outs.len(), 1, "{moves}");
        assert_eq!(outs[0].text.split(" moves ").nth(1).unwrap_or_default().trim_end(), *usi, "{moves}");
        assert!(!outs[0].codes.iter().any(|code| code == "S016"), "{moves}");
        // What was not played is said.
        let plies = usi.split(' ').count();
        let written = moves.split(' ').count();
        assert_eq!(outs[0].good, plies == written, "{moves}: {:?}", outs[0].codes);
        // What is written of it is read again.
        for style in [Style::Hodges, Style::Hosking] {
            if outs[0].good {
                let written = &convert(text.as_bytes(), Format::Psn, ShogiTarget::Psn(style))[0].text;
                assert_eq!(
                    convert(written.as_bytes(), Format::Psn, ShogiTarget::Usi)[0].text,
                    outs[0].text,
                    "{written}"
                );
            }
        }
    }
    // Without a move before it there is no square.
    let outs = convert(b"[Sente \"a\"]\nxP P3d\n", Format::Psn, ShogiTarget::Usi);
    assert!(outs[0].codes.iter().any(|code| code == "L069"), "{:?}", outs[0].codes);
}

#[test]
fn times_of_kif_between_the_moves() {
    let moves = [
        ("P7g-7f", "( 0:12/00:00:12)"),
        ("P3c-3d", "(0:01)"),
        ("P2g-2f", "{0:05/0:00:17}"),
        ("P8c-8d", "{( 1:02/00:01:03)}"),
    ];
    let text: String = (1..).zip(moves).map(|(ply, (mv, time))| format!("{ply:>4} {mv} {time}\n")).collect();
    let text = format!("[Sente \"a\"]\n{text}");
    let outs = convert(text.as_bytes(), Format::Psn, ShogiTarget::Kif);
    assert!(outs[0].good && outs[0].codes.is_empty(), "{:?}", outs[0].codes);
    for cell in ["( 0:12/00:00:12)", "( 0:01/00:00:01)", "( 0:05/00:00:17)", "( 1:02/00:01:03)"] {
        assert!(outs[0].text.contains(cell), "{cell}\n{}", outs[0].text);
    }
    // A comment that looks like a time or a result stays one.
    for comment in ["0:05/0:00:17", " 0:05/0:00:17", "(0:05)", "[%emt 0:00:01]", "1-0", "Sente wins"] {
        let kif = format!("手合割：平手\n   1 ７六歩(77)\n*{comment}\n   2 ３四歩(33)\n*{comment}\n");
        let psn = &convert(kif.as_bytes(), Format::Kif, ShogiTarget::Psn(Style::Hodges))[0].text;
        let back = &convert(psn.as_bytes(), Format::Psn, ShogiTarget::Kif)[0].text;
        assert_eq!(
            back.lines()
                .filter(|line| line.starts_with('*') && line.trim_end().ends_with(comment.trim_start()))
                .count(),
            2,
            "{psn}{back}"
        );
        assert!(!back.contains("まで"), "{back}");
    }
}

#[test]
fn games_of_an_archive() {
    let Some(folder) = shared("found3/shogi/psn") else { return };
    let truth = fs::read_to_string(folder.join("truth.jsonl")).unwrap();
    let (mut games, mut plies) = (0, 0);
    let mut read: Option<(String, Vec<Out>)> = None;
    for line in truth.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let (file, number) = (row["file"].as_str().unwrap(), row["game"].as_u64().unwrap() as usize);
        if read.as_ref().is_none_or(|(name, _)| name != file) {
            let bytes = fs::read(folder.join(file)).unwrap();
            assert_eq!(formats::sniff(&bytes), Format::Psn, "{file}");
            read = Some((file.to_owned(), convert(&bytes, Format::Psn, ShogiTarget::Usi)));
        }
        let out = &read.as_ref().unwrap().1[number - 1];
        assert!(out.good, "{file} {number}: {:?}", out.codes);
        assert!(
            out.codes.iter().all(|code| matches!(code.as_str(), "D020" | "S006")),
            "{file} {number}: {:?}",
            out.codes
        );
        assert_eq!(
            out.text.split(" moves ").nth(1).unwrap().trim_end(),
            row["moves"].as_str().unwrap(),
            "{file} {number}"
        );
        (games, plies) = (games + 1, plies + row["plies"].as_u64().unwrap());
    }
    println!("{games} games, {plies} plies");
    assert!(games >= 60);
}

#[test]
fn psn_is_found_by_content() {
    for text in [
        "[Sente \"x\"]\n",
        "1. P-7f P-3d",
        "1.P2g-2f\n2.P8c-8d",
        "[Event \"x\"]\n\n1. P-76 P-34 *",
        "{x} P76 G*4h",
        "[Variant \"Shogi\"]\n\n*\n",
        "[Black \"x\"]\n[White \"y\"]\n1.P7f \t2.P3d",
        "1.P7f (0:12/00:00:12) P3d",
        "1.G65h {x} Gb4b",
    ] {
        assert_eq!(formats::sniff(text.as_bytes()), Format::Psn, "{text}");
    }
    for text in [
        "[Event \"x\"]\n\n1. e4 e5",
        "1. Nf3 Nc6",
        "1. P-K4 P-K4",
        "[White \"x\"]\n\n1. Ng1-f3 *",
        "[Variant \"shogi\"]\n\n1. c4 P@5e",
        "1. 5254 5755",
        "1. PxP QxP",
        "g1f3 b8c6 b1c3 g8f6",
        "",
    ] {
        assert_ne!(formats::sniff(text.as_bytes()), Format::Psn, "{text}");
    }
}

#[test]
fn cut_and_hostile_files() {
    let game =
        "[Sente \"a\"]\n[Gote \"b\"]\n\n1. P-7f {x\ny} (1. P-2f {[%emt 0:00:03]} P-8d) P-3d 2. Bx2b+ Sx2b Resigns\n\n";
    for end in 0..game.len() {
        all(&game.as_bytes()[..end]);
    }
    let mut record = Record::default();
    // With more to come nothing is said too early.
    let two = game.repeat(2);
    for end in 0..game.len() {
        let found = psn::read_record(&two.as_bytes()[..end], 0, false, &mut record);
        assert!(!matches!(found, ReadOutcome::Game(_)) || end >= game.len() - 2, "{end} {found:?}");
    }
    assert_eq!(all(two.as_bytes()), 2);
    let time = |unit: &str, count: usize| {
        let text = format!("[Sente \"a\"]\n\n1. P-7f {}", unit.repeat(count));
        let start = Instant::now();
        all(text.as_bytes());
        start.elapsed().as_secs_f64()
    };
    for unit in
        ["(", ")", "{", "(P-7f ", "* ", "P", "G*", "1.", "$", "[a \"b\"]\n\n", "!", "{}", "(1. P-3d)", "\u{1}", "*1"]
    {
        let (once, more) = (time(unit, 20_000), time(unit, 200_000));
        println!("{unit:?}: {once:.3} s, ten times as many {more:.3} s");
        assert!(more < once * 40.0 + 0.5, "{unit}");
    }
    let deep = format!("[Sente \"a\"]\n\n1. P-7f {}{}", "(P-2f ".repeat(5000), ")".repeat(5000));
    psn::read_record(deep.as_bytes(), 0, true, &mut record);
    assert!(record.lines.len() <= 1001);
    convert(deep.as_bytes(), Format::Psn, ShogiTarget::Kif);
}

#[test]
fn results_that_disagree_and_records_without_tags() {
    let against = b"[Sente \"A\"]\n[Result \"1-0\"]\n1.P7f P3d 0-1\n";
    let outs = convert(against, Format::Psn, ShogiTarget::Usi);
    assert!(outs[0].codes.iter().any(|code| code == "R013"), "{:?}", outs[0].codes);
    // Records without tags.
    let two = b"1.P7f 2.P3d {0-1}\n\n1.P2f 2.P8d {1-0}\n";
    assert_eq!(all(two), 2);
}
