//! The start position: `PI`, rows, single pieces and the hands, the side to move.
//!
//! The rules decide whether the position is possible.

use super::grammar::{PieceGroup, Position, cell, code, piece_group, position, sign, turn};
use crate::SetupFault;
use crate::text::{Recovered, recover, whole};
use partie_record::finding::Code;
use partie_record::message::{Message, piece as kind, quoted, square as on, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{ItemKind, Record};
use partie_rules::Side;
use partie_rules::shogi::{Handicap, PieceType, Setup, Square};

/// The start position as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRead {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// Faults in the notation of the position.
    pub faults: Vec<SetupFault>,
}

/// Maximum number of faults reported for one position.
const MAX_FAULTS: usize = 100;

/// Lengths of a square with a code, and of a cell with a piece.
const GROUP_BYTES: usize = 4;
const CELL_BYTES: usize = 3;

/// Pieces of a full set, by [`PieceType::index`] of the kinds in hand.
const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// Reads the start position of a record. Without any pieces it is the initial position. If no statement names the side
/// to move, the sign of the first move decides; without a sign 先手 moves.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let mut reader = Reader { setup: Setup::EMPTY, faults: Vec::new(), rows: [None; 10], rest: None };
    let mut to_move = None;
    let mut pieces = false;
    for span in &record.setup {
        let text = span.of(bytes);
        if let Some(side) = whole(text, turn) {
            to_move = Some(side);
            continue;
        }
        pieces = true;
        match position(text) {
            Ok((_, position)) => reader.position(position, *span),
            Err(_) => reader.fault(Code::H010, *span, say!("no-part-of-position", seen = quoted(shown(text)))),
        }
    }
    if !pieces {
        reader.setup = Setup::handicap(Handicap::Even);
    }
    reader.finish();
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move);
    let mover = first.and_then(|item| sign(item.span.of(bytes)).ok()).map(|(_, side)| side);
    reader.setup.turn = to_move.or(mover).unwrap_or(Side::First);
    SetupRead { setup: reader.setup, faults: reader.faults }
}

struct Reader {
    setup: Setup,
    faults: Vec<SetupFault>,
    /// The statement of each row, by rank.
    rows: [Option<Span>; 10],
    /// The side that holds all remaining pieces.
    rest: Option<Side>,
}

