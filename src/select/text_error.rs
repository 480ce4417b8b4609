//! The error of a position or of a list of sort keys.

use std::error::Error;
use std::fmt;

/// An invalid position or list of sort keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(String);

impl TextError {
    pub(super) const fn new(message: String) -> Self {
        Self(message)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for TextError {}
