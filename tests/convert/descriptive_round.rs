//! Real games written in descriptive notation and in that of 1888, and read back.

#![allow(clippy::indexing_slicing, reason = "tests")]

use crate::common;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::judge;
use crate::own_games::{chess_games, counted, real};
use partie_input::CHUNK;
use partie_notation::descriptive::{self, Layer, Style};
use partie_notation::letters::Letters;
use partie_notation::{ReadOutcome, fen, kober, pgn};
use partie_record::finding::Severity;
use partie_record::{Encoding, Language, Record};
use partie_replay::{CastlingForm, MainLine, Options, Played, Replayer, Text, Wanted};
use partie_rules::chess::{Origins, Position};
use partie_rules::{Rules as _, Side};

/// How the moves of a game are written.
#[derive(Clone, Copy)]
enum Written {
    Descriptive(Style),
    Kober,
}

impl Written {
    /// Whether blanks inside of moves make numbers needed between them.
    fn numbers_both(self) -> bool {
        matches!(self, Self::Descriptive(style) if !matches!(style.layer, Layer::Tight | Layer::Modern))
    }

    fn name(self) -> String {
        match self {
            Self::Descriptive(style) => format!("descriptive-{}-{}", style.language.code(), style.layer.name()),
            Self::Kober => "kober".to_owned(),
        }
    }
}

/// A game that was replayed.
struct Game {
    line: MainLine<Position>,
    usual: bool,
    chess960: bool,
}

/// A record of the game in that notation.
fn write(game: &Game, written: Written, out: &mut Vec<u8>) {
    let line = &game.line;
    out.clear();
    out.extend_from_slice(format!("[Notation \"{}\"]\n", written.name()).as_bytes());
    if game.chess960 {
        out.extend_from_slice(b"[Variant \"chess960\"]\n");
    }
    if !game.usual {
        out.extend_from_slice(format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", fen::write(&line.start)).as_bytes());
    }
    out.push(b'\n');
    let mut position = line.start.clone();
    let mut origins = Origins::of(&position);
    let mut width = 0;
    for (index, mv) in line.moves.iter().enumerate() {
        let start = out.len();
        if position.turn() == Side::First {
            let number = position.number();
            if number >= 100 {
                out.push(b'0' + (number / 100 % 10) as u8);
            }
            if number >= 10 {
                out.push(b'0' + (number / 10 % 10) as u8);
            }
            out.extend_from_slice(&[b'0' + (number % 10) as u8, b'.', b' ']);
        } else if index == 0 || written.numbers_both() {
            out.extend_from_slice(format!("{}... ", position.number()).as_bytes());
        }
        match written {
            Written::Descriptive(style) => descriptive::write(out, &position, &origins, *mv, &style),
            Written::Kober => kober::write(out, &position, *mv, Letters::CZECH),
        }
        width += out.len() - start + 1;
        out.push(if width > 70 { b'\n' } else { b' ' });
        if width > 70 {
            width = 0;
        }
        origins.play(*mv);
        position.play(*mv);
    }
    out.extend_from_slice(b"*\n\n");
}

/// Games of the data, replayed once for all tests.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let path = real("chess/real.pgn.zst");
    GAMES.get_or_init(|| replayed(&path))
}

fn replayed(path: &Path) -> Vec<Game> {
    let mut all = Vec::new();
    let usual = Position::start();
    common::run(path, 2, CHUNK, &Options { keep: true, ..Options::default() }, |game| {
        if let Played::Chess(line, castling) = game.replayed.played {
            let usual = line.start.same_for_repetition(&usual);
            all.push(Game { line: *line, usual, chess960: castling == CastlingForm::KingTakesRook });
        }
    });
    all
}

/// CPU time of this thread; nothing where the system does not tell.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

fn round(games: &[Game], written: Written) -> (u64, Duration) {
    let options = Options { keep: true, ..Options::default() };
    let mut replayer = Replayer::new(options, Wanted::default());
    let (mut record, mut bytes) = (Record::default(), Vec::new());
    let (mut plies, mut brackets) = (0, 0u64);
    let mut wrong = Vec::new();
    let start = cpu();
    for game in games {
        let line = &game.line;
        write(game, written, &mut bytes);
        let ReadOutcome::Game(end) = pgn::read_record(&bytes, 0, true, &mut record) else { panic!("no record") };
        assert_eq!(end, bytes.len());
        let text = Text { bytes: &bytes, encoding: Encoding::Utf8, last: true };
        let replayed = replayer.replay(text, &record, true);
        plies += line.moves.len() as u64;
        brackets += bytes.iter().filter(|byte| **byte == b'(').count() as u64;
        let same = matches!(&replayed.played, Played::Chess(again, _) if again.moves == line.moves);
        let findings = &replayer.collector.findings;
        let said = findings.iter().find(|finding| {
            let family = &finding.code.as_str()[..3];
            finding.severity > Severity::Info && matches!(family, "L08" | "L03" | "L00" | "S01" | "N01" | "N00")
        });
        if !same || said.is_some() {
            let first = said.map(|finding| finding.message.to_string());
            wrong.push(format!("{}\n{}", String::from_utf8_lossy(&bytes), first.unwrap_or_default()));
        }
    }
    let spent = cpu().saturating_sub(start);
    println!(
        "{}: {plies} plies, {brackets} with brackets, {:.2} M plies a CPU second",
        written.name(),
        plies as f64 / spent.as_secs_f64() / 1e6
    );
    assert!(wrong.is_empty(), "{}: {} games differ, the first:\n{}", written.name(), wrong.len(), wrong[0]);
    (plies, spent)
}

/// Every game, in the languages and in the notation of 1888: identical moves, nothing to complain of.
#[test]
fn every_game_and_back() {
    let games = games();
    let styles = Language::ALL.map(|language| Written::Descriptive(Style::new(language, Layer::Tight)));
    let all = styles.into_iter().chain([Written::Kober]).collect::<Vec<_>>();
    let next = AtomicUsize::new(0);
    let own: usize = chess_games().iter().map(|game| game.moves.len()).sum();
    let plies = counted(1_496_244, own as u64);
    // The longest of these tests by far: on both cores.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(written) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    assert_eq!(round(games, *written).0, plies);
                }
            });
        }
    });
}

/// Every style of English.
#[test]
fn every_style_and_back() {
    let games = games();
    for layer in Layer::ALL {
        round(&games[..games.len().min(2000)], Written::Descriptive(Style::new(Language::English, layer)));
    }
}

/// What stands in a tag decides how the moves are read.
#[test]
fn a_notation_tag() {
    let found = judge(b"[Notation \"descriptive-fr\"]\n\n1. P4R P4R 2. C3FR C3FD *\n\n");
    assert_eq!(found[0].replayed.plies, 4, "{:?}", found[0].findings);
}
