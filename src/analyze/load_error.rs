//! The error for a file, other than a record, that an analysis reads.

use std::error::Error;
use std::fmt;
use std::io;

/// The reason why a table, a list of games or a list of names cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read; `file` is its name in the message.
    Unreadable { file: String, error: io::Error, advice: &'static str },
    /// A file has invalid contents.
    Content(String),
}

impl LoadError {
    pub(super) fn unreadable(file: impl Into<String>, error: io::Error) -> Self {
        Self::Unreadable { file: file.into(), error, advice: "" }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, error, advice } => write!(f, "cannot read {file}: {error}{advice}"),
            Self::Content(message) => f.write_str(message),
        }
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { error, .. } => Some(error),
            Self::Content(_) => None,
        }
    }
}
