//! The error of a name that is in no table.

use std::error::Error;
use std::fmt;

use super::and;

/// An unknown name, with the known names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// A noun for the named thing: singular and plural.
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
        write!(f, "unknown {one} {name:?}{}; known {all}: {}", did_you_mean(name, known.iter().copied()), and(known))
    }
}

impl Error for UnknownName {}

/// The known names that `name` may be a misspelling of, the closest first. Edits: one, and one per four letters.
pub fn close_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let distances = known.map(|known| (strsim::damerau_levenshtein(name, known), known));
    let mut close: Vec<_> = distances.filter(|(edits, known)| *edits <= 1 + known.len() / 4).collect();
    close.sort_unstable();
    close.into_iter().map(|(_, known)| known).collect()
}

/// Formats `; did you mean "rules"?`; empty if no known name is close.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    close_names(name, known).first().map(|known| format!("; did you mean {known:?}?")).unwrap_or_default()
}
