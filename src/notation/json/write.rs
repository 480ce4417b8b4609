//! Writes a record as a line.

use std::ops::Range;

use super::names::{FEN, SIDES, around, bare, of_heading, of_kind};
use super::text;
use partie_record::span::Span;
use partie_record::{Encoding, Item, ItemKind, Outcome, Record, RecordClass, SourcePlace, Tag, TagKind};
use partie_rules::{GameKind, Side};

/// A move as replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub item: Span,
    /// Its coordinates, in [`Replay::text`]: UCI, coordinates of hexagonal chess, or USI.
    pub coordinates: Range<usize>,
    /// Its SAN in the same buffer, with English letters; empty for shogi.
    pub san: Range<usize>,
    /// True if it is illegal, and kept as written.
    pub illegal: bool,
}

/// The results of a replay, for other programs; they are not read again.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The game; `None` without a replay.
    pub game: Option<GameKind>,
    /// The name of the member for coordinates.
    pub coordinates: &'static str,
    /// The start position: FEN, the FEN of hexagonal chess, or SFEN.
    pub start: String,
    /// The played moves, in the order of their items.
    pub moves: Vec<Played>,
    pub text: Vec<u8>,
}

impl Replay {
    /// Clears all data, but keeps the buffers.
    pub fn clear(&mut self) {
        self.game = None;
        self.start.clear();
        self.moves.clear();
        self.text.clear();
    }
}

/// The text to which the spans of a record refer.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    pub bytes: &'a [u8],
    pub encoding: Encoding,
    /// True if the file ends with `bytes`.
    pub last: bool,
    /// The place of a printed record in its book.
    pub place: Option<SourcePlace>,
}

/// Appends the record as one line.
pub fn write(out: &mut Vec<u8>, source: SourceText<'_>, record: &Record, replay: &Replay) {
    let SourceText { bytes, encoding, last, place } = source;
    let game = replay.game.unwrap_or(record.format.game()).name();
    let mut writer = Writer { out, bytes, encoding, record };
    writer.raw("{\"v\":1,\"type\":\"record\",\"game\":\"");
    writer.raw(game);
    writer.raw("\",\"format\":\"");
    writer.raw(record.format.name());
    if let Some(movetext) = record.movetext.name() {
        writer.raw("\",\"movetext\":\"");
        writer.raw(movetext);
    }
    if record.is_hexagonal {
        writer.raw("\",\"board\":\"hex");
    }
    writer.raw("\",\"encoding\":\"");
    writer.raw(record.encoding.unwrap_or(encoding).name());
    writer.raw("\"");
    writer.class();
    if let Some(SourcePlace { page, line }) = place {
        writer.raw(",\"source\":{");
        if let Some(page) = page {
            writer.raw("\"page\":");
            writer.number(page as usize);
            writer.raw(",");
        }
        writer.raw("\"line\":");
        writer.number(line as usize);
        writer.raw("}");
    }
    let first = record.tags.first().map_or(0, |tag| tag.span.from);
    let preamble = record.items.iter().take_while(|item| item.span.to <= first).count();
    if preamble > 0 {
        writer.raw(",\"preamble\":");
        writer.number(preamble);
    }
    writer.tags();
    writer.list("headings", &record.headings, |writer, (heading, span)| {
        writer.raw("[\"");
        writer.raw(of_heading(*heading));
        writer.raw("\",");
        writer.text(*span);
        writer.raw("]");
    });
    writer.list("setup", &record.setup, |writer, span| writer.text(*span));
    if !replay.start.is_empty() {
        writer.raw(",\"start\":");
        text::push(writer.out, replay.start.as_bytes(), Encoding::Utf8);
    }
    writer.items(replay, last);
    writer.end();
    writer.notes();
    writer.raw("}\n");
}

struct Writer<'a, 'o> {
    out: &'o mut Vec<u8>,
    bytes: &'a [u8],
    encoding: Encoding,
    record: &'a Record,
}

