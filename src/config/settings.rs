//! The settings of a file, merged from all sources by `finder`; the last source of a key wins.

use std::collections::BTreeMap;

use partie_record::finding::{CATALOGUE, Code, Selection, Severity};

use super::keys::{KEYS, SEVERITY};
use super::value::{Origin, Value, Values};

/// The settings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: Values,
}

impl Settings {
    pub(crate) const fn new(values: Values) -> Self {
        Self { values }
    }

    /// Returns the names or patterns of a list key; an empty list if the key is not set.
    pub fn list(&self, key: &str) -> &[String] {
        match self.values.get(key) {
            Some((Value::List(list), _)) => list,
            _ => &[],
        }
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        match self.values.get(key) {
            Some((Value::Text(text), _)) => Some(text),
            _ => None,
        }
    }

    pub fn flag(&self, key: &str) -> bool {
        matches!(self.values.get(key), Some((Value::Flag(true), _)))
    }

    /// Returns the origins of a key, or of all keys in a table.
    pub fn origins<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Origin> {
        let is_named =
            move |key: &str| key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.values.iter().filter(move |(key, _)| is_named(key)).map(|(_, (_, origin))| origin)
    }

    pub fn severities(&self) -> BTreeMap<Code, Severity> {
        let mut severities = BTreeMap::new();
        let mut of = |name: &str, value: &Value| {
            let Value::Text(severity) = value else { return };
            let severity = Severity::NAMED.iter().find(|row| row.0 == severity).map(|row| row.1);
            let Ok(codes) = Selection::new(&[name.to_owned()], &[]) else { return };
            let codes = CATALOGUE.iter().map(|entry| entry.code).filter(|code| codes.counts(*code));
            severities
                .extend(severity.into_iter().flat_map(|severity| codes.clone().map(move |code| (code, severity))));
        };
        // Longer keys are more specific and override shorter ones: `L010` overrides `L`.
        let mut named: Vec<(&str, &Value)> = self
            .values
            .iter()
            .filter_map(|(key, (value, _))| Some((key.strip_prefix(SEVERITY)?.strip_prefix('.')?, value)))
            .collect();
        named.sort_by_key(|(name, _)| name.len());
        named.iter().for_each(|(name, value)| of(name, value));
        severities
    }

    /// Returns all keys with their values and origins; `None` is the origin of a default. Keys with neither a value nor
    /// a default are left out.
    pub fn all(&self) -> impl Iterator<Item = (String, String, Option<&Origin>)> {
        let fixed = KEYS.iter().filter_map(|key| match self.values.get(key.name) {
            Some((value, origin)) => Some((key.name.to_owned(), value.to_string(), Some(origin))),
            None => (!key.default.is_empty()).then(|| (key.name.to_owned(), key.default.to_owned(), None)),
        });
        let of_codes = self.values.iter().filter(|(key, _)| key.starts_with(SEVERITY));
        fixed.chain(of_codes.map(|(key, (value, origin))| (key.clone(), value.to_string(), Some(origin))))
    }
}
