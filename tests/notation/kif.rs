//! KIF and KI2: every file at hand is read, no byte is lost, and the moves are those that are known.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::common::extra;
use crate::kif_support::{all, codes};
use crate::own_games::{counted, real};
use partie_notation::japanese::{self, JapaneseToken};
use partie_notation::{ReadOutcome, ki2, kif};
use partie_record::span::Span;
use partie_record::{Format, ItemKind, Record, Terminal, limits};
use partie_rules::Side;
use partie_rules::shogi::{Handicap, Origin, Square};

/// The moves of a line as they are written, with what stands before them in the same line.
fn moves(bytes: &[u8], record: &Record, line: u32) -> Vec<(Option<u32>, Result<JapaneseToken, String>)> {
    let bytes = record.text(bytes);
    let mut previous: Option<Square> = None;
    let mut number = None;
    let mut moves = Vec::new();
    for item in record.items.iter().filter(|item| item.line == line) {
        match item.kind {
            ItemKind::Number => number = std::str::from_utf8(item.span.of(bytes)).unwrap().parse().ok(),
            ItemKind::Move => {
                let read = japanese::read_move(item.span.of(bytes), previous);
                previous = read.as_ref().ok().map(|written| written.pattern.to);
                moves.push((number.take(), read.map_err(|error| format!("{error:?}"))));
            }
            _ => {}
        }
    }
    moves
}

fn read(text: &str) -> Record {
    let records = all(text.as_bytes(), Format::Kif, "text");
    assert_eq!(records.len(), 1);
    records.into_iter().next().unwrap()
}

fn shape(text: &str, record: &Record) -> String {
    let mut shape = String::new();
    for item in &record.items {
        let word = String::from_utf8_lossy(item.span.of(text.as_bytes()));
        match item.kind {
            ItemKind::Move => shape.push_str(&word),
            ItemKind::Open => shape.push_str(" ["),
            ItemKind::Close => shape.push(']'),
            ItemKind::Result => shape.push_str(&format!(" {word}")),
            ItemKind::Ending => shape.push_str(" E"),
            ItemKind::Skipped => shape.push_str(" S"),
            ItemKind::Junk => shape.push_str(" J"),
            _ => {}
        }
    }
    shape
}

fn folder(path: &str, each: impl FnMut(&Path, &[u8], Format)) -> usize {
    let folder = match path {
        "shogi/situations" | "hostile" => extra(path),
        _ => Some(real(path)),
    };
    let Some(folder) = folder else { return 0 };
    let mut each = each;
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    for path in paths {
        let format = match path.extension().and_then(|end| end.to_str()) {
            Some("kif" | "kifu") => Format::Kif,
            Some("ki2" | "ki2u") => Format::Ki2,
            _ => continue,
        };
        count += 1;
        each(&path, &fs::read(&path).unwrap(), format);
    }
    count
}

#[test]
fn all_files_are_read_and_no_byte_is_lost() {
    let mut seen = 0;
    for path in ["shogi/selfplay", "shogi/faults", "shogi/peer-fixtures", "shogi/situations", "hostile"] {
        let mut notes: HashMap<&str, usize> = HashMap::new();
        let mut unreadable = 0;
        let count = folder(path, |path, bytes, format| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let head = &bytes[..bytes.len().min(4096)];
            assert_eq!(kif::looks_like(head), format == Format::Kif, "{name}");
            assert_eq!(ki2::looks_like(head), format == Format::Ki2, "{name}");
            let records = all(bytes, format, name);
            assert!(!records.is_empty(), "{name}");
            for record in &records {
                for code in codes(record) {
                    *notes.entry(code).or_default() += 1;
                }
                for line in 0..record.lines.len() as u32 {
                    for (number, read) in moves(bytes, record, line) {
                        if let Err(error) = read {
                            unreadable += 1;
                            println!("{name}: line {line}, move {number:?}: {error}");
                        }
                    }
                }
            }
            if path.parent().is_some_and(|folder| !folder.ends_with("selfplay")) {
                let lines: usize = records.iter().map(|record| record.lines.len()).sum();
                let notes: Vec<_> = records.iter().map(codes).collect();
                println!("{name}: {} records, {lines} lines, {notes:?}", records.len());
            }
        });
        seen += count;
        println!("{path}: {count} files, notes {notes:?}, {unreadable} unreadable moves");
    }
    println!("{seen} files");
    assert!(seen > 200, "{seen}");
}

