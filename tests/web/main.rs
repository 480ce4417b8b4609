//! A file that a page judges piece by piece: what it says is what the library says, and what is put right is undone.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use partie_core::{Grade, Session};
use partie_web::{Judging, Options};

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).unwrap()
}

fn judged(bytes: &[u8], piece: u64) -> Judging {
    let mut judging = Judging::new(bytes.to_vec(), Options::default()).unwrap();
    while !judging.piece(piece).ends_with("\"ended\":true}") {}
    judging
}

fn counting() -> Options {
    Options { totals: true, ..Options::default() }
}

const DAMAGED: &str = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. 0-0 *\n\n\
                       [White \"B\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 e6 *\n";

#[test]
fn pieces_of_any_size_give_the_same_games() {
    for name in ["club.pgn", "hex/evening.pgn", "shogi/league.kifu"] {
        let (bytes, session) = (fixture(name), Session::new());
        for piece in [1, 100, u64::MAX] {
            let judging = judged(&bytes, piece);
            let told: Vec<String> = (0..judging.count()).map(|index| judging.game_json(index, true).unwrap()).collect();
            assert_eq!(told, session.games(&bytes).map(|game| game.json(true)).collect::<Vec<_>>(), "{name}");
        }
    }
}

#[test]
fn all_that_is_likely_is_what_fix_writes() {
    for name in ["club.pgn", "archive/guests.pgn", "kober/opera.txt", "hex/late.pgn", "shogi/draft.csa"] {
        let bytes = fixture(name);
        let mut judging = judged(&bytes, u64::MAX);
        let edits: usize = (0..judging.count()).map(|index| judging.take_all(index, "likely")).sum();
        let fixed = Session::new().fix(&bytes, Grade::Likely);
        assert_eq!((edits, judging.text().unwrap()), (fixed.edits.len(), fixed.text), "{name}");
    }
}

#[test]
fn texts_in_utf_16_are_mended_in_utf_8() {
    let text = DAMAGED.replace("Bb6", "Bb5");
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let mut judging = judged(&utf16, u64::MAX);
    assert_eq!(judging.take_all(0, "likely"), 1);
    assert_eq!(judging.text().unwrap(), Session::new().fix(&utf16, Grade::Likely).text);
}

#[test]
fn a_file_is_asked_for_in_parts() {
    static TEXT: &[u8] = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 *\n\n1. d4 d5 2. c4 e6 *\n";
    let ask = |span: Range<u64>| Ok(TEXT[span.start as usize..span.end as usize].to_vec());
    let mut judging = Judging::asking(TEXT.len() as u64, ask, Options::default()).unwrap();
    let told = judging.piece(u64::MAX);
    let mut held = judged(TEXT, u64::MAX);
    assert_eq!((judging.take_all(0, "likely"), held.take_all(0, "likely")), (1, 1));
    assert_eq!((judging.shown(0), judging.text()), (held.shown(0), held.text()));
    let [(span, bytes)] = &judging.changes()[..] else { panic!("one game was changed") };
    assert!(told.ends_with("\"ended\":true}") && judging.is_of_file());
    let whole = [&TEXT[..span.start as usize], bytes, &TEXT[span.end as usize..]].concat();
    assert_eq!(whole, held.text().unwrap());
}

#[test]
fn a_file_that_goes_away_is_said() {
    let text = "1. e4 e5 *\n\n".repeat(100_000).into_bytes();
    let read = |span: Range<u64>| text[span.start as usize..span.end as usize].to_vec();
    let (begin, short) = (read(0..1 << 20), read(0..3));
    for (rest, said) in [(None, "gone"), (Some(short), "the file is shorter than it was")] {
        let (len, begin) = (text.len() as u64, begin.clone());
        let ask = move |span: Range<u64>| match (begin.get(span.start as usize..span.end as usize), &rest) {
            (Some(part), _) => Ok(part.to_vec()),
            (None, rest) => rest.clone().ok_or_else(|| io::Error::other("gone")),
        };
        let mut judging = Judging::asking(len, ask, Options::default()).unwrap();
        let told = judging.piece(u64::MAX);
        assert!(told.ends_with(&format!("\"failure\":\"{said}\",\"ended\":true}}")), "{}", &told[told.len() - 99..]);
        assert!(judging.count() > 80_000);
        assert_eq!(judging.text().unwrap_err().to_string(), said);
    }
}

#[test]
fn steps_are_taken_back_in_order() {
    let mut judging = judged(DAMAGED.as_bytes(), u64::MAX);
    let before = judging.shown(0);
    assert!(judging.repairs(0).unwrap().contains("3. Bb6 -> Bb5"));
    assert!(judging.take(0, 0) && !judging.take(0, 99));
    assert!(judging.row(0).unwrap().contains("\"broken\":false"));
    assert_eq!(judging.retype(0, 2, "banana").unwrap_err().to_string(), "1... banana cannot be read as a move");
    assert!(judging.retype(0, 2, "e3").unwrap_err().to_string().starts_with("1... e3 is illegal"));
    judging.retype(0, 2, "e6").unwrap();
    assert!(String::from_utf8(judging.text().unwrap()).unwrap().contains("1. e4 e6 2. Nf3"));
    assert_eq!(judging.log().lines().count(), 1);
    assert!(judging.undo(0) && judging.undo(0) && !judging.undo(0));
    assert_eq!((judging.shown(0), judging.text().unwrap()), (before, DAMAGED.as_bytes().to_vec()));
}

#[test]
fn a_game_keeps_its_number_and_lines_when_it_is_put_right() {
    let text = format!("{}\n\n{DAMAGED}", "[White \"C\"]\n\n1. e4 *");
    let mut judging = judged(text.as_bytes(), u64::MAX);
    let line = |judging: &Judging| {
        let row: serde_json::Value = serde_json::from_str(&judging.row(1).unwrap()).unwrap();
        let shown: serde_json::Value = serde_json::from_str(&judging.shown(1).unwrap()).unwrap();
        (row["number"].clone(), row["line"].clone(), shown["findings"][0]["json"]["line"].clone())
    };
    assert_eq!(line(&judging), (2.into(), 5.into(), 5.into()));
    judging.retype(1, 2, "e6").unwrap();
    assert_eq!(line(&judging), (2.into(), 5.into(), 5.into()));
}

#[test]
fn games_are_found_by_words_of_their_text() {
    let judging = judged(DAMAGED.as_bytes(), u64::MAX);
    assert_eq!(judging.saying(" NF3", 0, 9), [0]);
    assert_eq!(judging.saying("white", 0, 1), [0]);
    assert!(judging.saying("nobody", 0, 9).is_empty());
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let mut judging = judged(DAMAGED.as_bytes(), u64::MAX);
    assert_eq!(judging.retype(0, 99, "e4").unwrap_err().to_string(), "the game has no move at ply 99");
    assert_eq!(judging.convert("nothing").unwrap_err().to_string(), "no such target: \"nothing\"");
    assert!(judging.matching("white =", 0, 2).is_err());
    assert_eq!(judging.matching("white = 'B'", 0, 2).unwrap(), [1]);
    assert!(Options::parse("{\"rule\":\"fide\"}").is_err());
    assert!(Judging::new(Vec::new(), Options::parse("{\"rules\":\"bughouse\"}").unwrap()).is_err());
    assert_eq!(judging.shown(7), None);
}

/// A line that `partie fix --decisions` reads, of the damaged game.
fn row(path: &str, is: &str, decision: &str) -> String {
    format!(
        "{{\"path\":\"{path}\",\"game\":1,\"ply\":5,\"was\":\"Bb6\",\"is\":\"{is}\",\"decision\":\"{decision}\"}}\n"
    )
}

fn named(bytes: &[u8], name: &str) -> Judging {
    let options = Options { name: Some(name.to_owned()), ..Options::default() };
    let mut judging = Judging::new(bytes.to_vec(), options).unwrap();
    while !judging.piece(u64::MAX).contains("\"ended\":true") {}
    judging
}

#[test]
fn decisions_are_taken_from_rows_and_given_as_rows() {
    for (is, decision, fate, text) in
        [("Bb5", "yes", "\"taken\"", "3. Bb5 a6"), ("Bb5", "no", "\"refused\"", "3. Bb6 a6")]
    {
        let mut judging = named(DAMAGED.as_bytes(), "club.pgn");
        assert_eq!(judging.read_decisions(&row("x/club.pgn", is, decision)).unwrap(), [0]);
        assert_eq!(judging.decide(0), fate);
        assert!(String::from_utf8(judging.text().unwrap()).unwrap().contains(text));
        let rows = judging.decision_rows();
        assert!(rows.contains(&format!("\"decision\":\"{decision}\"")), "{rows}");
        let mut again = named(DAMAGED.as_bytes(), "club.pgn");
        assert_eq!(again.read_decisions(&rows).unwrap(), [0]);
        assert_eq!((again.decide(0).as_str(), again.decision_rows()), (fate, rows));
    }
    let mut judging = named(DAMAGED.as_bytes(), "club.pgn");
    judging.read_decisions(&row("club.pgn", "Bb5", "yes").replace("Bb6", "Bc6")).unwrap();
    assert!(judging.decide(0).starts_with("{\"unfit\":[\"warning: a decision does not fit any more"));
    assert!(judging.read_decisions(&row("club.pgn", "Bb5", "yes").replace("\"game\":1", "\"game\":9")).is_err());
    assert!(
        judging
            .read_decisions(&row("league.pgn", "Bb5", "yes"))
            .unwrap_err()
            .to_string()
            .contains("it is about league.pgn")
    );
    let options = Options { name: Some("club.pgn".to_owned()), ..Options::default() };
    let mut unread = Judging::new(DAMAGED.into(), options).unwrap();
    let wrong = unread.read_decisions(&row("club.pgn", "Bb5", "yes")).unwrap_err().to_string();
    assert_eq!(wrong, "game 1 is not judged so far");
    assert!(judging.read_decisions("{}\n").unwrap_err().to_string().starts_with("line 1 is no row"));
}

#[test]
fn several_steps_are_rows_that_lead_to_the_same_text() {
    let mut judging = named(DAMAGED.as_bytes(), "club.pgn");
    judging.take_all(0, "likely");
    judging.retype(0, 2, "e6").unwrap();
    judging.retype(0, 5, "Bc4").unwrap();
    let (text, rows) = (judging.text().unwrap(), judging.decision_rows());
    let mut again = named(DAMAGED.as_bytes(), "club.pgn");
    again.read_decisions(&rows).unwrap();
    assert_eq!(again.decide(0), "\"taken\"", "{rows}");
    assert_eq!(String::from_utf8(again.text().unwrap()).unwrap(), String::from_utf8(text).unwrap());
}

#[test]
fn what_several_steps_put_in_is_decided_again() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 d6 *";
    for ending in ["", "\n", "\n\n[White \"B\"]\n[Result \"*\"]\n\n1. d4 *\n"] {
        let bytes = [text, ending].concat();
        let mut judging = named(bytes.as_bytes(), "club.pgn");
        assert_eq!(judging.take_all(0, "likely"), 2);
        judging.retype(0, 10, "h6").unwrap();
        let mut again = named(bytes.as_bytes(), "club.pgn");
        again.read_decisions(&judging.decision_rows()).unwrap();
        assert_eq!(again.decide(0), "\"taken\"", "{}", judging.decision_rows());
        assert_eq!(again.text(), judging.text());
    }
}

