//! The keys of a configuration: one table for the parser, error messages, `partie config` and the schema.

use partie_convert::{TARGETS, Target};
use partie_record::book::{BOOKS, Books};
use partie_record::finding::{Selection, Severity, UnknownCode};
use partie_replay::{named_encoding, named_letters};
use partie_table::FailOn;

use super::pattern::Pattern;
use super::value::Value;

#[derive(Debug)]
pub struct Key {
    /// Name of the key, preceded by its table and a dot if it is in a table: `fix.style`.
    pub name: &'static str,
    /// Description in one line.
    pub what: &'static str,
    /// Default value as TOML; empty without a default.
    pub default: &'static str,
    /// True if the key is allowed in a `[files]` table.
    pub of_files: bool,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Codes,
    Books,
    Severity,
    FailOn,
    Encoding,
    Letters,
    Target,
    Patterns,
    File,
    Flag,
}

/// Name of the table that sets severities. Its keys are codes, beginnings of codes, or names.
pub(crate) const SEVERITY: &str = "severity";
/// Name of the table that contains a table for each file pattern.
pub(crate) const FILES: &str = "files";
/// The key that names the configuration to extend.
pub(crate) const EXTEND: &str = "extend";

const fn key(name: &'static str, kind: Kind, default: &'static str, what: &'static str) -> Key {
    Key { name, what, default, of_files: false, kind }
}

const fn of_files(key: Key) -> Key {
    Key { of_files: true, ..key }
}

/// All keys, except for those of `[severity]`, which are codes, and of `[files]`, which are patterns.
pub static KEYS: &[Key] = &[
    key(
        EXTEND,
        Kind::File,
        "",
        "A configuration in this folder or below it, whose keys apply unless this one sets them",
    ),
    of_files(key("rules", Kind::Books, "[]", "Rule books for judging games, with the names of --rules")),
    of_files(key("select", Kind::Codes, "[]", "Only findings with these codes, beginnings of codes or names")),
    of_files(key("ignore", Kind::Codes, "[]", "No findings with these codes, beginnings of codes or names")),
    key("fail-on", Kind::FailOn, "\"error\"", "Condition for exit status 1"),
    of_files(key("encoding", Kind::Encoding, "", "The encoding of the files, instead of detecting it")),
    of_files(key("letters", Kind::Letters, "", "The piece letters of the files, instead of detecting them")),
    key("exclude", Kind::Patterns, "[]", "Files and folders to skip, unless they are named"),
    key("fix.select", Kind::Codes, "[]", "Findings that fix repairs: only those with these codes or names"),
    key("fix.ignore", Kind::Codes, "[]", "Findings that fix does not repair: those with these codes or names"),
    key("fix.style", Kind::Flag, "false", "True if fix also repairs style"),
    key("convert.to", Kind::Target, "", "The target of convert"),
    key("convert.letters", Kind::Letters, "", "The piece letters that convert writes"),
    key("convert.encoding", Kind::Encoding, "", "The encoding that convert writes"),
];

impl Kind {
    /// True if the value is a list.
    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Codes | Self::Books | Self::Patterns)
    }

    /// Checks a value. The error describes the problem.
    pub(crate) fn check(self, value: &Value) -> Result<(), String> {
        match (self, value) {
            (Self::Codes, Value::List(codes)) => Selection::new(codes, &[]).map(drop).map_err(|UnknownCode(code)| {
                format!("no finding has the code or name {code:?}, and no code begins with it")
            }),
            (Self::Books, Value::List(names)) => Books::of(names).map(drop).map_err(|unknown| unknown.to_string()),
            (Self::Patterns, Value::List(patterns)) => patterns.iter().try_for_each(|one| Pattern::new(one).map(drop)),
            (Self::Severity, Value::Text(name)) => {
                one_of(name, &Severity::NAMED.iter().map(|row| row.0).collect::<Vec<_>>())
            }
            (Self::FailOn, Value::Text(name)) => {
                one_of(name, &FailOn::NAMED.iter().map(|row| row.0).collect::<Vec<_>>())
            }
            (Self::Encoding, Value::Text(name)) => {
                named_encoding(Some(name)).map(drop).map_err(|unknown| unknown.to_string())
            }
            (Self::Letters, Value::Text(code)) => {
                named_letters(Some(code)).map(drop).map_err(|unknown| unknown.to_string())
            }
            (Self::Target, Value::Text(name)) => match Target::find(name) {
                Some(_) => Ok(()),
                None => one_of(name, &TARGETS.iter().map(|row| row.name).collect::<Vec<_>>()),
            },
            (Self::File, Value::Text(_)) | (Self::Flag, Value::Flag(_)) => Ok(()),
            _ => Err(format!("this must be {}", self.shape())),
        }
    }

    /// Describes the type of the value.
    pub(crate) const fn shape(self) -> &'static str {
        match self {
            Self::Codes | Self::Books | Self::Patterns => "a string or a list of strings",
            Self::Flag => "true or false",
            _ => "a string",
        }
    }

    /// Returns the permitted values; an empty list if there are too many or if the value is not a name.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let mut names: Vec<&str> = match self {
            Self::Severity => Severity::NAMED.iter().map(|row| row.0).collect(),
            Self::FailOn => FailOn::NAMED.iter().map(|row| row.0).collect(),
            Self::Books => BOOKS.iter().map(|book| book.name()).collect(),
            Self::Target => TARGETS.iter().map(|row| row.name).collect(),
            _ => Vec::new(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn one_of(name: &str, known: &[&str]) -> Result<(), String> {
    match known.contains(&name) {
        true => Ok(()),
        false => Err(format!(
            "{name:?} is none of {}{}",
            partie_record::and(known),
            partie_record::did_you_mean(name, known.iter().copied())
        )),
    }
}
