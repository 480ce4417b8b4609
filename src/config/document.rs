//! Parses a configuration: TOML whose keys are checked one by one. The caller finds the file.

use std::sync::Arc;

use toml_edit::{Document, Item, Key as TomlKey, TableLike};

use super::config_error::ConfigError;
use super::keys::{EXTEND, FILES, KEYS, Key, Kind, SEVERITY};
use super::pattern::Pattern;
use super::value::{Origin, Value, Values};
use partie_record::did_you_mean;
use partie_record::finding::Selection;

/// A `[files]` table: the values for files that match a pattern.
#[derive(Clone, Debug)]
pub(crate) struct ForFiles {
    pub(crate) pattern: Pattern,
    pub(crate) values: Values,
}

/// A parsed configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigDocument {
    pub(crate) values: Values,
    pub(crate) files: Vec<ForFiles>,
    /// The configuration that this one extends, and the place of its `extend` key.
    pub(crate) extend: Option<(String, Origin)>,
}

/// The text of a configuration that is being parsed.
struct DocumentReader<'a> {
    place: &'a str,
    text: &'a str,
    pattern: Option<Arc<str>>,
}

/// The tables, each with its form for error messages. `[severity]`, the first, is also allowed in a `[files]` table.
const TABLES: [(&str, &str); 4] = [
    (SEVERITY, "[severity] and below it lines such as L010 = \"info\""),
    (FILES, "[files.\"PATTERN\"]"),
    ("fix", "[fix] and below it lines such as style = true"),
    ("convert", "[convert] and below it lines such as to = \"pgn\""),
];

/// Returns the form of a table for error messages; `None` if no such table is allowed here.
fn table_form(name: &str, of_files: bool) -> Option<&'static str> {
    tables(of_files).iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Returns the tables that are allowed at the top level or, if `of_files`, in a `[files]` table.
fn tables(of_files: bool) -> &'static [(&'static str, &'static str)] {
    if of_files { &TABLES[..1] } else { &TABLES }
}

/// Parses a configuration; `place` is the file, flag or environment variable that contains it.
pub(crate) fn read_document(text: &str, place: &str) -> Result<ConfigDocument, ConfigError> {
    let mut reader = DocumentReader { place, text, pattern: None };
    let document = Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.error(at, error.message().lines().collect::<Vec<_>>().join("; "))
    })?;
    let mut written = ConfigDocument::default();
    reader.table(document.as_table(), "", &mut written)?;
    Ok(written)
}

