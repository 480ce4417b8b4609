//! The real games of `tests/corpora/data`, and files made of them under the names that files of the shared data have.
//!
//! Their moves, dates, results and last positions are facts. Names, comments, variations, clocks and damage are made up.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test uses a part of it")]

mod chance;
mod chess;
mod damage;
mod descriptive;
mod hex;
mod pgn;
mod real_game;
mod shogi;
mod situations;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use crate::common::{found, needs, root};

pub use chance::Random;
pub use chess::{CHESS_ENDS, chess_games};
pub use damage::messy_games;
pub use descriptive::PRINTED;
pub use hex::hex_games;
use real_game::Files;
pub use real_game::RealGame;
pub use shogi::shogi_games;

/// A file or folder of the shared data or, where that is not at hand, one made of the games of the repository.
#[track_caller]
pub fn real(path: &str) -> PathBuf {
    found(path).unwrap_or_else(|| {
        needs(path);
        made(path)
    })
}

/// True if the shared data is not at hand, so that [`real`] gives files made of the games of the repository.
pub fn is_own() -> bool {
    found("").is_none()
}

/// The expected count for the shared data, or for the games of the repository.
pub fn counted<T>(shared: T, own: T) -> T {
    if is_own() { own } else { shared }
}

/// Makes the files of a collection.
type Maker = fn() -> Files;

/// Each folder of made files, and its maker.
const COLLECTIONS: &[(&str, Maker)] = &[
    ("chess/annotated", chess::annotated),
    ("chess/descriptive", descriptive::pages),
    ("chess/faults", damage::faults_of_chess),
    ("chess/messy", damage::messy),
    ("hex", hex::files),
    ("shogi/faults", damage::faults_of_shogi),
    ("shogi/openings", shogi::usi_lines),
    ("shogi/peer-fixtures", shogi::peers),
    ("shogi/real-csa", shogi::csa_files),
    ("shogi/selfplay", shogi::kif_files),
    ("shogi/truth", shogi::truth),
    ("situations", situations::others),
    // Behind its folders, as its file lies beside them.
    ("chess", chess::plain),
];

/// Where this process makes its files.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-games");
    fs::create_dir_all(&all).unwrap();
    // Nothing runs at the end of a process of tests: those of earlier ones go now.
    for old in fs::read_dir(&all).unwrap().map(|entry| entry.unwrap()) {
        if cfg!(target_os = "linux") && !Path::new("/proc").join(old.file_name()).exists() {
            let _ = fs::remove_dir_all(old.path());
        }
    }
    all.join(std::process::id().to_string())
});

/// A file or folder made of the games of the repository.
pub fn made(path: &str) -> PathBuf {
    static MADE: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut done = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let is_inside = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let own = COLLECTIONS.iter().find(|(name, _)| is_inside(path, name)).map(|(name, _)| *name);
    for (name, make) in COLLECTIONS {
        if (own == Some(name) || is_inside(name, path)) && done.insert(name) {
            for (file, bytes) in make() {
                let file = FOLDER.join(name).join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, bytes).unwrap();
            }
        }
    }
    let made = FOLDER.join(path);
    assert!(made.exists(), "no {path} is made of the games of the repository");
    made
}
