//! The text around the rows of a page: the players above them, and comments.

use super::options::Style;
use super::tags;
use partie_record::{Record, Tag, TagKind};
use partie_replay::{Text, players};

/// Maximum bytes of a name in a heading.
const MAX_NAME_BYTES: usize = 80;

/// The players as tags, for a game without rows; otherwise it would merge with the next game.
#[derive(Debug, Default)]
pub(super) struct BareHeading {
    /// The tags; empty if the heading consists of tags anyway.
    tags: String,
    from: usize,
    to: usize,
}

impl BareHeading {
    /// Replaces the heading with the tags.
    pub(super) fn replace(&self, out: &mut Vec<u8>) {
        if !self.tags.is_empty() {
            out.splice(self.from..self.to, self.tags.bytes());
        }
    }
}

/// Writes the players, and the start position if it is not the initial one. Returns the number of lost tags.
pub(super) fn heading(out: &mut Vec<u8>, text: Text<'_>, record: &Record, style: Style, bare: &mut BareHeading) -> u64 {
    *bare = BareHeading { tags: String::new(), from: out.len(), to: out.len() };
    let [white, black] = players(text.bytes, record).map(|span| {
        let name = span.map(|span| text.decode(span).split_whitespace().collect::<Vec<_>>().join(" "));
        name.filter(|name| !name.is_empty() && name != "?" && name.len() <= MAX_NAME_BYTES)
    });
    // Tags without which the moves cannot be read back.
    let needed = |tag: &&Tag| {
        use TagKind::{Fen, Odds, Rules, SetUp, Variant};
        matches!(tag.kind, Some(Fen | SetUp | Variant | Rules | Odds))
    };
    let tagged = record.tags.iter().any(|tag| needed(&tag));
    let (white_said, black_said) = (white.is_some(), black.is_some());
    if tagged {
        for (name, value) in [("White", white), ("Black", black)] {
            if let Some(value) = value {
                out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
            }
        }
        for tag in record.tags.iter().filter(needed) {
            let (name, value) = match tag.kind {
                Some(TagKind::Fen) => {
                    let value = tags::fen_value(text, record, tag);
                    ("FEN".into(), String::from_utf8_lossy(&value).into_owned().into())
                }
                _ => (text.decode(tag.name), text.decode(tag.value)),
            };
            out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
        }
        // A game with tags needs the Notation tag, as readers determine the notation from it.
        if let Some(notation) = style.notation() {
            out.extend_from_slice(format!("[Notation \"{notation}\"]\n").as_bytes());
        }
    } else {
        // A period after a short word would be read as that of an initial.
        let short = |name: &str| name.rsplit(' ').next().is_some_and(|word| word.len() < 3);
        let stop = |name: &str| if name.ends_with('.') || short(name) { "" } else { "." };
        let part = |side: &str, name: &Option<String>| {
            name.as_ref().map(|name| format!("{side}: {name}{}", stop(name))).unwrap_or_default()
        };
        let line = format!("{}   {}", part("White", &white), part("Black", &black));
        for (name, value) in [("White", &white), ("Black", &black)] {
            bare.tags.push_str(&format!("[{name} \"{}\"]\n", value.as_deref().unwrap_or("?")));
        }
        if let Some(notation) = style.notation() {
            bare.tags.push_str(&format!("[Notation \"{notation}\"]\n"));
        }
        if !line.trim().is_empty() {
            out.extend_from_slice(line.trim().as_bytes());
            out.push(b'\n');
        }
        bare.to = out.len();
    }
    let kept = |tag: &Tag| match tag.name.of(text.bytes) {
        b"White" => white_said,
        b"Black" => black_said,
        b"Result" | b"Notation" => true,
        _ => needed(&tag) || matches!(tag.value.of(text.bytes), b"?" | b"????.??.??" | b""),
    };
    record.tags.iter().filter(|tag| !kept(tag)).count() as u64
}

/// Writes a comment in braces, in lines of at most `line_length` characters.
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
        // A closing brace would end the comment.
        out.extend(word.bytes().map(|byte| if byte == b'}' { b')' } else { byte }));
        width += length;
    }
    out.extend_from_slice(b"}\n");
}
