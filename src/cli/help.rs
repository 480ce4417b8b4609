//! Help texts of arguments with values from a table: formats, targets, rule books.

use partie_convert::TARGETS;
use partie_notation::letters::LANGUAGES;
use partie_record::book::{self, AnyBook};
use partie_record::{Format, Language};
use partie_replay::MOVETEXTS;

/// The help of `--from`: the record formats, then the ways to write moves.
pub(super) fn of_from(what: &str) -> String {
    let formats = Format::ALL.map(Format::name).join(", ");
    format!("{what}, instead of detecting it by content: {formats}; {}", MOVETEXTS.join(", "))
}

/// The help of flags that take piece letters.
pub(super) fn of_letters(what: &str) -> String {
    let codes: Vec<&str> = LANGUAGES.iter().map(|letters| letters.code).collect();
    let descriptive = Language::ALL.map(Language::code).join(", ");
    format!("{what}: {}; of descriptive notation {descriptive}", codes.join(", "))
}

/// The help of `--to`.
pub(super) fn of_to() -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    format!("What to write: {}; see --list", names.join(", "))
}

/// The help of `--rules`: the books of each game.
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
        "Rule books to judge under, before the record's own, at most one for each game: {} [default: {defaults}]",
        lists.join("; ")
    )
}
