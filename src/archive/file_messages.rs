//! What is said of a file that cannot be read, holds no record, or changed: the same by every command. Not for what is
//! wrong with the records in it.

use std::io;
use std::path::Path;

use partie_input::{Claim, export_advice, is_unheard_of};
use partie_record::finding::{Code, Severity};
use partie_record::{Encoding, count};

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

/// The code of that line.
pub fn code_of(error: &io::Error) -> Code {
    if error.kind() == io::ErrorKind::FileTooLarge { Code::B004 } else { Code::X001 }
}

/// The line for a file that was named and holds no record.
pub fn no_record(path: &str) -> String {
    format!("error[X005]: no game record in {path}{}", advice(path).unwrap_or_default())
}

/// How the games of a database come out of it.
fn advice(path: &str) -> Option<String> {
    export_advice(Path::new(path)).map(|advice| format!("; {advice}"))
}

/// The line for a folder in which no file holds a record.
pub fn no_record_below(path: &str) -> String {
    format!("error[X005]: no game record in {path}: name a file, or say with --from what the files hold")
}

/// How grave it is that a file that was met in a folder holds no record: nobody expects one in what is known to be
/// something else.
pub fn skipping(path: &str, claim: Claim) -> Severity {
    match claim {
        Claim::Record => Severity::Warning,
        Claim::Other if is_unheard_of(Path::new(path)) => Severity::Warning,
        Claim::Text | Claim::Other => Severity::Info,
    }
}

/// The line for such a file.
pub fn skipped(path: &str, claim: Claim) -> String {
    let severity = skipping(path, claim);
    let why = match claim {
        Claim::Record => ", though its name says so; skipped".to_owned(),
        Claim::Text | Claim::Other => match advice(path) {
            Some(advice) => format!("{advice}; skipped"),
            None if severity == Severity::Warning => {
                ", of a kind that is not known; skipped; name it, or say with --from what it holds".to_owned()
            }
            None => ", skipped".to_owned(),
        },
    };
    format!("{}[X005]: no game record in {path}{why}", severity.name())
}

/// The line for a text that was met in a folder, in which no record was recognised although it has moves.
pub fn with_moves(path: &str) -> String {
    format!(
        "warning[X005]: no game record was recognised in {path}, though it has moves; skipped; name it, or say with --from \
         what it holds"
    )
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
