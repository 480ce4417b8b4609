//! JSON objects whose members keep their bytes; the other modules interpret the members.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A key and a value as written.
pub(super) type Member<'a> = (&'a RawValue, &'a RawValue);

/// The members of an object in their order, including repeated keys.
pub(super) struct Members<'a>(pub(super) Vec<Member<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(Members)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<Member<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

/// An element of `moves`; `F` is the type of its `forks`.
pub(super) struct Entry<'a, F> {
    pub(super) played: Option<&'a RawValue>,
    pub(super) time: Option<&'a RawValue>,
    pub(super) comments: Option<&'a RawValue>,
    pub(super) special: Option<&'a RawValue>,
    pub(super) forks: Option<F>,
    /// Members that the format does not define, and repeated keys.
    pub(super) unknown: Vec<Member<'a>>,
}

impl<'de: 'a, 'a, F: Deserialize<'de>> Deserialize<'de> for Entry<'a, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntryVisitor(PhantomData))
    }
}

struct EntryVisitor<F>(PhantomData<F>);

impl<'de, F: Deserialize<'de>> Visitor<'de> for EntryVisitor<F> {
    type Value = Entry<'de, F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of move, time, comments, special and forks")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entry =
            Entry { played: None, time: None, comments: None, special: None, forks: None, unknown: Vec::new() };
        while let Some(key) = map.next_key::<&RawValue>()? {
            let place = match key.get() {
                "\"move\"" => &mut entry.played,
                "\"time\"" => &mut entry.time,
                "\"comments\"" => &mut entry.comments,
                "\"special\"" => &mut entry.special,
                "\"forks\"" if entry.forks.is_none() => {
                    entry.forks = map.next_value()?;
                    continue;
                }
                _ => {
                    entry.unknown.push((key, map.next_value()?));
                    continue;
                }
            };
            let value: &RawValue = map.next_value()?;
            if place.is_some() {
                entry.unknown.push((key, value));
            } else if value.get() != "null" {
                *place = Some(value);
            }
        }
        Ok(entry)
    }
}

/// A whole JSON number of at most `MOST`.
pub(super) struct Small<const MOST: u64>(pub(super) u64);

impl<'de, const MOST: u64> Deserialize<'de> for Small<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u64::deserialize(deserializer)?;
        if value > MOST {
            return Err(D::Error::custom(format_args!("{value} is above {MOST}")));
        }
        Ok(Self(value))
    }
}
