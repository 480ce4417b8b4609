//! A text divided into scores, diagrams, headings and prose, as its records were read. Not for reading them.

use super::grammar::rule_line;
use super::heading::{are_heads, is_title};
use super::page::page_mark;
use partie_record::span::{self, Span};
use partie_record::{Format, Item, ItemKind, Record, RecordClass};

/// Longest remark that belongs to the row in which it stands, in bytes.
const REMARK: usize = 40;

/// What a stretch of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentKind {
    /// Moves of a game, in rows or in running text.
    Score,
    /// Moves that an author shows: from a diagram, from a move of a game.
    Analysis,
    Diagram,
    /// A title, the names of players, the heads of columns.
    Heading,
    Prose,
    Pgn,
    Other,
}

impl SegmentKind {
    /// The word used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Analysis => "analysis",
            Self::Diagram => "diagram",
            Self::Heading => "heading",
            Self::Prose => "prose",
            Self::Pgn => "pgn",
            Self::Other => "other",
        }
    }
}

/// A stretch of a text, up to where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub kind: SegmentKind,
    /// Where it stands, with the blanks behind it.
    pub span: Span,
}

/// Divides the text of a record: each byte from its first to that of the next record is in one segment.
pub fn segments(bytes: &[u8], record: &Record) -> Vec<Segment> {
    if record.format != Format::Score || !record.tags.is_empty() {
        let kind =
            if matches!(record.format, Format::Pgn | Format::Score) { SegmentKind::Pgn } else { SegmentKind::Other };
        return vec![Segment { kind, span: record.span }];
    }
    let moves = match record.class {
        RecordClass::Game => SegmentKind::Score,
        RecordClass::Analysis | RecordClass::Problem(_) => SegmentKind::Analysis,
    };
    let headings = record.headings.iter().map(|(_, span)| (SegmentKind::Heading, *span, false));
    let items =
        record.items.iter().map(|item| (kind_of(bytes, item, moves), item.span, item.kind == ItemKind::Comment));
    let mut parts: Vec<_> = headings.chain(items).collect();
    parts.sort_by_key(|(_, span, _)| span.from);
    let mut before: Option<(SegmentKind, Span)> = None;
    let mut lines = LineStarts::new(record.span);
    let joined = parts.into_iter().map(|(kind, span, is_comment)| {
        let line = lines.of(bytes, span.from as usize);
        // What stands behind prose on its line goes on with it.
        let kind = match before {
            Some((kind, last)) if is_comment && line <= last.from as usize => kind,
            _ => kind,
        };
        before = Some((kind, span));
        (kind, span)
    });
    join(bytes, record.span, joined.collect())
}

/// Divides a text in which no record is.
pub fn segments_of_text(bytes: &[u8], span: Span) -> Vec<Segment> {
    join(bytes, span, paragraphs(bytes, span).map(|part| (kind_of_text(part.of(bytes)), part)).collect())
}

/// Joins what is alike, and gives each stretch the blanks behind it.
fn join(bytes: &[u8], whole: Span, parts: Vec<(SegmentKind, Span)>) -> Vec<Segment> {
    let mut joined: Vec<Segment> = Vec::new();
    let mut lines = LineStarts::new(whole);
    for (kind, span) in parts {
        let line = lines.of(bytes, span.from as usize);
        let from = if joined.is_empty() { whole.from } else { line as u32 };
        match joined.last_mut() {
            Some(last) if last.kind == kind || from <= last.span.from => {}
            Some(last) => {
                last.span.to = from;
                joined.push(Segment { kind, span: Span { from, to: whole.to } });
            }
            None => joined.push(Segment { kind, span: whole }),
        }
    }
    if joined.is_empty() {
        joined.push(Segment { kind: SegmentKind::Prose, span: whole });
    }
    joined
}

fn kind_of(bytes: &[u8], item: &Item, moves: SegmentKind) -> SegmentKind {
    let text = item.span.of(bytes);
    match item.kind {
        ItemKind::Comment if text.len() > REMARK || begins_line(&bytes[..item.span.from as usize]) => {
            kind_of_text(text)
        }
        ItemKind::Skipped | ItemKind::Junk => SegmentKind::Other,
        _ => moves,
    }
}

/// Whether nothing but blanks stands before a place on its line. No line is gone through for that: a page without line
/// ends is one.
fn begins_line(before: &[u8]) -> bool {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() && !matches!(byte, b'\n' | b'\r');
    let blanks = before.iter().rev().take_while(blank).count();
    matches!(before[..before.len() - blanks].last(), None | Some(b'\n' | b'\r'))
}

/// Where the lines of places begin that are asked for one after the other, in a stretch that may be one line and hold
/// a million of them: no byte is looked at twice.
#[derive(Debug)]
struct LineStarts {
    at: usize,
    start: usize,
}

impl LineStarts {
    const fn new(whole: Span) -> Self {
        Self { at: whole.from as usize, start: whole.from as usize }
    }

    /// Start of the line that holds a place, which is not before the last one; that of the stretch for its first line.
    fn of(&mut self, bytes: &[u8], at: usize) -> usize {
        let at = at.clamp(self.at, bytes.len().max(self.at));
        if let Some(end) = bytes.get(self.at..at).and_then(|passed| memchr::memrchr2(b'\n', b'\r', passed)) {
            self.start = self.at + end + 1;
        }
        self.at = at;
        self.start
    }
}

/// Whether a text belongs to the page and not to what is said on it: marks of pages, heads of columns, drawn boards.
pub fn is_of_page(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let stars = text.iter().all(|byte| matches!(byte, b'*' | b' ' | b'/'));
    let mark = page_mark(text).is_ok_and(|(rest, _)| rest.is_empty());
    stars || mark || are_heads(text) || text.starts_with(b"[Illustration") || is_board(text)
}

/// What a paragraph is that holds no moves of a record.
fn kind_of_text(text: &[u8]) -> SegmentKind {
    let line = &text[..span::line_end(text, 0)];
    match () {
        () if text.starts_with(b"[Illustration") || is_board(text) => SegmentKind::Diagram,
        () if line.len() == text.len() && is_title(line) || are_heads(line) => SegmentKind::Heading,
        () => SegmentKind::Prose,
    }
}

/// Whether a text is a board in signs: most of its lines are rules, or cells between bars.
fn is_board(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_rank = |line: &[u8]| {
        let bars = line.iter().filter(|byte| **byte == b'|').count();
        bars >= 7 || line.len() > 7 && rule_line(line).is_ok_and(|(rest, ())| rest.is_empty())
    };
    let (ranks, all) = lines.fold((0, 0), |(ranks, all), line| (ranks + usize::from(is_rank(line)), all + 1));
    ranks >= 6 && ranks * 2 > all
}

/// Stretches without an empty line.
fn paragraphs(bytes: &[u8], span: Span) -> impl Iterator<Item = Span> {
    let (mut at, end) = (span.from as usize, span.to as usize);
    std::iter::from_fn(move || {
        at += bytes[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let from = at;
        while at < end {
            let stop = span::line_end(bytes, at).min(end);
            if bytes[at..stop].trim_ascii().is_empty() {
                break;
            }
            at = span::after_line(bytes, stop).min(end).max(stop);
            if stop == end {
                break;
            }
        }
        (from < at).then(|| Span::new(from, at))
    })
}