/// A move in USI, as far as the pattern alone says it.
fn usi(written: &JapaneseToken) -> Option<String> {
    let pattern = &written.pattern;
    Some(match pattern.origin {
        Origin::Hand => {
            let letter = b"PLNSGBR"[pattern.kind?.index()] as char;
            format!("{letter}*{}", pattern.to)
        }
        Origin::Square(from) => {
            format!("{from}{}{}", pattern.to, if pattern.promotes == Some(true) { "+" } else { "" })
        }
        Origin::Unstated | Origin::File(_) | Origin::Rank(_) => return None,
    })
}

#[test]
fn selfplay_has_the_moves_that_were_played() {
    let truth = real("shogi/truth/selfplay_usi.tsv");
    let truth = fs::read_to_string(truth).unwrap();
    let (mut files, mut plies) = (0, 0);
    for row in truth.lines() {
        let mut cells = row.split('\t');
        let (name, end, usi_text) = (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap());
        let wanted: Vec<&str> = usi_text.split_once(" moves ").map_or(vec![], |(_, moves)| moves.split(' ').collect());
        let bytes = fs::read(real(&format!("shogi/{name}"))).unwrap();
        let records = all(&bytes, Format::Kif, name);
        assert_eq!(records.len(), 1, "{name}");
        let record = &records[0];
        assert!(record.notes.is_empty(), "{name}: {:?}", record.notes);
        let seen: Vec<(Option<u32>, String)> =
            moves(&bytes, record, 0).into_iter().map(|(number, read)| (number, usi(&read.unwrap()).unwrap())).collect();
        let wanted: Vec<(Option<u32>, String)> =
            wanted.iter().zip(1..).map(|(text, number)| (Some(number), (*text).to_owned())).collect();
        assert_eq!(seen, wanted, "{name}");
        let text = record.text(&bytes);
        let word = record.items.iter().find(|item| item.kind == ItemKind::Result).unwrap();
        let terminal = kif::terminal_of(word.span.of(text)).unwrap();
        match end {
            "TSUMI" => assert_eq!(terminal, Terminal::Mate),
            "SENNICHITE" => assert_eq!(terminal, Terminal::Sennichite),
            _ => println!("{name}: {end} is written {terminal:?}"),
        }
        let ending = record.items.iter().find(|item| item.kind == ItemKind::Ending).unwrap();
        assert_eq!(kif::ending(ending.span.of(text)).unwrap().plies, Some(wanted.len() as u32), "{name}");
        let times = record.items.iter().filter(|item| item.kind == ItemKind::Time);
        for time in times {
            assert!(kif::time_cell(time.span.of(text)).is_some(), "{name}");
        }
        let setup = kif::setup(text, record);
        assert!(setup.faults.is_empty(), "{name}: {:?}", setup.faults);
        assert_eq!(setup.handicap == Some(Handicap::Even), usi_text.starts_with("startpos"), "{name}");
        files += 1;
        plies += wanted.len();
    }
    println!("{files} games, {plies} moves");
    assert!(files > counted(600, 150) && plies > counted(80_000, 20_000), "{files} {plies}");
}

const MAIN: &str = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)+\n\
                    *one\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２六歩(27)\n   4 中断\nまで3手で中断\n";

