//! Reads a hexagonal FEN as a set-up: by the grammar or, if the grammar rejects it, field by field with all faults.

use super::dialect::{Dialect, ROWS, cell, length};
use super::grammar::{Fields, HexFen, hex_fen, hex_fen_en_passant, hex_fen_files_down, hex_fen_files_up};
use crate::fen::FenFault;
use crate::text::fields::{Faults, shorten, whole};
use partie_record::finding::Code;
use partie_record::message::{quoted, text as said};
use partie_record::say;
use partie_rules::Side;
use partie_rules::hex::{Cell, Role, Setup, SetupFault};

/// A FEN as read, with its faults of form.
#[derive(Clone, Debug)]
pub struct Read {
    /// The set-up, as far as it is readable.
    pub setup: Setup,
    /// Faults of form: H010, H011, H018.
    pub faults: Vec<FenFault>,
    /// The dialect, given or detected.
    pub dialect: Dialect,
}

/// Reads a FEN of at most a kilobyte. Reports all faults, not only the first.
///
/// Without a dialect, the lengths of the rows distinguish ranks from files. Files are read in the direction that puts
/// all pawns on cells that pawns can reach. If both directions do so, files are read from the top if other fields
/// follow the board, otherwise from the bottom.
pub fn read_hex_fen(text: &str, dialect: Option<Dialect>) -> Read {
    let ranks = matches!(dialect, None | Some(Dialect::Ranks));
    if let Some(fen) = whole(text, hex_fen).filter(|_| ranks) {
        return from_fields(&fen, Dialect::Ranks);
    }
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().unwrap_or_default();
    let dialect = dialect.unwrap_or_else(|| guess(board, fields.next().is_none()));
    let fen = match dialect {
        Dialect::Ranks => None,
        Dialect::FilesUp => whole(text, hex_fen_files_up),
        Dialect::FilesDown => whole(text, hex_fen_files_down),
    };
    fen.map_or_else(|| by_fields(text, dialect), |fen| from_fields(&fen, dialect))
}

fn from_fields(fen: &HexFen, dialect: Dialect) -> Read {
    let mut setup = Setup::empty();
    for (number, row) in fen.rows.iter().enumerate() {
        for (place, piece) in row.places.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
            if let Some(at) = cell(dialect, number, place) {
                setup.pieces[at.index()] = *piece;
            }
        }
    }
    if let Some(Fields { turn, en_passant, clock, number }) = fen.fields {
        (setup.turn, setup.en_passant, setup.halfmove_clock, setup.number) = (turn, en_passant, clock, number);
    }
    Read { setup, faults: Vec::new(), dialect }
}

/// Reads each field as far as possible.
#[cold]
fn by_fields(text: &str, dialect: Dialect) -> Read {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().unwrap_or_default();
    let rest: Vec<&str> = fields.take(8).collect();
    let mut read = read_board(board, dialect);
    if !board.contains('/') || (dialect == Dialect::FilesUp && rest.is_empty()) {
        return read;
    }
    let mut rest = rest.into_iter().peekable();
    read.setup.turn = read.faults.turn(rest.next());
    if rest.len() > 3
        && let Some(castling) = rest.next_if(|field| *field == "-" || dialect == Dialect::FilesDown)
        && castling != "-"
    {
        read.faults.fault(Code::H010, say!("castling-field", seen = quoted(shorten(castling))));
    }
    if let Some(text) = rest.next() {
        read.setup.en_passant = whole(text, hex_fen_en_passant).unwrap_or_else(|| {
            read.faults.fault(Code::H010, say!("en-passant-cell-field", seen = quoted(shorten(text))));
            None
        });
    }
    read.setup.halfmove_clock = read.faults.counter(rest.next(), say!("half-move-clock"), 0);
    read.setup.number = read.faults.counter(rest.next(), say!("number-of-move"), 1);
    if let Some(extra) = rest.next() {
        read.faults.fault(Code::H010, say!("after-last-field", seen = quoted(shorten(extra))));
    }
    read
}

