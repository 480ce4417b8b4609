//! Reads a record from a JSON object: tags, set-up, items.

use std::vec::IntoIter;

use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::json::{Entry, Member, Members};
use super::terminal;
use crate::ReadOutcome;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Line, Record, Tag, limits};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// The record is one JSON object. Members of `header` are tags; the object of `initial` is the one span of
/// [`Record::setup`]. Moves, times, comments and ends are items whose spans cover the whole JSON value, with quotes and
/// braces. Items are in replay order: the move or end of an entry, its time, its comments, its forks. Forks open and
/// close at the brackets of their arrays; a fork of an end replaces the end. No record is complete before the end of
/// the file.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let mut from = record.begin(Format::Jkf, bytes, at);
    let rest = bytes.get(from..).unwrap_or_default();
    let text = rest.trim_ascii_start();
    from += rest.len() - text.len();
    match text.first() {
        None => return ReadOutcome::End,
        Some(_) if !last => return ReadOutcome::Incomplete,
        Some(b'{') => {}
        Some(_) => return ReadOutcome::Text(bytes.len()),
    }
    let mut reader = Reader { bytes, record, line: 0 };
    let end = reader.object(from);
    let items = record.items.len() as u32;
    record.lines[0].end = items;
    record.span = Span::new(at, end);
    ReadOutcome::Game(end)
}

/// True if a file is JKF: an object whose first member is one of the format's members.
pub fn looks_like(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let Some(rest) = bytes.strip_prefix(b"{") else { return false };
    let key = rest.trim_ascii_start();
    [&b"\"header\""[..], b"\"initial\"", b"\"moves\""]
        .iter()
        .any(|name| key.strip_prefix(*name).is_some_and(|rest| rest.trim_ascii_start().starts_with(b":")))
}

/// True if a member has a name of the format. If the reader rejects such a member, it is repeated or misplaced, and may
/// contain moves.
pub fn has_known_name(member: &[u8]) -> bool {
    const NAMES: [&[u8]; 8] = [b"header", b"initial", b"moves", b"move", b"time", b"comments", b"special", b"forks"];
    let Some(name) = member.strip_prefix(b"\"") else { return false };
    NAMES.iter().any(|known| name.strip_prefix(*known).is_some_and(|rest| rest.starts_with(b"\"")))
}

/// The state while one record is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    record: &'r mut Record,
    line: u32,
}

/// A line of play being read.
struct Frame<'a> {
    line: u32,
    entries: IntoIter<&'a RawValue>,
    /// Forks of the last entry.
    forks: IntoIter<&'a RawValue>,
    /// The closing bracket of a fork.
    close: usize,
}

