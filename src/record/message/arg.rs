//! Conversions from values to arguments of a message.

use std::fmt::{Debug, Display};

use super::types::{Arg, Message};
use crate::shown::Shown;

/// Text of the record, a name, or a value.
pub fn text(text: impl Into<Shown>) -> Arg {
    Arg::Text(text.into())
}

/// Text of the record for quotation marks: escapes quotes and invisible characters.
pub fn quoted(said: impl Debug) -> Arg {
    let shown = format!("{said:?}");
    text(shown.get(1..shown.len() - 1).unwrap_or_default())
}

/// A move as written, perhaps with its number.
pub fn moved(text: impl Into<Shown>) -> Arg {
    Arg::Move(text.into())
}

/// A square or a cell.
pub fn square(at: impl Display) -> Arg {
    Arg::Square(at.to_string().into())
}

pub const fn piece(name: &'static str) -> Arg {
    Arg::Piece(name)
}

pub const fn side(name: &'static str) -> Arg {
    Arg::Side(name)
}

/// A ply of the game.
pub const fn ply(ply: u32) -> Arg {
    Arg::Ply(ply)
}

pub fn list(list: impl IntoIterator<Item = impl Into<Arg>>) -> Arg {
    Arg::List(list.into_iter().map(Into::into).collect())
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl<T: Into<Self>> From<Option<T>> for Arg {
    fn from(arg: Option<T>) -> Self {
        arg.map_or(Self::Nothing, Into::into)
    }
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers! { i32 i64 u8 u16 u32 u64 usize }