/// A piece, a number of empty cells, or a character that is neither.
enum Symbol {
    Piece(Side, Role),
    Empty(usize),
    Odd(char),
}

/// The parts of a row. Adjacent digits are one number: `11` is eleven, never one and one.
fn symbols(row: &str) -> impl Iterator<Item = Symbol> {
    let mut characters = row.chars().peekable();
    std::iter::from_fn(move || {
        let first = characters.next()?;
        if let Some(digit) = first.to_digit(10) {
            let mut count = digit as usize;
            while let Some(digit) = characters.peek().and_then(|next| next.to_digit(10)) {
                count = count.saturating_mul(10).saturating_add(digit as usize);
                characters.next();
            }
            return Some(Symbol::Empty(count));
        }
        let side = if first.is_ascii_uppercase() { Side::First } else { Side::Second };
        let role = Role::from_letter(u8::try_from(first).unwrap_or(0).to_ascii_uppercase());
        Some(role.map_or(Symbol::Odd(first), |role| Symbol::Piece(side, role)))
    })
}

fn width(row: &str) -> usize {
    symbols(row)
        .fold(0, |sum: usize, symbol| sum.saturating_add(if let Symbol::Empty(count) = symbol { count } else { 1 }))
}

fn guess(board: &str, bare: bool) -> Dialect {
    let fitting = |dialect| {
        let rows = board.split('/').take(ROWS).enumerate();
        rows.filter(|(row, text)| width(text) == length(dialect, *row)).count()
    };
    if fitting(Dialect::Ranks) >= fitting(Dialect::FilesUp) {
        return Dialect::Ranks;
    }
    let possible = |dialect| {
        let faults = read_board(board, dialect).setup.position().err().unwrap_or_default();
        !faults.iter().any(|fault| matches!(fault, SetupFault::PawnAtEnd { .. } | SetupFault::PawnBehind { .. }))
    };
    match (possible(Dialect::FilesUp), possible(Dialect::FilesDown)) {
        (true, false) => Dialect::FilesUp,
        (false, true) => Dialect::FilesDown,
        _ if bare => Dialect::FilesUp,
        _ => Dialect::FilesDown,
    }
}

/// Reads the cells of the board, as far as possible.
fn read_board(board: &str, dialect: Dialect) -> Read {
    let mut read = Read { setup: Setup::empty(), faults: Vec::new(), dialect };
    if !board.contains('/') {
        let message = say!("no-board-of-eleven", seen = quoted(shorten(board)));
        read.faults.fault(Code::H010, message);
        return read;
    }
    let rows = board.split('/').count();
    if rows != ROWS {
        read.faults.fault(Code::H010, say!("rows-not", rows = rows, wanted = ROWS));
    }
    for (row, text) in board.split('/').take(ROWS).enumerate() {
        let name = || match dialect {
            Dialect::Ranks => say!("rank-named", rank = ROWS - row),
            Dialect::FilesUp | Dialect::FilesDown => {
                let letter = Cell::at(row as u8, 1).map_or(String::new(), |cell| cell.to_string());
                say!("file-named", file = said(letter.trim_end_matches('1')))
            }
        };
        let mut place: usize = 0;
        for symbol in symbols(text) {
            match symbol {
                Symbol::Empty(count) => {
                    place = place.saturating_add(count);
                    continue;
                }
                Symbol::Piece(side, role) => {
                    if let Some(at) = cell(dialect, row, place) {
                        read.setup.pieces[at.index()] = Some((side, role));
                    }
                }
                Symbol::Odd(character) => {
                    read.faults.fault(Code::H010, say!("no-piece-on", character = quoted(character), place = name()));
                }
            }
            place = place.saturating_add(1);
        }
        let wanted = length(dialect, row);
        if place != wanted {
            read.faults.fault(Code::H011, say!("row-of-cells", row = name(), cells = place, wanted = wanted));
        }
    }
    read
}
