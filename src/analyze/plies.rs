//! The plies of a main line one by one, for the table of moves.

use super::row_rules::{MovePieces, RowRules, Step};
use super::value::Label;
use crate::notation::Packed;
use crate::replay::Line;
use crate::rules::Side;

/// A move gives check.
pub(super) const CHECK: i32 = 1;
/// A move mates.
pub(super) const MATE: i32 = 2;
pub(super) const CASTLING: i32 = 4;
/// A capture en passant.
pub(super) const EN_PASSANT: i32 = 8;
pub(super) const DROP: i32 = 16;
pub(super) const CAPTURE: i32 = 32;
pub(super) const PROMOTION: i32 = 64;

/// One ply.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// Its number, from 1.
    pub ply: u32,
    /// Who moves.
    pub side: Side,
    /// The move in coordinates.
    pub coordinates: Packed,
    /// Origin, -1 for a drop.
    pub from: i16,
    /// Target.
    pub to: i16,
    /// The piece.
    pub piece: Label,
    /// What is captured.
    pub captured: Option<Label>,
    /// What it becomes.
    pub promotion: Option<Label>,
    /// What else it does, without what it leads to.
    pub flags: i32,
    /// The position before it.
    pub key: u64,
}

/// The plies of a game.
#[derive(Clone, Debug, Default)]
pub struct Plies(Vec<Ply>);

impl Plies {
    /// Forgets them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All of them.
    pub const fn all(&self) -> &[Ply] {
        self.0.as_slice()
    }

    /// Takes those of a main line.
    pub(super) fn fill<G: RowRules>(&mut self, line: &Line<'_, G>) {
        self.0.reserve(line.moves.len());
        let mut side = line.start.turn();
        for ((mv, pair), ply) in line.moves.iter().zip(line.positions.windows(2)).zip(1..) {
            let (&[before, after], false) = (pair, G::is_taken_back(*mv)) else { continue };
            let mover = side;
            side = side.other();
            if G::is_null(*mv) {
                continue;
            }
            let (step, MovePieces { piece, captured, promotion }) = (G::step(*mv), G::pieces_of(*mv));
            self.0.push(Ply {
                ply,
                side: mover,
                coordinates: G::coordinates(*mv),
                // The origin of a drop becomes -1.
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

    /// The game is over: whether its last move mated.
    pub fn finish(&mut self, mate: bool) {
        if let Some(last) = self.0.last_mut() {
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
