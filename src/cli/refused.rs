//! The error of a command that cannot run.

use std::error::Error;
use std::fmt;

/// The reason why a command cannot run, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused(String);

impl Refused {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

// No `impl Error`: the conversion from every error below would conflict with it.
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}
