//! The start position of a record: the handicap's name, the board, the hands, the side to move.
//!
//! The rules decide whether the position is possible.

use nom::Parser;
use nom::sequence::terminated;

use super::grammar;
use crate::SetupFault;
use crate::japanese::blanks;
use crate::kanji::{self, Symbol, step, symbol, trim};
use crate::shogi_headers::Field;
use partie_record::Record;
use partie_record::finding::Code;
use partie_record::message::{Message, square as on, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;
use partie_rules::shogi::{Handicap, PieceType, Setup, Square};

/// The start position as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRead {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// The handicap, if the position is given by name; `None` for a board.
    pub handicap: Option<Handicap>,
    /// The number of moves before the position, if given (`手数＝171`).
    pub plies: Option<u32>,
    /// The side of the previous move, if given (`手数＝171  ▲６二角成  まで`).
    pub last: Option<Side>,
    /// Faults in the notation of the position. The reader already notes rows of a wrong length.
    pub faults: Vec<SetupFault>,
}

/// Maximum length of a handicap's name.
const MAX_NAME_BYTES: usize = 64;

const HANDICAPS: [(&str, Handicap); 22] = [
    ("平手", Handicap::Even),
    ("香落ち", Handicap::Lance),
    ("香落", Handicap::Lance),
    ("左香落ち", Handicap::Lance),
    ("右香落ち", Handicap::RightLance),
    ("右香落", Handicap::RightLance),
    ("角落ち", Handicap::Bishop),
    ("角落", Handicap::Bishop),
    ("飛車落ち", Handicap::Rook),
    ("飛落ち", Handicap::Rook),
    ("飛車落", Handicap::Rook),
    ("飛香落ち", Handicap::RookLance),
    ("二枚落ち", Handicap::Two),
    ("三枚落ち", Handicap::Three),
    ("四枚落ち", Handicap::Four),
    ("五枚落ち", Handicap::Five),
    ("左五枚落ち", Handicap::LeftFive),
    ("六枚落ち", Handicap::Six),
    ("左七枚落ち", Handicap::LeftSeven),
    ("右七枚落ち", Handicap::RightSeven),
    ("八枚落ち", Handicap::Eight),
    ("十枚落ち", Handicap::Ten),
];

/// The name of a handicap in records.
pub(super) fn handicap_name(handicap: Handicap) -> &'static str {
    HANDICAPS.iter().find(|(_, known)| *known == handicap).map_or("その他", |(name, _)| name)
}

/// The standard name of a handicap that is given in any spelling.
pub fn usual_handicap(name: &str) -> Option<&'static str> {
    handicap_of(name.trim()).map(handicap_name)
}

/// The handicap of a name in any spelling: `2枚落` is 二枚落ち, and so is 飛車角落ち.
fn handicap_of(name: &str) -> Option<Handicap> {
    const PIECES: [(&str, &str); 3] = [("飛車", "飛"), ("角行", "角"), ("香車", "香")];
    let usual = |name: &str| {
        let name = name.trim_end_matches('ち').replace("落ち", "落");
        PIECES.iter().fold(name, |name, (long, short)| name.replace(long, short))
    };
    let numeral = |digit| ascii_digit(digit).and_then(|digit| "〇一二三四五六七八九".chars().nth(digit as usize - 48));
    let counted = |name: &str| match name.strip_prefix("10").or(name.strip_prefix("１０")) {
        Some(rest) => format!("十{rest}"),
        None => name.chars().map(|digit| numeral(digit).unwrap_or(digit)).collect(),
    };
    let name = usual(&counted(name));
    let by_number = HANDICAPS.iter().find(|(known, _)| usual(known) == name).map(|(_, handicap)| *handicap);
    by_number.or_else(|| {
        let given = name.strip_suffix('落')?;
        let mut given: Vec<char> = given.chars().filter(|sign| !matches!(sign, '・' | '、')).collect();
        given.sort_unstable();
        let known = [
            ("飛", Handicap::Rook),
            ("飛角", Handicap::Two),
            ("飛香", Handicap::RookLance),
            ("飛角香", Handicap::Three),
        ];
        known
            .into_iter()
            .find(|(pieces, _)| {
                let mut pieces: Vec<char> = pieces.chars().collect();
                pieces.sort_unstable();
                pieces == given
            })
            .map(|(_, handicap)| handicap)
    })
}