impl<'a> Writer<'a, '_> {
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn text(&mut self, span: Span) {
        text::push(self.out, span.of(self.bytes), self.encoding);
    }

    fn number(&mut self, number: usize) {
        let _ = std::io::Write::write_fmt(self.out, format_args!("{number}"));
    }

    /// Writes a member with an array, unless the array is empty.
    fn list<T>(&mut self, name: &str, list: &'a [T], each: impl Fn(&mut Self, &'a T)) {
        for (index, one) in list.iter().enumerate() {
            if index == 0 {
                self.raw(",\"");
                self.raw(name);
                self.raw("\":[");
            } else {
                self.raw(",");
            }
            each(self, one);
        }
        if !list.is_empty() {
            self.raw("]");
        }
    }

    /// Writes the class of an analysis or a problem, with the stipulation.
    fn class(&mut self) {
        let class = self.record.class;
        if class == RecordClass::Game {
            return;
        }
        self.raw(",\"class\":\"");
        self.raw(class.name());
        self.raw("\"");
        if let RecordClass::Problem(asked) = class {
            self.raw(",\"stipulation\":{\"text\":\"");
            self.raw(&asked.to_string());
            if let Some(side) = asked.side {
                self.raw("\",\"side\":\"");
                self.raw(SIDES[usize::from(side == Side::Second)]);
            }
            self.raw("\"}");
        }
    }

    fn tags(&mut self) {
        let tags = &self.record.tags;
        self.list("tags", tags, |writer, tag| {
            writer.raw("[");
            text::push(writer.out, writer.name_of(tag), writer.encoding);
            writer.raw(",");
            writer.text(tag.value);
            if let Some(signs) = writer.differing_signs(tag) {
                for sign in signs {
                    writer.raw(",");
                    text::push(writer.out, sign, writer.encoding);
                }
            }
            writer.raw("]");
        });
    }

    fn name_of(&self, tag: &Tag) -> &'a [u8] {
        match tag.kind {
            Some(TagKind::Fen) if tag.name.is_empty() => FEN,
            _ => tag.name.of(self.bytes),
        }
    }

    /// The signs around name and value, if they differ from the format's own.
    fn differing_signs(&self, tag: &Tag) -> Option<[&'a [u8]; 3]> {
        let parts = [
            Span { from: tag.span.from, to: tag.name.from },
            Span { from: tag.name.to, to: tag.value.from },
            Span { from: tag.value.to, to: tag.span.to },
        ];
        let signs = parts.map(|part| part.of(self.bytes));
        let expected = around(self.record.format, self.name_of(tag), self.encoding);
        let same = signs.iter().zip(&expected).all(|(sign, expected)| *sign == &**expected);
        (!same).then_some(signs)
    }

    fn items(&mut self, replay: &Replay, last: bool) {
        self.raw(",\"items\":[");
        // The last item of a file may be truncated.
        let cut = self.record.items.iter().rposition(|item| {
            last && item.span.to as usize == self.bytes.len() && !item.span.is_empty() && self.record.format.is_shogi()
        });
        let mut moves = replay.moves.iter().peekable();
        for (index, item) in self.record.items.iter().enumerate() {
            self.raw(if index > 0 { ",{\"" } else { "{\"" });
            self.raw(of_kind(item.kind));
            self.raw("\":");
            self.item(item);
            let played = match item.kind {
                ItemKind::Move => moves.next_if(|played| played.item == item.span),
                _ => None,
            };
            if let Some(played) = played {
                self.played(replay, played);
            }
            self.raw(if cut == Some(index) { ",\"cut\":true}" } else { "}" });
        }
        self.raw("]");
    }

    fn item(&mut self, item: &Item) {
        let whole = item.span.of(self.bytes);
        if item.kind != ItemKind::Comment {
            return self.text(item.span);
        }
        match bare(self.record.format, whole) {
            Some(inner) => text::push(self.out, &inner, self.encoding),
            None => {
                self.text(item.span);
                self.raw(",\"bare\":true");
            }
        }
    }

    fn played(&mut self, replay: &Replay, played: &Played) {
        for (name, range) in [(replay.coordinates, &played.coordinates), ("san", &played.san)] {
            let text = replay.text.get(range.clone()).unwrap_or_default();
            if !text.is_empty() {
                for part in [",\"", name, "\":\""] {
                    self.raw(part);
                }
                self.out.extend_from_slice(text);
                self.raw("\"");
            }
        }
        if played.illegal {
            self.raw(",\"illegal\":true");
        }
    }

    /// Writes the result that ends the record, and its item.
    fn end(&mut self) {
        if let Some(span) = self.record.result {
            self.raw(",\"result\":{\"text\":");
            self.text(span);
            let holds = |item: &Item| item.span.from <= span.from && span.to <= item.span.to;
            let items = &self.record.items;
            let exact = items.iter().rposition(|item| item.span == span && item.kind == ItemKind::Result);
            let place = exact.or_else(|| items.iter().rposition(holds));
            if let Some((index, item)) = place.and_then(|index| Some((index, self.record.items.get(index)?))) {
                self.raw(",\"item\":");
                self.number(index);
                if item.span.from != span.from {
                    self.raw(",\"at\":");
                    self.number((span.from - item.span.from) as usize);
                }
            }
            self.raw("}");
        }
        // A result token already shows the outcome.
        let token = self.record.result.and_then(|span| Outcome::parse(span.of(self.bytes)));
        if let Some(outcome) = self.record.outcome.filter(|outcome| token != Some(*outcome)) {
            self.raw(",\"outcome\":\"");
            self.raw(outcome.token());
            self.raw("\"");
        }
    }

    fn notes(&mut self) {
        if self.record.notes.is_empty() {
            return;
        }
        let places = Places::of(self.record);
        let notes = &self.record.notes;
        self.list("notes", notes, |writer, note| {
            writer.raw("{\"code\":\"");
            writer.raw(note.code.as_str());
            writer.raw("\"");
            for (name, span) in [(",\"in\":", Some(note.span)), (",\"other\":", note.other)] {
                if let Some((list, index, from)) = span.and_then(|span| places.find(span)) {
                    writer.raw(name);
                    writer.raw("[\"");
                    writer.raw(list);
                    writer.raw("\",");
                    for number in [index, from, span.map_or(0, |span| span.len())] {
                        writer.number(number);
                        writer.raw(",");
                    }
                    writer.out.pop();
                    writer.raw("]");
                }
            }
            // Text outside of all lists is known only from its note.
            if places.find(note.span).is_none() && !note.span.of(writer.bytes).trim_ascii().is_empty() {
                writer.raw(if note.span.to <= places.first() { ",\"before\":" } else { ",\"text\":" });
                writer.text(note.span);
            }
            writer.raw("}");
        });
    }
}

