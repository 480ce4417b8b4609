//! Errors in a configuration, with their places.

use std::fmt;

/// An error in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file, flag or environment variable that contains the error.
    pub place: String,
    /// Line and column, from 1; `None` if the error has no line.
    pub at: Option<(usize, usize)>,
    /// The error, and its remedy.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.place, self.message),
            None => write!(f, "{}: {}", self.place, self.message),
        }
    }
}

impl std::error::Error for ConfigError {}
