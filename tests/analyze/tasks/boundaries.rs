//! Where a file is cut must not be seen in the rows.

use std::fs;
use std::io::Write;
use std::path::Path;

use partie_replay::Options;

use super::support::{Random, Row, frames, game, table};
use crate::common;
use crate::own_games::real;
/// A file of at least `total` bytes with a comment around every multiple of `size`, which holds a blank
/// line and a tag; where in the comment the boundary lies changes from boundary to boundary.
fn planted(size: usize, total: usize) -> Vec<u8> {
    let mut random = Random(size as u64);
    let mut text: Vec<u8> = Vec::new();
    let mut number = 0;
    let mut boundary = 0;
    while text.len() < total {
        number += 1;
        let next = (text.len() / size + 1) * size;
        let comment =
            format!("{{ it goes on\n\n[Event \"x\"]\n[White \"y\"]\n\n1. e4 e5 2. d4 {} }}", random.below(99));
        if next - text.len() > 600 {
            let length = 60 + random.below(400.min(next - text.len() - 500));
            text.extend(game(number, length));
            continue;
        }
        boundary += 1;
        // From the opening brace to the closing one, each byte in turn.
        let before = 1 + (boundary * 7) % (comment.len() - 1);
        text.extend(format!("[Event \"planted {number}\"]\n\n1. e4 ").into_bytes());
        assert!(text.len() + before <= next);
        while text.len() + before < next {
            let odd = (text.len() + before + 1) == next || !text.len().is_multiple_of(61);
            text.push(if odd { b' ' } else { b'\n' });
        }
        text.extend(comment.into_bytes());
        text.extend(b" e5 1-0\n\n");
    }
    text
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let path = folder.join(name);
    fs::File::create(&path).unwrap().write_all(bytes).unwrap();
    path
}

/// Rows without the file's name.
fn unnamed(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(|row| Row { file: String::new(), ..row.clone() }).collect()
}

fn same(rows: &[Row], other: &[Row], what: &str) {
    let (rows, other) = (unnamed(rows), unnamed(other));
    let first = rows.iter().zip(&other).position(|(row, other)| row != other);
    assert!(
        rows.len() == other.len() && first.is_none(),
        "{what}: {} rows against {}, the first that differs: {:?}",
        rows.len(),
        other.len(),
        first.map(|at| (&rows[at], &other[at]))
    );
}

#[test]
fn a_comment_at_every_boundary_changes_nothing() {
    for (size, total) in [
        (1 << 10, 300 << 10),
        (1000, 200_000),
        (4 << 10, 600 << 10),
        (64 << 10, 3 << 20),
        (1 << 20, 9 << 20),
        (8 << 20, 26 << 20),
        (64 << 20, 130 << 20),
    ] {
        let folder = super::support::folder();
        let path = written(folder.path(), "planted.pgn", &planted(size, total));
        let (whole, _, one) = table(&path, 1 << 40);
        assert_eq!(one, 1);
        assert!(whole.iter().all(|row| row.rest.split('\t').nth(1) != Some("0")));
        let (rows, joined, tasks) = table(&path, size as u64);
        assert!(tasks >= total / size && tasks > 1, "{tasks} tasks of {size}");
        same(&rows, &whole, &format!("tasks of {size} bytes"));
        println!("tasks of {size}: {tasks} tasks, {} games, {} done again", rows.len(), joined.again);
        assert_eq!(joined.again, 0, "what stands before a seam decides at once");
    }
}

#[test]
fn any_task_size_for_one_file() {
    let folder = super::support::folder();
    let text = planted(1000, 120_000);
    let path = written(folder.path(), "planted.pgn", &text);
    let (whole, ..) = table(&path, 1 << 30);
    for size in [1000, 1024, 1500, 2000, 3000, 4096, 7000, 10_000, 33_333, 65_536, 119_999] {
        same(&table(&path, size).0, &whole, &format!("tasks of {size} bytes"));
    }
    // Frames see nothing of what stands before them.
    for size in [1000, 1024, 3000, 4096, 10_000, 33_333, 65_536] {
        for sized in [false, true] {
            let path = written(folder.path(), "planted.pgn.zst", &frames(&text, size, sized));
            let (rows, joined, tasks) = table(&path, 1);
            assert_eq!(tasks, text.len().div_ceil(size));
            same(&rows, &whole, &format!("frames of {size} bytes, {sized}"));
            println!("frames of {size}: {tasks} tasks, {} done again", joined.again);
            assert!(joined.again <= tasks as u64 / 4);
        }
    }
}

