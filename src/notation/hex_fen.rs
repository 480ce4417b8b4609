//! Positions of hexagonal chess in the manner of Forsyth and Edwards: three dialects are read,
//! the one by ranks is written. Not for asking whether the position can be.

use super::fen::FenFault;
use crate::finding::Code;
use crate::rules::hex::{Cell, Position, Role, Setup, SetupFault};
use crate::rules::{Game, Side};

/// In which order the cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Ranks from the 11th to the first, each from left to right, then `w - 0 1`: side, en passant,
    /// half-move clock, move number. The usual one.
    Ranks,
    /// Files from a to l, each from the bottom; no other fields.
    FilesUp,
    /// Files from a to l, each from the top, then the fields of a chess FEN with `-` for castling.
    FilesDown,
}

/// What a FEN says, and what is wrong with its writing.
#[derive(Clone, Debug)]
pub struct Read {
    /// The set-up, as far as it can be read.
    pub setup: Setup,
    /// Faults of the writing: H010, H011, H018.
    pub faults: Vec<FenFault>,
    /// The dialect that was named, or found.
    pub dialect: Dialect,
}

/// Rows of a board, in every dialect.
const ROWS: usize = 11;

/// Reads a FEN of at most a kilobyte. Reports everything that is wrong, not only the first.
///
/// Without a dialect the lengths of the rows tell ranks from files; files are read in the
/// direction in which all pawns stand where pawns can come, and if both directions do, from the
/// top where other fields follow and from the bottom where none does.
pub fn read(text: &str, dialect: Option<Dialect>) -> Read {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().unwrap_or_default();
    let rest: Vec<&str> = fields.take(8).collect();
    let dialect = dialect.unwrap_or_else(|| guess(board, rest.is_empty()));
    let mut read = read_board(board, dialect);
    if !board.contains('/') || (dialect == Dialect::FilesUp && rest.is_empty()) {
        return read;
    }
    let mut rest = rest.into_iter().peekable();
    read.setup.turn = match rest.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            let seen = other.map_or("is missing".to_owned(), |text| format!("is {:?}", shorten(text)));
            read.fault(Code::H010, format!("the side to move {seen}; w or b belongs there"));
            Side::First
        }
    };
    if rest.len() > 3
        && let Some(castling) = rest.next_if(|field| *field == "-" || dialect == Dialect::FilesDown)
        && castling != "-"
    {
        read.fault(Code::H010, format!("the castling field is {:?}; this game has no castling", shorten(castling)));
    }
    match rest.next() {
        None | Some("-") => {}
        Some(text) => match Cell::parse(text.as_bytes()) {
            Some((cell, [])) => read.setup.en_passant = Some(cell),
            _ => {
                let seen = shorten(text);
                read.fault(Code::H010, format!("the en passant cell is {seen:?}; a cell or - belongs there"));
            }
        },
    }
    read.setup.quiet = read_counter(rest.next(), "half-move clock", 0, &mut read);
    read.setup.number = read_counter(rest.next(), "move number", 1, &mut read);
    if let Some(extra) = rest.next() {
        read.fault(Code::H010, format!("{:?} stands after the last field", shorten(extra)));
    }
    read
}

impl Read {
    fn fault(&mut self, code: Code, message: String) {
        self.faults.push(FenFault { code, message });
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 24 { text.chars().take(24).chain(['…']).collect() } else { text.to_owned() }
}

/// A piece, a number of empty cells, or a character that is neither.
enum Symbol {
    Piece(Side, Role),
    Empty(usize),
    Odd(char),
}

/// The parts of a row. Digits belong together: `11` is eleven, and never one and one.
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

/// How many cells a row of the dialect has.
fn length(dialect: Dialect, row: usize) -> usize {
    match dialect {
        Dialect::Ranks => (2 * row + 1).min(ROWS),
        Dialect::FilesUp | Dialect::FilesDown => Cell::length(row as u8).into(),
    }
}

/// The cell at a place of a row.
fn cell(dialect: Dialect, row: usize, place: usize) -> Option<Cell> {
    if place >= length(dialect, row) {
        return None;
    }
    let (row, place) = (row as u8, place as u8);
    match dialect {
        Dialect::Ranks => Cell::at(place + 5_u8.saturating_sub(row), 11 - row),
        Dialect::FilesUp => Cell::at(row, place + 1),
        Dialect::FilesDown => Cell::at(row, Cell::length(row) - place),
    }
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
        !faults.iter().any(|fault| matches!(fault, SetupFault::PawnOnEdge { .. } | SetupFault::PawnBehind { .. }))
    };
    match (possible(Dialect::FilesUp), possible(Dialect::FilesDown)) {
        (true, false) => Dialect::FilesUp,
        (false, true) => Dialect::FilesDown,
        _ if bare => Dialect::FilesUp,
        _ => Dialect::FilesDown,
    }
}

fn read_board(board: &str, dialect: Dialect) -> Read {
    let mut read = Read { setup: Setup::empty(), faults: Vec::new(), dialect };
    if !board.contains('/') {
        let message = format!("{:?} is no board: eleven rows with slashes between belong there", shorten(board));
        read.fault(Code::H010, message);
        return read;
    }
    let rows = board.split('/').count();
    if rows != ROWS {
        read.fault(Code::H010, format!("the board has {rows} rows, not {ROWS}"));
    }
    for (row, text) in board.split('/').take(ROWS).enumerate() {
        let name = match dialect {
            Dialect::Ranks => format!("rank {}", ROWS - row),
            Dialect::FilesUp | Dialect::FilesDown => {
                let letter = Cell::at(row as u8, 1).map_or(String::new(), |cell| cell.to_string());
                format!("file {}", letter.trim_end_matches('1'))
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
                Symbol::Odd(character) => read.fault(Code::H010, format!("{character:?} on {name} is no piece")),
            }
            place = place.saturating_add(1);
        }
        let wanted = length(dialect, row);
        if place != wanted {
            read.fault(Code::H011, format!("{name} of the FEN has {place} cells, not {wanted}"));
        }
    }
    read
}

