//! Chains of two or three commands: each reads what the one before it wrote. Sound games keep their moves in every target that
//! holds them, and a second `fix` changes nothing.

use partie_core::{Format, Grade, RecordClass, Session, Severity, Status, TARGETS, TargetInfo};
use partie_rules::GameKind;

use super::digest;

/// Most games of a text that a chain is made of.
const MAX_GAMES: usize = 20;
/// Bytes of a text that is put right: each broken game costs a search of milliseconds.
const MAX_FIXED: usize = 8 << 10;

/// Targets that hold positions.
const POSITIONS: &[&str] = &["epd", "fen", "sfen"];

/// A step of a chain.
#[derive(Clone, Copy, Debug)]
enum Step {
    Convert(&'static TargetInfo),
    Fix(Grade),
}

/// What the next steps must keep.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    kinds: Vec<GameKind>,
    formats: Vec<Format>,
    /// Plies and the last board of each game. Moves are no measure, as castling has two forms in coordinates.
    ends: Vec<(u32, String)>,
    /// False if a game has a finding above an info, or nothing to play.
    is_sound: bool,
}

/// A chain whose steps the bytes choose.
pub(crate) fn check(bytes: &[u8]) {
    let (mut number, mut text, mut name) = (digest(bytes), bytes.to_vec(), String::from("chain"));
    let mut before = read(&name, &text);
    let mut chain = Vec::new();
    for _ in 0..2 + number % 2 {
        let Some(kind) = before.kinds.first() else { return };
        let step = choose(*kind, text.len(), &mut number);
        chain.push(step);
        let (written, is_whole) = take(step, &name, &text);
        if let Step::Convert(row) = step {
            name = format!("chain.{}", row.utf8_extension);
        }
        let after = read(&name, &written);
        let shown = || {
            let [from, to] = [&text, &written].map(|text| String::from_utf8_lossy(text));
            format!("{chain:?}\n--- from\n{from}\n--- to\n{to}")
        };
        if before.is_sound && is_whole {
            assert_eq!(before.ends, after.ends, "{}", shown());
            assert_eq!(before.kinds, after.kinds, "{}", shown());
        }
        if let Step::Fix(grade) = step {
            let again = session(&name).fix(&written, grade).text;
            // A tag that is put right may end a list, or begin a game, that the first run read otherwise.
            let is_same = again == written || after.formats != before.formats;
            assert!(is_same, "{}\n--- again\n{}", shown(), String::from_utf8_lossy(&again));
        }
        (text, before) = (written, after);
    }
}

fn session(name: &str) -> Session {
    Session::builder().name(name).build().expect("a session")
}

/// The next step: one target in three of those that hold such games, or `fix`.
fn choose(kind: GameKind, length: usize, number: &mut usize) -> Step {
    let targets: Vec<&TargetInfo> = TARGETS.iter().filter(|row| row.supports(kind)).collect();
    let grades: &[Grade] = if length > MAX_FIXED { &[] } else { &[Grade::Certain, Grade::Likely] };
    *number = number.rotate_right(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let at = (*number >> 32) % (targets.len() + grades.len());
    targets.get(at).map_or_else(|| Step::Fix(grades[at - targets.len()]), |row| Step::Convert(row))
}

/// The text that a step writes, and whether all moves are in it.
fn take(step: Step, name: &str, text: &[u8]) -> (Vec<u8>, bool) {
    match step {
        Step::Convert(row) => {
            let converted = session(name).convert(text, row.target);
            let is_whole = converted.issues.is_empty() && converted.written == converted.games;
            (converted.bytes, is_whole && !row.is_single && !POSITIONS.contains(&row.name))
        }
        Step::Fix(grade) => (session(name).fix(text, grade).text, false),
    }
}

fn read(name: &str, text: &[u8]) -> Contents {
    let mut contents = Contents { is_sound: true, ..Contents::default() };
    for game in session(name).games(text).take(MAX_GAMES) {
        contents.kinds.push(game.kind());
        contents.formats.push(game.format());
        let last = game.final_position().unwrap_or_default();
        contents.ends.push((game.plies(), last.split(' ').take(2).collect()));
        contents.is_sound &= game.status() == Status::Ok
            && game.class() == RecordClass::Game
            && game.plies() > 0
            && game.moves().iter().all(|mv| mv.is_played() && mv.coordinates != "0000")
            && game.findings().all(|finding| finding.severity() == Severity::Info);
    }
    contents.is_sound &= contents.kinds.len() < MAX_GAMES;
    contents
}
