//! Errors in the description of inputs.

use std::error::Error;
use std::fmt;

use partie_record::UnknownName;

/// An unknown or impossible format, language or encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceError {
    UnknownName(UnknownName),
    /// The language has no descriptive notation.
    NoDescriptive,
    /// The encoding of this name is read, but not written.
    NotWritten(String),
}

impl From<UnknownName> for SourceError {
    fn from(unknown: UnknownName) -> Self {
        Self::UnknownName(unknown)
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(unknown) => write!(f, "{unknown}"),
            Self::NoDescriptive => {
                write!(f, "descriptive notation is known in English, French and Spanish: en, fr or es")
            }
            Self::NotWritten(name) => {
                write!(f, "{name} is not an output encoding: UTF-16 is read, but not written; use utf-8")
            }
        }
    }
}

impl Error for SourceError {}
