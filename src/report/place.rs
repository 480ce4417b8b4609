//! Where findings stand: path, game, line and column.

use std::path::Path;

use crate::archive::{Encoding, LineIndex, Slice};
use crate::finding::Finding;
use crate::record::{Format, Movetext};
use crate::rules::GameKind;
use crate::shown::push_visible;
use crate::span::Span;

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
    /// The lines of the slice.
    pub lines: &'a LineIndex<'a>,
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
        let (line, column) = game.lines.line_column(finding.span.from as usize);
        Self { game, finding, line, column }
    }

    /// The message, with the count of a finding that is given once, and whether it rests on what was assumed.
    pub fn message(&self) -> String {
        let assuming = if self.finding.assuming { " (assuming)" } else { "" };
        let more = match self.finding.count {
            0 | 1 => String::new(),
            2 => " (and once more in this game)".to_owned(),
            n => format!(" (and {} more in this game)", n - 1),
        };
        format!("{}{assuming}{more}", self.finding.message)
    }
}
