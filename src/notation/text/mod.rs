//! Small parsers and combinators over bytes that several grammars share.

mod byte;
mod digits;
mod expecting;
pub(super) mod fields;
mod known_line;
#[cfg(test)]
mod one_off;
mod recover;
mod whole;
mod words;

pub(super) use byte::{byte, just, led_by};
pub(super) use digits::{digits, saturating_value_of, thousandths_of, value_of};
pub(super) use expecting::expecting;
pub(super) use known_line::KnownLine;
#[cfg(test)]
pub(super) use one_off::one_off;
pub(super) use recover::{Recovered, recover};
pub(super) use whole::{whole, whole_or};
pub(super) use words::{word, word_in_any_case};
