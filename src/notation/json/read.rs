//! Reads a record from a line.
//!
//! Members may come in any order, and unknown ones are skipped. Nothing nests: variations are items that open and
//! close, and values of an unexpected shape are kept as junk.

use partie_record::byte_order_mark;

use serde_json::value::RawValue;

use super::members::{Members, Top, inside, list, number, plain};
use super::names::{FEN, around, heading, kind, movetext, signed};
use super::text;
use crate::{ReadOutcome, kanji};
use partie_record::finding::Code;
use partie_record::span::{Span, line_end};
use partie_record::{Decoded, Encoding, Format, Item, ItemKind, Line, Outcome, ParseNote, Record, Tag, limits};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// The first line that is not blank is the record. Its texts are joined in [`Record::decoded`], to which all spans
/// refer; its format is the original one. A line without a valid record is junk with the note S015, or S014 if the file
/// ends within it; its format is [`Format::Json`].
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    record.clear();
    let rest = bytes.get(at..).unwrap_or_default();
    let mark = byte_order_mark::length_at(bytes, at);
    let Some(blank) = rest[mark..].iter().position(|byte| !byte.is_ascii_whitespace()) else { return ReadOutcome::End };
    let from = at + mark + blank;
    let end = line_end(bytes, from);
    if end == bytes.len() && !last {
        return ReadOutcome::Incomplete;
    }
    record.lines.push(Line { parent: 0, first: 0, end: 0 });
    // Text without a source position of its own is located at the start of the record.
    record.decoded.begin(from);
    let line = bytes[from..end].trim_ascii_end();
    let next = (end + usize::from(bytes.get(end..end + 2) == Some(b"\r\n")) + 1).min(bytes.len());
    if let Err(fault) = whole(bytes, line, record) {
        // Discards everything read before the fault.
        record.clear();
        record.format = Format::Json;
        record.lines.push(Line { parent: 0, first: 0, end: 1 });
        let place = (from + fault.at).min(from + line.len().saturating_sub(1));
        let code = if fault.cut && end == bytes.len() { Code::S014 } else { Code::S015 };
        record.note(code, Span::new(place, (place + 1).min(from + line.len())));
        let span = Span::new(from, from + line.len());
        let kind = if span.len() > limits::TOKEN { ItemKind::Skipped } else { ItemKind::Junk };
        record.items.push(Item { span, line: 0, kind });
        record.span = Span::new(at, next);
    }
    ReadOutcome::Game(next)
}

/// The last offset in `bytes` where a record may begin: the last line.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    memchr::memrchr2(b'\n', b'\r', bytes.trim_ascii_end()).map(|end| end + 1)
}

/// The first offset after the start of `bytes` where a record may begin: the second line.
pub fn next(bytes: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', bytes).map(|end| end + 1)
}

/// True if the first line that is not blank begins an object and contains `"type":"record"`.
pub fn looks_like(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    if bytes.first() != Some(&b'{') {
        return false;
    }
    let head = &bytes[..line_end(bytes, 0)];
    memchr::memmem::find_iter(head, b"\"type\"").any(|at| {
        let rest = head[at + 6..].trim_ascii_start();
        rest.strip_prefix(b":").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\"record\""))
    })
}

/// The reason why a line is not a record.
struct Fault {
    /// The offset in the line.
    at: usize,
    /// True if the line is truncated.
    cut: bool,
}

