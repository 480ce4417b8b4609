//! Locations of games and findings: path, number, slice, line and column.

use std::ops::Range;

use super::game_tags::players;
use super::games::Game;
use partie_input::{LineIndex, Slice};
use partie_record::finding::Finding;
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Encoding, Format, Movetext};
use partie_rules::GameKind;

/// Properties of a game, with spans in its slice, but without the slice's bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameInSlice {
    /// The span of all bytes needed to read the game, including a page that it shares with another game.
    pub span: Span,
    pub encoding: Encoding,
    pub kind: GameKind,
    pub format: Format,
    /// The notation of the moves.
    pub movetext: Movetext,
    /// The names of the first and the second player, if known.
    pub players: [Option<Span>; 2],
}

impl GameInSlice {
    pub fn of(game: &Game<'_>, kind: GameKind) -> Self {
        let Game { text, slice, source, encoding, record, .. } = *game;
        Self {
            span: record.reading_span(&slice.bytes),
            // A record in JSON is UTF-8 in the file.
            encoding: if record.decoded.is_empty() || source.is_some() { encoding } else { Encoding::Utf8 },
            kind,
            format: record.format,
            movetext: record.movetext,
            players: players(text.bytes, record).map(|span| span.map(|span| record.place(span).of_slice())),
        }
    }

    /// Returns the game with the path of its file and its number in the file. `lines` is the line index of the slice.
    pub fn in_file<'a>(&self, path: &'a str, number: u64, slice: &'a Slice, lines: &'a LineIndex<'a>) -> GamePlace<'a> {
        let Self { encoding, kind, format, movetext, players: [first, second], span } = *self;
        let start = Some(span.from as usize);
        GamePlace { path, game: number, slice, start, lines, encoding, kind, format, movetext, first, second }
    }
}

/// A game in its file.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace<'a> {
    pub path: &'a str,
    /// Number in the file, from 1; 0 for findings on the whole file.
    pub game: u64,
    pub slice: &'a Slice,
    /// Offset in the slice from which the game is read; `None` for findings on the whole file.
    pub start: Option<usize>,
    pub lines: &'a LineIndex<'a>,
    pub encoding: Encoding,
    pub kind: GameKind,
    pub format: Format,
    /// The notation of the moves.
    pub movetext: Movetext,
    /// The first player's name, if known.
    pub first: Option<Span>,
    /// The second player's name, if known.
    pub second: Option<Span>,
}

impl GamePlace<'_> {
    /// Applies `count` to the text between the byte `at` and the beginning of its line, as [`LineIndex::units`] does.
    pub fn units(&self, at: usize, count: impl Fn(&str) -> usize) -> u64 {
        self.lines.units(at, count)
    }

    /// The place of a byte of the slice.
    pub fn place(&self, at: usize) -> Place {
        let at = at.min(self.slice.bytes.len());
        let (line, column) = self.lines.line_column(at);
        let (utf8, utf16) = (self.units(at, str::len), self.units(at, |text| text.encode_utf16().count()));
        Place { line, column, utf8, utf16, offset: self.slice.file_offset(at) }
    }

    /// Converts a span of the slice to bytes of the file.
    pub fn bytes(&self, span: Span) -> Range<u64> {
        self.slice.file_offset(span.from as usize)..self.slice.file_offset(span.to as usize)
    }

    /// Decodes a span of the slice.
    pub fn text(&self, span: Span) -> String {
        self.encoding.decode(span.of(&self.slice.bytes)).into_owned()
    }
}

/// A place in a text. The command shows `line` and `column`; editors and browsers count by [`Place::utf8`] or
/// [`Place::utf16`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
    /// Number of UTF-8 bytes before the place in its line.
    pub utf8: u64,
    /// Number of UTF-16 code units before the place in its line.
    pub utf16: u64,
    /// Number of bytes before the place in the input. Input in UTF-16 is counted in its UTF-8 form.
    pub offset: u64,
}

/// A finding in its game.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    pub game: GamePlace<'a>,
    pub finding: &'a Finding,
    /// Line of the primary span, from 1.
    pub line: u64,
    /// Column of the primary span, from 1.
    pub column: u64,
}

impl<'a> Placed<'a> {
    pub fn new(game: GamePlace<'a>, finding: &'a Finding) -> Self {
        let (line, column) = game.lines.line_column(finding.span.from as usize);
        Self { game, finding, line, column }
    }

    /// Returns the message, with the number of repetitions, and a remark if the finding depends on an assumed move.
    pub fn message(&self) -> String {
        let mut message = self.finding.message.to_string();
        let assuming = self.finding.assuming.then(|| say!("assuming"));
        let more = (self.finding.count > 1).then(|| say!("more-in-game", number = self.finding.count - 1));
        for remark in assuming.into_iter().chain(more) {
            message.push_str(&format!(" ({remark})"));
        }
        message
    }
}