#[test]
fn steps_are_done_again() {
    let mut judging = named(DAMAGED.as_bytes(), "club.pgn");
    assert_eq!(judging.steps(0), None);
    judging.take(0, 0);
    judging.retype(0, 2, "e6").unwrap();
    let steps = judging.steps(0).unwrap();
    let mut again = named(DAMAGED.as_bytes(), "club.pgn");
    again.redo(&steps).unwrap();
    assert_eq!((again.shown(0), again.text()), (judging.shown(0), judging.text()));
    assert!(again.undo(0) && again.undo(0) && !again.undo(0));
    assert!(again.skip(0) && again.take_all(0, "likely") == 0);
    let mut third = named(DAMAGED.as_bytes(), "club.pgn");
    third.redo(&again.steps(0).unwrap()).unwrap();
    assert!(third.shown(0).unwrap().contains("left as it is"));
    assert!(third.redo("{\"index\":7,\"steps\":[{\"words\":\"\",\"edits\":[]}],\"skipped\":false}").is_err());
}

/// ７六歩(77) ３四歩(33) ２二飛(28): the rook has no way there.
const SHIFT_JIS: &[u8] = b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\n\
                           \x8e\xe8\x90\x94----\x8ew\x8e\xe8---------\x8f\xc1\x94\xef\x8e\x9e\x8a\xd4--\n\
                              1 \x82V\x98Z\x95\xe0(77)\n\
                              2 \x82R\x8el\x95\xe0(33)\n\
                              3 \x82Q\x93\xf1\x94\xf2(28)\n\
                              4 \x92\x86\x92f\n";

