//! What a record format is to the readers of files: plain data and functions, a value a format (`FORMAT` in its folder).
//!
//! Not for how a format is written down: each has a folder of its own.

use super::pgn::OpenConstruct;
use super::shogi_format::ShogiFormat;
use super::{ReadOutcome, kanji};
use partie_record::span::{self, Span};
use partie_record::{Encoding, Record, limits};

/// Whether the beginning of a file looks like a format, and when that is asked: a lower rank is asked first.
#[derive(Clone, Copy, Debug)]
pub struct Sniff {
    pub rank: u8,
    /// Whether a file that begins so is in the format.
    pub looks_like: fn(&[u8]) -> bool,
}

impl Sniff {
    /// The rank of what is asked last.
    pub const LAST: u8 = 9;

    pub(super) const fn new(rank: u8, looks_like: fn(&[u8]) -> bool) -> Option<Self> {
        Some(Self { rank, looks_like })
    }
}

/// What shows that a text which may be anything is a record of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Its form alone, which stands nowhere else.
    Form,
    /// A move, or a position without a fault.
    AnyMove,
    Moves,
    /// A tag that begins a line, or several moves.
    Tags,
}

/// What the format takes for words that belong to the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prose {
    Junk,
    /// The prose of a book, above the first row and below the last.
    Printed,
    /// Any line: one with a colon is a header.
    Lines,
}

#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// Extensions of its files, in lower case.
    pub extensions: &'static [&'static str],
    /// Extensions of its files that say that they are in UTF-8; the others then say that they are not.
    pub utf8_extensions: &'static [&'static str],
    /// How it is known; not at all if it is what a text is read as that looks like nothing else.
    pub sniff: Option<Sniff>,
    /// The same for files whose first sign is an opening bracket.
    pub sniff_bracket: Option<Sniff>,
    /// Reads the record that begins at an offset. The flag says that the file ends with the bytes.
    pub read_record: fn(&[u8], usize, bool, &mut Record) -> ReadOutcome,
    /// The last place where a record begins, or may begin.
    pub cut: fn(&[u8]) -> Option<usize>,
    /// The first place, not the beginning, where a record begins: where reading goes on after one that is too long.
    pub next: fn(&[u8]) -> Option<usize>,
    /// What is still open at the end and longer than what is kept of one token, and how it ends.
    pub open_construct: fn(&[u8]) -> Option<(Span, OpenConstruct)>,
    /// The encoding of a record of shogi in what was read, whose text is given.
    pub encoding: fn(&[u8], &Record) -> Option<Encoding>,
    /// What a line begins with that is a comment; nothing where comments are no lines.
    pub comment_sign: &'static str,
    /// A comment without its signs.
    pub bare_comment: fn(&[u8]) -> &[u8],
    /// What shows that a text is a record.
    pub evidence: Evidence,
    pub prose: Prose,
    /// Whether texts of the record stand in JSON.
    pub is_json: bool,
    /// Whether a file is UTF-8, whatever encoding was found of the texts in it.
    pub is_utf8: bool,
    /// Whether a file holds one record, which is read as a whole.
    pub is_single: bool,
    /// How records of shogi are written in it.
    pub shogi: ShogiFormat,
}

impl RecordFormat {
    /// What most formats have in common; the rest must be said.
    pub const BASE: Self = Self {
        extensions: &[],
        utf8_extensions: &[],
        sniff: None,
        sniff_bracket: None,
        read_record: |_, _, _, _| ReadOutcome::End,
        cut: |_| None,
        next: |_| None,
        open_construct: |_| None,
        encoding: |_, _| None,
        comment_sign: "",
        bare_comment: |comment| comment,
        evidence: Evidence::Moves,
        prose: Prose::Junk,
        is_json: false,
        is_utf8: false,
        is_single: false,
        shogi: ShogiFormat::BASE,
    };
}

/// The last line, if it is longer than what is kept of one token.
pub(super) fn open_line(bytes: &[u8]) -> Option<(Span, OpenConstruct)> {
    let start = span::line_start(bytes, bytes.len());
    (bytes.len() - start > limits::TOKEN).then(|| (Span::new(start, bytes.len()), OpenConstruct::Line))
}

/// The encoding that the record was decoded from, or that its bytes show.
pub(super) fn encoding(bytes: &[u8], record: &Record) -> Option<Encoding> {
    record.encoding.or_else(|| Some(kanji::detect(record.span.of(bytes), None)))
}
