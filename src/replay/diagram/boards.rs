//! The boards of the three games: start positions, drawings of positions, and cell names in messages.

use super::cells::{self, NamedCell};
use super::drawing::{Board, Drawing};
use super::text;
use partie_notation::{fen, hex_fen, sfen};
use partie_record::finding::Mark;
use partie_rules::{GameKind, Rules as _, chess, hex, shogi};

/// Maximum length of a position that is drawn, in bytes.
pub(super) const MAX_POSITION_BYTES: usize = 1024;

/// A row of the table of boards.
pub(super) struct BoardKind {
    kind: GameKind,
    /// Id of the symbol that all boards of the game share on a page.
    pub(super) symbol: &'static str,
    /// True if its pieces are drawn on wood.
    pub(super) wood: bool,
    pub(super) start: fn() -> Drawing,
    /// Draws a position that is written as text.
    pub(super) drawing: fn(&str) -> Option<Drawing>,
    /// Draws a position that is written as text, in lines of text.
    pub(super) lines: fn(&str, &[Mark]) -> Option<Vec<String>>,
    /// True if the last line of `lines`, with the letters of the files, has room for text.
    pub(super) has_room: bool,
    /// Reads the name of a cell in a message.
    pub(super) named_cell: fn(&[char], usize) -> NamedCell,
}

static BOARDS: [BoardKind; 3] = [
    BoardKind {
        kind: GameKind::Chess,
        symbol: "board-chess",
        wood: false,
        start: || chess::Position::start().drawing(false),
        drawing: |position| Some(fen::read_fen(position, true).setup.position().ok()?.0.drawing(false)),
        lines: |position, marks| Some(text(&fen::read_fen(position, true).setup.position().ok()?.0, marks)),
        has_room: true,
        named_cell: |message, at| cells::orthodox(message, at, ('h', 8)),
    },
    BoardKind {
        kind: GameKind::Shogi,
        symbol: "board-shogi",
        wood: true,
        start: || shogi::Position::start().drawing(false),
        drawing: |position| Some(sfen::read_sfen(position).setup.position().ok()?.0.drawing(false)),
        lines: |position, marks| Some(text(&sfen::read_sfen(position).setup.position().ok()?.0, marks)),
        has_room: false,
        named_cell: cells::shogi,
    },
    BoardKind {
        kind: GameKind::Hex,
        symbol: "board-hex",
        wood: false,
        start: || hex::Position::start().drawing(false),
        drawing: |position| Some(hex_fen::read_hex_fen(position, None).setup.position().ok()?.0.drawing(false)),
        lines: |position, marks| Some(text(&hex_fen::read_hex_fen(position, None).setup.position().ok()?.0, marks)),
        has_room: false,
        named_cell: |message, at| cells::orthodox(message, at, ('l', 11)),
    },
];

pub(super) fn of(kind: GameKind) -> &'static BoardKind {
    BOARDS.iter().find(|board| board.kind == kind).unwrap_or(&BOARDS[0])
}
