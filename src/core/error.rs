//! What is wrong with what a caller said.

use std::fmt;

/// Files that are named at most.
const NAMED: usize = 5;

/// What is wrong with what was said of a session, in words.
///
/// ```
/// let error = partie_core::Session::builder().encoding("ebcdic").build().err();
/// assert!(error.is_some_and(|error| error.to_string().starts_with("unknown encoding")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    message: String,
}

impl SessionError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// That rows are about other files than the one that is asked for; `why` ends where these are named.
    pub(crate) fn about_others(why: &str, paths: &[String]) -> Self {
        let others = paths.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        Self::new(format!("{why} {}", if others.is_empty() { "nothing" } else { &others }))
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SessionError {}
