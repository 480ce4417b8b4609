//! Where games and their findings stand: path, number, slice, line and column.

use super::game_tags::players;
use super::games::Game;
use partie_input::{LineIndex, Slice};
use partie_record::finding::Finding;
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Encoding, Format, Movetext};
use partie_rules::GameKind;

/// A game in its slice, without the bytes of that.
#[derive(Clone, Copy, Debug)]
pub struct GameInSlice {
    /// Its bytes, with those of a page that it shares with another game.
    pub span: Span,
    pub encoding: Encoding,
    pub kind: GameKind,
    /// The format that it is written in.
    pub format: Format,
    /// How its moves are written.
    pub movetext: Movetext,
    /// The names of the first and the second player, if known.
    pub players: [Option<Span>; 2],
}

impl GameInSlice {
    /// Of a game that was read.
    pub fn of(game: &Game<'_>, kind: GameKind) -> Self {
        let Game { text, source, encoding, record, .. } = *game;
        Self {
            span: record.place(record.reading_span()).of_slice(),
            // A record of JSON stands in the file as UTF-8.
            encoding: if record.decoded.is_empty() || source.is_some() { encoding } else { Encoding::Utf8 },
            kind,
            format: record.format,
            movetext: record.movetext,
            players: players(text.bytes, record).map(|span| span.map(|span| record.place(span).of_slice())),
        }
    }

    /// The same in its file, under a path and a number there; `lines` are those of the slice.
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
    /// The slice that holds it.
    pub slice: &'a Slice,
    /// Where in the slice it is read from; nothing where it stands for the whole file.
    pub start: Option<usize>,
    /// The lines of the slice.
    pub lines: &'a LineIndex<'a>,
    pub encoding: Encoding,
    pub kind: GameKind,
    /// The format that it is written in.
    pub format: Format,
    /// How its moves are written.
    pub movetext: Movetext,
    /// The first player's name, if known.
    pub first: Option<Span>,
    /// The second player's name, if known.
    pub second: Option<Span>,
}

impl GamePlace<'_> {
    /// Counts the text between the beginning of its line and a byte of the slice, as [`LineIndex::units`] does.
    pub fn units(&self, at: usize, count: impl Fn(&str) -> usize) -> u64 {
        self.lines.units(at, count)
    }
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

    /// The message, with the count of a finding that is given once, and whether it rests on what was assumed.
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
