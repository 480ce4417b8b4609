//! Help texts and completions of arguments with known values: formats, targets, rule books, codes.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use partie_convert::TARGETS;
use partie_notation::letters::LANGUAGES;
use partie_record::book::{self, AnyBook};
use partie_record::finding::{CATALOGUE, FAMILIES};
use partie_record::{Format, Language};
use partie_replay::MOVETEXTS;

/// The help of `--from`: the record formats, and then the movetexts.
pub(super) fn of_from(what: &str) -> String {
    let formats = Format::ALL.map(Format::name).join(", ");
    format!("{what}, instead of detecting it by content: {formats}; {}", MOVETEXTS.join(", "))
}

/// The help of flags for piece letters.
pub(super) fn of_letters(what: &str) -> String {
    let codes: Vec<&str> = LANGUAGES.iter().map(|letters| letters.code).collect();
    let descriptive = Language::ALL.map(Language::code).join(", ");
    format!("{what}: {}; of descriptive notation {descriptive}", codes.join(", "))
}

/// The help of `--to`.
pub(super) fn of_to() -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    format!("Format to write: {}; see --list", names.join(", "))
}

/// The help of `--rules`: the rule books of each kind of game.
pub(super) fn of_rules() -> String {
    let mut games: Vec<(&str, Vec<&str>)> = Vec::new();
    for book in book::BOOKS {
        match games.iter_mut().find(|(game, _)| *game == book.game()) {
            Some((_, names)) => names.push(book.name()),
            None => games.push((book.game(), vec![book.name()])),
        }
    }
    let lists: Vec<String> = games.iter().map(|(game, names)| format!("{} ({game})", names.join(", "))).collect();
    let defaults = book::DEFAULTS.map(AnyBook::name).join(", ");
    format!(
        "Rule books to judge under, overriding the record's own, at most one for each game: {} [default: {defaults}]",
        lists.join("; ")
    )
}

/// A parser that accepts any text, because the command itself reports unknown names; completions offer these names.
#[derive(Clone)]
pub(super) struct Offered(Vec<&'static str>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|name| PossibleValue::new(*name))))
    }
}

pub(super) fn formats() -> Offered {
    Offered(Format::ALL.map(Format::name).into_iter().chain(MOVETEXTS).collect())
}

pub(super) fn targets() -> Offered {
    Offered(TARGETS.iter().map(|target| target.name).collect())
}

pub(super) fn books() -> Offered {
    let mut names: Vec<&str> = book::BOOKS.iter().map(|book| book.name()).collect();
    names.sort_unstable();
    names.dedup();
    Offered(names)
}

/// Accepts families, codes and names of findings.
pub(super) fn codes() -> Offered {
    Offered(FAMILIES.iter().map(|(family, _)| *family).chain(code_names()).collect())
}

/// Codes and names of findings.
pub(super) fn code_names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().flat_map(|entry| [entry.text, entry.name])
}