impl DocumentReader<'_> {
    fn error(&self, at: usize, message: impl Into<String>) -> ConfigError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ConfigError { place: self.place.to_owned(), at: Some((line, column)), message: message.into() }
    }

    fn origin(&self, at: usize) -> Origin {
        let is_file = !self.place.starts_with('-') && !self.place.starts_with('$');
        let line = self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        Origin { place: self.place.into(), line: is_file.then_some(line), pattern: self.pattern.clone() }
    }

    /// Parses a table into `written`; `prefix` is its name with a dot, or empty at the top level.
    fn table(&mut self, table: &dyn TableLike, prefix: &str, written: &mut ConfigDocument) -> Result<(), ConfigError> {
        for (name, item) in table.iter() {
            let key = table.key(name);
            let at = key.and_then(TomlKey::span).or_else(|| item.span()).map_or(0, |span| span.start);
            let whole = format!("{prefix}{name}");
            let inner = item.as_table_like();
            let is_table = |wanted: &str| whole == wanted;
            match inner {
                Some(inner) if is_table(SEVERITY) => self.severities(inner, &mut written.values)?,
                Some(inner) if is_table(FILES) && self.pattern.is_none() => self.files(inner, written)?,
                Some(inner) if KEYS.iter().any(|known| known.name.starts_with(&format!("{whole}."))) => {
                    self.table(inner, &format!("{whole}."), written)?;
                }
                _ => {
                    let Some(known) = KEYS.iter().find(|known| known.name == whole) else {
                        let place = item.span().map_or(at, |span| span.start);
                        return Err(match table_form(&whole, self.pattern.is_some()) {
                            Some(form) => self.error(place, format!("`{whole}` is a table: write {form}")),
                            None => self.unknown(at, name, prefix),
                        });
                    };
                    if self.pattern.is_some() && !known.of_files {
                        return Err(self.error(at, format!("{name:?} cannot be set for some files only")));
                    }
                    let value = self.value(item, known.kind, at)?;
                    match value {
                        Value::Text(path) if known.name == EXTEND && path.is_empty() => {
                            let place = item.span().map_or(at, |span| span.start);
                            return Err(self.error(place, "extend names no file: write the path of a configuration"));
                        }
                        Value::Text(path) if known.name == EXTEND => written.extend = Some((path, self.origin(at))),
                        value => drop(written.values.insert(whole, (value, self.origin(at)))),
                    }
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, at: usize, name: &str, prefix: &str) -> ConfigError {
        let here =
            |known: &'static Key| known.name.strip_prefix(prefix).filter(|_| self.pattern.is_none() || known.of_files);
        let tables = if prefix.is_empty() { tables(self.pattern.is_some()) } else { &[] };
        let known =
            KEYS.iter().filter_map(here).filter(|rest| !rest.contains('.')).chain(tables.iter().map(|row| row.0));
        let place = match (&self.pattern, prefix.trim_end_matches('.')) {
            (Some(_), _) => " of files".to_owned(),
            (None, "") => String::new(),
            (None, table) => format!(" of [{table}]"),
        };
        self.error(at, format!("there is no key {name:?}{place}{}", did_you_mean(name, known)))
    }

    fn value(&self, item: &Item, kind: Kind, at: usize) -> Result<Value, ConfigError> {
        let place = item.span().map_or(at, |span| span.start);
        let text = |item: &toml_edit::Value| item.as_str().map(str::to_owned);
        let value = match (item.as_value(), kind) {
            (Some(value), kind) if kind.is_list() && value.is_str() => text(value).map(|text| Value::List(vec![text])),
            (Some(toml_edit::Value::Array(list)), kind) if kind.is_list() => {
                list.iter().map(text).collect::<Option<Vec<_>>>().map(Value::List)
            }
            (Some(value), Kind::Flag) => value.as_bool().map(Value::Flag),
            (Some(value), kind) if !kind.is_list() => text(value).map(Value::Text),
            _ => None,
        };
        let value = value.ok_or_else(|| self.error(place, format!("this must be {}", kind.shape())))?;
        kind.check(&value).map_err(|message| self.error(place, message))?;
        Ok(value)
    }

    /// Parses `[severity]`, whose keys are codes, beginnings of codes, or names.
    fn severities(&self, table: &dyn TableLike, values: &mut Values) -> Result<(), ConfigError> {
        for (name, item) in table.iter() {
            let at = table.key(name).and_then(TomlKey::span).map_or(0, |span| span.start);
            if Selection::new(&[name.to_owned()], &[]).is_err() {
                let message = format!("no finding has the code or name {name:?}, and no code begins with it");
                return Err(self.error(at, message));
            }
            let value = self.value(item, Kind::Severity, at)?;
            values.insert(format!("{SEVERITY}.{name}"), (value, self.origin(at)));
        }
        Ok(())
    }

    /// Parses `[files]`, which contains a table for each file pattern.
    fn files(&mut self, table: &dyn TableLike, written: &mut ConfigDocument) -> Result<(), ConfigError> {
        for (name, item) in table.iter() {
            let at = table.key(name).and_then(TomlKey::span).map_or(0, |span| span.start);
            let Some(inner) = item.as_table_like() else {
                return Err(self.error(at, "a pattern of files has a table, as in [files.\"old/*.pgn\"]"));
            };
            let pattern = Pattern::new(name).map_err(|message| self.error(at, message))?;
            self.pattern = Some(name.into());
            let mut of_files = ConfigDocument::default();
            let read = self.table(inner, "", &mut of_files);
            self.pattern = None;
            read?;
            written.files.push(ForFiles { pattern, values: of_files.values });
        }
        Ok(())
    }
}
