//! Writes the tags of a game of chess: the seven tag roster first, then all other tags in the order of the record.

use std::borrow::Cow;

use super::options::Style;
use partie_notation::pgn::{PgnWriter, is_tag_name};
use partie_notation::{epd, fen, hex_fen};
use partie_record::span::Span;
use partie_record::{Encoding, Heading, Movetext, Outcome, ROSTER, Record, RecordClass, SourcePlace, Tag, TagKind};
use partie_replay::{GameTags, Text, Variant};

/// The token that ends the game: the record's own, or else the value of its Result tag.
pub(super) fn result(text: Text<'_>, record: &Record) -> &'static str {
    let tagged = || record.value(text.bytes, "Result").and_then(|value| Outcome::parse(value.trim_ascii()));
    record.outcome.or_else(tagged).unwrap_or(Outcome::Unknown).token()
}

/// True if castling is written as king takes rook: in Chess960, by tag or by FEN.
pub(super) fn king_takes_rook(text: Text<'_>, record: &Record) -> bool {
    let head = GameTags::of_record(text.bytes, record);
    let seen =
        || head.fen.is_some_and(|tag| tag.value.len() < 1000 && fen::read_fen(&text.decode(tag.value), false).chess960);
    head.variant() == Variant::Chess960 || seen()
}

/// The data for the tags that is not in the record.
#[derive(Clone, Debug)]
pub(super) struct TagSettings {
    /// The token that ends the game.
    pub result: &'static str,
    /// Whether PlyCount is recomputed, so that it is omitted here.
    pub ply_count: bool,
    /// The notation of moves, for the Notation tag.
    pub style: Style,
    /// The place of a printed record in its book.
    pub source: Option<SourcePlace>,
    /// The position of a board that is drawn above the record.
    pub fen: Option<String>,
    /// The variant, if the piece letters do not reveal it.
    pub variant: Option<&'static str>,
}

/// Writes the tags and fills in missing ones of the roster; writes no roster for a game without tags. Headings above a
/// printed score become tags. Returns the number of lost tags, whose names are invalid in PGN.
pub(super) fn write(writer: &mut PgnWriter, text: Text<'_>, record: &Record, settings: TagSettings) -> u64 {
    let name = |tag: &Tag| tag.name.of(text.bytes);
    // The notation of the source does not apply to the output.
    let says_notation =
        |tag: &Tag| name(tag).eq_ignore_ascii_case(b"Notation") && Movetext::named(tag.value.of(text.bytes)).is_some();
    let variant =
        settings.variant.filter(|_| !record.tags.iter().any(|tag| name(tag).eq_ignore_ascii_case(b"Variant")));
    // A game that needs a Variant tag gets the roster at once, as a later conversion would add it.
    let adds_tag = settings.source.is_some() || settings.fen.is_some() || variant.is_some();
    let nothing = match &record.tags[..] {
        [] => record.headings.is_empty() && !adds_tag,
        [tag] => says_notation(tag) && variant.is_none(),
        _ => false,
    };
    let notation = settings.style.notation();
    if nothing {
        if let Some(notation) = notation {
            writer.tag(b"Notation", notation.as_bytes());
        }
        return 0;
    }
    // The roster nearly always comes first and in order.
    let mut in_order = true;
    let mut first = [None; ROSTER.len()];
    for (place, (index, (roster, unknown))) in first.iter_mut().zip(ROSTER.iter().enumerate()) {
        let roster = &roster.as_bytes();
        in_order &= record.tags.get(index).is_some_and(|tag| name(tag) == *roster);
        *place = if in_order { Some(index) } else { record.tags.iter().position(|tag| name(tag) == *roster) };
        match place.and_then(|index| record.tags.get(index)) {
            Some(tag) => copy(writer, text, tag),
            None => match heading(text, record, roster) {
                Some(heading) => writer.tag(roster, &heading),
                None => writer.tag(roster, if unknown.is_empty() { settings.result } else { unknown }.as_bytes()),
            },
        }
    }
    if let Some(notation) = notation {
        writer.tag(b"Notation", notation.as_bytes());
    }
    if let Some(variant) = variant {
        writer.tag(b"Variant", variant.as_bytes());
    }
    if let Some((_, odds)) = record.headings.iter().find(|(heading, _)| *heading == Heading::Odds) {
        writer.tag(b"Odds", &decoded(text, *odds));
    }
    if let Some(opening) = heading(text, record, b"Opening") {
        writer.tag(b"Opening", &opening);
    }
    if let Some(SourcePlace { page, line }) = settings.source {
        if let Some(page) = page {
            writer.tag(b"SourcePage", page.to_string().as_bytes());
        }
        writer.tag(b"SourceLine", line.to_string().as_bytes());
        if record.class != RecordClass::Game {
            writer.tag(b"SourceClass", record.class.name().as_bytes());
        }
        if let RecordClass::Problem(asked) = record.class {
            writer.tag(b"Stipulation", asked.to_string().as_bytes());
        }
    }
    if let Some(fen) = &settings.fen {
        writer.tag(b"SetUp", b"1");
        writer.tag(b"FEN", fen.as_bytes());
    }
    let mut lost = 0;
    let has_setup = record.tags.iter().any(|tag| matches!(name(tag), b"SetUp" | b"Setup"));
    for (index, tag) in record.tags.iter().enumerate() {
        let again = settings.ply_count && name(tag) == b"PlyCount" || says_notation(tag);
        if first.contains(&Some(index)) || again {
            continue;
        }
        let is_fen = tag.kind == Some(TagKind::Fen);
        if is_fen && !has_setup {
            writer.tag(b"SetUp", b"1");
        }
        if is_fen && (name(tag) != b"FEN" || record.format.is_position_list()) {
            writer.tag(b"FEN", &fen_value(text, record, tag));
            continue;
        }
        if !is_tag_name(name(tag)) {
            lost += 1;
            continue;
        }
        copy(writer, text, tag);
    }
    lost
}

/// The value of a FEN tag, with all six fields if the record is a line of FEN or EPD.
pub(super) fn fen_value<'a>(text: Text<'a>, record: &Record, tag: &Tag) -> Cow<'a, [u8]> {
    let value = decoded(text, tag.value);
    // FEN of the hexagonal board has five fields.
    if !record.format.is_position_list() || hex_fen::has_rows(&value) {
        return value;
    }
    let counters = epd::counters(text.bytes, record);
    epd::with_counters(&String::from_utf8_lossy(&value), counters).into_bytes().into()
}

