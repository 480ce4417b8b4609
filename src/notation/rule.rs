//! Rules of the grammars in `grammars/`, and their parsers of the same names.

#[cfg(debug_assertions)]
use super::Parsed;

/// A rule of a grammar and its parser.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name of the rule, such as `tag-pair`.
    pub name: &'static str,
    /// The name of the parser, such as `tag_pair`, with the argument if several rules share it: `squares(8)`.
    pub parser: &'static str,
    /// True if the parser consumes the whole text.
    pub accepts: fn(&[u8]) -> bool,
    /// Name of the type that the parser returns.
    pub value: fn() -> &'static str,
}

/// True if `parser` consumes the whole `text`.
#[cfg(debug_assertions)]
pub fn accepts<'a, T>(parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>, text: &'a [u8]) -> bool {
    parser(text).is_ok_and(|(rest, _)| rest.is_empty())
}

/// Name of the type that `parser` returns.
#[cfg(debug_assertions)]
pub fn value<'a, T>(_: impl FnOnce(&'a [u8]) -> Parsed<'a, T>) -> &'static str {
    std::any::type_name::<T>()
}

/// The table of a grammar: `rules! { "tag-pair" => tag_pair, "squares-8" => squares(8) }`.
///
/// The tables are behind `#[cfg(debug_assertions)]`, so that a release build warns of a parser that no reader uses.
#[cfg(debug_assertions)]
#[macro_export]
macro_rules! rules {
    ($($name:literal => $parser:expr),* $(,)?) => {
        &[$($crate::Rule {
            name: $name,
            parser: stringify!($parser),
            accepts: |text| $crate::rule::accepts($parser, text),
            value: || $crate::rule::value($parser),
        }),*]
    };
}

#[cfg(debug_assertions)]
pub use rules;