#[test]
fn variations_stand_after_the_moves_that_they_replace() {
    let cases = [
        // After the end, several at one ply, 同 first, nested, deepest first.
        (
            "変化：3手\n   3 同　銀(31)\n   4 ８四歩(83)\nまで4手で中断\n\n変化：2手\n   2 ８四歩(83)\n\n変化：2手\n   2 ４四歩(43)\n   3 ９六歩(97)\n\n変化：3手\n   3 ５四歩(53)\n",
            "７六歩(77)３四歩(33) [８四歩(83)] [４四歩(43)９六歩(97) [５四歩(53)]]２六歩(27) [同　銀(31)８四歩(83) E] 中断 E",
            "",
        ),
        // At ply 1, three siblings; at the place of the closing word.
        (
            "変化:1手\n1 ２六歩(27)\n変化：1手\n1 ３六歩(37)\n変化：4手\n4 ８四歩(83)\n",
            "７六歩(77) [２六歩(27)] [３六歩(37)",
            "",
        ),
        // The move after the last: noted, and goes on from the end. Beyond that it is skipped.
        ("変化：5手\n5 ８四歩(83)\n", "７六歩(77)３四歩(33)２六歩(27) 中断 E [８四歩(83)]", "N033"),
        ("変化：9手\n9 ８四歩(83)\n*lost\n", "７六歩(77)３四歩(33)２六歩(27) 中断 E S", "N033"),
        // One that begins behind the last move of the variation before it goes on from there.
        (
            "変化：2手\n2 ８四歩(83)\n変化：3手\n3 ９六歩(97)\n",
            "７六歩(77)３四歩(33) [８四歩(83) E [９六歩(97)]]２六歩(27) 中断 E",
            "",
        ),
        // A variation that ends in a word reaches no farther than its last move, so that this one goes to the outer line.
        (
            "変化：2手\n2 ８四歩(83)\n3 投了\n変化：4手\n4 ９四歩(93)\n",
            "７六歩(77)３四歩(33) [８四歩(83) 投了]２六歩(27) 中断 [９四歩(93)] E",
            "",
        ),
    ];
    for (more, wanted, code) in cases {
        let text = format!("{MAIN}\n{more}");
        let record = read(&text);
        let seen = shape(&text, &record);
        assert!(seen.starts_with(wanted), "{more}\n  {wanted}\n  {seen}");
        assert_eq!(codes(&record).concat(), code, "{more}");
    }
    let text = MAIN.replace("まで3手で中断\n", "変化：4手\n   4 ８四歩(83)\n");
    assert!(shape(&text, &read(&text)).ends_with(" 中断 [８四歩(83)]"));
    // Without any end, an empty ending says from where it goes on.
    let text = "1 ７六歩(77)\n変化：2手\n2 ３四歩(33)\n";
    assert_eq!(shape(text, &read(text)), "７六歩(77) E [３四歩(33)]");
}

#[test]
fn variations_of_the_end_in_ki2() {
    let cases = [
        ("▲７六歩 △３四歩\nまで2手で後手の勝ち\n\n変化：3手\n▲２六歩\n", "▲７六歩△３四歩E [▲２六歩]"),
        ("▲７六歩 △３四歩\n▲投了\nまで2手で後手の勝ち\n\n変化：3手\n▲２六歩\n", "▲７六歩△３四歩 ▲投了 [▲２六歩] E"),
        (
            "▲７六歩 △３四歩 ▲２六歩\nまで3手で中断\n\n変化：2手\n△８四歩\nまで2手で中断\n\n変化：3手\n▲６六歩\n",
            "▲７六歩△３四歩 [△８四歩E [▲６六歩]]▲２六歩E",
        ),
    ];
    for (text, wanted) in cases {
        let mut record = Record::default();
        ki2::read_record(text.as_bytes(), 0, true, &mut record);
        assert_eq!(codes(&record), Vec::<&str>::new(), "{text}");
        let without_blanks = |text: &str| text.replace(' ', "");
        assert_eq!(without_blanks(&shape(text, &record)), without_blanks(wanted), "{text}");
    }
}

#[test]
fn a_position_without_moves_ends_where_the_next_one_begins() {
    let board = "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
        .to_owned()
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(9)
        + "+---------------------------+\n先手の持駒：歩\n";
    let named = format!("作品名：a\n{board}");
    let bare = board.split_once('\n').unwrap().1.to_owned();
    let game = "手合割：平手\n▲７六歩 △３四歩\nまで2手で中断\n";
    let headed = "開始日時：2001/02/03\n先手：a\n手合割：平手\n▲７六歩 △３四歩\n";
    let cases = [
        (vec![&board[..], game], "0 2"),
        (vec![&board, &board, game], "0 0 2"),
        (vec![game, &board, &board], "2 0 0"),
        (vec![&bare, &bare, &bare], "0 0 0"),
        (vec![&named, &named, &board, headed], "0 0 0 2"),
        // A position and the headers of its own game.
        (vec![&board, "先手：a\n後手：b\n▲７六歩\n"], "1"),
        (vec![&board, "\n先手：a\n後手番\n▲７六歩\n"], "1"),
        (vec![&bare, "\n", game], "0 2"),
        // A header or a hand that comes twice begins no record alone.
        (vec![&board, "先手：a\n備考：x\n備考：y\n後手：b\n▲７六歩\n"], "1"),
        (vec!["備考：x\n", &board, "先手：a\n備考：y\n後手：b\n▲７六歩\n"], "1"),
        (vec!["備考：x\n", &board, "先手：a\n\n備考：y\n▲７六歩\n"], "1"),
        (vec![&board, "先手の持駒：歩\n先手：a\n▲７六歩\n"], "1"),
        (vec![&board, "後手の持駒：なし\n後手番\n▲７六歩\n", &board], "1 0"),
        (vec![&board, "先手：a\n備考：x\n備考：y\n", &board, "▲７六歩\n"], "0 1"),
        (vec![&board, "先手：a\n先手：b\n", game], "0 2"),
    ];
    for (parts, wanted) in cases {
        for format in [Format::Ki2, Format::Kif] {
            let text = parts.concat();
            let text = if format == Format::Kif {
                text.replace("▲７六歩", "1 ７六歩(77)\n").replace("△３四歩", "2 ３四歩(33)")
            } else {
                text
            };
            let counts: Vec<String> = all(text.as_bytes(), format, "positions")
                .iter()
                .map(|record| record.items.iter().filter(|item| item.kind == ItemKind::Move).count().to_string())
                .collect();
            assert_eq!(counts.join(" "), wanted, "{format:?}\n{text}");
        }
    }
}