/// Writes a tag; a well-formed one is copied.
#[inline]
fn copy(writer: &mut PgnWriter, text: Text<'_>, tag: &Tag) {
    let (whole, name, value) = (tag.span.of(text.bytes), tag.name.of(text.bytes), tag.value.of(text.bytes));
    // This form compiles to vector code.
    let needs_escape = value.iter().fold(false, |needs_escape, &byte| {
        needs_escape | matches!(byte, b'"' | b'\\' | b'\n' | b'\r') | (byte >= 0x80)
    });
    let is_compact = whole.len() == name.len() + value.len() + 5
        && whole.starts_with(b"[")
        && tag.name.from == tag.span.from + 1
        && Span { from: tag.name.to, to: tag.value.from }.of(text.bytes) == b" \""
        && whole.ends_with(b"\"]");
    if needs_escape || !is_compact || text.encoding != Encoding::Utf8 {
        return writer.tag(name, &decoded(text, tag.value));
    }
    writer.out.extend_from_slice(whole);
    writer.out.push(b'\n');
}

/// The value of a tag from the headings above a printed score, on one line: players, title, year.
fn heading(text: Text<'_>, record: &Record, tag: &[u8]) -> Option<Vec<u8>> {
    let of = |wanted: Heading| record.headings.iter().filter(move |(heading, _)| *heading == wanted);
    let line = |span: Span| text.decode(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let titles = || of(Heading::Event).map(|(_, span)| line(*span));
    let found = match tag {
        b"White" => of(Heading::White).next().map(|(_, span)| line(*span)),
        b"Black" => of(Heading::Black).next().map(|(_, span)| line(*span)),
        // The last of several titles belongs to the game.
        b"Event" => titles().rfind(|title| !is_opening(title)).or_else(|| titles().next_back()),
        b"Opening" => titles().rfind(|title| is_opening(title)).filter(|_| titles().any(|title| !is_opening(&title))),
        b"Date" => titles().rev().find_map(|title| year(&title).map(|year| format!("{year}.??.??"))),
        _ => None,
    };
    found.map(String::into_bytes)
}

/// The titles above a printed score that no tag contains.
pub(super) fn other_titles(text: Text<'_>, record: &Record) -> Vec<Span> {
    let used = [&b"Event"[..], b"Opening"].map(|tag| heading(text, record, tag).unwrap_or_default());
    let titles = record.headings.iter().filter(|(heading, _)| *heading == Heading::Event).map(|(_, span)| *span);
    let line = |span: &Span| text.decode(*span).split_whitespace().collect::<Vec<_>>().join(" ").into_bytes();
    titles.filter(|span| !used.contains(&line(span))).collect()
}

/// True if a title is the name of an opening.
fn is_opening(title: &str) -> bool {
    let last = title.trim_end_matches(['.', ')', ' ']).rsplit(' ').next().unwrap_or_default().to_lowercase();
    ["defence", "defense", "opening", "gambit", "lopez", "piano"].contains(&last.as_str())
}

/// The year in a title.
fn year(title: &str) -> Option<&str> {
    let words = title.split(|sign: char| !sign.is_alphanumeric());
    words
        .filter(|word| word.len() == 4)
        .find(|word| ("1450".."2100").contains(word) && word.bytes().all(|b| b.is_ascii_digit()))
}

/// The text of a span in UTF-8.
fn decoded(text: Text<'_>, span: Span) -> Cow<'_, [u8]> {
    let bytes = span.of(text.bytes);
    if bytes.is_ascii() {
        return bytes.into();
    }
    match text.decode(span) {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    }
}