#[test]
fn moves_are_written_in_the_encoding_and_form_of_the_record() {
    let mut judging = judged(SHIFT_JIS, u64::MAX);
    let shown = judging.shown(0).unwrap();
    assert!(shown.contains("\"encoding\":\"shift_jis\""), "{}", &shown[..200.min(shown.len())]);
    let legal: Vec<(String, String)> = serde_json::from_str(&judging.legal(0, 2)).unwrap();
    assert!(legal.contains(&("２二角成(88)".to_owned(), "▲２二角成(88)".to_owned())), "{legal:?}");
    for (written, _) in legal {
        judging.retype(0, 3, &written).unwrap();
        let row = judging.row(0).unwrap();
        assert!(row.contains("\"broken\":false,\"plies\":3"), "{written}: {row}");
        assert!(judging.undo(0));
    }
    assert!(judging.retype(0, 1, "😀").unwrap_err().to_string().contains("shift_jis, which does not have"));
}

#[test]
fn every_move_that_is_offered_can_be_played() {
    let records = [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb6 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 *\n", "Lb5"),
        ("1. P-K4 P-K4\n2. N-KB3 N-QB3\n3. B-N6 P-QR3\n4. B-R4 N-B3\n5. O-O B-K2\n", "B-N5"),
        ("[Notation \"iccf\"]\n\n1. 5254 5755 2. 7163 2836 3. 6126 1716 *\n", "6125"),
        ("e2e4 e7e5 g1f3 b8c6 f1b6 a7a6\n", "f1b5"),
        ("'V2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n+2822HI\n", "+8822UM"),
        ("[Variant \"Glinski\"]\n\n1. e4-e5 e7-e6 2. Nd1-f4 Nh9-f8 3. b1-b9 h7-h6 *\n", "b1-b2"),
    ];
    for (text, one) in records {
        let mut judging = judged(text.as_bytes(), u64::MAX);
        let legal: Vec<(String, String)> = serde_json::from_str(&judging.legal(0, 4)).unwrap();
        assert!(legal.iter().any(|(written, _)| written == one), "{one}: {legal:?}");
        for (written, _) in legal {
            judging.retype(0, 5, &written).unwrap();
            let row: serde_json::Value = serde_json::from_str(&judging.row(0).unwrap()).unwrap();
            assert!(row["plies"].as_u64() >= Some(5), "{written} of {text}: {row}");
            assert!(judging.undo(0));
        }
    }
}