#[test]
fn dialects() {
    let cases = [
        ("1   ７八飛(28)   (0:4/0:0:4)\n2 同銀(31)(0:13/0:0:13)", 2, ""),
        ("   1 ５五歩打(00)   (00:00 / 00:00:00)\n   2 △３四歩(33) ( 0:03/ 0:00:19)+\n", 2, ""),
        ("   1 ７六歩(77)   ( 0:01.5/00:00:01.5)\r\n   2 投了\r\nまで、1手で先手の勝ち\r\n", 1, ""),
        ("\u{feff}#KIF version=2.0 encoding=UTF-8\r1 ７六歩(77)\r2 同　歩(77)\r", 2, "S006"),
        ("対局日: 2024/01/01\n変化：3手\n1 ７六歩(77)\n", 1, ""),
        (
            "1 ７六歩(77)\n2 何か\n3 ２六歩(27)\nsome words\n4 ８四歩(83) ( 0:01/00:00:01) more\n5\n",
            4,
            "S017 S015 N034",
        ),
        ("1 ７六歩(77)\n2 何か\n*comment\n4 ８四歩(83)\n", 2, "N034"),
        ("1 ７六歩(77)\n2 何か\n*comment\n\n3 ２六歩(27)\n4 投了\n", 3, ""),
        ("1 ７六歩(7\n2 ３四歩\n3 ２六歩(2x)   ( 0:01/00:00:01)\n4 ９九九(11)\n", 4, ""),
        ("手数＝171  ▲６二角成  まで\n後手番\n先手の持駒：なし\n1 ７六歩(77)\n", 1, ""),
        ("| ・v玉|一\n1 ７六歩(77)\n&しおり\n**評価値=3\n# program\n", 1, "S018"),
        ("1７六歩(77)\n2\u{3000}３四歩(33)\n3 入玉宣言\n", 2, ""),
        // As pages and mail have them.
        ("\u{a0}1\u{a0}７六歩(77)\u{a0}\n2 ３四歩\u{a0}(33)\u{a0}( 0:01/00:00:01)\u{a0}\n\u{a0}\n", 2, ""),
        ("1 ７六歩(77)（0:01/00:00:01）\n2 ３四歩(33)　（ 0:01／0:00:01 ）\n3 投了（0:02/00:00:03）\n", 2, ""),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角(00)   ( 0:01/00:00:01)\n", 5, ""),
        ("＞手合割：平手\n＞　1 ７六歩(77)   ( 0:01/00:00:01)\n＞＞ 2 ３四歩(33)\n", 2, ""),
        ("> 手合割：平手\n>\n> 1 ７六歩(77)   ( 0:01/00:00:01)\n>> 2 ３四歩(33)\n> > まで2手で中断\n", 2, ""),
    ];
    for (text, count, notes) in cases {
        let record = read(text);
        assert_eq!(record.items.iter().filter(|item| item.kind == ItemKind::Move).count(), count, "{text}");
        assert_eq!(codes(&record).join(" "), notes, "{text}: {:?}", record.notes);
    }
    let setup = |text: &str| kif::setup(text.as_bytes(), &read(text));
    let read =
        setup("手数＝171  ▲６二角成  まで\n上手番\n下手の持駒：飛二　角　歩十八　\n|v玉 ・ ・ ・ ・ ・ ・ ・ 杏|一\n");
    assert_eq!((read.plies, read.setup.hands[0]), (Some(171), [18, 0, 0, 0, 0, 1, 2]));
    assert_eq!(read.faults.len(), 1, "eight rows are missing");
    let turn = setup("手合割：二枚落ち\n下手番\n1 ７六歩(77)\n").setup.turn;
    assert_eq!(turn, Side::First);
    let glued = setup("先手の持駒：飛二角歩十八金4 銀２\n1 ７六歩(77)\n");
    assert_eq!(glued.setup.hands[0], [18, 0, 0, 2, 4, 1, 2]);
    for (word, code) in [
        ("平手　　", ""),
        ("七枚落ち", "H031"),
        ("左七枚落ち", ""),
        ("詰将棋", "H031"),
        ("宇宙", "H031"),
        ("角飛車", "H031"),
    ] {
        let text = format!("手合割：{word}\n先手：a\n");
        let faults: Vec<_> = setup(&text).faults.iter().map(|fault| fault.code.as_str()).collect();
        assert_eq!(faults.concat(), code, "{word}");
    }
}

