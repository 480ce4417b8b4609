//! What is wrong with a configuration, and where.

use std::fmt;

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file, a flag or a variable.
    pub place: String,
    /// Line and column, from 1; nothing where the file as a whole is wrong.
    pub at: Option<(usize, usize)>,
    /// What it is, and what to do.
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
