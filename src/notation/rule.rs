//! Rules of the grammars in `grammars/`, and the parsers of the same names.

#[cfg(debug_assertions)]
use super::Parsed;

/// A rule of a grammar and the parser that reads it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name of the rule, `tag-pair`.
    pub name: &'static str,
    /// The parser of that name, `tag_pair`; for a rule of a family with its argument, `squares(8)`.
    pub parser: &'static str,
    /// Whether the parser reads the whole of a text.
    pub accepts: fn(&[u8]) -> bool,
    /// The type of what the parser returns.
    pub value: fn() -> &'static str,
}

/// Whether `parser` reads the whole of `text`.
#[cfg(debug_assertions)]
pub fn accepts<'a, T>(parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>, text: &'a [u8]) -> bool {
    parser(text).is_ok_and(|(rest, _)| rest.is_empty())
}

/// The type of what `parser` returns.
#[cfg(debug_assertions)]
pub fn value<'a, T>(_: impl FnOnce(&'a [u8]) -> Parsed<'a, T>) -> &'static str {
    std::any::type_name::<T>()
}

/// The table of a grammar: `rules! { "tag-pair" => tag_pair, "squares-8" => squares(8) }`.
///
/// Tables stand behind `#[cfg(debug_assertions)]`, so that a build for release warns of a parser that no reader reaches.
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
