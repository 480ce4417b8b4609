//! Errors of a session.

use std::fmt;

/// Maximum number of files named in a message.
const MAX_NAMED: usize = 5;

/// An error of a session or of one of its calls: its kind, and a message.
///
/// ```
/// use partie_core::{Session, SessionErrorKind};
///
/// let error = Session::builder().encoding("ebcdic").build().err().ok_or("no error")?;
/// assert_eq!(error.kind(), SessionErrorKind::UnknownName);
/// assert!(error.to_string().starts_with("unknown encoding"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    kind: SessionErrorKind,
    message: String,
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SessionErrorKind {
    /// A rule book, format, language, encoding, code or square is unknown.
    UnknownName,
    /// An invalid expression of the selection language, or one that a single game cannot answer.
    Expression,
    /// The game has no move at that ply.
    Ply,
    /// The encoding of the game lacks a character of the text.
    Encoding,
    /// An invalid row of decisions or of a log.
    Row,
    /// The rows of decisions or of a log are about other files.
    OtherFile,
}

impl SessionError {
    pub(crate) fn new(kind: SessionErrorKind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string() }
    }

    /// Creates the error for rows about other files; the message is `why` followed by their names.
    pub(crate) fn about_others(why: &str, paths: &[String]) -> Self {
        let others = paths.iter().take(MAX_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let others = if others.is_empty() { "nothing" } else { &others };
        Self::new(SessionErrorKind::OtherFile, format_args!("{why} {others}"))
    }

    /// The kind of the error.
    pub const fn kind(&self) -> SessionErrorKind {
        self.kind
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SessionError {}