impl Reader {
    fn fault(&mut self, code: Code, span: Span, message: Message) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(SetupFault { code, span, message });
        }
    }

    fn position(&mut self, position: Position<'_>, span: Span) {
        match position {
            Position::Initial(gone) => {
                self.setup = Setup::handicap(Handicap::Even);
                self.left_out(gone, span);
            }
            Position::Pieces(side, groups) => self.pieces(side, groups, span),
            Position::Row(rank, cells) => self.row(rank, cells, span),
        }
    }

    /// Removes pieces from the initial position.
    fn left_out(&mut self, groups: &[u8], span: Span) {
        let mut rest = groups.trim_ascii();
        while !rest.is_empty() {
            let (group, after) = rest.split_at(rest.len().min(GROUP_BYTES));
            let held = match piece_group(group) {
                Ok((_, PieceGroup::Placed(at, piece))) => {
                    self.setup.board[at.index()].filter(|(_, there)| *there == piece).map(|_| at)
                }
                _ => None,
            };
            match (held, group) {
                (Some(at), _) => self.setup.board[at.index()] = None,
                (None, [_, _, code @ ..]) if code.len() == 2 => {
                    let message =
                        say!("not-there-to-leave-out", piece = said(shown(code)), at = said(shown(&group[..2])));
                    self.fault(Code::H010, span, message);
                }
                _ => self.no_group(group, span),
            }
            if held.is_none() && !has_code(group) {
                return;
            }
            rest = after;
        }
    }

    fn pieces(&mut self, side: Side, groups: &[u8], span: Span) {
        let mut rest = groups.trim_ascii();
        while !rest.is_empty() {
            rest = match recover(rest, piece_group, |_| GROUP_BYTES) {
                Recovered::Token(group, after) => {
                    self.place(side, group, span);
                    after
                }
                Recovered::Junk(group, after) => {
                    self.no_piece(group, span);
                    if !has_code(group) {
                        return;
                    }
                    after
                }
            };
        }
    }

    fn place(&mut self, side: Side, group: PieceGroup, span: Span) {
        match group {
            PieceGroup::AllLeft => self.rest = Some(side),
            PieceGroup::Held(piece) => {
                if let Some(held) = self.setup.hands[side.index()].get_mut(piece.index()) {
                    *held = held.saturating_add(1);
                }
            }
            PieceGroup::Placed(to, _) if self.setup.board[to.index()].is_some() => {
                self.fault(Code::H010, span, say!("occupied-already", at = on(format!("{}{}", to.file(), to.rank()))));
            }
            PieceGroup::Placed(to, piece) => self.setup.board[to.index()] = Some((side, piece)),
        }
    }

    fn no_group(&mut self, group: &[u8], span: Span) {
        self.fault(Code::H010, span, say!("no-square-with-piece", seen = quoted(shown(group))));
    }

    /// Reports the fault of four bytes that are not a piece group.
    fn no_piece(&mut self, group: &[u8], span: Span) {
        let Some((at, text)) = group.split_at_checked(2).filter(|(_, text)| text.len() == 2) else {
            return self.no_group(group, span);
        };
        let message = match code(text) {
            Err(_) => say!("is-no-piece", seen = quoted(shown(text))),
            Ok((_, piece)) if at == b"00" => say!("cannot-be-in-hand", kind = kind(piece.name())),
            Ok(_) => say!("is-no-square", seen = quoted(shown(at))),
        };
        self.fault(Code::H010, span, message);
    }

    /// Reads the cells from file 9 to file 1. Blanks between them may be missing or trimmed; some programs end a row
    /// with a dot to protect its blanks from trimming.
    fn row(&mut self, rank: u8, cells: &[u8], span: Span) {
        if self.rows[usize::from(rank)].replace(span).is_some() {
            self.fault(Code::H010, span, say!("row-given-twice", row = rank));
        }
        let cells = cells.trim_ascii();
        let mut rest = cells.strip_suffix(b".").unwrap_or(cells);
        let mut count: u8 = 0;
        while !rest.is_empty() {
            let (piece, after) = match recover(rest, cell, |_| CELL_BYTES) {
                Recovered::Token(piece, after) => (piece, after),
                Recovered::Junk(junk, after) => {
                    self.fault(Code::H010, span, say!("no-piece-in-row", seen = quoted(shown(junk)), row = rank));
                    (None, after)
                }
            };
            if let Some(at) = 9u8.checked_sub(count).and_then(|file| Square::at(file, rank)) {
                self.setup.board[at.index()] = piece;
            }
            count = count.saturating_add(1);
            rest = after.trim_ascii_start();
        }
        if count != 9 {
            self.fault(Code::S018, span, say!("row-has-cells", row = rank, cells = count));
        }
    }

    /// Reports missing rows if the record has others; a run of missing rows is reported at the row before it.
    fn missing_rows(&mut self) {
        let rows = self.rows;
        let Some(first) = rows.iter().flatten().next().copied() else { return };
        let mut rank = 1;
        while let Some(from) = (rank..=9).find(|rank| rows[*rank].is_none()) {
            let to = (from..=9).take_while(|rank| rows[*rank].is_none()).last().unwrap_or(from);
            let message = match from == to {
                true => say!("row-is-missing", row = from),
                false => say!("rows-are-missing", first = from, last = to),
            };
            self.fault(Code::H010, rows[from - 1].unwrap_or(first), message);
            rank = to + 1;
        }
    }

    fn finish(&mut self) {
        self.missing_rows();
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

/// Returns the statement with the pieces in hand of a side.
pub(super) fn hand_place(bytes: &[u8], record: &Record, side: Side) -> Option<Span> {
    record.setup.iter().copied().find(|span| match position(span.of(bytes)) {
        Ok((_, Position::Pieces(owner, groups))) => {
            owner == side && groups.trim_ascii().chunks(GROUP_BYTES).any(|group| group.starts_with(b"00"))
        }
        _ => false,
    })
}

/// The index of a piece type in [`SET`]; `None` for kings.
fn left_over(piece: PieceType) -> Option<usize> {
    Some(piece.base().index()).filter(|index| *index < SET.len())
}

/// True if a piece code follows the square. Without a code, the start of the next group is unknown.
fn has_code(group: &[u8]) -> bool {
    group.get(2..).is_some_and(|text| code(text).is_ok())
}

fn shown(text: &[u8]) -> String {
    text[..text.len().min(24)].escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{csa, sfen};

    fn read(text: &str) -> (String, Vec<Code>) {
        let mut record = Record::default();
        csa::read_record(text.as_bytes(), 0, true, &mut record);
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
        let row =
            |line: &str| if line.starts_with("P+") || line.len() < 9 { line.to_owned() } else { format!("{line}.") };
        let dots: String = rows.lines().map(|line| row(line) + "\n").collect();
        assert_eq!(read(&dots), (START.to_owned(), vec![]));
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
        // Missing rows are reported once, at the row before them.
        let text = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP4 * * * * * * * * *\nP6*********\n+\n";
        let mut record = Record::default();
        csa::read_record(text.as_bytes(), 0, true, &mut record);
        let faults = setup(text.as_bytes(), &record).faults;
        let places: Vec<_> =
            faults.iter().map(|fault| (fault.message.to_string(), &text[fault.span.from as usize..][..2])).collect();
        let wanted = [("rows 2 to 3 are missing", "P1"), ("row 5 is missing", "P4"), ("rows 7 to 9 are missing", "P6")];
        assert_eq!(places, wanted.map(|(said, at)| (said.to_owned(), at)));
        assert_eq!(read("P+00OU\nP+00TO55FU\nP-55FU\nP-5\nP-55\nP-99XXzz\n").1, [Code::H010; 6]);
    }
}
