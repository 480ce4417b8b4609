//! Where findings stand: path, game, line and column.

use std::path::Path;

use crate::archive::{Encoding, Slice};
use crate::finding::Finding;
use crate::record::{Format, Movetext};
use crate::replay::push_visible;
use crate::rules::GameKind;
use crate::span::{self, Span};

/// A path as it is shown; standard input has a name of its own.
pub fn shown_path(path: &Path) -> String {
    let mut shown = String::new();
    for character in path.to_string_lossy().chars() {
        match character {
            // A blank would make it the name of another file.
            '\n' | '\r' | '\t' => shown.push_str(&format!("<U+{:04X}>", u32::from(character))),
            _ => push_visible(&mut shown, character),
        }
    }
    if shown == "-" { "<stdin>".to_owned() } else { shown }
}

/// A game in its file.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace<'a> {
    /// The path as shown.
    pub path: &'a str,
    /// Number in the file, from 1; 0 for findings on the whole file.
    pub game: u64,
    /// The slice that holds it.
    pub slice: &'a Slice,
    /// A place at the beginning of a line, not after any place that is asked for if possible,
    /// and the line ends of the file before it.
    pub anchor: (usize, u64),
    /// Its encoding.
    pub encoding: Encoding,
    /// Which game it is.
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
    /// Line, from 1, and column, from 1 in characters, of a byte of the slice.
    pub fn line_column(&self, at: usize) -> (u64, u64) {
        let at = self.slice.settled(at);
        let start = span::line_start(&self.slice.bytes, at);
        let (anchor, before) = self.anchor;
        let line = if start >= anchor {
            before + self.slice.lines(anchor, start) + 1
        } else {
            before - self.slice.lines(start, anchor) + 1
        };
        (line + self.slice.lines_left_out(start, at), self.column(start, at))
    }

    /// The column of `at` in the line that begins at `start`.
    fn column(&self, start: usize, at: usize) -> u64 {
        let characters = |bytes: &[u8]| self.encoding.decode(bytes).chars().count();
        self.slice.characters(self.slice.text_start(start).min(at)..at, 0, characters) + 1
    }
}

/// A finding in its game.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The game.
    pub game: GamePlace<'a>,
    /// The finding.
    pub finding: &'a Finding,
    /// Line of the primary span, from 1.
    pub line: u64,
    /// Column of the primary span, from 1.
    pub column: u64,
}

impl<'a> Placed<'a> {
    /// Places a finding.
    pub fn new(game: GamePlace<'a>, finding: &'a Finding) -> Self {
        let (line, column) = game.line_column(finding.span.from as usize);
        Self { game, finding, line, column }
    }

    /// The message, with the count of a finding that is given once.
    pub fn message(&self) -> String {
        match self.finding.count {
            0 | 1 => self.finding.message.clone(),
            2 => format!("{} (and once more in this game)", self.finding.message),
            n => format!("{} (and {} more in this game)", self.finding.message, n - 1),
        }
    }
}
