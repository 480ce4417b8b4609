//! Text that is safe to show on a terminal, in an editor, in a spreadsheet or in a browser. Characters that control one
//! of them, or that hide or turn their neighbors, are written as code points, and no cell is a formula.
//!
//! All output made from an input passes through here: as a [`Shown`] when it is created, and again when it is printed
//! (`cli/output`, `cli/standard`), in case the first step was forgotten.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::ops::Deref;
use std::path::Path;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

/// True if a character is invisible (Unicode's property Default_Ignorable_Code_Point), ends a line or a paragraph
/// without a line-end byte, or turns the direction of writing.
pub const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}') || is_default_ignorable(character)
}

/// True if an invisible character may hide text. Variation selectors do not: emoji and Japanese names contain them.
pub const fn is_suspicious(character: char) -> bool {
    let selects =
        matches!(character, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    is_invisible(character) && !selects
}

/// Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 16. A test compares it with the property of the
/// crate `regex`.
const fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// True if a character can control a terminal: C0 and C1 controls, except tabs and line ends.
pub const fn is_control(character: char) -> bool {
    matches!(character, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// True if no character of the text must be written as its code point.
pub fn is_plain(text: &str) -> bool {
    // Branchless, so that many bytes are compared at once.
    let odd = text.bytes().fold(false, |odd, byte| odd | !(b' '..0x7f).contains(&byte));
    !odd || !holds_odd(text.as_bytes())
}

/// True if a UTF-8 text contains a character that must be written as its code point.
fn holds_odd(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(first) = text.get(at) {
        let (width, may_be_odd) = FIRST_BYTES[usize::from(*first)];
        if may_be_odd && begins_with_odd(&text[at..]) {
            return true;
        }
        at += usize::from(width);
    }
    false
}

/// True if the character must be written as its code point.
const fn is_odd(character: char) -> bool {
    is_control(character) || is_invisible(character)
}

/// For the first byte of a character: its length in bytes, and whether [`begins_with_odd`] may be true. For most
/// characters of Japanese text it is not.
static FIRST_BYTES: [(u8, bool); 256] = {
    let mut table = [(1, false); 256];
    let mut byte = 0;
    while byte < 256 {
        let width = match byte {
            0..0xc0 => 1,
            0xc0..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        let is_line = matches!(byte, 0x09 | 0x0a | 0x0d);
        let may_be_odd = byte < 0x20 && !is_line
            || matches!(byte, 0x7f | 0xc2 | 0xcd | 0xd8 | 0xe1 | 0xe2 | 0xe3 | 0xef | 0xf0 | 0xf3);
        table[byte] = (width, may_be_odd);
        byte += 1;
    }
    table
};

/// [`is_odd`] of the first character of a text, from its bytes. A test compares the two functions.
fn begins_with_odd(text: &[u8]) -> bool {
    match *text {
        [first, ..] if first < 0x80 => true,
        [0xc2, second, ..] => second < 0xa0 || second == 0xad,
        [0xcd, second, ..] => second == 0x8f,
        [0xd8, second, ..] => second == 0x9c,
        [0xe1, second, third, ..] => match second {
            0x85 => matches!(third, 0x9f | 0xa0),
            0x9e => matches!(third, 0xb4 | 0xb5),
            0xa0 => matches!(third, 0x8b..=0x8f),
            _ => false,
        },
        [0xe2, 0x80, third, ..] => matches!(third, 0x8b..=0x8f | 0xa8..=0xae),
        [0xe2, 0x81, third, ..] => matches!(third, 0xa0..=0xaf),
        [0xe3, 0x85, third, ..] => third == 0xa4,
        [0xef, second, third, ..] => match second {
            0xb8 => third <= 0x8f,
            0xbb => third == 0xbf,
            0xbe => third == 0xa0,
            0xbf => matches!(third, 0xb0..=0xb8),
            _ => false,
        },
        [0xf0, 0x9b, 0xb2, fourth, ..] => matches!(fourth, 0xa0..=0xa3),
        [0xf0, 0x9d, 0x85, fourth, ..] => matches!(fourth, 0xb3..=0xba),
        [0xf3, 0xa0, ..] => true,
        _ => false,
    }
}

/// Appends a character in visible form; tabs and line ends become blanks.
pub fn push_visible(text: &mut String, character: char) {
    if is_odd(character) {
        text.push_str(&format!("<U+{:04X}>", character as u32));
    } else if matches!(character, '\n' | '\r' | '\t') {
        text.push(' ');
    } else {
        text.push(character);
    }
}

/// Returns a path in visible form; standard input is `<stdin>`.
pub fn shown_path(path: &Path) -> String {
    let mut shown = String::new();
    for character in without_prefix(&path.to_string_lossy()).chars() {
        match character {
            // A blank in its place would make the path that of another file.
            '\n' | '\r' | '\t' => shown.push_str(&format!("<U+{:04X}>", u32::from(character))),
            _ => push_visible(&mut shown, character),
        }
    }
    if shown == "-" { "<stdin>".to_owned() } else { shown }
}

/// Removes the prefix that Windows adds to resolved paths: users do not type it, and shells do not accept it.
fn without_prefix(path: &str) -> Cow<'_, str> {
    if !cfg!(windows) {
        return path.into();
    }
    match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(share), _) => format!(r"\\{share}").into(),
        (None, Some(plain)) => plain.into(),
        (None, None) => path.into(),
    }
}

/// Returns a text in visible form, with its tabs and line ends.
pub fn visible(text: &str) -> Cow<'_, str> {
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

/// Returns our own text in visible form, with its color codes.
pub fn visible_styled(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    shown.push_str(&visible(parts.next().unwrap_or_default()));
    for part in parts {
        let end = part.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
        let is_colour = part.as_bytes().get(end) == Some(&b'm');
        shown.push_str(if is_colour { "\u{1b}[" } else { "<U+001B>[" });
        shown.push_str(&visible(part));
    }
    Cow::Owned(shown)
}

/// True if a spreadsheet reads a cell with this first byte as a formula.
pub const fn begins_formula(byte: u8) -> bool {
    matches!(byte, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | b'\n')
}

/// True if a cell needs a leading `'` to be text: it is a formula, also one with full-width signs, which spreadsheets
/// in Japanese accept, or a formula that already has the `'`.
pub fn needs_sign(cell: &str) -> bool {
    match cell.trim_start_matches('\'').as_bytes() {
        [0xef, 0xbc, 0x8b | 0x8d | 0x9d | 0xa0, ..] => true,
        [first, ..] => begins_formula(*first),
        [] => false,
    }
}

/// Removes the `'` that makes a formula a text.
pub fn without_sign(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| needs_sign(rest)).unwrap_or(cell)
}

