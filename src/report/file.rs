//! What is said of a file that cannot be read, holds no record, or changed: the same by every command. Not for what is
//! wrong with the records in it.

use std::io;

use super::count;

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

/// The line for a file that is another one at its end than it was at its beginning.
pub fn changed(path: &str) -> String {
    format!("warning[B005]: {path} changed while it was read")
}
