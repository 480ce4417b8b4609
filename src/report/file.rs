//! What is said of a file that cannot be read, holds no record, or changed: the same by every command. Not for what is
//! wrong with the records in it.

use std::io;

use super::count;
use crate::archive::{Claim, Encoding};
use crate::finding::Severity;

/// The line for a file that cannot be opened, or not be read to its end; `done` is what became of the games before
/// that: `judged`.
pub fn unread(path: &str, error: &io::Error, games: u64, done: &str) -> String {
    if error.kind() == io::ErrorKind::FileTooLarge {
        return format!(
            "error[B004]: {path} unpacks to more than 200 times its size and over 1 GiB; reading stopped there"
        );
    }
    if games == 0 {
        return format!("error[X001]: cannot read {path}: {error}");
    }
    let were = if games == 1 { "was" } else { "were" };
    let games = count(games, "game", "games");
    format!("error[X001]: {path} cannot be read to its end: {error}; {games} before that {were} {done}")
}

/// The line for a file that was named and holds no record.
pub fn no_record(path: &str) -> String {
    format!("error[X005]: no game record in {path}")
}

/// The line for a folder in which no file holds a record.
pub fn no_record_below(path: &str) -> String {
    format!("error[X005]: no game record in {path}: name a file, or say with --from what the files hold")
}

/// How grave it is that a file that was met in a folder holds no record.
pub const fn skipping(claim: Claim) -> Severity {
    match claim {
        Claim::Record => Severity::Warning,
        Claim::Text | Claim::Other => Severity::Info,
    }
}

/// The line for such a file.
pub fn skipped(path: &str, claim: Claim) -> String {
    let severity = skipping(claim).name();
    let why = match claim {
        Claim::Record => ", though its name says so; skipped",
        Claim::Text | Claim::Other => ", skipped",
    };
    format!("{severity}[X005]: no game record in {path}{why}")
}

/// What is said of a file whose encoding nobody declared.
pub fn guessed(encoding: Encoding, next: Encoding) -> String {
    format!("encoding guessed as {} ({} is the next most likely)", encoding.name(), next.name())
}

/// The line for a file that is another one at its end than it was at its beginning.
pub fn changed(path: &str) -> String {
    format!("warning[B005]: {path} changed while it was read")
}

/// The same where a file would be replaced by what was read of it.
pub fn changed_source(path: &str) -> String {
    format!("error[B005]: {path} changed while it was read, and no file is replaced by it")
}
