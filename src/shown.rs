//! Text that may be shown, on a terminal, in an editor or in a browser: a character that would steer one, or that hides
//! or turns what stands beside it, is written as its code point.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::ops::Deref;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

/// Whether a character has no width or turns the direction of writing.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{061c}')
}

/// Whether a character would steer a terminal: C0 and C1 controls, but for tabs and line ends.
pub(crate) const fn is_control(character: char) -> bool {
    matches!(character, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// Whether nothing in a text must be written as its code point.
pub(crate) fn is_plain(text: &str) -> bool {
    // Without a branch, so that many bytes are compared at once.
    let odd = text.bytes().fold(false, |odd, byte| odd | !(b' '..0x7f).contains(&byte));
    !odd || text.chars().all(|character| !is_control(character) && !is_invisible(character))
}

/// Adds a character as it may be shown; tabs and line ends as a blank.
pub(crate) fn push_visible(text: &mut String, character: char) {
    if is_control(character) || is_invisible(character) {
        text.push_str(&format!("<U+{:04X}>", character as u32));
    } else if matches!(character, '\n' | '\r' | '\t') {
        text.push(' ');
    } else {
        text.push(character);
    }
}

/// A text with tabs and line ends as it may be shown.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => shown.push(character),
            _ => push_visible(&mut shown, character),
        }
    }
    Cow::Owned(shown)
}

/// A text of one line that may be shown as it is: every other one is changed when this is made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(String);

impl From<String> for Shown {
    fn from(text: String) -> Self {
        if is_plain(&text) && !text.contains(['\n', '\r', '\t']) {
            return Self(text);
        }
        let mut shown = String::with_capacity(text.len());
        text.chars().for_each(|character| push_visible(&mut shown, character));
        Self(shown)
    }
}

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Deref for Shown {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// JSON whose strings hold no such character but escaped.
struct VisibleJson;

impl Formatter for VisibleJson {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if is_plain(fragment) {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        for part in fragment.split_inclusive(|character| is_control(character) || is_invisible(character)) {
            let last = part.chars().next_back().filter(|last| is_control(*last) || is_invisible(*last));
            writer.write_all(&part.as_bytes()[..part.len() - last.map_or(0, char::len_utf8)])?;
            if let Some(last) = last {
                write!(writer, "\\u{:04x}", last as u32)?;
            }
        }
        Ok(())
    }
}

/// Adds a value as JSON.
///
/// # Errors
/// What serde says of a value that JSON cannot hold.
pub(crate) fn write_json(out: &mut Vec<u8>, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, VisibleJson))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_means_what_it_was_made_of() {
        for text in ["plain", "é 日本", "a\u{1b}[31mb\u{7f}\u{9b}c\u{202e}d\u{feff}", "\"\\\n\t\u{0}", ""] {
            let mut json = Vec::new();
            write_json(&mut json, &[text]).unwrap();
            let json = String::from_utf8(json).unwrap();
            assert!(is_plain(&json), "{json:?}");
            assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
        }
    }

    #[test]
    fn a_shown_text_is_plain() {
        let shown = Shown::from("a\u{1b}b\u{202e}\u{85}\nc");
        assert_eq!(&*shown, "a<U+001B>b<U+202E><U+0085> c");
        assert!(is_plain(&shown));
    }
}
