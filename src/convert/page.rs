//! The words of a page around its rows: the players above them, and comments.

use crate::record::{Record, Tag};
use crate::replay::{Text, players};

/// Longest name that stands in a heading, in bytes.
const MAX_NAME: usize = 80;

/// Writes who played, and where the game begins if it does so elsewhere; the number of tags that are lost.
pub(super) fn heading(out: &mut Vec<u8>, text: Text<'_>, record: &Record) -> u64 {
    let [white, black] = players(text.bytes, record).map(|span| {
        let name = span.map(|span| text.decode(span).split_whitespace().collect::<Vec<_>>().join(" "));
        name.filter(|name| !name.is_empty() && name != "?" && name.len() <= MAX_NAME)
    });
    let name = |tag: &Tag| tag.name.of(text.bytes);
    // Such a game cannot be read without its tags.
    let needed = |tag: &&Tag| matches!(name(tag), b"FEN" | b"SetUp" | b"Setup" | b"Variant" | b"Rules" | b"Odds");
    let tagged = record.tags.iter().any(|tag| needed(&tag));
    let (white_said, black_said) = (white.is_some(), black.is_some());
    if tagged {
        for (name, value) in [("White", white), ("Black", black)] {
            if let Some(value) = value {
                out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
            }
        }
        for tag in record.tags.iter().filter(needed) {
            let (name, value) = (text.decode(tag.name), text.decode(tag.value));
            out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
        }
    } else {
        let stop = |name: &str| if name.ends_with('.') { "" } else { "." };
        let part = |side: &str, name: &Option<String>| {
            name.as_ref().map(|name| format!("{side}: {name}{}", stop(name))).unwrap_or_default()
        };
        let line = format!("{}   {}", part("White", &white), part("Black", &black));
        if !line.trim().is_empty() {
            out.extend_from_slice(line.trim().as_bytes());
            out.push(b'\n');
        }
    }
    let kept = |tag: &Tag| match name(tag) {
        b"White" => white_said,
        b"Black" => black_said,
        b"Result" | b"Notation" => true,
        _ => needed(&tag) || matches!(tag.value.of(text.bytes), b"?" | b"????.??.??" | b""),
    };
    record.tags.iter().filter(|tag| !kept(tag)).count() as u64
}

/// Writes a comment in braces, in lines of at most so many characters.
pub(super) fn comment(out: &mut Vec<u8>, comment: &str, line_length: usize) {
    let limit = if line_length == 0 { usize::MAX } else { line_length };
    let mut width = 1;
    out.push(b'{');
    for (index, word) in comment.split_whitespace().enumerate() {
        let length = word.chars().count();
        if index > 0 {
            let full = width + 1 + length > limit;
            out.push(if full { b'\n' } else { b' ' });
            width = if full { 0 } else { width + 1 };
        }
        // A closing brace would end it.
        out.extend(word.bytes().map(|byte| if byte == b'}' { b')' } else { byte }));
        width += length;
    }
    out.extend_from_slice(b"}\n");
}
