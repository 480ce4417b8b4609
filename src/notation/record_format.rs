//! The interface of a record format to the readers of files: plain data and functions, one value per format (`FORMAT`
//! in its folder).
//!
//! The syntax of each format is in its own folder.

use super::pgn::OpenConstruct;
use super::shogi_format::ShogiFormat;
use super::{ReadOutcome, kanji};
use partie_record::span::{self, Span};
use partie_record::{Encoding, Record, limits};

/// A test that recognizes a format by the beginning of a file. Tests of lower rank run first.
#[derive(Clone, Copy, Debug)]
pub struct Sniff {
    pub rank: u8,
    /// True if the beginning of the file fits the format.
    pub looks_like: fn(&[u8]) -> bool,
}

impl Sniff {
    /// The highest rank, which is tested last.
    pub const LAST: u8 = 9;

    pub(super) const fn new(rank: u8, looks_like: fn(&[u8]) -> bool) -> Option<Self> {
        Some(Self { rank, looks_like })
    }
}

/// The evidence required to accept an arbitrary text as a record of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The form of the text, which no other text has.
    Form,
    /// A move, or a position without a fault.
    AnyMove,
    Moves,
    /// A tag that begins a line, or several moves.
    Tags,
}

/// How the format treats words that surround the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prose {
    Junk,
    /// Prose of a book, above the first row and below the last.
    Printed,
    /// Any line is accepted; a line with a colon is a header.
    Lines,
}

#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// File extensions of the format, in lower case.
    pub extensions: &'static [&'static str],
    /// Extensions that imply UTF-8. If there are any, `extensions` imply another encoding.
    pub utf8_extensions: &'static [&'static str],
    /// Recognizes files of the format; `None` for formats that are chosen in another way.
    pub sniff: Option<Sniff>,
    /// Recognizes files of the format that begin with a PGN tag pair.
    pub sniff_bracket: Option<Sniff>,
    /// Reads the record that begins at an offset. The flag is true if the file ends with the bytes.
    pub read_record: fn(&[u8], usize, bool, &mut Record) -> ReadOutcome,
    /// The last offset in the bytes where a record begins, or may begin.
    pub cut: fn(&[u8]) -> Option<usize>,
    /// The first offset after the start of the bytes where a record begins. Reading resumes there after a record that
    /// is too long.
    pub next: fn(&[u8]) -> Option<usize>,
    /// An unterminated construct at the end of the bytes that is longer than `limits::TOKEN`. Its kind determines how
    /// it ends.
    pub open_construct: fn(&[u8]) -> Option<(Span, OpenConstruct)>,
    /// The encoding of a shogi record in the given bytes.
    pub encoding: fn(&[u8], &Record) -> Option<Encoding>,
    /// Prefix of a comment line; empty if comments are not lines.
    pub comment_sign: &'static str,
    /// Strips the delimiters of a comment.
    pub bare_comment: fn(&[u8]) -> &[u8],
    /// The evidence required to accept a text as a record.
    pub evidence: Evidence,
    pub prose: Prose,
    /// True if the texts of the record are JSON strings.
    pub is_json: bool,
    /// True if files are UTF-8, whatever encoding was detected in their texts.
    pub is_utf8: bool,
    /// True if a file contains one record, which is read as a whole.
    pub is_single: bool,
    /// The shogi part of the format.
    pub shogi: ShogiFormat,
}

impl RecordFormat {
    /// Defaults; a format overrides the fields that differ.
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

/// The last line if it is longer than `limits::TOKEN`.
pub(super) fn open_line(bytes: &[u8]) -> Option<(Span, OpenConstruct)> {
    let start = span::line_start(bytes, bytes.len());
    (bytes.len() - start > limits::TOKEN).then(|| (Span::new(start, bytes.len()), OpenConstruct::Line))
}

/// The encoding from which the record was decoded, otherwise the encoding detected in its bytes.
pub(super) fn encoding(bytes: &[u8], record: &Record) -> Option<Encoding> {
    record.encoding.or_else(|| Some(kanji::detect(record.span.of(bytes), None)))
}
