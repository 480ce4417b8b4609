//! Divides a text into scores, diagrams, headings and prose, according to the records read from it.

use super::grammar::rule_line;
use super::heading::{are_heads, is_title};
use super::page::page_mark;
use partie_record::span::{self, Span};
use partie_record::{Format, Item, ItemKind, Record, RecordClass};

/// Maximum length in bytes of a remark within a row that counts as part of the row.
const MAX_REMARK: usize = 40;

/// Kind of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentKind {
    /// Moves of a game, in rows or in running text.
    Score,
    /// Moves that an author analyzes: from a diagram, or from a move of a game.
    Analysis,
    Diagram,
    /// A title, the names of players, the headings of columns.
    Heading,
    Prose,
    Pgn,
    Other,
}

impl SegmentKind {
    /// The name of the kind in output.
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

/// A part of a text, up to the beginning of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub kind: SegmentKind,
    /// Span including the blanks after it.
    pub span: Span,
}

/// Divides the text of a record into segments: each byte, up to the next record, is in exactly one segment.
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
        // A comment after other text on the same line continues that text.
        let kind = match before {
            Some((kind, last)) if is_comment && line <= last.from as usize => kind,
            _ => kind,
        };
        before = Some((kind, span));
        (kind, span)
    });
    join(bytes, record.span, joined.collect())
}

/// Divides a text that contains no record into segments.
pub fn segments_of_text(bytes: &[u8], span: Span) -> Vec<Segment> {
    join(bytes, span, paragraphs(bytes, span).map(|part| (kind_of_text(part.of(bytes)), part)).collect())
}

/// Merges adjacent segments of the same kind, and assigns blanks to the segment before them.
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
        ItemKind::Comment if text.len() > MAX_REMARK || begins_line(&bytes[..item.span.from as usize]) => {
            kind_of_text(text)
        }
        ItemKind::Skipped | ItemKind::Junk => SegmentKind::Other,
        _ => moves,
    }
}

/// True if only blanks follow the last line end in `before`. No other bytes are scanned, as a page without line ends is
/// one long line.
fn begins_line(before: &[u8]) -> bool {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() && !matches!(byte, b'\n' | b'\r');
    let blanks = before.iter().rev().take_while(blank).count();
    matches!(before[..before.len() - blanks].last(), None | Some(b'\n' | b'\r'))
}

/// Finds the line starts of increasing offsets. No byte is scanned twice, as a segment may be one line with a million
/// offsets.
#[derive(Debug)]
struct LineStarts {
    at: usize,
    start: usize,
}

impl LineStarts {
    const fn new(whole: Span) -> Self {
        Self { at: whole.from as usize, start: whole.from as usize }
    }

    /// Start of the line that contains `at`, or of the whole span on its first line. Offsets must not decrease.
    fn of(&mut self, bytes: &[u8], at: usize) -> usize {
        let at = at.clamp(self.at, bytes.len().max(self.at));
        if let Some(end) = bytes.get(self.at..at).and_then(|passed| memchr::memrchr2(b'\n', b'\r', passed)) {
            self.start = self.at + end + 1;
        }
        self.at = at;
        self.start
    }
}

/// True if a text belongs to the page layout: page marks, column headings, drawn boards, rows of stars.
pub fn is_of_page(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let stars = text.iter().all(|byte| matches!(byte, b'*' | b' ' | b'/'));
    let mark = page_mark(text).is_ok_and(|(rest, _)| rest.is_empty());
    stars || mark || are_heads(text) || text.starts_with(b"[Illustration") || is_board(text)
}

/// The kind of a paragraph without moves.
fn kind_of_text(text: &[u8]) -> SegmentKind {
    let line = &text[..span::line_end(text, 0)];
    match () {
        () if text.starts_with(b"[Illustration") || is_board(text) => SegmentKind::Diagram,
        () if line.len() == text.len() && is_title(line) || are_heads(line) => SegmentKind::Heading,
        () => SegmentKind::Prose,
    }
}

/// True if a text is a board drawn in characters: most of its lines are rules, or cells between bars.
fn is_board(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_rank = |line: &[u8]| {
        let bars = line.iter().filter(|byte| **byte == b'|').count();
        bars >= 7 || line.len() > 7 && rule_line(line).is_ok_and(|(rest, ())| rest.is_empty())
    };
    let (ranks, all) = lines.fold((0, 0), |(ranks, all), line| (ranks + usize::from(is_rank(line)), all + 1));
    ranks >= 6 && ranks * 2 > all
}

/// The paragraphs of a text, separated by empty lines.
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
