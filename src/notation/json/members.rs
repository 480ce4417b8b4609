//! The members of a JSON record and of the small objects in it, unparsed. Not for their combined meaning.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::names::SIDES;
use partie_record::{RecordClass, SourcePlace, Stipulation};
use partie_rules::Side;

/// The members of a record, unparsed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Top<'a> {
    #[serde(borrow, rename = "v")]
    pub(super) version: Option<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    pub(super) kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) format: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) movetext: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) board: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) encoding: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) class: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) stipulation: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) source: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) preamble: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) tags: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) headings: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) setup: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) items: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) outcome: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) notes: Option<&'a RawValue>,
}

/// Names and values of the members of a small object, at most eight.
#[derive(Default)]
pub(super) struct Members<'a>(pub(super) Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The members of a value; empty for anything but an object.
    pub(super) fn of(value: &'a RawValue) -> Self {
        serde_json::from_str(value.get()).unwrap_or(Self(Vec::new()))
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(key, _)| plain(Some(key)) == Some(name)).map(|(_, value)| *value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Small;
        impl<'de> Visitor<'de> for Small {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(4);
                while let Some(member) = map.next_entry()? {
                    if members.len() < 8 {
                        members.push(member);
                    }
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Small).map(Members)
    }
}

/// The content of a string without escapes, for a value or a key; `None` for other values.
pub(super) fn plain(value: Option<&RawValue>) -> Option<&str> {
    value?.get().strip_prefix('"')?.strip_suffix('"')
}

/// The text between the quotes of a string, or another value as it is.
pub(super) fn inside(value: &RawValue) -> &[u8] {
    let raw = value.get();
    raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')).unwrap_or(raw).as_bytes()
}

pub(super) fn number(value: Option<&RawValue>) -> Option<usize> {
    value?.get().parse().ok()
}

pub(super) fn list(value: Option<&RawValue>) -> Vec<&RawValue> {
    value.and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or_default()
}

impl Top<'_> {
    /// The class of the record; a game by default.
    pub(super) fn class(&self) -> RecordClass {
        match plain(self.class) {
            Some("analysis") => RecordClass::Analysis,
            Some("problem") => {
                let members = self.stipulation.map(Members::of).unwrap_or_default();
                let side = match plain(members.get("side")) {
                    Some(side) if side == SIDES[0] => Some(Side::First),
                    Some(side) if side == SIDES[1] => Some(Side::Second),
                    _ => None,
                };
                let asked = plain(members.get("text")).and_then(|text| Stipulation::parse(text, side));
                asked.map_or(RecordClass::Analysis, RecordClass::Problem)
            }
            _ => RecordClass::Game,
        }
    }

    /// The place of the record in a book, if given.
    pub(super) fn source_place(&self) -> Option<SourcePlace> {
        let source = Members::of(self.source?);
        let page = number(source.get("page")).and_then(|page| page.try_into().ok());
        Some(SourcePlace { page, line: number(source.get("line"))? as u64 })
    }
}