/// Text of everything that misleads.
fn soup(random: &mut Random, total: usize) -> Vec<u8> {
    const BITS: &[&str] = &[
        "[Event \"a\"]\n",
        "[Event \"a\"]\n[Site \"b\"]\n\n",
        "\n\n[Event \"c\"]\n\n",
        "[White \"{\"]\n",
        "[Black \"}\"]\n",
        "1. e4 e5 ",
        "2. Nf3 Nc6 ",
        "1-0\n\n",
        "1/2-1/2\n",
        "*\n\n",
        "* ",
        "0-1\r\n\r\n",
        "{ a comment } ",
        "{ open ",
        "} ",
        "\n\n",
        "\r\n",
        "\r",
        "%[Event \"escape\"]\n",
        "% {\n",
        "; rest { of line\n",
        "; }\n",
        "( 1. d4 ",
        ") ",
        "( 1. d4 d5 ) ",
        "prose that is no game\n",
        "{ quoted\n\n[Event \"x\"]\n\n1. e4 } ",
        "{ [Event \"y\"] } ",
        "\u{feff}",
        "\t\n \n",
        "[Event \"unclosed]\n",
        "[",
        "]",
        "$1 ",
        "é ",
        "{ {\n\n[Event \"z\"]\n} ",
        "12. ",
        "--\n",
    ];
    let mut text = Vec::new();
    while text.len() < total {
        text.extend_from_slice(BITS[random.below(BITS.len())].as_bytes());
        if random.below(12) == 0 {
            text.extend(game(text.len(), 100 + random.below(900)));
        }
    }
    text
}

#[test]
fn whatever_misleads_a_guess_is_joined() {
    let (mut again, mut all) = (0, 0);
    for seed in 0..80 {
        let mut random = Random(seed);
        let folder = super::support::folder();
        let text = soup(&mut random, 8000);
        let path = written(folder.path(), "soup.pgn", &text);
        let (whole, ..) = table(&path, 1 << 30);
        for size in [150, 500 + random.below(1000), 4000] {
            let (rows, joined, tasks) = table(&path, size as u64);
            same(&rows, &whole, &format!("seed {seed}, tasks of {size}"));
            (again, all) = (again + joined.again, all + tasks as u64);
            let path = written(folder.path(), "soup.pgn.zst", &frames(&text, size, seed % 2 == 0));
            let (rows, joined, tasks) = table(&path, 1);
            same(&rows, &whole, &format!("seed {seed}, frames of {size}"));
            (again, all) = (again + joined.again, all + tasks as u64);
        }
    }
    println!("{again} of {all} tasks were done again");
}

#[test]
fn rows_are_those_of_the_pipeline() {
    let folder = super::support::folder();
    let path = written(folder.path(), "planted.pgn", &planted(2000, 100_000));
    let games = common::games(&path, &Options::default());
    let (rows, ..) = table(&path, 2000);
    let places: Vec<(u64, u64)> = games.iter().map(|game| (game.from, game.line)).collect();
    assert_eq!(rows.iter().map(|row| (row.offset, row.line)).collect::<Vec<_>>(), places);
    assert!(rows.iter().zip(1..).all(|(row, number)| row.game == number));
}

#[test]
fn the_container_does_not_matter() {
    let folder = super::support::folder();
    let real = real("chess/real.pgn.zst");
    let text = zstd::decode_all(fs::File::open(real).unwrap()).unwrap();
    let text = &text[..text.len().min(6 << 20)];
    let plain = written(folder.path(), "plain.pgn", text);
    let (whole, ..) = table(&plain, 1 << 40);
    let gzip = {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    };
    for (name, bytes, size) in [
        ("plain", text.to_vec(), 100_000),
        ("plain", text.to_vec(), 1 << 20),
        ("single.zst", zstd::encode_all(text, 1).unwrap(), 1000),
        ("multi.zst", frames(text, 300_000, false), 1000),
        ("multi.zst", frames(text, 300_000, false), 1 << 20),
        ("pzstd.zst", frames(text, 300_000, true), 1000),
        ("pzstd.zst", frames(text, 50_001, true), 1 << 20),
        ("gzip.gz", gzip, 1000),
    ] {
        let path = written(folder.path(), name, &bytes);
        let (rows, joined, tasks) = table(&path, size);
        same(&rows, &whole, name);
        println!("{name}: {tasks} tasks of {size}, {} games, {} done again", rows.len(), joined.again);
    }
}

#[test]
fn shogi_is_cut_as_well() {
    for (name, size) in [("shogi/kif", 5000), ("shogi/csa", 5000), ("shogi/usi", 2000)] {
        let root = common::found(name).unwrap_or_else(|| real("shogi"));
        let extension = name.rsplit('/').next().unwrap();
        let mut text = Vec::new();
        for entry in walkdir::WalkDir::new(root).sort_by_file_name().into_iter().filter_map(Result::ok) {
            if text.len() < 300_000 && entry.path().extension().is_some_and(|found| found == extension) {
                text.extend(fs::read(entry.path()).unwrap());
                text.extend(if extension == "csa" { &b"\n/\n"[..] } else { b"\n" });
            }
        }
        if text.is_empty() {
            println!("no {extension} files: skipped");
            continue;
        }
        let folder = super::support::folder();
        let path = written(folder.path(), &format!("all.{extension}"), &text);
        let (whole, ..) = table(&path, 1 << 40);
        let (rows, joined, tasks) = table(&path, size);
        same(&rows, &whole, name);
        let packed = written(folder.path(), "all.zst", &frames(&text, size as usize, true));
        let (rows, frames_joined, _) = table(&packed, 1);
        same(&rows, &whole, name);
        let again = [joined.again, frames_joined.again];
        println!("{extension}: {tasks} tasks, {} games, {again:?} done again", rows.len());
    }
}
