//! The games of the repository through the command: every judge finds them sound, every reader finds their moves, and what
//! they come to is what another program says.

use std::fs;
use std::path::Path;

use partie_rules::Rules;

use crate::common::partie;
use crate::judged_support::{Judged, judge_file, text};
use crate::own_games::{RealGame, chess_games, hex_games, made, messy_games, shogi_games};

/// Compares the games of a file with the moves that were played.
fn compare<'a, R: Rules + 'a>(name: &str, judged: &Judged, games: impl Iterator<Item = &'a RealGame<R>>) {
    let games: Vec<_> = games.collect();
    assert_eq!(judged.games.len(), games.len(), "{name}");
    for (number, (said, game)) in judged.games.iter().zip(games).enumerate() {
        let name = format!("{name}, game {}", number + 1);
        assert_eq!(text(said, "moves"), game.texts.join(" "), "{name}");
        assert_eq!(text(said, "status"), "ok", "{name}");
        assert_eq!(without_en_passant(text(said, "final")), without_en_passant(&game.last), "{name}");
    }
}

/// Programs differ in when they write the square of a double step.
fn without_en_passant(position: &str) -> String {
    let mut fields: Vec<&str> = position.split(' ').collect();
    if let [_, _, _, square, _, _] = &mut fields[..] {
        *square = "-";
    }
    fields.join(" ")
}

#[test]
fn games_of_chess_are_sound() {
    let judged = judge_file(&made("chess/real.pgn.zst"), &["--rules", "fide", "-j2"]);
    assert!(!judged.has_error(), "{:?}", judged.faults());
    compare("fide", &judged, chess_games().iter());
    for (said, game) in judged.games.iter().zip(chess_games()) {
        assert_eq!(text(&said["result"], "recorded"), game.result);
    }
    // The server ends a game at once where players could have claimed a draw and went on.
    let judged = judge_file(&made("chess/real.pgn.zst"), &["--rules", "server", "-j2"]);
    let others: Vec<String> =
        judged.faults().into_iter().filter(|code| !code.starts_with("N031") && !code.starts_with("R012")).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn games_of_shogi_are_sound_in_every_format() {
    for folder in ["shogi/selfplay", "shogi/real-csa", "shogi/peer-fixtures"] {
        let mut files: Vec<_> = fs::read_dir(made(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(files.len() > 70, "{folder}");
        for path in files {
            let name = path.file_name().unwrap().to_str().unwrap();
            let number: usize = name["game".len()..][..4].parse().unwrap();
            let judged = judge_file(&path, &[]);
            compare(name, &judged, shogi_games()[number..=number].iter());
        }
    }
    let judged = judge_file(&made("shogi/openings/records2016.usi"), &[]);
    compare("usi", &judged, shogi_games().iter());
}

#[test]
fn games_of_hexagonal_chess_are_sound_in_every_language() {
    for code in ["en", "sk", "hu"] {
        for book in ["hexasach", "glinski"] {
            let judged = judge_file(&made(&format!("hex/real_{code}.hgn")), &["--rules", book]);
            assert!(judged.faults().is_empty(), "{code} {book}: {:?}", judged.faults());
            compare(code, &judged, hex_games().iter());
        }
    }
}

fn converted(path: &Path, arguments: &[&str]) -> String {
    let output = partie().args(["convert", "-q"]).args(arguments).arg(path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_damage_of_a_file_changes_its_moves() {
    let folder = made("chess/messy");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".csv") {
            continue;
        }
        let games = &chess_games()[messy_games(name)];
        let played: String = games.iter().map(|game| game.texts.join(" ") + "\n").collect();
        if converted(&path, &["--to", "uci"]) != played {
            wrong.push(name.to_owned());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The printed columns of books, and every other form of chess that holds a whole game.
#[test]
fn games_of_chess_come_back_from_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.pgn");
    let all = zstd::decode_all(fs::File::open(made("chess/real.pgn.zst")).unwrap()).unwrap();
    let starts: Vec<usize> = memchr::memmem::find_iter(&all, b"[Event ").collect();
    fs::write(&source, &all[..starts[300]]).unwrap();
    let played = converted(&source, &["--to", "uci"]);
    for form in [
        &["--to", "pgn", "--letters", "de"][..],
        &["--to", "pgn", "--letters", "figurine", "--movetext", "long"],
        &["--to", "descriptive"],
        &["--to", "descriptive", "--letters", "fr"],
        &["--to", "kober"],
        &["--to", "iccf"],
        &["--to", "json"],
        &["--to", "uci"],
    ] {
        let copy = folder.path().join("copy");
        fs::write(&copy, converted(&source, form)).unwrap();
        assert!(converted(&copy, &["--to", "uci"]) == played, "{form:?}");
    }
}
