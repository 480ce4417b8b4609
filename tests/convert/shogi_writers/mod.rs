//! Writers of shogi records: what was written is read again and written the same, byte for byte, and
//! nothing is lost that the format can hold.

mod broken;
mod fouls;
mod random;
mod support;
mod words;

use std::collections::HashMap;
use std::fs;

use crate::own_games::real;
use partie_convert::{Loss, ShogiTarget};
use partie_notation::csa::Version;
use partie_notation::formats;
use partie_record::{Encoding, Format};

use support::{Contents, TARGETS, convert, convert_for, files, one};

/// The part of a record that a format holds.
fn held(contents: &Contents, target: ShogiTarget, ms: u64) -> Contents {
    let flat = matches!(target, ShogiTarget::Csa(_) | ShogiTarget::Usi);
    let mut held = Contents { main: contents.main.clone(), ..Contents::default() };
    held.moves = contents.moves.iter().filter(|(_, main)| *main || !flat).copied().collect();
    if target != ShogiTarget::Usi {
        let comments = contents.comments.iter().filter(|(_, main, _)| *main || !flat);
        // Comments before the first move of a variation stand at that move in JKF.
        let place = |place: u64| if contents.early { 0 } else { place };
        held.comments = comments.map(|(at, main, text)| (place(*at), *main, text.clone())).collect();
        held.comments.sort();
        held.headers.clone_from(&contents.headers);
        if target != ShogiTarget::Ki2 {
            let times = contents.times.iter().filter(|(_, main, _)| *main || !flat);
            held.times = times.map(|(place, main, spent)| (*place, *main, spent / ms * ms)).collect();
        }
    }
    held
}

/// Writes a text in every format, reads it, writes it again, and goes back to its own.
fn round_trips(name: &str, bytes: &[u8], format: Format, counts: &mut HashMap<String, u64>) -> u64 {
    // What is read and not written has no way back.
    let Some((own, _)) = TARGETS.iter().copied().find(|(_, own)| *own == format) else { return 0 };
    let mut records = 0;
    for (target, read_as) in TARGETS {
        for (index, out) in convert(bytes, format, target).into_iter().enumerate() {
            let name = format!("{name} record {index} to {target:?}");
            let Some(converted) = out.converted.filter(|converted| out.good && !converted.broken) else {
                *counts.entry("with errors".to_owned()).or_default() += 1;
                continue;
            };
            records += 1;
            for (loss, count, _) in converted.lost.counts() {
                *counts.entry(format!("{target:?} lost {loss:?}")).or_default() += count;
            }
            if out.has_moves {
                assert_eq!(formats::sniff(out.text.as_bytes()), read_as, "{name}:\n{}", out.text);
            }
            let again = one(&out.text, read_as, target);
            assert!(again.text == out.text, "{name}:\n{}\n---\n{}", out.text, again.text);
            // A mate that only a sentence claims is judged once there is a word for it.
            let claim = again.codes.iter().any(|code| code == "R003");
            assert!(again.good || claim, "{name}: {:?}\n{}", again.codes, out.text);
            // JKF and version 2.2 hold whole seconds.
            let ms = if matches!(target, ShogiTarget::Jkf | ShogiTarget::Csa(Version::V22)) { 1000 } else { 1 };
            let mut wanted = held(&out.contents, target, ms);
            let mut seen = Contents { early: out.contents.early, ..again.contents.clone() };
            let lost = converted.lost.of(Loss::Headers) > 0;
            for contents in [&mut wanted, &mut seen].into_iter().filter(|_| lost) {
                contents.headers.clear();
            }
            let seen = held(&seen, target, ms);
            assert_eq!(wanted.main, seen.main, "{name}");
            assert_eq!(wanted.moves, seen.moves, "{name}");
            assert_eq!(wanted.times, seen.times, "{name}\n{}", out.text);
            assert_eq!(wanted.comments, seen.comments, "{name}\n{}", out.text);
            assert_eq!(wanted.headers, seen.headers, "{name}\n{}", out.text);
            // And back.
            let back = one(&out.text, read_as, own);
            let home = one(&back.text, format, own);
            let mut home = Contents { early: out.contents.early, ..home.contents };
            if lost {
                home.headers.clear();
            }
            let home_ms = if matches!(own, ShogiTarget::Jkf | ShogiTarget::Csa(Version::V22)) { 1000 } else { ms };
            let home = held(&home, target, home_ms);
            let wanted = held(&Contents { early: out.contents.early, ..again.contents.clone() }, own, home_ms);
            let wanted = held(&Contents { early: out.contents.early, ..wanted }, target, home_ms);
            assert_eq!(wanted.main, home.main, "{name} and back");
            assert_eq!(wanted.moves, home.moves, "{name} and back");
            assert_eq!(wanted.times, home.times, "{name} and back");
            assert_eq!(wanted.comments, home.comments, "{name} and back");
            if !lost {
                assert_eq!(wanted.headers, home.headers, "{name} and back");
            }
        }
    }
    records
}

