//! By what games are sorted: `date,-elo_max`. Not for sorting them.

use std::cmp::Ordering;

use super::bind;
use super::condition::{Source, Value};
use super::expression::{Operand, OperandKind, Place};
use super::grammar;

/// The values by which games are compared, the first one first.
#[derive(Clone, Debug)]
pub struct SortKeys {
    /// What is compared, and whether the greatest comes first.
    pub(super) keys: Vec<(Source, bool)>,
}

/// The values of a game.
#[derive(Clone, Debug, Default)]
pub struct SortValues(pub(super) Vec<Value>);

impl SortKeys {
    /// Reads names with commas between; a minus before one turns its order round.
    ///
    /// # Errors
    /// Which name is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        let key = |part: &str| {
            let part = part.trim();
            let (name, descending) = part.strip_prefix('-').map_or((part, false), |name| (name, true));
            let Ok((b"", (word, tag))) = grammar::name(name.as_bytes()) else {
                return Err(format!("{name:?} is no column"));
            };
            let operand = Operand { place: Place::default(), kind: OperandKind::Name(word, tag) };
            match bind::sources(&operand)?.as_slice() {
                [source] => Ok((source.clone(), descending)),
                _ => Err(format!("{name} stands for two columns: name one of them")),
            }
        };
        Ok(Self { keys: text.split(',').map(key).collect::<Result<_, _>>()? })
    }

    /// The order of two games; what is not known comes last.
    pub fn compare(&self, one: &SortValues, other: &SortValues) -> Ordering {
        let pairs = one.0.iter().zip(&other.0).zip(&self.keys);
        pairs.fold(Ordering::Equal, |order, ((one, other), (_, descending))| {
            order.then_with(|| {
                let order = match (one, other) {
                    (Value::Text(one), Value::Text(other)) => one.cmp(other),
                    (Value::Number(one), Value::Number(other)) => one.cmp(other),
                    (Value::Null, Value::Null) => Ordering::Equal,
                    (Value::Null, _) => return Ordering::Greater,
                    (_, Value::Null) => return Ordering::Less,
                    _ => Ordering::Equal,
                };
                if *descending { order.reverse() } else { order }
            })
        })
    }
}