/// True if the value of 手合割 names a handicap, or 平手.
pub(super) fn is_handicap(value: &[u8]) -> bool {
    handicap_of(kanji::text(&value[..value.len().min(MAX_NAME_BYTES)]).trim()).is_some()
}

/// Names that only announce a board.
const OTHERS: [&str; 3] = ["その他", "詰将棋", "詰め将棋"];

/// Reads the start position. A board has priority over 手合割; without either it is 平手.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let mut read = SetupRead { setup: Setup::EMPTY, handicap: None, plies: None, last: None, faults: Vec::new() };
    let mut rows = 0u8;
    let mut turn = None;
    for span in &record.setup {
        let line = span.of(bytes);
        match line.first() {
            Some(b'|') => {
                rows = rows.saturating_add(1);
                read.row(line, *span, rows);
            }
            Some(b'+') | None => {}
            Some(_) => turn = read.words(line, *span).or(turn),
        }
    }
    if rows == 0 {
        read.named(bytes, record, turn);
        return read;
    }
    // A diagram without the side to move may give the previous move.
    read.setup.turn = turn.or(read.last.map(Side::other)).unwrap_or(Side::First);
    if rows != 9 {
        let span = record.setup.iter().rfind(|span| span.of(bytes).first() == Some(&b'|'));
        read.fault(Code::S018, span.copied().unwrap_or_default(), say!("rows-not", rows = rows, wanted = 9));
    }
    read
}

impl SetupRead {
    fn fault(&mut self, code: Code, span: Span, message: Message) {
        self.faults.push(SetupFault { code, span, message });
    }

    /// `board-row = "|" 9cell "|" [rank] eol`
    fn row(&mut self, line: &[u8], span: Span, count: u8) {
        let label = memchr::memrchr(b'|', line).map(|bar| symbol(&line[bar + 1..]));
        let rank = match label {
            Some(Some((Symbol::Numeral(rank @ 1..=9), _))) => rank,
            _ => count,
        };
        for (file, cell) in (1..=9).rev().zip(cells(line)) {
            let Some(square) = Square::at(file, rank) else { continue };
            match cell {
                Cell::Empty => {}
                Cell::Piece(side, kind) => self.setup.board[square.index()] = Some((side, kind)),
                Cell::Unknown(at, length) => {
                    let from = span.from as usize + at;
                    let message = say!("nothing-readable-on", at = on(square));
                    self.fault(Code::H010, Span::new(from, from + length), message);
                }
            }
        }
    }

    /// Reads a hand, the number of moves, or the side to move; returns the side to move.
    fn words(&mut self, line: &[u8], span: Span) -> Option<Side> {
        if let Ok((_, side)) = grammar::to_move(line) {
            return Some(side);
        }
        if let Ok((pieces, side)) = terminated(grammar::hand_owner, (blanks, grammar::colon)).parse(line) {
            self.hand(line.len() - pieces.len(), span, side, pieces);
            return None;
        }
        if let Some(rest) = kanji::text(&line[..line.len().min(48)]).strip_prefix("手数") {
            let digits: String = rest.chars().skip(1).map_while(ascii_digit).collect();
            self.plies = digits.parse().ok();
            let signs = [('▲', Side::First), ('☗', Side::First), ('△', Side::Second), ('☖', Side::Second)];
            self.last = signs.into_iter().find(|(sign, _)| rest.contains(*sign)).map(|(_, side)| side);
        }
        None
    }

