//! The tags of a game of the west as they are written: the seven of the roster first, then the others in
//! their order.

use std::borrow::Cow;

use crate::notation::fen;
use crate::notation::pgn::PgnWriter;
use crate::record::{Outcome, Record, Tag};
use crate::replay::{Head, Text, Variant};

/// The seven tag roster, with what stands where nothing is known; the result is that of the game.
const ROSTER: [(&[u8], &str); 7] = [
    (b"Event", "?"),
    (b"Site", "?"),
    (b"Date", "????.??.??"),
    (b"Round", "?"),
    (b"White", "?"),
    (b"Black", "?"),
    (b"Result", ""),
];

/// The token that ends the game: the record's own, else that of its Result tag.
pub(super) fn result(text: Text<'_>, record: &Record) -> &'static str {
    let own = record.result.and_then(|span| Outcome::parse(span.of(text.bytes)));
    let tagged = || record.value(text.bytes, "Result").and_then(|value| Outcome::parse(value.trim_ascii()));
    own.or_else(tagged).unwrap_or(Outcome::Unknown).token()
}

/// Whether castling is written as king takes rook: in Chess960, said or seen in the FEN.
pub(super) fn king_takes_rook(text: Text<'_>, record: &Record) -> bool {
    let head = Head::read(text.bytes, record);
    let seen = || head.fen.is_some_and(|tag| tag.value.len() < 1000 && fen::read(&text.decode(tag.value), false).files);
    head.variant() == Variant::Chess960 || seen()
}

/// Writes the tags; those of the roster that are missing are filled in, and nothing where there are no tags
/// at all. PlyCount is left out where it is written anew.
pub(super) fn write(writer: &mut PgnWriter, text: Text<'_>, record: &Record, result: &str, ply_count: bool) {
    if record.tags.is_empty() {
        return;
    }
    let name = |tag: &Tag| tag.name.of(text.bytes);
    let value = |tag: &Tag| decoded(text, tag);
    // Nearly always the roster stands first, and in its order.
    let mut in_order = true;
    let mut first = [None; ROSTER.len()];
    for (place, (index, (roster, unknown))) in first.iter_mut().zip(ROSTER.iter().enumerate()) {
        in_order &= record.tags.get(index).is_some_and(|tag| name(tag) == *roster);
        *place = if in_order { Some(index) } else { record.tags.iter().position(|tag| name(tag) == *roster) };
        match place.and_then(|index| record.tags.get(index)) {
            Some(tag) => writer.tag(roster, &value(tag)),
            None => writer.tag(roster, if unknown.is_empty() { result } else { unknown }.as_bytes()),
        }
    }
    let has_setup = record.tags.iter().any(|tag| matches!(name(tag), b"SetUp" | b"Setup"));
    for (index, tag) in record.tags.iter().enumerate() {
        if first.contains(&Some(index)) || ply_count && name(tag) == b"PlyCount" {
            continue;
        }
        if name(tag) == b"FEN" && !has_setup {
            writer.tag(b"SetUp", b"1");
        }
        writer.tag(name(tag), &value(tag));
    }
}

/// The value of a tag in UTF-8.
fn decoded<'a>(text: Text<'a>, tag: &Tag) -> Cow<'a, [u8]> {
    let bytes = tag.value.of(text.bytes);
    if bytes.is_ascii() {
        return bytes.into();
    }
    match text.decode(tag.value) {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    }
}
