//! The error of conversion options.

use std::error::Error;
use std::fmt;

/// Invalid conversion options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// An invalid value of the Result tag.
    NoResult(String),
    NoTagName(String),
    /// The moves cannot be parsed without this tag.
    NeededTag(String),
    NoPlies(String),
    /// The target of this name does not allow edits of tags and plies.
    NotEditable(&'static str),
    /// The target of this name cannot contain an illegal move.
    KeepsNoIllegal(&'static str),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResult(value) => write!(f, "{value:?} is no result: 1-0, 0-1, 1/2-1/2 or *"),
            Self::NoTagName(name) => write!(f, "{name:?} is no name of a tag: letters, digits and _"),
            Self::NeededTag(name) => write!(f, "{name} says how the moves are to be read, and is never edited"),
            Self::NoPlies(text) => write!(f, "{text:?} names no plies; write them as in 11..40, 11.. or ..40"),
            Self::NotEditable(target) => write!(
                f,
                "tags and plies are edited only in the targets pgn, descriptive, kober and iccf, not in {target}"
            ),
            Self::KeepsNoIllegal(target) => write!(
                f,
                "--on-broken keep applies only to the targets pgn, json, uci and kif: {target} cannot hold an illegal move"
            ),
        }
    }
}

impl Error for OptionError {}