fn whole(bytes: &[u8], line: &[u8], record: &mut Record) -> Result<(), Fault> {
    // Longer lines are cut while slicing, unless they were joined.
    if line.len() > limits::JOINED {
        return Err(Fault { at: 0, cut: false });
    }
    let text = std::str::from_utf8(line)
        .map_err(|error| Fault { at: error.valid_up_to(), cut: error.error_len().is_none() })?;
    let top: Top<'_> = serde_json::from_str(text)
        .map_err(|error| Fault { at: error.column().saturating_sub(1), cut: error.is_eof() })?;
    let format = plain(top.format).and_then(Format::named);
    let known = plain(top.kind) == Some("record") && number(top.version) == Some(1);
    let Some(format) = format.filter(|_| known) else { return Err(Fault { at: 0, cut: false }) };
    record.format = format;
    record.movetext = plain(top.movetext).and_then(movetext).unwrap_or_default();
    record.is_hexagonal = plain(top.board) == Some("hex");
    record.class = top.class();
    record.source_place = top.source_place();
    let named = plain(top.encoding);
    let mut encoding = named.and_then(Encoding::find).unwrap_or_default();
    record.stated_encoding = Some(encoding);
    if matches!(format, Format::Kif | Format::Ki2) {
        // Their text is UTF-8, whatever the original encoding.
        record.encoding = Some(named.and_then(|name| kanji::named(name.as_bytes())).unwrap_or_default());
        encoding = Encoding::Utf8;
    }
    let mut reader = Reader { bytes, record, encoding, line: 0, open: Vec::new(), too_deep: 0, cut: None };
    let notes = list(top.notes);
    let before = reader.before(&notes);
    let items = list(top.items);
    let mut places = Vec::with_capacity(items.len());
    let (preamble, items) = items.split_at(number(top.preamble).unwrap_or(0).min(items.len()));
    reader.items(preamble, &mut places);
    reader.tags(top.tags);
    reader.headings(top.headings);
    for value in list(top.setup) {
        let span = reader.piece(value);
        reader.record.setup.push(span);
    }
    reader.items(items, &mut places);
    reader.finish();
    reader.result(top.result, &places);
    let own = |record: &Record| Outcome::parse(record.result?.of(record.decoded.bytes()?));
    let stated = plain(top.outcome).and_then(|token| Outcome::parse(token.as_bytes()));
    // The token has priority, as it may have been edited.
    reader.record.outcome = own(reader.record).or(stated);
    reader.notes(&notes, before, &places);
    if reader.record.decoded.is_empty() {
        // An empty record still needs bytes of its own.
        reader.record.decoded.push(b"\n");
    }
    record.span = Span::new(0, record.decoded.len());
    let start = (line.as_ptr() as usize).saturating_sub(bytes.as_ptr() as usize);
    record.decoded.end(start + line.len());
    Ok(())
}

/// The state while one line is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    record: &'r mut Record,
    encoding: Encoding,
    line: u32,
    /// The indices of the parent and of the open line, for each open line.
    open: Vec<(u32, u32)>,
    /// Number of open variations that are too deep to be kept.
    too_deep: usize,
    /// The index and the text of the item that the end of the file cut.
    cut: Option<(usize, &'a RawValue)>,
}

