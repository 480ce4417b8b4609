//! The members of a JSON record and of the small objects in it, unparsed. Not for their combined meaning.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::names::SIDES;
use partie_record::{RecordClass, SourcePlace, Stipulation};
use partie_rules::Side;

/// The members of a record, unparsed.
#[derive(Default)]
pub(super) struct Top<'a> {
    pub(super) version: Option<&'a RawValue>,
    pub(super) kind: Option<&'a RawValue>,
    pub(super) format: Option<&'a RawValue>,
    pub(super) movetext: Option<&'a RawValue>,
    pub(super) board: Option<&'a RawValue>,
    pub(super) encoding: Option<&'a RawValue>,
    pub(super) class: Option<&'a RawValue>,
    pub(super) stipulation: Option<&'a RawValue>,
    pub(super) source: Option<&'a RawValue>,
    pub(super) preamble: Option<&'a RawValue>,
    pub(super) tags: Option<&'a RawValue>,
    pub(super) headings: Option<&'a RawValue>,
    pub(super) setup: Option<&'a RawValue>,
    pub(super) items: Option<&'a RawValue>,
    pub(super) result: Option<&'a RawValue>,
    pub(super) outcome: Option<&'a RawValue>,
    pub(super) notes: Option<&'a RawValue>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Top<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TopVisitor)
    }
}

struct TopVisitor;

impl<'de> Visitor<'de> for TopVisitor {
    type Value = Top<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut top = Top::default();
        while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            let place = match key.get() {
                "\"v\"" => &mut top.version,
                "\"type\"" => &mut top.kind,
                "\"format\"" => &mut top.format,
                "\"movetext\"" => &mut top.movetext,
                "\"board\"" => &mut top.board,
                "\"encoding\"" => &mut top.encoding,
                "\"class\"" => &mut top.class,
                "\"stipulation\"" => &mut top.stipulation,
                "\"source\"" => &mut top.source,
                "\"preamble\"" => &mut top.preamble,
                "\"tags\"" => &mut top.tags,
                "\"headings\"" => &mut top.headings,
                "\"setup\"" => &mut top.setup,
                "\"items\"" => &mut top.items,
                "\"result\"" => &mut top.result,
                "\"outcome\"" => &mut top.outcome,
                "\"notes\"" => &mut top.notes,
                _ => continue,
            };
            place.get_or_insert(value);
        }
        Ok(top)
    }
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
