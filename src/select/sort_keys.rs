//! Parses sort keys such as `date,-elo_max` and encodes their values. Callers sort.

use super::bind;
use super::condition::{Source, Value};
use super::expression::{Operand, OperandKind, Place};
use super::grammar;
use super::text_error::TextError;

/// The sort keys, the primary one first.
#[derive(Clone, Debug)]
pub struct SortKeys {
    /// Each source, and whether its order is descending.
    pub(super) keys: Vec<(Source, bool)>,
}

/// A game's values for the sort keys.
#[derive(Clone, Debug, Default)]
pub struct SortValues(pub(super) Vec<Value>);

impl SortKeys {
    /// Parses names separated by commas; a leading minus requests descending order.
    ///
    /// # Errors
    /// Describes the invalid name.
    pub fn parse(text: &str) -> Result<Self, TextError> {
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
        Ok(Self { keys: text.split(',').map(key).collect::<Result<_, _>>().map_err(TextError::new)? })
    }

    /// Appends bytes that compare like the values. Unknown values come last in both directions.
    pub fn write_order(&self, values: &SortValues, into: &mut Vec<u8>) {
        for (value, (_, descending)) in values.0.iter().zip(&self.keys) {
            into.push(u8::from(*value == Value::Null));
            let from = into.len();
            match value {
                Value::Null | Value::List => {}
                // Flipping the sign bit puts negative numbers first.
                Value::Number(number) => into.extend((number ^ i64::MIN).to_be_bytes()),
                // 0 0 ends a text, so a prefix comes first. A zero byte inside it is written as 0 1, which is greater.
                Value::Text(text) => {
                    for byte in text.bytes() {
                        into.push(byte);
                        into.extend((byte == 0).then_some(1));
                    }
                    into.extend([0, 0]);
                }
            }
            if *descending {
                into[from..].iter_mut().for_each(|byte| *byte = !*byte);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &str, mut games: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
        let keys = SortKeys::parse(keys).expect("columns");
        games.sort_by_cached_key(|game| {
            let mut order = Vec::new();
            keys.write_order(&SortValues(game.clone()), &mut order);
            order
        });
        games
    }

    #[test]
    fn bytes_have_the_order_of_values() {
        let text = |text: &str| Value::Text(text.to_owned());
        let numbers = [i64::MIN, -256, -1, 0, 1, 255, i64::MAX].map(Value::Number);
        let texts = ["", "\0", "\0\0", "\u{1}", "a", "a\0", "a\0b", "a\u{1}", "ab", "b", "é"].map(text);
        for values in [&numbers[..], &texts[..]] {
            let mut expected: Vec<Vec<Value>> = values.iter().map(|value| vec![value.clone()]).collect();
            expected.push(vec![Value::Null]);
            let shuffled: Vec<_> = expected.iter().rev().cloned().collect();
            assert_eq!(sorted("white", shuffled), expected);
            let count = values.len();
            expected[..count].reverse();
            let shuffled: Vec<_> = expected.iter().rev().cloned().collect();
            assert_eq!(sorted("-white", shuffled), expected);
        }
        // The second key decides only ties of the first one.
        let pair = |name: &str, number| vec![text(name), Value::Number(number)];
        let games = vec![pair("b", 1), pair("a", 1), pair("aa", 3), pair("a", 2)];
        let expected = vec![pair("a", 2), pair("a", 1), pair("aa", 3), pair("b", 1)];
        assert_eq!(sorted("white,-elo_max", games), expected);
    }
}