fn folder(path: &str) {
    let folder = real(path);
    let mut counts = HashMap::new();
    let (mut records, mut count) = (0, 0);
    for file in files(&folder) {
        let bytes = fs::read(&file).unwrap();
        let format = formats::sniff(&bytes);
        if !format.is_shogi() || format == Format::Psn {
            continue;
        }
        count += 1;
        records += round_trips(file.file_name().unwrap().to_str().unwrap(), &bytes, format, &mut counts);
    }
    let mut counts: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
    counts.sort();
    println!("{path}: {count} files, {records} records written; {counts:?}");
    assert!(records > 0);
}

#[test]
fn own_games_come_back() {
    folder("shogi/selfplay");
}

#[test]
fn real_games_of_csa_come_back() {
    folder("shogi/real-csa");
}

#[test]
fn fixtures_of_peers_come_back() {
    folder("shogi/peer-fixtures");
}

/// The moves of the file with known moves: path, ending, USI.
fn truth(path: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(real(path)).unwrap();
    let rows = text.lines().map(|line| {
        let mut cells = line.split('\t');
        let file = cells.next().unwrap();
        (file.to_owned(), cells.nth(1).unwrap().to_owned())
    });
    rows.collect()
}

#[test]
fn moves_are_those_that_are_known() {
    for path in ["shogi/truth/selfplay_usi.tsv", "shogi/truth/real_csa_usi.tsv"] {
        let (mut games, mut plies) = (0, 0);
        for (file, usi) in truth(path) {
            let bytes = fs::read(real(&format!("shogi/{file}"))).unwrap();
            let format = formats::sniff(&bytes);
            let outs = convert(&bytes, format, ShogiTarget::Usi);
            let Some(out) = outs.first().filter(|out| out.good) else { continue };
            let wanted = format!("position {usi}");
            assert_eq!(out.text.trim_end(), wanted.trim_end().trim_end_matches(" moves"), "{file}");
            let csa = convert(&bytes, format, ShogiTarget::Csa(Version::V22)).remove(0).text;
            let from_csa = one(&csa, Format::Csa, ShogiTarget::Usi);
            assert_eq!(from_csa.text, out.text, "{file} by way of CSA");
            games += 1;
            plies += out.contents.main.len();
        }
        println!("{path}: {games} games, {plies} moves");
        assert!(games > 50);
    }
}

#[test]
fn shift_jis_comes_back() {
    let (mut texts, mut missing) = (0, 0);
    for folder in ["shogi/selfplay", "shogi/peer-fixtures"] {
        for file in files(&real(folder)).iter().step_by(3) {
            let bytes = fs::read(file).unwrap();
            let format = formats::sniff(&bytes);
            if !format.is_shogi() {
                continue;
            }
            for (target, format_of) in [TARGETS[0], TARGETS[1], TARGETS[3]] {
                for out in convert_for(&bytes, format, target, Encoding::ShiftJis) {
                    if out.converted.is_none() {
                        continue;
                    }
                    let mut written = Vec::new();
                    missing += partie_convert::encode(&out.text, Encoding::ShiftJis, &mut written).len();
                    let again = convert_for(&written, format_of, target, Encoding::ShiftJis);
                    let mut twice = Vec::new();
                    assert!(partie_convert::encode(&again[0].text, Encoding::ShiftJis, &mut twice).is_empty());
                    assert!(written == twice, "{}:\n{}\n{}", file.display(), out.text, again[0].text);
                    assert!(out.contents.main == again[0].contents.main || target == TARGETS[3].0);
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts in Shift_JIS, {missing} characters missing");
}
