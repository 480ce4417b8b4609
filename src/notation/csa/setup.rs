//! The start position: `PI`, rows, single pieces and the hands, the side to move.
//!
//! Not for asking whether such a position can be; that is asked of the rules.

use super::kind;
use super::moves::square;
use crate::finding::Code;
use crate::notation::SetupFault;
use crate::record::{ItemKind, Record};
use crate::rules::Side;
use crate::rules::shogi::{Handicap, PieceType, Setup, Square};
use crate::span::Span;

/// The start position as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRead {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// What is wrong with the writing.
    pub faults: Vec<SetupFault>,
}

/// Faults of one position that are kept.
const MOST_FAULTS: usize = 100;

/// Pieces of a whole set, by [`PieceType::index`] of the kinds in hand.
const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// Reads the start position of a record. Without any pieces it is the usual one; where no statement says
/// whose turn it is, the sign of the first move does, else 先手 moves.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let mut reader = Reader { setup: Setup::EMPTY, faults: Vec::new(), rows: 0, rest: None };
    let mut turn = None;
    let mut pieces = false;
    for span in &record.setup {
        match span.of(bytes) {
            b"+" => turn = Some(Side::First),
            b"-" => turn = Some(Side::Second),
            text => {
                pieces = true;
                reader.statement(text, *span);
            }
        }
    }
    if !pieces {
        reader.setup = Setup::handicap(Handicap::Even);
    }
    reader.finish(record.setup.first().copied().unwrap_or_default());
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move);
    let sign = first.and_then(|item| item.span.of(bytes).first());
    let written = sign.map(|sign| if *sign == b'-' { Side::Second } else { Side::First });
    reader.setup.turn = turn.or(written).unwrap_or(Side::First);
    SetupRead { setup: reader.setup, faults: reader.faults }
}

struct Reader {
    setup: Setup,
    faults: Vec<SetupFault>,
    /// Rows that were read, a bit each.
    rows: u16,
    /// Who has all the pieces that are left over.
    rest: Option<Side>,
}

impl Reader {
    fn fault(&mut self, code: Code, span: Span, message: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(SetupFault { code, span, message });
        }
    }

    fn statement(&mut self, text: &[u8], span: Span) {
        match text {
            [b'P', b'I', gone @ ..] => {
                self.setup = Setup::handicap(Handicap::Even);
                self.each(gone, span, Self::remove);
            }
            [b'P', b'+', pieces @ ..] => self.each(pieces, span, |reader, at, code, span| {
                reader.place(Side::First, at, code, span);
            }),
            [b'P', b'-', pieces @ ..] => self.each(pieces, span, |reader, at, code, span| {
                reader.place(Side::Second, at, code, span);
            }),
            [b'P', rank @ b'1'..=b'9', cells @ ..] => self.row(rank - b'0', cells, span),
            _ => self.fault(Code::H010, span, format!("{:?} is no part of a position", shown(text))),
        }
    }

    /// Groups of a square and a code, four bytes each.
    fn each(&mut self, text: &[u8], span: Span, act: impl Fn(&mut Self, &[u8], &[u8], Span)) {
        let text = text.trim_ascii();
        for group in text.chunks(4) {
            let Some((at, code)) = group.split_at_checked(2).filter(|(_, code)| code.len() == 2) else {
                return self.fault(Code::H010, span, format!("{:?} is no square with a piece", shown(group)));
            };
            let before = self.faults.len();
            act(self, at, code, span);
            // After a code that cannot be read, where the next group begins is anybody's guess.
            if self.faults.len() > before && kind(code).is_none() {
                return;
            }
        }
    }

    fn remove(&mut self, at: &[u8], code: &[u8], span: Span) {
        let held = square(at).map(|at| (at, self.setup.board[at.index()]));
        match held {
            Some((at, Some((_, piece)))) if kind(code) == Some(piece) => self.setup.board[at.index()] = None,
            _ => {
                let message = format!("there is no {} on {} to be left out", shown(code), shown(at));
                self.fault(Code::H010, span, message);
            }
        }
    }

    fn place(&mut self, side: Side, at: &[u8], code: &[u8], span: Span) {
        if at == b"00" && code == b"AL" {
            self.rest = Some(side);
            return;
        }
        let Some(piece) = kind(code) else {
            return self.fault(Code::H010, span, format!("{:?} is no piece", shown(code)));
        };
        if at == b"00" {
            match self.setup.hands[side.index()].get_mut(piece.index()) {
                Some(held) => *held = held.saturating_add(1),
                None => self.fault(Code::H010, span, format!("a {piece} cannot be in hand")),
            }
            return;
        }
        match square(at) {
            None => self.fault(Code::H010, span, format!("{:?} is no square", shown(at))),
            Some(to) if self.setup.board[to.index()].is_some() => {
                self.fault(Code::H010, span, format!("{} is occupied already", shown(at)));
            }
            Some(to) => self.setup.board[to.index()] = Some((side, piece)),
        }
    }

    /// Cells from file 9 to file 1. Blanks between them may be missing or trimmed.
    fn row(&mut self, rank: u8, cells: &[u8], span: Span) {
        let bit = 1 << rank;
        if self.rows & bit != 0 {
            self.fault(Code::H010, span, format!("row {rank} is given twice"));
        }
        self.rows |= bit;
        let mut rest = cells.trim_ascii_start();
        let mut count: u8 = 0;
        while let Some(first) = rest.first() {
            let (piece, length) = match (first, rest.get(1..3)) {
                (b'*', _) => (None, 1),
                (b'+' | b'-', Some(code)) if kind(code).is_some() => {
                    let side = if *first == b'+' { Side::First } else { Side::Second };
                    (kind(code).map(|piece| (side, piece)), 3)
                }
                _ => {
                    let length = rest.len().min(3);
                    self.fault(Code::H010, span, format!("{:?} in row {rank} is no piece", shown(&rest[..length])));
                    (None, length)
                }
            };
            if let Some(at) = 9u8.checked_sub(count).and_then(|file| Square::at(file, rank)) {
                self.setup.board[at.index()] = piece;
            }
            count = count.saturating_add(1);
            rest = rest[length..].trim_ascii_start();
        }
        if count != 9 {
            self.fault(Code::S018, span, format!("row {rank} has {count} cells, not 9"));
        }
    }

    fn finish(&mut self, span: Span) {
        if self.rows != 0 {
            let rows = self.rows;
            for rank in (1..=9).filter(|rank| rows & (1 << rank) == 0) {
                self.fault(Code::H010, span, format!("row {rank} is missing"));
            }
        }
        let Some(side) = self.rest else { return };
        let mut left = SET;
        let board = self.setup.board.iter().flatten().filter_map(|(_, piece)| left_over(*piece));
        let hands = self.setup.hands.iter().flat_map(|hand| (0..7).map(move |index| (index, hand[index])));
        for (index, count) in board.map(|index| (index, 1)).chain(hands) {
            left[index] = left[index].saturating_sub(count);
        }
        for (held, more) in self.setup.hands[side.index()].iter_mut().zip(left) {
            *held = held.saturating_add(more);
        }
    }
}

