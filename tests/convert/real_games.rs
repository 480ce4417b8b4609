//! `partie convert` on real games: the output says the same as the input, in whatever pieces it is made, and
//! converting it again changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{extra, partie};
use crate::conversions::{converted, difference, files, of_data};
use crate::own_games::{counted, real};

/// Converts a file; what is on standard output.
fn convert(path: &Path, arguments: &[&str]) -> Vec<u8> {
    let converted = converted(path, arguments);
    assert_ne!(converted.code, Some(2), "{} {arguments:?}", path.display());
    converted.stdout
}

const ENDINGS: &[&str] = &["pgn", "zst", "hgn"];

/// PGN of PGN is the same PGN, and means the same moves as the source.
fn settles(path: &Path, moves: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<&str> = ["--to", "pgn"].into_iter().chain(arguments.iter().copied()).collect();
    let once = of_data(path, &all);
    assert_ne!(once.code, Some(2), "{} {arguments:?}", path.display());
    let once = &once.stdout;
    if once.is_empty() {
        // No game of it can be written.
        return;
    }
    let copy = folder.path().join("once.pgn");
    fs::write(&copy, once).unwrap();
    let twice = convert(&copy, &all);
    assert!(*once == twice, "{} {arguments:?}: {}", path.display(), difference(once, &twice));
    // A game of which no move can be played is an empty line, its position alone, or none.
    let has_moves = |line: &&[u8]| {
        line.len() > 1 && (!line.starts_with(b"position") || line.windows(7).any(|part| part == b" moves "))
    };
    let lines = |text: &[u8]| -> Vec<u8> {
        text.split_inclusive(|byte| *byte == b'\n').filter(has_moves).flatten().copied().collect()
    };
    let source = of_data(path, &["--to", moves]);
    assert_ne!(source.code, Some(2), "{} {arguments:?}", path.display());
    let (before, after) = (lines(&source.stdout), lines(&convert(&copy, &["--to", moves])));
    assert!(before == after, "{} {arguments:?}: {}", path.display(), difference(&before, &after));
}

#[test]
fn games_of_chess_settle() {
    let real = real("chess/real.pgn.zst");
    settles(&real, "uci", &[]);
    settles(&real, "uci", &["--movetext", "long", "--line-length", "40"]);
    settles(&real, "uci", &["--to-letters", "figurine", "--ply-count"]);
    settles(&real, "uci", &["--movetext", "uci", "--strip", "clocks,nags"]);
}

#[test]
fn annotated_games_settle() {
    let folders = ["chess/annotated", "chess/messy", "chess/faults"].map(real);
    for folder in folders.into_iter().chain(extra("hostile")) {
        for path in files(&folder, ENDINGS) {
            // A file without any record is not converted.
            if of_data(&path, &["--to", "uci"]).code != Some(2) {
                settles(&path, "uci", &[]);
            }
        }
    }
}

#[test]
fn hexagonal_games_settle() {
    let folder = real("hex");
    for path in files(&folder, ENDINGS) {
        if of_data(&path, &["--to", "coords"]).code != Some(2) {
            settles(&path, "coords", &[]);
            settles(&path, "coords", &["--movetext", "san"]);
        }
    }
}

#[test]
fn the_output_does_not_depend_on_threads_and_pieces() {
    let folder = real("chess/annotated");
    for path in files(&folder, ENDINGS).into_iter().take(4) {
        for target in ["pgn", "uci", "fen"] {
            let whole = convert(&path, &["--to", target, "-j", "1"]);
            for pieces in
                [["-j", "2", "--chunk", "3000"], ["-j", "1", "--chunk", "777"], ["-j", "4", "--chunk", "65536"]]
            {
                let all: Vec<&str> = ["--to", target].into_iter().chain(pieces).collect();
                let cut = convert(&path, &all);
                assert!(whole == cut, "{} {pieces:?}: {}", path.display(), difference(&whole, &cut));
            }
        }
    }
}

/// Records of shogi keep their moves through every record target; replaying moves alone changes nothing.
#[test]
fn games_of_shogi_keep_their_moves() {
    let folder = real("shogi/selfplay");
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    let temporary = tempfile::tempdir().unwrap();
    for path in found.iter().filter(|path| path.is_file()).take(12) {
        let output = partie().args(["convert", "-q", "--to", "usi"]).arg(path).output().unwrap();
        if output.status.code() != Some(0) {
            continue;
        }
        for target in ["kif", "ki2", "csa"] {
            let copy = temporary.path().join(format!("copy.{target}"));
            fs::write(&copy, convert(path, &["--to", target])).unwrap();
            let again = convert(&copy, &["--to", "usi"]);
            assert!(again == output.stdout, "{} {target}: {}", path.display(), difference(&output.stdout, &again));
        }
    }
}

/// The comments of a file as its bytes show them, by a scanner of its own: white space as blanks, `}` as `)`.
fn comments(bytes: &[u8]) -> Vec<String> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let starts = at == 0 || matches!(bytes[at - 1], b'\n' | b'\r');
        let length = match byte {
            b'{' => {
                let closed = rest.iter().position(|byte| *byte == b'}').map_or(rest.len(), |close| close + 1);
                // One that is never closed ends with its game.
                let game = rest.windows(3).position(|three| three == b"\n\n[");
                game.map_or(closed, |game| closed.min(game))
            }
            b';' | b'%' if byte == b';' || starts => line,
            b'[' if starts => {
                at += rest[..line].windows(2).rposition(|two| two == b"\"]").map_or(line, |close| close + 2);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if byte != b'%' {
            let text = String::from_utf8_lossy(rest[1..length].strip_suffix(b"}").unwrap_or(&rest[1..length]));
            found.push(text.replace('}', ")").split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
        at += length;
    }
    found
}

/// Wherever a comment stands, it is written again, in its order.
#[test]
fn every_comment_is_written_again() {
    let mut number = 0;
    for folder in ["chess/annotated", "chess/messy"].map(real) {
        for path in
            files(&folder, ENDINGS).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        {
            let output = partie().args(["convert", "--to", "pgn"]).arg(&path).output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let written = comments(&output.stdout).join(" ");
            let mut from = 0;
            // Those of other encodings are known by their ASCII alone.
            let source = String::from_utf8_lossy(&fs::read(&path).unwrap()).replace("\r\n", "\n");
            for comment in comments(source.as_bytes()).iter().filter(|comment| !comment.contains('\u{fffd}')) {
                match written[from..].find(comment.as_str()) {
                    Some(at) => from += at + comment.len(),
                    None => assert!(stderr.contains("left out"), "{}: {comment}\n{stderr}", path.display()),
                }
                number += 1;
            }
        }
    }
    println!("{number} comments");
    assert!(number > counted(28_000, 2_000), "{number}");
}
