//! Names of item kinds, formats and movetexts, and the signs that a format puts around texts.

use std::borrow::Cow;

use partie_record::{Encoding, Format, Heading, ItemKind, Language, Movetext};

/// Item kinds by the names of the members that contain their text.
const KINDS: [(&str, ItemKind); 17] = [
    ("move", ItemKind::Move),
    ("null", ItemKind::Null),
    ("number", ItemKind::Number),
    ("comment", ItemKind::Comment),
    ("line_comment", ItemKind::LineComment),
    ("heading", ItemKind::Heading),
    ("nag", ItemKind::Nag),
    ("glyph", ItemKind::Glyph),
    ("suffix", ItemKind::Suffix),
    ("open", ItemKind::Open),
    ("close", ItemKind::Close),
    ("result", ItemKind::Result),
    ("time", ItemKind::Time),
    ("bookmark", ItemKind::Bookmark),
    ("ending", ItemKind::Ending),
    ("junk", ItemKind::Junk),
    ("skipped", ItemKind::Skipped),
];

pub(super) fn of_kind(kind: ItemKind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("junk", |(name, _)| name)
}

pub(super) fn kind(name: &str) -> Option<ItemKind> {
    KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

pub(super) fn movetext(name: &str) -> Option<Movetext> {
    let described = Language::ALL.into_iter().map(Movetext::Descriptive);
    [Movetext::Kober, Movetext::Iccf, Movetext::Coordinates]
        .into_iter()
        .chain(described)
        .find(|movetext| movetext.name() == Some(name))
}

/// The sides by name, the first one first.
pub(super) const SIDES: [&str; 2] = ["white", "black"];

const HEADINGS: [(&str, Heading); 4] =
    [("white", Heading::White), ("black", Heading::Black), ("event", Heading::Event), ("odds", Heading::Odds)];

pub(super) fn of_heading(heading: Heading) -> &'static str {
    HEADINGS.iter().find(|(_, known)| *known == heading).map_or("event", |(name, _)| name)
}

pub(super) fn heading(name: &str) -> Option<Heading> {
    HEADINGS.iter().find(|(known, _)| *known == name).map(|(_, heading)| *heading)
}

/// The name of the tag for the position of a FEN or EPD line, where it has no name.
pub(super) const FEN: &[u8] = b"FEN";

/// The default texts before a header's name, between name and value, and after the value.
pub(super) fn around(format: Format, name: &[u8], encoding: Encoding) -> [Cow<'static, [u8]>; 3] {
    let fixed = |before: &'static str, between: &'static str, after: &'static str| {
        [before, between, after].map(|text| Cow::Borrowed(text.as_bytes()))
    };
    match format {
        Format::Jkf => fixed("\"", "\":\"", "\""),
        Format::Fen => fixed("", "", ""),
        Format::Epd if name == FEN => fixed("", "", ""),
        Format::Epd => fixed("", " ", ""),
        Format::Csa if name.starts_with(b"$") => fixed("", ":", ""),
        Format::Csa | Format::Usi | Format::Usen => fixed("", "", ""),
        Format::Kif | Format::Ki2 => {
            let colon = encoding.encode_text("：").0.into_owned();
            [Cow::Borrowed(&b""[..]), Cow::Owned(colon), Cow::Borrowed(&b""[..])]
        }
        _ => fixed("[", " \"", "\"]"),
    }
}

/// A comment without the signs of its format; `None` if other signs surround it.
pub(super) fn bare(format: Format, comment: &[u8]) -> Option<Cow<'_, [u8]>> {
    let inner = match format {
        Format::Kif | Format::Ki2 => comment.strip_prefix(b"*")?,
        Format::Csa => comment.strip_prefix(b"'")?,
        Format::Jkf => {
            let text = crate::jkf::string(comment)?.into_owned().into_bytes();
            return (signed(format, &text) == comment).then_some(Cow::Owned(text));
        }
        _ => comment.strip_prefix(b"{")?.strip_suffix(b"}")?,
    };
    Some(Cow::Borrowed(inner))
}

/// A comment with the signs of its format.
pub(super) fn signed(format: Format, text: &[u8]) -> Vec<u8> {
    match format {
        Format::Kif | Format::Ki2 => [b"*", text].concat(),
        Format::Csa => [b"'", text].concat(),
        Format::Jkf => serde_json::to_vec(&String::from_utf8_lossy(text)).unwrap_or_default(),
        _ => [b"{", text, b"}"].concat(),
    }
}