fn read_counter(field: Option<&str>, name: &str, least: u32, read: &mut Read) -> u32 {
    let Some(text) = field else {
        read.fault(Code::H018, format!("the {name} is missing"));
        return least;
    };
    let value = text.parse::<u32>().ok().filter(|value| (least..=20_000).contains(value));
    if value.is_none() {
        read.fault(Code::H018, format!("the {name} is {:?}, out of range", shorten(text)));
    }
    value.unwrap_or(least)
}

/// The FEN of a position by ranks. The en passant cell stands after every double step, as other
/// programs write it, whether or not a capture there is legal.
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(96);
    for row in 0..ROWS {
        let mut empty = 0;
        for place in 0..length(Dialect::Ranks, row) {
            let piece = cell(Dialect::Ranks, row, place).and_then(|at| position.piece_at(at));
            let Some((side, role)) = piece else {
                empty += 1;
                continue;
            };
            push_count(&mut text, &mut empty);
            let letter = role.letter();
            text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
        }
        push_count(&mut text, &mut empty);
        if row + 1 < ROWS {
            text.push('/');
        }
    }
    text.push_str(if position.turn() == Side::First { " w " } else { " b " });
    match position.passed() {
        Some(at) => text.push_str(&at.to_string()),
        None => text.push('-'),
    }
    text.push_str(&format!(" {} {}", position.halfmove_clock(), position.number()));
    text
}

fn push_count(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    /// Files of the start position from the top, as one program prints it.
    const FILES_DOWN: &str = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1";
    const FILES_UP: &str = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6";

    #[test]
    fn the_start_position_comes_back_from_every_dialect() {
        assert_eq!(write(&Position::start()), START);
        let dialects = [(START, Dialect::Ranks), (FILES_DOWN, Dialect::FilesDown), (FILES_UP, Dialect::FilesUp)];
        for (text, dialect) in dialects {
            for named in [None, Some(dialect)] {
                let read = read(text, named);
                assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
                assert_eq!(read.dialect, dialect, "{text}");
                assert_eq!(read.setup, Setup::usual(), "{text}");
            }
        }
    }

    #[test]
    fn files_without_telling_pawns_go_by_the_fields() {
        let down = read("6/7/8/9/10/k4P4K/10/9/8/7/6 b - - 3 9", None);
        assert_eq!((down.dialect, down.faults.len()), (Dialect::FilesDown, 0));
        assert_eq!((down.setup.turn, down.setup.quiet, down.setup.number), (Side::Second, 3, 9));
        assert_eq!(read("6/7/8/9/10/k4P4K/10/9/8/7/6", None).dialect, Dialect::FilesUp);
    }

    #[test]
    fn an_en_passant_cell_comes_back_even_if_nothing_can_capture_there() {
        for text in [
            "b/qbk/n1b1n/r5r/ppppppppp/5P5/11/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - 0 1",
            "1/3/r4/7/5Q3/8B1k/2N8/6PpP2/11/11/5K5 b i3 0 1",
            "1/2k/5/7/9/11/11/8P2/11/11/6K4 b i3 0 7",
        ] {
            let read = read(text, None);
            let (position, claims) = read.setup.position().expect("legal");
            assert!(read.faults.is_empty() && claims.is_empty(), "{text}");
            assert_eq!(write(&position), text);
        }
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes = |text: &str| -> Vec<Code> { read(text, None).faults.iter().map(|fault| fault.code).collect() };
        assert_eq!(codes(""), [Code::H010]);
        assert_eq!(codes("b"), [Code::H010]);
        let wrong = codes("2/qxk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2 z j4 -5 0 more");
        assert_eq!(wrong.iter().filter(|code| **code == Code::H010).count(), 5, "rows, x, z, j4, more");
        assert!(wrong.contains(&Code::H011) && wrong.iter().filter(|code| **code == Code::H018).count() == 2);
        let castling = START.replace(" - ", " KQ - ");
        assert!(!codes(&castling).is_empty());
        assert!(codes(&START.replace(" - ", " - - ")).is_empty(), "an empty castling field is let pass");
        assert!(codes("99999999999999999999999999999/1").contains(&Code::H011));
    }

    #[test]
    fn any_text_is_answered() {
        let alphabet: Vec<char> = "KQRBNPkqrbnp/ 0123456789-wbajfl11é♔~".chars().collect();
        let texts = [START, FILES_DOWN, FILES_UP];
        let mut seed: u64 = 1;
        for round in 0..6_000 {
            let mut text: Vec<char> = texts[round % 3].chars().collect();
            for _ in 0..round % 7 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (at, character) = ((seed >> 33) as usize % text.len(), (seed >> 17) as usize % alphabet.len());
                match seed >> 62 {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, alphabet[character]),
                    _ => text[at] = alphabet[character],
                }
            }
            let text: String = text.into_iter().collect();
            for dialect in [None, Some(Dialect::Ranks), Some(Dialect::FilesUp), Some(Dialect::FilesDown)] {
                let first = read(&text, dialect);
                let Ok((position, _)) = first.setup.position() else { continue };
                let again = read(&write(&position), Some(Dialect::Ranks));
                assert!(again.faults.is_empty(), "{text}");
                assert_eq!(again.setup.pieces, first.setup.pieces, "{text}");
                assert_eq!(again.setup.turn, first.setup.turn, "{text}");
            }
        }
    }
}
