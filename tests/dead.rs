//! Dead positions against the published vectors.
use partie::notation::fen;
use partie::rules::Side;
use partie::rules::chess::{Position, dead};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

fn vectors() -> Vec<(String, String, Position)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/chess/dead/vectors.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("no vectors at {path}: skipped");
        return Vec::new();
    };
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .map(|line| {
            let (class, text) = line.split_at(2);
            let setup = fen::read(text.trim(), false).setup;
            (class.to_owned(), text.trim().to_owned(), setup.position_as_far_as_possible())
        })
        .collect()
}

#[test]
fn vec() {
    let env = |n: &str, d: usize| std::env::var(n).map_or(d, |s| s.parse().unwrap());
    let mut missed = [0; 3];
    let mut total = [0; 3];
    let mut times = Vec::new();
    let mut hows = std::collections::BTreeMap::new();
    for (class, text, position) in vectors() {
        let start = Instant::now();
        let (why, _) = (dead::dead(&position), 0);
        let t = start.elapsed().as_nanos();
        times.push((t, text.clone()));
        let how = format!("{why:?}");
        let w = dead::can_mate(&position, Side::First);
        let b = dead::can_mate(&position, Side::Second);
        if class.contains('W') && !w || class.contains('B') && !b || class != "--" && why.is_some() {
            println!("UNSOUND {class} {text} {why:?} {w} {b}");
        }
        println!("STAT {class} {how} | {t} | {text}");
        *hows.entry((class.clone(), how)).or_insert(0) += 1;
        if class == "--" {
            total[0] += 1;
            if why.is_none() {
                missed[0] += 1;
                println!("MISSED -- {text} {w} {b} {t}");
            }
        } else if class != "WB" {
            total[1] += 1;
            if w && b {
                missed[1] += 1;
                println!("MISSED {class} {text}");
            }
        }
    }
    times.sort();
    println!("{hows:#?}");
    println!(
        "missed {missed:?} of {total:?}; median {} p99 {} max {:?}",
        times[times.len() / 2].0,
        times[times.len() * 99 / 100].0,
        times.last()
    );
}