    /// Reads the pieces of a hand, which begin `at` bytes after the start of their line.
    fn hand(&mut self, at: usize, span: Span, side: Side, pieces: &[u8]) {
        let Ok((rest, hand)) = grammar::hand_pieces(pieces) else { return };
        self.setup.hands[side.index()] = hand;
        if !trim(rest).is_empty() {
            let from = span.from as usize + at + pieces.len() - rest.len();
            self.fault(Code::H010, Span::new(from, from + step(rest)), say!("no-piece-for-hand"));
        }
    }

    /// Sets the position of the named handicap.
    fn named(&mut self, bytes: &[u8], record: &Record, turn: Option<Side>) {
        let tag = record.tags.iter().find(|tag| Field::of(tag.name.of(bytes)) == Some(Field::Handicap));
        let hands = self.setup.hands;
        let mut handicap = Some(Handicap::Even);
        if let Some(tag) = tag {
            let value = tag.value.of(bytes);
            let name = kanji::text(&value[..value.len().min(MAX_NAME_BYTES)]).trim();
            handicap = handicap_of(name).or_else(|| name.is_empty().then_some(Handicap::Even));
            if handicap.is_none() {
                let message = match OTHERS.contains(&name) {
                    true => say!("handicap-without-board", handicap = said(name)),
                    false => say!("unknown-handicap", handicap = said(name)),
                };
                self.fault(Code::H031, tag.value, message);
            }
        }
        self.handicap = handicap;
        self.setup = Setup::handicap(handicap.unwrap_or(Handicap::Even));
        if let Some(turn) = turn {
            self.setup.turn = turn;
        }
        self.setup.hands = hands;
    }
}

fn ascii_digit(character: char) -> Option<char> {
    match character {
        '0'..='9' => Some(character),
        '０'..='９' => char::from_digit(character as u32 - '０' as u32, 10),
        _ => None,
    }
}

/// The line with the pieces in hand of a side.
pub(super) fn hand_place(bytes: &[u8], record: &Record, side: Side) -> Option<Span> {
    let owner = |span: &Span| grammar::hand_owner(span.of(bytes)).ok().map(|(_, owner)| owner);
    record.setup.iter().copied().find(|span| owner(span) == Some(side))
}

/// The number of squares in each row of the board.
pub(super) fn board_rows(bytes: &[u8], record: &Record) -> Vec<usize> {
    let lines = record.setup.iter().map(|span| span.of(bytes));
    lines.filter(|line| line.first() == Some(&b'|')).map(|line| cells(line).count()).collect()
}

/// The content of a square in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Piece(Side, PieceType),
    /// Unreadable text, with its offset in the row and its length.
    Unknown(usize, usize),
}

/// The cells between the bars of a row, in any number.
pub(super) fn cells(line: &[u8]) -> impl Iterator<Item = Cell> {
    let mut at = 1;
    std::iter::from_fn(move || {
        if let Ok((rest, piece)) = grammar::cell(line.get(at..).unwrap_or_default()) {
            at = line.len() - rest.len();
            return Some(piece.map_or(Cell::Empty, |(side, kind)| Cell::Piece(side, kind)));
        }
        let mut side = Side::First;
        while let Some(byte) = line.get(at) {
            match byte {
                b'v' | b'V' => side = Side::Second,
                b' ' | b'+' | b'^' | b'\t' => {}
                _ => break,
            }
            at += 1;
        }
        let rest = line.get(at..).filter(|rest| !rest.is_empty() && rest[0] != b'|')?;
        let place = at;
        let (symbol, length) = match symbol(rest) {
            Some((symbol, length)) => (Some(symbol), length),
            None => (None, step(rest)),
        };
        at += length;
        Some(match symbol {
            Some(Symbol::Dot | Symbol::Space) => Cell::Empty,
            Some(Symbol::Piece(kind)) => Cell::Piece(side, kind),
            _ => Cell::Unknown(place, length),
        })
    })
}