/// True if the text contains `<U+...>` for a character that must not be shown.
pub fn names_odd(text: &str) -> bool {
    text.split("<U+").skip(1).any(|rest| {
        let number = rest.split_once('>').and_then(|(digits, _)| u32::from_str_radix(digits, 16).ok());
        number.and_then(char::from_u32).is_some_and(is_odd)
    })
}

/// Appends a row of CSV in visible form, without formulas.
pub fn push_csv_row<'a>(out: &mut Vec<u8>, cells: impl IntoIterator<Item = &'a str>) {
    for (number, cell) in cells.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        let (shown, sign) = (visible(cell), needs_sign(cell));
        if !sign && memchr::memchr3(b',', b'\n', b'\r', shown.as_bytes()).is_none() && !shown.contains('"') {
            out.extend_from_slice(shown.as_bytes());
            continue;
        }
        out.extend_from_slice(if sign { b"\"'" } else { b"\"" });
        out.extend_from_slice(shown.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    }
    out.push(b'\n');
}

/// One line of text that is safe to show; unsafe characters are replaced when it is created.
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

/// A JSON formatter that escapes unsafe characters in strings.
struct VisibleJson;

impl Formatter for VisibleJson {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if is_plain(fragment) {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        for part in fragment.split_inclusive(is_odd) {
            let last = part.chars().next_back().filter(|last| is_odd(*last));
            writer.write_all(&part.as_bytes()[..part.len() - last.map_or(0, char::len_utf8)])?;
            if let Some(last) = last {
                last.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(writer, "\\u{unit:04x}"))?;
            }
        }
        Ok(())
    }
}

/// Appends a value as JSON.
///
/// # Errors
/// Returns serde's error for a value that JSON cannot represent.
pub fn write_json(out: &mut Vec<u8>, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, VisibleJson))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_is_what_has_no_odd_character() {
        for character in '\0'..=char::MAX {
            for text in [format!("{character}"), format!("a{character}é\n"), format!("┌{character}")] {
                assert_eq!(is_plain(&text), !is_odd(character), "{text:?}");
            }
        }
    }

    #[test]
    fn what_shows_nothing_is_invisible() {
        let property =
            regex::Regex::new(r"\A[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]\z").unwrap();
        let selector = regex::Regex::new(r"\A\p{Variation_Selector}\z").unwrap();
        for character in '\0'..=char::MAX {
            let is_one = property.is_match(character.encode_utf8(&mut [0; 4]));
            assert_eq!(is_invisible(character), is_one, "{character:?}");
            let selects = selector.is_match(character.encode_utf8(&mut [0; 4]));
            assert_eq!(is_suspicious(character), is_one && !selects, "{character:?}");
        }
        // Marks, syllables and letters beyond the first plane are shown.
        for text in ["é", "e\u{301}", "한", "𝔖", "ﾞ", "\u{200a}"] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn only_colours_steer() {
        let text = "\u{1b}[1mbold\u{1b}[0m \u{1b}[2J\u{1b}]0;x\u{7} \u{9b}31m \u{1b}[38;5;1mé\u{1b}[";
        let shown = "\u{1b}[1mbold\u{1b}[0m <U+001B>[2J<U+001B>]0;x<U+0007> <U+009B>31m \u{1b}[38;5;1mé<U+001B>[";
        assert_eq!(visible_styled(text), shown);
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let cells = ["=1", "'=1", "''=1", "'a", "+", "-8586FU", "@a", "＝1", "\t=1", "a\"b", "a,b", "a\nb", "", "日本"];
        let mut row = Vec::new();
        push_csv_row(&mut row, cells);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_slice());
        let read = reader.records().next().unwrap().unwrap();
        assert_eq!(read.iter().map(without_sign).collect::<Vec<_>>(), cells);
        assert!(read.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '＝', '\t'])), "{read:?}");
        row.clear();
        push_csv_row(&mut row, ["\u{1b}[2J", "=\u{202e}"]);
        assert_eq!(String::from_utf8(row).unwrap(), "<U+001B>[2J,\"'=<U+202E>\"\n");
    }

    #[test]
    fn json_means_what_it_was_made_of() {
        for text in ["plain", "é 日本", "a\u{1b}[31mb\u{7f}\u{9b}c\u{202e}d\u{feff}\u{e0041}", "\"\\\n\t\u{0}", ""] {
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