impl<'a> Reader<'a, '_> {
    /// Reads the object that begins at `from` and returns the offset of its end.
    fn object(&mut self, from: usize) -> usize {
        // UTF-8 is checked only if parsing fails, because another object may follow.
        let mut stream = Deserializer::from_slice(&self.bytes[from..]).into_iter::<Members<'a>>();
        let Some(Ok(Members(members))) = stream.next() else {
            self.unreadable(from);
            return self.bytes.len();
        };
        let end = from + stream.byte_offset();
        let mut seen = [false; 3];
        for (key, value) in members {
            let place = ["\"header\"", "\"initial\"", "\"moves\""].iter().position(|name| *name == key.get());
            match place.filter(|place| !std::mem::replace(&mut seen[*place], true)) {
                Some(_) if value.get() == "null" => {}
                Some(0) => self.header(value),
                Some(1) => self.record.setup.push(self.span(value)),
                Some(_) => self.moves(value),
                None => self.unknown((key, value)),
            }
        }
        let after = &self.bytes[end..];
        let blank = after.len() - after.trim_ascii_start().len();
        match after.get(blank) {
            None => self.bytes.len(),
            Some(b'{') => end + blank,
            Some(_) => {
                let stop = end + after.trim_ascii_end().len();
                self.broken(false, end + blank, end + blank, stop);
                self.bytes.len()
            }
        }
    }

    /// Adds the text from `from` on as junk, as it is not a whole object.
    #[cold]
    fn unreadable(&mut self, from: usize) {
        let rest = &self.bytes[from..];
        let (text, wrong) = match std::str::from_utf8(rest) {
            Ok(text) => (text, None),
            Err(error) => (
                std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
                Some((error.valid_up_to(), error.error_len().is_none())),
            ),
        };
        let Some(Err(error)) = Deserializer::from_str(text).into_iter::<Members<'a>>().next() else { return };
        let (place, cut) = match wrong.filter(|_| error.is_eof()) {
            Some((place, cut)) => (place, cut),
            None => (offset(text, &error), error.is_eof()),
        };
        let end = from + rest.trim_ascii_end().len();
        self.broken(cut, from + place, from, end);
    }

    /// Adds junk from `from` to `to`, and a note with the reason at `place`.
    fn broken(&mut self, cut_off: bool, place: usize, from: usize, to: usize) {
        let place = place.min(to.saturating_sub(1)).max(from);
        let code = if cut_off { Code::S014 } else { Code::S015 };
        self.record.note(code, Span::new(place, to.min(place + 1)));
        self.push(ItemKind::Junk, Span::new(from, to));
    }

    /// The span of a value, computed from its address: it borrows from the input.
    fn span(&self, value: &RawValue) -> Span {
        let from = (value.get().as_ptr() as usize).saturating_sub(self.bytes.as_ptr() as usize);
        Span::new(from, from + value.get().len())
    }

    fn header(&mut self, value: &'a RawValue) {
        let Ok(members) = serde_json::from_str::<Members<'a>>(value.get()) else {
            return self.misplaced(value);
        };
        for (key, value) in members.0 {
            let (key, whole) = (self.span(key), self.span(value));
            let text = value.get().starts_with('"');
            let value = if text { inner(whole) } else { whole };
            let span = Span { from: key.from, to: whole.to };
            if span.len() > limits::TOKEN {
                self.record.note(Code::B003, span);
                self.push(ItemKind::Skipped, span);
                continue;
            }
            if !text {
                self.record.note(Code::H003, span);
            }
            self.record.tags.push(Tag::new(self.bytes, span, inner(key), value));
        }
    }

    /// Reads the main line and the forks, with an explicit stack.
    fn moves(&mut self, value: &'a RawValue) {
        let Some(main) = self.frame(value, 0) else { return };
        let mut stack = vec![main];
        while let Some(top) = stack.last_mut() {
            self.line = top.line;
            if let Some(fork) = top.forks.next() {
                if stack.len() > limits::NESTED {
                    let span = self.span(fork);
                    self.record.note(Code::B001, span);
                    self.push(ItemKind::Skipped, span);
                } else if let Some(frame) = self.fork(fork) {
                    stack.push(frame);
                }
            } else if let Some(entry) = top.entries.next() {
                top.forks = self.entry(entry);
            } else {
                if top.line > 0 {
                    self.push(ItemKind::Close, Span::new(top.close, top.close + 1));
                    let end = self.record.items.len() as u32;
                    self.record.lines[top.line as usize].end = end;
                }
                stack.pop();
            }
        }
        self.line = 0;
    }

    fn frame(&mut self, value: &'a RawValue, line: u32) -> Option<Frame<'a>> {
        let Ok(entries) = serde_json::from_str::<Vec<&'a RawValue>>(value.get()) else {
            self.misplaced(value);
            return None;
        };
        let close = self.span(value).to as usize - 1;
        Some(Frame { line, entries: entries.into_iter(), forks: Vec::new().into_iter(), close })
    }

    fn fork(&mut self, value: &'a RawValue) -> Option<Frame<'a>> {
        let line = self.record.lines.len() as u32;
        let frame = self.frame(value, line)?;
        let first = self.record.items.len() as u32;
        self.record.lines.push(Line { parent: self.line, first, end: 0 });
        self.line = line;
        let from = self.span(value).from as usize;
        self.push(ItemKind::Open, Span::new(from, from + 1));
        Some(frame)
    }

    /// Reads an entry and returns its forks.
    fn entry(&mut self, value: &'a RawValue) -> IntoIter<&'a RawValue> {
        // One pass if `forks` is a list: forks may make up most of a file, and each level reads all levels below it.
        if let Ok(mut entry) = serde_json::from_str::<Entry<'a, Vec<&'a RawValue>>>(value.get()) {
            let forks = entry.forks.take().unwrap_or_default();
            let lead = entry.played.or(entry.special);
            self.members(entry);
            if let (Some(fork), None) = (forks.first(), lead) {
                self.record.note(Code::N032, self.span(fork));
            }
            return forks.into_iter();
        }
        match serde_json::from_str::<Entry<'a, &'a RawValue>>(value.get()) {
            Ok(mut entry) => {
                let forks = entry.forks.take();
                self.members(entry);
                if let Some(forks) = forks {
                    self.misplaced(forks);
                }
            }
            Err(_) => self.misplaced(value),
        }
        Vec::new().into_iter()
    }

    /// Adds the members of an entry, except its forks.
    fn members<F>(&mut self, entry: Entry<'a, F>) {
        if let Some(played) = entry.played {
            self.record.has_moves = true;
            self.value(ItemKind::Move, played);
        }
        if let Some(special) = entry.special {
            if terminal(special.get().as_bytes()).is_some() {
                let span = self.span(special);
                self.push(ItemKind::Result, span);
                if self.line == 0 && self.record.result.is_none() {
                    self.record.result = Some(span);
                }
            } else {
                self.misplaced(special);
            }
        }
        if let Some(time) = entry.time {
            self.value(ItemKind::Time, time);
        }
        if let Some(comments) = entry.comments {
            self.comments(comments);
        }
        for member in entry.unknown {
            self.unknown(member);
        }
    }

    fn comments(&mut self, value: &'a RawValue) {
        let Ok(texts) = serde_json::from_str::<Vec<&'a RawValue>>(value.get()) else { return self.misplaced(value) };
        for text in texts {
            if text.get().starts_with('"') {
                self.value(ItemKind::Comment, text);
            } else {
                self.misplaced(text);
            }
        }
    }

    fn value(&mut self, kind: ItemKind, value: &RawValue) {
        let span = self.span(value);
        if span.len() > limits::TOKEN {
            self.record.note(Code::B002, span);
            self.push(ItemKind::Skipped, span);
        } else {
            self.push(kind, span);
        }
    }

    /// Adds a value of an unexpected type as junk.
    fn misplaced(&mut self, value: &RawValue) {
        self.record.push_junk(Code::S015, self.span(value), self.line);
    }

    /// Adds an unknown member as junk.
    fn unknown(&mut self, (key, value): Member<'_>) {
        let span = Span { from: self.span(key).from, to: self.span(value).to };
        self.record.push_junk(Code::S017, span, self.line);
    }

    fn push(&mut self, kind: ItemKind, span: Span) {
        self.record.items.push(Item { span, line: self.line, kind });
    }
}

/// The span of a JSON string without its quotes.
const fn inner(span: Span) -> Span {
    Span { from: span.from + 1, to: span.to - 1 }
}

/// The byte offset for the line and column of an error.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text.as_bytes()).nth(line - 2).map_or(0, |end| end + 1),
    };
    (start + error.column().saturating_sub(1)).min(text.len())
}
