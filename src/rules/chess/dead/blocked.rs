//! Exhaustive search of all positions that can still arise, if there are few.

use super::bits::ahead;
use super::forced::is_mate_by;
use super::sides::MatingSides;
use super::{likely_mate, mate_cover};
use crate::chess::position::Position;
use crate::orthodox::Role;
use crate::{Rules, Side};

/// Maximum cost of a search: 1 for a position, [`ANALYSIS`] for a position with an analysis of reach.
const MAX_EFFORT: u32 = 40_000;
const ANALYSIS: u32 = 16;
/// A position where mate is likely ends the search without a proof if it has more legal moves than this.
const MAX_LIVELY_MOVES: usize = 6;

/// True if no position that can arise from `root` is a mate by one of the `asked` sides.
pub(super) fn never(root: &Position, asked: MatingSides) -> bool {
    let mut effort = MAX_EFFORT;
    let mut seen = SeenPositions::new();
    seen.add(root);
    // A stack, with irreversible moves on top: promotions and broken walls, after which the search
    // soon gives up, are found early.
    let mut waiting = vec![0];
    let mut urgent = Vec::new();
    while let Some(number) = waiting.pop() {
        let Some(position) = seen.get(number).cloned() else { return false };
        let moves = position.legal();
        if moves.is_empty() && is_mate_by(&position, asked) {
            return false;
        }
        if number > 0 && moves.len() > MAX_LIVELY_MOVES && likely_mate::is_mate_likely(&position, asked) {
            return false;
        }
        for mv in moves {
            let mut after = position.clone();
            after.play(mv);
            let Some(number) = seen.add(&after) else { continue };
            let lasting = mv.captured.is_some() || mv.role == Role::Pawn;
            let settled = mv.captured.is_some() || lasting && !has_pawn_steps(&after);
            let cost = if settled { ANALYSIS } else { 1 };
            if effort < cost {
                return false;
            }
            effort -= cost;
            match (lasting, settled) {
                (false, _) => waiting.push(number),
                (true, true) if mate_cover::never(&after, asked) => {}
                (true, _) => urgent.push(number),
            }
        }
        waiting.append(&mut urgent);
    }
    true
}

/// True if a pawn has an empty square in front of it: the walls are not final yet.
fn has_pawn_steps(position: &Position) -> bool {
    let next = |side| ahead(position.pieces(side, Role::Pawn), side);
    (next(Side::First) | next(Side::Second)) & !position.occupied() != 0
}

/// A set of positions, hashed by zobrist key but compared in full.
pub(super) struct SeenPositions {
    positions: Vec<Position>,
    /// Open addressing: 0 for a free slot, else the number of a position plus one.
    table: Vec<u32>,
}

impl SeenPositions {
    pub(super) fn new() -> Self {
        Self { positions: Vec::with_capacity(64), table: vec![0; 256] }
    }

    pub(super) fn get(&self, number: usize) -> Option<&Position> {
        self.positions.get(number)
    }

    /// Adds a position and returns its number; `None` if it is already in the set.
    pub(super) fn add(&mut self, position: &Position) -> Option<usize> {
        if self.positions.len() * 2 >= self.table.len() {
            self.enlarge();
        }
        let place = self.place(position);
        let number = self.positions.len();
        if self.table[place] != 0 {
            return None;
        }
        self.positions.push(position.clone());
        self.table[place] = number as u32 + 1;
        Some(number)
    }

    fn enlarge(&mut self) {
        self.table = vec![0; self.table.len() * 4];
        for number in 0..self.positions.len() {
            let place = self.place(&self.positions[number]);
            self.table[place] = number as u32 + 1;
        }
    }

    /// Slot of the position in the table, or the free slot for it.
    fn place(&self, position: &Position) -> usize {
        let mask = self.table.len() - 1;
        let mut place = position.zobrist() as usize & mask;
        loop {
            let held = self.table[place] as usize;
            if held == 0 || self.positions[held - 1].same_for_repetition(position) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}
