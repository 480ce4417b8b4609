//! Reads a position from text: by the grammar, else field by field, so that all faults are reported.

use super::grammar::{Run, hands, ply, run, sfen, short_sfen, some_in_hand, turn};
use crate::SetupFault;
use crate::text::{Recovered, recover, whole};
use partie_record::finding::Code;
use partie_record::message::{Message, quoted, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::shogi::{Setup, Square};

/// A field that is unreadable or out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// H010, H011 or H018.
    pub code: Code,
    /// The fault and its field.
    pub message: Message,
}

/// Contents of an SFEN, and the faults of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The position, as far as it is readable.
    pub setup: Setup,
    /// The ply number of the next move, from 1.
    pub ply: u32,
    pub faults: Vec<Fault>,
}

/// Maximum number of faults reported for one text.
const MAX_FAULTS: usize = 100;

/// Reads an SFEN of at most a kilobyte: board, side to move, hands, ply number of the next move. Reports all faults,
/// not only the first. The caller removes a leading word `sfen`.
pub fn read_sfen(text: &str) -> Read {
    if let Some((setup, ply)) = whole(text.as_bytes(), sfen) {
        return Read { setup, ply, faults: Vec::new() };
    }
    let mut read = Read { setup: Setup::EMPTY, ply: 1, faults: Vec::new() };
    match whole(text.as_bytes(), short_sfen) {
        Some(setup) => {
            read.setup = setup;
            read.ply(None);
        }
        None => read.fields(text),
    }
    read
}

impl Read {
    /// The position, and the faults of the text, located at `span`.
    pub fn at(self, span: Span) -> (Setup, Vec<SetupFault>) {
        let faults = self.faults.into_iter().map(|fault| SetupFault { code: fault.code, span, message: fault.message });
        (self.setup, faults.collect())
    }

    fn fault(&mut self, code: Code, message: Message) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { code, message });
        }
    }

    fn fields(&mut self, text: &str) {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        if !board.contains('/') {
            let message = say!("no-board-of-nine", seen = quoted(shorten(board)));
            return self.fault(Code::H010, message);
        }
        self.board(board);
        self.turn(fields.next());
        self.hands(fields.next());
        self.ply(fields.next());
        if let Some(extra) = fields.next() {
            self.fault(Code::H010, say!("after-fourth-field", seen = quoted(shorten(extra))));
        }
    }

    fn turn(&mut self, text: Option<&str>) {
        match text.and_then(|text| whole(text.as_bytes(), turn)) {
            Some(side) => self.setup.turn = side,
            None => {
                let message = match text {
                    Some(text) => say!("sfen-side-to-move", seen = quoted(shorten(text))),
                    None => say!("sfen-side-to-move-missing"),
                };
                self.fault(Code::H010, message);
            }
        }
    }

    fn ply(&mut self, text: Option<&str>) {
        match (text, text.and_then(|text| whole(text.as_bytes(), ply))) {
            (_, Some(ply)) => self.ply = ply,
            (None, _) => self.fault(Code::H018, say!("counter-missing", counter = say!("number-of-move"))),
            (Some(text), _) => {
                let (counter, seen) = (say!("number-of-move"), quoted(shorten(text)));
                self.fault(Code::H018, say!("counter-out-of-range", counter = counter, seen = seen));
            }
        }
    }

    fn board(&mut self, board: &str) {
        let ranks = board.split('/').count();
        if ranks != 9 {
            self.fault(Code::H010, say!("ranks-not", ranks = ranks, wanted = 9));
        }
        for (rank, text) in (1..=9).zip(board.split('/')) {
            self.rank(rank, text);
        }
    }

    /// Reads a rank; files run from 9 down to 1.
    fn rank(&mut self, rank: u8, text: &str) {
        let (mut squares, mut rest): (u32, _) = (0, text.as_bytes());
        while !rest.is_empty() {
            let shown = &text[text.len() - rest.len()..];
            rest = match recover(rest, run, |_| no_run(shown).0) {
                Recovered::Token(Run::Empty(count), after) => {
                    squares += u32::from(count);
                    after
                }
                Recovered::Token(Run::Piece(piece), after) => {
                    let file = 9u8.saturating_sub(squares.min(9) as u8);
                    if let Some(square) = Square::at(file, rank) {
                        self.setup.board[square.index()] = Some(piece);
                    }
                    squares += 1;
                    after
                }
                Recovered::Junk(junk, after) => {
                    // A `+` without a piece occupies no square.
                    let (length, taken) = no_run(shown);
                    let on = said(letter(rank).to_string());
                    let message = match taken {
                        0 => say!("plus-without-piece", rank = on),
                        _ => say!("no-pieces-on-rank", seen = quoted(&shown[..length.min(junk.len())]), rank = on),
                    };
                    self.fault(Code::H010, message);
                    squares += taken;
                    after
                }
            };
        }
        if squares != 9 {
            let rank = said(letter(rank).to_string());
            self.fault(Code::H011, say!("rank-of-sfen", rank = rank, squares = squares));
        }
    }

    /// Reads the hands: pieces in any order, with a count before them if there are several.
    fn hands(&mut self, text: Option<&str>) {
        let Some(text) = text else {
            return self.fault(Code::H010, say!("hands-missing"));
        };
        if let Some(held) = whole(text.as_bytes(), hands) {
            self.setup.hands = held;
            return;
        }
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let shown = &text[text.len() - rest.len()..];
            let letter = shown.trim_start_matches(|c: char| c.is_ascii_digit());
            let length = shown.len() - letter.len() + letter.chars().next().map_or(0, char::len_utf8);
            rest = match recover(rest, some_in_hand, |_| length) {
                Recovered::Token((side, piece, count), after) => {
                    let held = &mut self.setup.hands[side.index()][piece.index()];
                    *held = held.saturating_add(count);
                    after
                }
                Recovered::Junk(_, after) => {
                    let seen = quoted(shorten(&shown[..length]));
                    self.fault(
                        Code::H010,
                        match letter.is_empty() {
                            true => say!("number-without-piece", seen = seen),
                            false => say!("no-number-of-pieces", seen = seen),
                        },
                    );
                    after
                }
            };
        }
    }
}

/// Number of squares in each rank of a board as written, whatever its letters denote.
pub fn row_widths(text: &[u8]) -> Vec<usize> {
    let board = text.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let width = |rank: &[u8]| {
        let runs = rank.chunk_by(|one, next| one.is_ascii_digit() && next.is_ascii_digit());
        let squares = |run: &[u8]| match run {
            [b'0'..=b'9', ..] => crate::text::saturating_value_of(run) as usize,
            b"+" => 0,
            _ => 1,
        };
        runs.map(squares).fold(0, usize::saturating_add)
    };
    board.split(|byte| *byte == b'/').map(width).collect()
}

/// Length in bytes of the unreadable text at the beginning of a rank, and the number of squares that it occupies.
fn no_run(text: &str) -> (usize, u32) {
    let mut characters = text.chars();
    let first = characters.next().map_or(0, char::len_utf8);
    match (text.as_bytes().first(), characters.next()) {
        (Some(b'+'), None | Some('1'..='9')) => (first, 0),
        (Some(b'+'), Some(second)) => (first + second.len_utf8(), 1),
        _ => (first, 1),
    }
}

fn letter(rank: u8) -> char {
    char::from(b'a' + rank - 1)
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 24 { text.chars().take(24).chain(['…']).collect() } else { text.to_owned() }
}