#[test]
fn parts_of_a_file_leave_the_last_game_to_the_next() {
    let bytes = fixture("club.pgn");
    let whole = judged(&bytes, u64::MAX);
    for cut in (1000..bytes.len()).step_by(97) {
        for piece in [1, u64::MAX] {
            let mut part = Judging::new(bytes[..cut].to_vec(), counting()).unwrap();
            part.goes_on();
            let (mut rows, mut rest) = (0, 0);
            loop {
                let told: serde_json::Value = serde_json::from_str(&part.piece(piece)).unwrap();
                rows += told["rows"].as_array().unwrap().len();
                if told["ended"] == true {
                    rest = told["rest"].as_u64().unwrap_or(rest);
                    break;
                }
            }
            assert_eq!(rows, part.count());
            assert!(part.summary().contains(&format!("\"games\": {rows},")), "{cut}: {}", part.summary());
            let next = judged(&bytes[usize::try_from(rest).unwrap()..], u64::MAX);
            assert_eq!(part.count() + next.count(), whole.count(), "{cut}");
        }
    }
}

#[test]
fn totals_are_those_of_the_games_as_they_were() {
    let mut judging = Judging::new(DAMAGED.as_bytes().to_vec(), counting()).unwrap();
    while !judging.piece(1).ends_with("\"ended\":true}") {}
    judging.take_all(0, "likely");
    let summary: serde_json::Value = serde_json::from_str(&judging.summary()).unwrap();
    assert_eq!((&summary["games"], &summary["statuses"]["error"]), (&2.into(), &1.into()));
    assert_eq!(summary["openings"]["Queen's Gambit Declined"]["unknown"], 1);
    assert_eq!((&summary["errors"], &summary["lengths"][1]), (&1.into(), &2.into()));
    assert_eq!(judged(DAMAGED.as_bytes(), 1).summary(), "");
}

/// What the command logged is taken back in the page, and that is a step like others.
#[test]
fn a_log_of_the_command_is_taken_back() {
    let fixed = DAMAGED.replace("Bb6", "Bb5").replace("0-0", "O-O");
    let options = Options { name: Some("a.pgn".to_owned()), ..Options::default() };
    let mut judging = Judging::new(fixed.clone().into_bytes(), options).unwrap();
    while !judging.piece(u64::MAX).ends_with("\"ended\":true}") {}
    let rows = "path,game,players,ply,was,is,grade\nx/a.pgn,1,A - ,5,Bb6,Bb5,likely\nx/a.pgn,1,A - ,9,0-0,O-O,certain\n\
                x/a.pgn,2,B - ,1,d5,c4,likely\n";
    let left = judging.take_back(rows).unwrap();
    assert!(
        left.starts_with("{\"0\":{\"taken\":2,\"left\":[]},\"1\":{\"taken\":0,\"left\":[\"x/a.pgn, game 2, ply 1: "),
        "{left}"
    );
    assert!(left.contains("d4"), "{left}");
    assert_eq!(judging.text().unwrap(), DAMAGED.as_bytes());
    assert!(judging.undo(0));
    assert_eq!(judging.text().unwrap(), fixed.as_bytes());
    assert!(judging.take_back("{}\n").is_err());
}
