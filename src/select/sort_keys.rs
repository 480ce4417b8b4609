//! By what games are sorted: `date,-elo_max`. Not for sorting them.

use super::bind;
use super::condition::{Source, Value};
use super::expression::{Operand, OperandKind, Place};
use super::grammar;
use super::text_error::TextError;

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

    /// Adds bytes whose order is that of the games: what is not known comes last, whichever way round.
    pub fn write_order(&self, values: &SortValues, into: &mut Vec<u8>) {
        for (value, (_, descending)) in values.0.iter().zip(&self.keys) {
            into.push(u8::from(*value == Value::Null));
            let from = into.len();
            match value {
                Value::Null | Value::List => {}
                // The sign bit turned round, negative numbers come first.
                Value::Number(number) => into.extend((number ^ i64::MIN).to_be_bytes()),
                // A shorter text before those that go on: a zero ends it, one of its own is told apart by what follows.
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
        // The second value decides only where the first one does not.
        let pair = |name: &str, number| vec![text(name), Value::Number(number)];
        let games = vec![pair("b", 1), pair("a", 1), pair("aa", 3), pair("a", 2)];
        let expected = vec![pair("a", 2), pair("a", 1), pair("aa", 3), pair("b", 1)];
        assert_eq!(sorted("white,-elo_max", games), expected);
    }
}
