//! The plies of a main line, for the table of moves.

use super::MoveColumns;
use super::row_rules::{MovePieces, RowRules, Step};
use super::value::Label;
use partie_notation::Packed;
use partie_replay::Line;
use partie_rules::Side;

pub const CHECK: i32 = 1;
pub const MATE: i32 = 2;
pub const CASTLING: i32 = 4;
pub const EN_PASSANT: i32 = 8;
pub const DROP: i32 = 16;
pub const CAPTURE: i32 = 32;
pub const PROMOTION: i32 = 64;

#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// Number of the ply, from 1.
    pub ply: u32,
    pub side: Side,
    pub coordinates: Packed,
    /// Index of the origin square; -1 for a drop.
    pub from: i16,
    pub to: i16,
    pub piece: Label,
    pub captured: Option<Label>,
    pub promotion: Option<Label>,
    /// Properties of the move and of the position after it, as bits.
    pub flags: i32,
    pub key: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Plies {
    all: Vec<Ply>,
    asked: MoveColumns,
    /// The requested texts of all plies, concatenated; `ends` has the end of each text.
    texts: String,
    ends: Vec<usize>,
}

impl Plies {
    /// An empty list that collects the texts for the `asked` columns.
    pub fn new(asked: MoveColumns) -> Self {
        Self { asked, ..Self::default() }
    }

    pub fn clear(&mut self) {
        self.all.clear();
        self.texts.clear();
        self.ends.clear();
    }

    pub const fn all(&self) -> &[Ply] {
        self.all.as_slice()
    }

    /// True if texts are requested.
    pub const fn has_texts(&self) -> bool {
        self.asked.san || self.asked.fen
    }

    /// SAN and FEN of the ply at `index`; `None` for a text that is not requested.
    pub fn texts(&self, index: usize) -> [Option<&str>; 2] {
        let MoveColumns { san, fen, .. } = self.asked;
        let texts = usize::from(san) + usize::from(fen);
        let text = |number: usize| {
            let end = *self.ends.get(number)?;
            let from = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
            self.texts.get(from..end)
        };
        [text(index * texts).filter(|_| san), text(index * texts + usize::from(san)).filter(|_| fen)]
    }

    /// Adds the plies of a main line.
    pub fn fill<G: RowRules>(&mut self, line: &Line<'_, G>) {
        if self.has_texts() {
            self.write_texts(line);
        }
        self.all.reserve(line.moves.len());
        let mut side = line.start.turn();
        for ((mv, pair), ply) in line.moves.iter().zip(line.positions.windows(2)).zip(1..) {
            let (&[before, after], false) = (pair, G::is_taken_back(*mv)) else { continue };
            let mover = side;
            side = side.other();
            if G::is_null(*mv) {
                continue;
            }
            let (step, MovePieces { piece, captured, promotion }) = (G::step(*mv), G::pieces_of(*mv));
            self.all.push(Ply {
                ply,
                side: mover,
                coordinates: G::coordinates(*mv),
                // The cast converts `Step::HAND`, the origin of a drop, to -1.
                from: step.from as i16,
                to: step.to as i16,
                piece,
                captured,
                promotion,
                flags: flags(&step) | flag(after.check, CHECK),
                key: before.zobrist,
            });
        }
    }

    /// Replays the line, because both texts of a ply need the position before the move.
    #[cold]
    fn write_texts<G: RowRules>(&mut self, line: &Line<'_, G>) {
        let mut position = line.start.clone();
        for ((mv, previous), plies) in
            line.moves.iter().zip(std::iter::once(None).chain(line.moves.iter().map(Some))).zip(0..)
        {
            if G::is_taken_back(*mv) {
                continue;
            }
            if G::is_null(*mv) {
                position.play_null_move();
                continue;
            }
            if self.asked.san {
                position.notation(&mut self.texts, *mv, previous.copied());
                self.ends.push(self.texts.len());
            }
            if self.asked.fen {
                position.text(&mut self.texts, plies);
                self.ends.push(self.texts.len());
            }
            position.play(*mv);
        }
    }

    /// Marks the last move as mate if `mate`.
    pub fn finish(&mut self, mate: bool) {
        if let Some(last) = self.all.last_mut() {
            last.flags |= flag(mate, CHECK | MATE);
        }
    }
}

fn flags(step: &Step) -> i32 {
    flag(step.castling, CASTLING)
        | flag(step.en_passant, EN_PASSANT)
        | flag(step.drop, DROP)
        | flag(step.captures, CAPTURE)
        | flag(step.promotes, PROMOTION)
}

const fn flag(holds: bool, flag: i32) -> i32 {
    if holds { flag } else { 0 }
}
