//! The error of a name that is in no table.

use std::error::Error;
use std::fmt;

use super::and;

/// An unknown name, with the known names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind of thing that is named: singular and plural.
    kind: (&'static str, &'static str),
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    pub fn new(kind: (&'static str, &'static str), name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self { kind, name: name.to_owned(), known: known.into_iter().collect() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind: (one, all), name, known } = self;
        write!(f, "unknown {one} {name:?}; known {all}: {}", and(known))
    }
}

impl Error for UnknownName {}
