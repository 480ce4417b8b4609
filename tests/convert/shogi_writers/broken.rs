//! Records that are wrong in every way: nothing panics, and what was written once is written so again.

use std::fs;

use partie_notation::formats;
use partie_record::Format;

use super::support::{TARGETS, convert, files};
use crate::common::extra;
use crate::own_games::real;

/// Converts all records of a text into every format, and each result once more.
fn comes_to_rest(name: &str, bytes: &[u8], format: Format) -> (u64, u64) {
    let (mut records, mut broken) = (0, 0);
    for (target, read_as) in TARGETS {
        for out in convert(bytes, format, target) {
            let Some(converted) = out.converted else { continue };
            let again = convert(out.text.as_bytes(), read_as, target);
            assert_eq!(again.len(), 1, "{name} to {target:?}:\n{}", out.text);
            assert!(again[0].text == out.text, "{name} to {target:?}:\n{}\n---\n{}", out.text, again[0].text);
            let left = again[0].converted.unwrap();
            assert!(!left.broken && left.lost.total() == 0, "{name} to {target:?}: {left:?}\n{}", out.text);
            // Moves after an end are not converted.
            let (all, kept) = (&out.contents.main, &again[0].contents.main);
            assert!(all.starts_with(kept) && (converted.broken || all == kept), "{name} to {target:?}:\n{}", out.text);
            records += 1;
            broken += u64::from(converted.broken);
        }
    }
    (records, broken)
}

#[test]
fn faulty_records() {
    let (mut records, mut broken) = (0, 0);
    let own = ["shogi/faults", "shogi/peer-fixtures"].map(real);
    for folder in own.into_iter().chain(["shogi/situations", "hostile"].into_iter().filter_map(extra)) {
        for file in files(&folder) {
            let bytes = fs::read(&file).unwrap();
            let format = formats::sniff(&bytes);
            // The largest are for memory and time, which others test.
            if format.is_shogi() && format != Format::Psn && bytes.len() < 1 << 20 {
                let (more, wrong) = comes_to_rest(&file.display().to_string(), &bytes, format);
                (records, broken) = (records + more, broken + wrong);
            }
        }
    }
    println!("{records} conversions, {broken} of broken records");
    assert!(broken > 20);
}

/// Records with lines lost, doubled and exchanged, and bytes changed.
#[test]
fn mutilated_records() {
    let folder = real("shogi/peer-fixtures");
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let (mut records, mut broken) = (0, 0);
    for file in files(&folder) {
        let bytes = fs::read(&file).unwrap();
        let format = formats::sniff(&bytes);
        if !format.is_shogi() || format == Format::Psn || bytes.len() > 40_000 {
            continue;
        }
        for round in 0..30 {
            let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            for _ in 0..=random(3) {
                let (one, two) = (random(lines.len()), random(lines.len()));
                match random(5) {
                    0 if lines.len() > 1 => drop(lines.remove(one)),
                    1 => lines.insert(two, lines[one].clone()),
                    2 => lines.swap(one, two),
                    3 => {
                        let at = random(lines[one].len());
                        lines[one][at] = b" )(+5*T%"[random(8)];
                    }
                    _ => lines.truncate(one + 1),
                }
            }
            let name = format!("{} round {round}", file.display());
            let (more, wrong) = comes_to_rest(&name, &lines.concat(), format);
            (records, broken) = (records + more, broken + wrong);
        }
    }
    println!("{records} conversions, {broken} of broken records");
}