#[test]
fn a_handicap_has_many_names() {
    let usual = [
        ("二枚落ち", "2枚落ち ２枚落 2枚落ち 二枚落 飛角落ち 飛車角落ち 飛車角行落 角飛落ち 飛・角落ち"),
        ("十枚落ち", "10枚落ち １０枚落ち 十枚落"),
        ("六枚落ち", "6枚落ち ６枚落"),
        ("飛車落ち", "飛落ち 飛車落 飛落"),
        ("角落ち", "角行落ち 角落"),
        ("香落ち", "香車落ち 香落 左香落ち"),
        ("飛香落ち", "飛車香車落ち 飛香落 香飛落ち"),
    ];
    for (name, spellings) in usual {
        for spelling in spellings.split(' ') {
            assert_eq!(kif::usual_handicap(spelling), Some(name), "{spelling}");
        }
    }
    assert!(["何枚落ち", "0枚落ち", "七枚落ち", "落", ""].iter().all(|name| kif::usual_handicap(name).is_none()));
}

#[test]
fn moves_of_ki2_may_have_numbers() {
    let moves = |text: &str| {
        let mut record = Record::default();
        assert!(ki2::looks_like(text.as_bytes()) && !kif::looks_like(text.as_bytes()), "{text}");
        ki2::read_record(text.as_bytes(), 0, true, &mut record);
        let items = record.items.iter().filter(|item| item.kind == ItemKind::Move).map(|item| item.span);
        let texts: Vec<_> = items.map(|span| &text[span.from as usize..span.to as usize]).collect();
        (texts.join(" "), codes(&record).join(" "))
    };
    let played = ("▲７六歩 △３四歩".to_owned(), String::new());
    for text in [
        "1.▲７六歩 2.△３四歩\n",
        "1 ▲７六歩 2 △３四歩\n",
        "1. ▲７六歩\n2. △３四歩\n",
        "１．▲７六歩　２．△３四歩\n",
        "1) ▲７六歩 2) △３四歩",
        "> ▲７六歩 △３四歩\n",
        ">1：▲７六歩\n>2：△３四歩\n",
    ] {
        assert_eq!(moves(text), played, "{text}");
    }
    assert_eq!(moves("1.７六歩 2.３四歩\n").0, "７六歩 ３四歩");
    assert!(kif::looks_like("1 ▲７六歩(77)\n2 △３四歩(33)\n".as_bytes()));
}

/// Where a record stands in what was read.
fn place(record: &Record) -> Span {
    record.place(record.span).of_slice()
}

