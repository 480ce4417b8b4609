//! Messages of all commands about files: unreadable, unwritable, without a record, or changed while they are read.
//! Also about internal errors in a game. Not for findings in records.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use super::wildcard::{is_pattern, matching};
use partie_input::{Claim, FileKind, database, is_unheard_of};
use partie_record::finding::{Code, Severity};
use partie_record::message::{Message, text};
use partie_record::say;

/// A message about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMessage {
    pub severity: Severity,
    pub code: Code,
    pub message: Message,
}

impl FileMessage {
    const fn new(severity: Severity, code: Code, message: Message) -> Self {
        Self { severity, code, message }
    }
}

/// The line with severity, code and message.
impl Display for FileMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.name(), self.code.as_str(), self.message)
    }
}

/// The result for the games before a read failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Compared,
    Judged,
    Read,
    /// The games were read, but no output file was replaced.
    Unreplaced,
    /// The games were read, and their file stays unchanged.
    Left,
}

impl Done {
    fn said(self) -> Message {
        match self {
            Self::Compared => say!("compared"),
            Self::Judged => say!("judged"),
            Self::Read => say!("read"),
            Self::Unreplaced => say!("read-unreplaced"),
            Self::Left => say!("read-and-left"),
        }
    }
}

/// A file cannot be opened or read to its end; `done` is the result for the games before the failure.
pub fn unread(path: &str, error: &io::Error, games: u64, done: Done) -> FileMessage {
    let shown = text(path);
    if error.kind() == io::ErrorKind::FileTooLarge {
        return FileMessage::new(Severity::Error, Code::B004, say!("unpacks-to-too-much", path = shown));
    }
    let fit = pattern_fits(path, error);
    let (path, error) = (shown, text(error.to_string()));
    let message = match (games, fit) {
        (0, None) => say!("cannot-read", path = path, error = error),
        (0, Some(0)) => say!("no-file-fits", path = path, error = error),
        (0, Some(files)) => say!("pattern-not-read", path = path, error = error, files = files),
        (games, _) => say!("cannot-read-to-end", path = path, error = error, games = games, done = done.said()),
    };
    FileMessage::new(Severity::Error, Code::X001, message)
}

/// Number of files that match `path`, if it is a pattern that the shell did not expand.
fn pattern_fits(path: &str, error: &io::Error) -> Option<u64> {
    let pattern = Path::new(path);
    let unread = error.kind() != io::ErrorKind::PermissionDenied && is_pattern(pattern);
    unread.then(|| matching(pattern).len() as u64)
}

/// A file that the user named contains no record.
pub fn no_record(path: &str) -> FileMessage {
    FileMessage::new(Severity::Error, Code::X005, partie_input::no_record(path))
}

/// No file in a folder contains a record.
pub fn no_record_below(path: &str) -> FileMessage {
    FileMessage::new(Severity::Error, Code::X005, say!("no-record-below", path = text(path)))
}

/// The severity for a file without a record in a folder: a warning if its extension is unknown or promises a record.
pub fn skipping(path: &str, claim: Claim) -> Severity {
    match claim {
        Claim::Record => Severity::Warning,
        Claim::Other if is_unheard_of(Path::new(path)) => Severity::Warning,
        Claim::Text | Claim::Other => Severity::Info,
    }
}

pub fn skipped(path: &str, claim: Claim) -> FileMessage {
    let severity = skipping(path, claim);
    let shown = text(path);
    let message = match (claim, database(Path::new(path))) {
        (Claim::Record, _) => say!("skipped-though-named", path = shown),
        (_, Some(database)) => say!("skipped-database", path = shown, advice = database.advice()),
        (_, None) if severity == Severity::Warning => say!("skipped-unknown", path = shown),
        (_, None) => say!("skipped", path = shown),
    };
    FileMessage::new(severity, Code::X005, message)
}

/// A file in a folder has a kind that cannot be read.
pub fn skipped_kind(path: &str, claim: Claim, kind: FileKind) -> FileMessage {
    let severity = if kind.is_archive { Severity::Warning } else { skipping(path, claim) };
    FileMessage::new(severity, Code::X005, say!("skipped-kind", path = text(path), kind = text(kind.to_string())))
}

/// A text file in a folder has moves, but no record was recognized in it.
pub fn with_moves(path: &str) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::X005, say!("skipped-with-moves", path = text(path)))
}

/// Symbolic links in a folder are skipped; `path` is the first one.
pub fn links_passed_over(path: &str, links: u64) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::X005, say!("links-passed-over", links = links, path = text(path)))
}

/// Backups in a folder that do not have the default suffix are skipped; `path` is the first one.
pub fn backups_passed_over(path: &str, backups: u64) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::X005, say!("backups-passed-over", backups = backups, path = text(path)))
}

/// The output folder, which is inside an input folder and contains files, is skipped.
pub fn output_passed_over(path: &str) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::X005, say!("output-passed-over", path = text(path)))
}

/// Ignore rules exclude files; `path` is the first one.
pub fn ignored(path: &str, files: u64) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::X005, say!("files-ignored", files = files, path = text(path)))
}

/// A file changed while it was read.
pub fn changed(path: &str) -> FileMessage {
    FileMessage::new(Severity::Warning, Code::B005, say!("file-changed", path = text(path)))
}

/// A file changed while its edited copy was written, so it is not replaced.
pub fn changed_source(path: &str) -> FileMessage {
    FileMessage::new(Severity::Error, Code::B005, say!("source-changed", path = text(path)))
}

/// An output cannot be written.
pub fn unwritten(what: &str, error: &io::Error) -> FileMessage {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            FileMessage::new(Severity::Error, Code::X004, say!("no-space-to-write", what = text(what)))
        }
        _ => {
            let error = text(error.to_string());
            FileMessage::new(Severity::Error, Code::X002, say!("cannot-write", what = text(what), error = error))
        }
    }
}

/// A game (numbered from 1) caused an internal error; `done` is the result for the other games.
pub fn internal_error(path: &str, game: u64, done: Done) -> FileMessage {
    let message = say!("internal-error", path = text(path), game = game, done = done.said());
    FileMessage::new(Severity::Error, Code::X099, message)
}