/// The index in the hand of a piece on the board; nothing for kings.
fn left_over(piece: PieceType) -> Option<usize> {
    Some(piece.base().index()).filter(|index| *index < SET.len())
}

fn shown(text: &[u8]) -> String {
    text[..text.len().min(24)].escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{csa, sfen};

    fn read(text: &str) -> (String, Vec<Code>) {
        let mut record = Record::default();
        csa::read(text.as_bytes(), 0, true, &mut record);
        let read = setup(text.as_bytes(), &record);
        (sfen::write(&read.setup, 1), read.faults.iter().map(|fault| fault.code).collect())
    }

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn every_way_to_write_the_start() {
        let rows = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA *\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
                    P4 * * * * * * * * *\nP5 *  *  *  *  *  *  *  *  * \nP6*********\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n\
                    P8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\nP+\nP-\n+\n";
        assert_eq!(read(rows), (START.to_owned(), vec![]));
        assert_eq!(read("PI\n+\n"), (START.to_owned(), vec![]));
        assert_eq!(read("+7776FU\n"), (START.to_owned(), vec![]));
        let two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(read("PI82HI22KA\n-\n"), (two.to_owned(), vec![]));
        assert_eq!(read("PI82HI22KA\n-3334FU\n"), (two.to_owned(), vec![]));
    }

    #[test]
    fn single_pieces_and_all_the_rest() {
        let (sfen, faults) = read("P-11OU21FU22FU\nP+00HI00KI,P-00AL\n+\n");
        assert!(faults.is_empty());
        assert_eq!(sfen, "7pk/7p1/9/9/9/9/9/9/9 b RGr2b3g4s4n4l16p 1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read("P1-KY\nP1\n").1[..3], [Code::S018, Code::H010, Code::S018]);
        assert_eq!(read("PI55FU\n+\n").1, [Code::H010]);
        assert_eq!(read("P+00OU\nP+00TO55FU\nP-55FU\nP-5\nP-55\nP-99XXzz\n").1, [Code::H010; 6]);
    }
}