/// Records in every state, in an order that sets traps for a cutter.
fn parts() -> Vec<Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    let sjis = |text: &str| encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let euc = |text: &str| encoding_rs::EUC_JP.encode(text).0.into_owned();
    vec![
        text(MAIN),
        text(&format!("# a program\n#KIF version=2.0 encoding=UTF-8\n{MAIN}\n変化：2手\n   2 ８四歩(83)\n\n")),
        text(&format!("# a program\n\n# another\n対局ID：3\n{MAIN}*after the end\n# last words\n\n")),
        sjis(&format!("#KIF version=2.0 encoding=Shift_JIS\n{MAIN}").replace('\n', "\r\n")),
        euc(MAIN),
        text("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n*手合割：平手\n"),
        text("先手：A\n後手：B\n   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\n\n\n"),
        text("後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n先手：x\n\n先手：y\n手数----指手--\n   1 ５三歩打\n"),
        text("先手：あ\n手数----指手--\n"),
        sjis("先手：あ\n手数----指手--\n   1 ７六歩(77)\nsome words\nkey: value\n   2 ３四歩(33)\n まで2手で中断\n"),
        text("手合割：平手\n   1 ７六歩(77)\nまで1手で中断\n1 ２六歩(27)\n2 投了\n"),
        text(&format!("\u{feff}{MAIN}\u{feff}#KIF version=2.0 encoding=UTF-8\n{MAIN}")),
        sjis("先手：あ\n手数----指手--\n   1 ７六歩(77)\n   2 何か\n*comment\n   3 ３四歩(33)\n   4 何か\n"),
        text("#KIF version=2.0\n#KIF version=2.0\n先手：b\n変化：3手\n   1 ７六歩(77)\n"),
    ]
}

/// Spans of records as a slicer sees them that reads `chunk` bytes at a time.
fn sliced(bytes: &[u8], chunk: usize, format: Format) -> Vec<(u64, u64, usize, String)> {
    let (mut records, mut offset, mut end, mut tail) = (Vec::new(), 0, 0, 0);
    let mut record = Record::default();
    loop {
        // What a slice holds: up to the last place to cut, or more where there is none.
        let last = loop {
            end = (end + chunk).min(bytes.len());
            let cut = if format == Format::Ki2 { ki2::cut } else { kif::cut };
            match (end == bytes.len(), cut(&bytes[offset..end])) {
                (true, _) => break bytes.len(),
                (false, Some(at)) => break offset + at,
                _ => {}
            }
        };
        let slice = &bytes[tail..last];
        let mut at = 0;
        loop {
            let found = match format {
                Format::Ki2 => ki2::read_record(slice, at, last == bytes.len(), &mut record),
                _ => kif::read_record(slice, at, last == bytes.len(), &mut record),
            };
            match found {
                ReadOutcome::Game(end) => {
                    let (from, to) = ((tail + at) as u64, (tail + end) as u64);
                    records.push((from, to, record.items.len(), codes(&record).join(" ")));
                    at = end;
                }
                ReadOutcome::Incomplete => break,
                ReadOutcome::Text(_) if last < bytes.len() => break,
                ReadOutcome::Text(_) | ReadOutcome::End => {
                    at = slice.len();
                    break;
                }
            }
            if at == slice.len() {
                break;
            }
        }
        if last == bytes.len() {
            return records;
        }
        tail += at;
        offset = last;
        end = last.max(offset);
    }
}

#[test]
fn slices_of_any_size_give_the_same_records() {
    let parts = parts();
    let mut most = 0;
    for first in 0..parts.len() {
        let bytes = [&parts[first..], &parts[..first]].concat().concat();
        let wanted: Vec<_> = all(&bytes, Format::Kif, "parts")
            .iter()
            .map(|r| (u64::from(place(r).from), u64::from(place(r).to), r.items.len(), codes(r).join(" ")))
            .collect();
        most = most.max(wanted.len());
        for chunk in (1..=120).chain([200, 333, 700, 1500]) {
            let seen = sliced(&bytes, chunk, Format::Kif);
            assert_eq!(seen, wanted, "from part {first}, slices of {chunk}");
        }
        for end in (0..bytes.len()).step_by(5) {
            all(&bytes[..end], Format::Kif, "beginning");
        }
    }
    assert!(most >= 16, "{most} records");
    let ki2 = "手合割：平手\n先手：あ\n\n▲７六歩 △３四歩\n▲２六歩\nまで3手で中断\n\n変化：2手\n△８四歩\n\n".repeat(3)
        + "先手：あ\n▲７六歩△３四歩▲２六歩△同歩☗7六歩 ▲何か\n\n*comment\n手合割：平手\n▲７六歩\n";
    let wanted: Vec<_> = all(ki2.as_bytes(), Format::Ki2, "ki2")
        .iter()
        .map(|r| (u64::from(r.span.from), u64::from(r.span.to), r.items.len(), codes(r).join(" ")))
        .collect();
    assert_eq!(wanted.len(), 5);
    for chunk in 1..200 {
        assert_eq!(sliced(ki2.as_bytes(), chunk, Format::Ki2), wanted, "slices of {chunk}");
    }
}

