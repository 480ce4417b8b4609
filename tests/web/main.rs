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
    assert!(told.ends_with("\"ended\":true}") && judging.has_places_of_file());
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
        assert_eq!(judging.text().unwrap_err(), said);
    }
}

#[test]
fn steps_are_taken_back_in_order() {
    let mut judging = judged(DAMAGED.as_bytes(), u64::MAX);
    let before = judging.shown(0);
    assert!(judging.repairs(0).unwrap().contains("3. Bb6 -> Bb5"));
    assert!(judging.take(0, 0) && !judging.take(0, 99));
    assert!(judging.row(0).unwrap().contains("\"broken\":false"));
    judging.retype(0, 2, "e6").unwrap();
    assert!(String::from_utf8(judging.text().unwrap()).unwrap().contains("1. e4 e6 2. Nf3"));
    assert_eq!(judging.log().lines().count(), 1);
    assert!(judging.undo(0) && judging.undo(0) && !judging.undo(0));
    assert_eq!((judging.shown(0), judging.text().unwrap()), (before, DAMAGED.as_bytes().to_vec()));
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let mut judging = judged(DAMAGED.as_bytes(), u64::MAX);
    assert_eq!(judging.retype(0, 99, "e4").unwrap_err(), "the game has no move at ply 99");
    assert_eq!(judging.convert("nothing").unwrap_err(), "no such target: \"nothing\"");
    assert!(judging.matching("white =", 0, 2).is_err());
    assert_eq!(judging.matching("white = 'B'", 0, 2).unwrap(), [1]);
    assert!(Options::read("{\"rule\":\"fide\"}").is_err());
    assert!(Judging::new(Vec::new(), Options::read("{\"rules\":\"bughouse\"}").unwrap()).is_err());
    assert_eq!(judging.shown(7), None);
}