/// All kept texts, sorted by span.
struct Places(Vec<(Span, &'static str, usize)>);

impl Places {
    fn of(record: &Record) -> Self {
        let tags = record.tags.iter().enumerate().map(|(index, tag)| (tag.span, "tags", index));
        let headings = record.headings.iter().enumerate().map(|(index, (_, span))| (*span, "headings", index));
        let setup = record.setup.iter().enumerate().map(|(index, span)| (*span, "setup", index));
        let items = record.items.iter().enumerate().map(|(index, item)| (item.span, "items", index));
        let mut all: Vec<_> = tags.chain(headings).chain(setup).chain(items).collect();
        all.sort_by_key(|(span, _, index)| (span.from, span.to, *index));
        Self(all)
    }

    /// The start of the first text.
    fn first(&self) -> u32 {
        self.0.first().map_or(u32::MAX, |(span, ..)| span.from)
    }

    /// Finds the text that contains a span; returns its list, its index, and the offset in it.
    fn find(&self, wanted: Span) -> Option<(&'static str, usize, usize)> {
        let after = self.0.partition_point(|(span, ..)| span.from <= wanted.from);
        // Texts seldom overlap: the nearest few decide.
        let near = self.0[after.saturating_sub(4)..after].iter().rev();
        let (span, list, index) = near.copied().find(|(span, ..)| span.to >= wanted.to)?;
        Some((list, index, (wanted.from - span.from) as usize))
    }
}