/// Long records, thousands of variations, deep nesting: each in time linear in its length.
#[test]
fn long_records_take_linear_time() {
    let head = "手合割：平手\n";
    let plies = |from: usize, count: usize| -> String {
        (from..from + count).map(|ply| format!("{ply} ７六歩(77)   ( 0:01/00:00:01)\n")).collect()
    };
    let long = format!("{head}{}", plies(1, 200_000));
    let branches = |step: isize, from: usize| -> String {
        (0..20_000usize)
            .map(|index| {
                let ply = from.saturating_add_signed(step * index as isize);
                format!("変化：{ply}手\n{}", plies(ply, 2))
            })
            .collect()
    };
    let cases = [
        ("long", long.clone(), 1),
        ("siblings", format!("{head}{}{}", plies(1, 20), branches(0, 5)), 20_001),
        ("backwards", format!("{long}{}", branches(-1, 190_000)), 20_001),
        ("forwards, nested", format!("{head}{}{}", plies(1, 5), branches(1, 2)), MAX_LINES),
        ("nowhere", format!("{head}{}{}", plies(1, 5), branches(1, 1000)), 1),
        ("after the end", format!("{head}{}{}", plies(1, 5), branches(0, 6)), 20_001),
    ];
    for (name, text, lines) in cases {
        let start = std::time::Instant::now();
        let records = all(text.as_bytes(), Format::Kif, name);
        assert_eq!((records.len(), records[0].lines.len()), (1, lines), "{name}");
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}: {} MB in {seconds:.3} s", text.len() >> 20);
        assert!(seconds < 5.0, "{name}: {seconds} s");
    }
}

/// The main line and variations down to the greatest depth.
const MAX_LINES: usize = limits::DEPTH + 1;

#[test]
fn all_scripts_say_the_same() {
    for text in [MAIN, "#KIF version=2.0\n先手：日本　太郎\n\n   1 同　成銀(77)   ( 0:01/00:00:01)\n   2 投了\n"]
    {
        for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP] {
            let bytes = encoding.encode(text).0.into_owned();
            let (records, plain) = (all(&bytes, Format::Kif, "script"), read(text));
            let shown = |record: &Record| -> Vec<ItemKind> { record.items.iter().map(|item| item.kind).collect() };
            assert_eq!((records.len(), shown(&records[0])), (1, shown(&plain)), "{}", encoding.name());
            assert!(records[0].notes.is_empty() && records[0].tags.len() == plain.tags.len());
        }
    }
}

/// Reads the self-play games in one piece, and each of their moves; prints what that takes and judges
/// only what is read. With `--nocapture` it is seen.
#[test]
fn speed() {
    let folder = real("shogi/selfplay");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kifu"));
    paths.sort();
    let bytes: Vec<u8> = paths.iter().flat_map(|path| fs::read(path).unwrap()).collect();
    let mut record = Record::default();
    let start = std::time::Instant::now();
    let records = sliced(&bytes, 256 << 10, Format::Kif).len();
    println!("{records} records in slices of 256 KiB, {:?}", start.elapsed());
    for texts in [false, true] {
        let (mut best, mut seen) = (f64::MAX, (0, 0, 0));
        for _ in 0..3 {
            let start = std::time::Instant::now();
            let (mut at, mut games, mut plies, mut notes) = (0, 0, 0, 0);
            while let ReadOutcome::Game(end) = kif::read_record(&bytes, at, true, &mut record) {
                (at, games, notes) = (end, games + 1, notes + record.notes.len());
                if texts {
                    let text = record.text(&bytes);
                    let mut previous = None;
                    for item in record.items.iter().filter(|item| item.kind == ItemKind::Move) {
                        let written = japanese::read_move(item.span.of(text), previous).unwrap();
                        previous = Some(written.pattern.to);
                        plies += 1;
                    }
                }
            }
            best = best.min(start.elapsed().as_secs_f64());
            assert_eq!(games, records);
            seen = (games, plies, notes);
        }
        let what = if texts { "with move texts" } else { "records" };
        println!("{what}: {:.0} MB/s, (games, moves, notes) {seen:?}", bytes.len() as f64 / best / 1e6);
    }
}