impl<'a> Reader<'a, '_> {
    /// The offset of a value in the slice, computed from its address: it borrows from the slice.
    fn source(&self, value: &RawValue) -> usize {
        (value.get().as_ptr() as usize).saturating_sub(self.bytes.as_ptr() as usize)
    }

    fn decoded(&mut self) -> &mut Decoded {
        &mut self.record.decoded
    }

    /// Appends the text of a string, or the JSON of another value.
    fn push(&mut self, value: &RawValue) -> Span {
        let (raw, source) = (value.get(), self.source(value));
        let from = self.record.decoded.len();
        match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
            Some(inner) => self.string(inner.as_bytes(), source + 1),
            None => {
                self.decoded().begin(source);
                self.decoded().push(raw.as_bytes());
            }
        }
        Span::new(from, self.record.decoded.len())
    }

    /// Appends the text of a string without its quotes.
    fn string(&mut self, raw: &[u8], source: usize) {
        match self.record.encoding {
            Some(encoding) if encoding != Default::default() && memchr::memmem::find(raw, b"\\udc").is_some() => {
                text::decode_bytes(raw, source, encoding, self.decoded());
            }
            _ => text::decode(raw, source, self.encoding, self.decoded()),
        }
    }

    /// Appends a text with a line end.
    fn piece(&mut self, value: &RawValue) -> Span {
        let span = self.push(value);
        self.decoded().push(b"\n");
        span
    }

    /// Keeps a value of an unexpected shape as junk.
    fn misplaced(&mut self, value: &RawValue) {
        let from = self.record.decoded.len();
        let source = self.source(value);
        self.decoded().begin(source);
        self.decoded().push(value.get().as_bytes());
        let span = Span::new(from, self.record.decoded.len());
        self.decoded().push(b"\n");
        self.record.note(Code::S015, span);
        self.record.items.push(Item { span, line: self.line, kind: ItemKind::Junk });
    }

    fn tags(&mut self, value: Option<&'a RawValue>) {
        for tag in list(value) {
            let parts = list(Some(tag));
            let [name, value, signs @ ..] = parts.as_slice() else {
                self.misplaced(tag);
                continue;
            };
            let from = self.record.decoded.len();
            // The default opening sign does not occur in the line.
            let source = self.source(tag);
            self.decoded().begin(source);
            let mut scratch = Decoded::default();
            text::decode(inside(name), 0, self.encoding, &mut scratch);
            let expected = around(self.record.format, scratch.bytes().unwrap_or_default(), self.encoding);
            let sign = |reader: &mut Self, index: usize| match signs.get(index) {
                Some(sign) => {
                    reader.push(sign);
                }
                None => reader.decoded().push(&expected[index]),
            };
            sign(self, 0);
            let name = self.push(name);
            sign(self, 1);
            let value = self.push(value);
            sign(self, 2);
            let span = Span::new(from, self.record.decoded.len());
            self.decoded().push(b"\n");
            let bytes = self.record.decoded.bytes().unwrap_or_default();
            let mut tag = Tag::new(bytes, span, name, value);
            // Operations of EPD have no tag kind of PGN.
            if self.record.format == Format::Epd && name.of(bytes) != FEN {
                tag.kind = None;
            }
            self.record.tags.push(tag);
        }
    }

    fn headings(&mut self, value: Option<&'a RawValue>) {
        for entry in list(value) {
            match list(Some(entry)).as_slice() {
                [name, value] if plain(Some(name)).and_then(heading).is_some() => {
                    let span = self.piece(value);
                    if let Some(heading) = plain(Some(name)).and_then(heading) {
                        self.record.headings.push((heading, span));
                    }
                }
                _ => self.misplaced(entry),
            }
        }
    }

    /// Reads items, and adds the index of each in the record to `places`.
    fn items(&mut self, values: &[&'a RawValue], places: &mut Vec<usize>) {
        for value in values {
            places.push(self.record.items.len());
            self.item(value);
        }
    }

    fn item(&mut self, value: &'a RawValue) {
        let members = Members::of(value).0;
        let found = members.iter().find_map(|(key, value)| Some((kind(plain(Some(key))?)?, *value)));
        let Some((kind, text)) = found else { return self.misplaced(value) };
        let has = |name: &str| members.iter().any(|(key, value)| key.get() == name && value.get() == "true");
        if kind == ItemKind::Open && (self.too_deep > 0 || self.open.len() >= limits::DEPTH) {
            return self.skip(text);
        }
        if self.too_deep > 0 {
            self.too_deep -= usize::from(kind == ItemKind::Close);
            self.piece(text);
            if let Some(item) = self.record.items.last_mut() {
                item.span.to = Span::new(0, self.record.decoded.len()).to - 1;
            }
            return;
        }
        if has("\"cut\"") && self.cut.is_none() {
            // Its text comes last.
            self.cut = Some((self.record.items.len(), text));
            return self.place(kind, Span::default());
        }
        let span = if kind == ItemKind::Comment && !has("\"bare\"") { self.comment(text) } else { self.piece(text) };
        let long = span.len() > limits::TOKEN && !matches!(kind, ItemKind::Junk | ItemKind::Skipped);
        if long {
            self.record.note(Code::B002, span);
        }
        self.place(if long { ItemKind::Skipped } else { kind }, span);
    }

    /// Restores the signs of a comment in its format.
    fn comment(&mut self, value: &RawValue) -> Span {
        let from = self.record.decoded.len();
        if self.record.format == Format::Jkf {
            let mut inner = Decoded::default();
            text::decode(inside(value), 0, self.encoding, &mut inner);
            let text = signed(Format::Jkf, inner.bytes().unwrap_or_default());
            let source = self.source(value);
            self.decoded().begin(source);
            self.decoded().push(&text);
        } else {
            let signs = signed(self.record.format, b"\0");
            let (before, after) = signs.split_at(signs.iter().position(|byte| *byte == 0).unwrap_or_default());
            let source = self.source(value);
            self.decoded().begin(source);
            self.decoded().push(before);
            self.push(value);
            self.decoded().push(&after[1..]);
        }
        let span = Span::new(from, self.record.decoded.len());
        self.decoded().push(b"\n");
        span
    }

    fn place(&mut self, kind: ItemKind, span: Span) {
        let index = self.record.items.len() as u32;
        let mut item = Item { span, line: self.line, kind };
        match kind {
            ItemKind::Open => {
                item.line = self.record.lines.len() as u32;
                self.record.lines.push(Line { parent: self.line, first: index, end: 0 });
                self.open.push((self.line, item.line));
                self.line = item.line;
            }
            ItemKind::Close => match self.open.pop() {
                Some((parent, own)) => {
                    if let Some(line) = self.record.lines.get_mut(own as usize) {
                        line.end = index + 1;
                    }
                    self.line = parent;
                }
                None => {
                    item.kind = ItemKind::Junk;
                    self.record.note(Code::S012, span);
                }
            },
            ItemKind::Move | ItemKind::Null => self.record.has_moves = true,
            _ => {}
        }
        self.record.items.push(item);
    }

    /// Merges a variation that is too deep into one skipped item.
    fn skip(&mut self, value: &RawValue) {
        self.too_deep += 1;
        let span = self.piece(value);
        if self.too_deep > 1 {
            if let Some(item) = self.record.items.last_mut() {
                item.span.to = span.to;
            }
            return;
        }
        self.record.note(Code::B001, span);
        self.record.items.push(Item { span, line: self.line, kind: ItemKind::Skipped });
    }

    /// Appends the text that the end of the file cut, and closes all lines.
    fn finish(&mut self) {
        if let Some((index, value)) = self.cut.take() {
            let span = self.push(value);
            if let Some(item) = self.record.items.get_mut(index) {
                item.span = span;
            }
        }
        let end = self.record.items.len() as u32;
        for (_, own) in std::mem::take(&mut self.open) {
            if let Some(line) = self.record.lines.get_mut(own as usize) {
                line.end = end;
            }
        }
        self.record.lines[0].end = end;
    }

    fn result(&mut self, value: Option<&'a RawValue>, places: &[usize]) {
        let Some(value) = value else { return };
        let members = Members::of(value);
        let member = |name: &str| members.get(name);
        let Some(text) = member("text") else { return self.misplaced(value) };
        let item = number(member("item")).and_then(|item| self.record.items.get(*places.get(item)?)).copied();
        let mut scratch = Decoded::default();
        text::decode(inside(text), 0, self.encoding, &mut scratch);
        let wanted = scratch.bytes().unwrap_or_default();
        let within = item.and_then(|item| {
            let from = item.span.from as usize + number(member("at")).unwrap_or(0);
            let span =
                Span::new(from.min(self.record.decoded.len()), (from + wanted.len()).min(self.record.decoded.len()));
            (span.of(self.record.decoded.bytes().unwrap_or_default()) == wanted).then_some(span)
        });
        self.record.result = Some(match within {
            Some(span) => span,
            None => self.piece(text),
        });
    }

    /// Appends the texts of the notes that precede everything else.
    fn before(&mut self, notes: &[&'a RawValue]) -> Vec<Span> {
        let mut spans = Vec::new();
        for note in notes {
            if let Some(text) = Members::of(note).get("before") {
                spans.push(self.piece(text));
            }
        }
        spans
    }

    fn notes(&mut self, notes: &[&'a RawValue], before: Vec<Span>, places: &[usize]) {
        let mut before = before.into_iter();
        for value in notes {
            let members = Members::of(value);
            let member = |name: &str| members.get(name);
            let text = match (member("before"), member("text")) {
                (Some(_), _) => before.next(),
                (None, Some(text)) => Some(self.piece(text)),
                (None, None) => None,
            };
            let Some(code) = plain(member("code")).and_then(Code::find) else {
                self.misplaced(value);
                continue;
            };
            let end = self.record.decoded.len();
            let span = text.or_else(|| self.note_place(member("in"), places)).unwrap_or(Span::new(end, end));
            let other = self.note_place(member("other"), places);
            let known = |note: &ParseNote| note.code == code && note.span == span;
            if !self.record.notes.iter().rev().take(4).any(known) {
                self.record.notes.push(ParseNote { code, span, other });
            }
        }
    }

    /// Returns the span named by `["items",3,0,2]`: list, index, first byte and length.
    fn note_place(&self, value: Option<&'a RawValue>, places: &[usize]) -> Option<Span> {
        let parts = list(value);
        let [name, index, from, length] = parts.as_slice() else { return None };
        let (index, from, length) = (number(Some(index))?, number(Some(from))?, number(Some(length))?);
        let record = &*self.record;
        let span = match plain(Some(name))? {
            "tags" => record.tags.get(index)?.span,
            "headings" => record.headings.get(index)?.1,
            "setup" => *record.setup.get(index)?,
            "items" => record.items.get(*places.get(index)?)?.span,
            _ => return None,
        };
        let from = (span.from as usize).checked_add(from)?.min(span.to as usize);
        Some(Span::new(from, from.checked_add(length)?.min(span.to as usize)))
    }
}
