//! Counts the occurrences of a position by scanning back through the reversible moves.

use std::collections::HashMap;

use partie_rules::Rules;

/// Number of reversible plies beyond which a table replaces the scan.
const MAX_SCANNED_PLIES: usize = 256;
/// Maximum distance in plies at which positions are compared move by move; beyond, only their hashes are compared.
const MAX_COMPARED_PLIES: usize = 1024;

const FILTER: usize = 128;

/// A remembered position of a main line.
#[derive(Clone, Copy, Debug)]
pub struct PositionRecord {
    /// The position's hash (see [`Rules::zobrist`]).
    pub zobrist: u64,
    /// Number of occurrences so far, including this one.
    pub count: u32,
    /// True if the side to move was in check.
    pub check: bool,
}

/// The positions of a line since its start.
#[derive(Debug)]
pub(super) struct Repetition {
    entries: Vec<PositionRecord>,
    /// Index of the first position that can still recur.
    start: usize,
    /// One bit for each hash since `start`, so that most positions need no scan.
    bits: u64,
    /// Like `bits`, with more bits, for games without irreversible moves.
    filter: Box<[u64; FILTER]>,
    /// True if a position that can still recur has occurred twice.
    pub(super) twice: bool,
    /// The highest number of occurrences of a position, and the ply that reached it first.
    pub(super) most: (u32, u32),
    /// Last index of each hash, used only beyond [`MAX_SCANNED_PLIES`].
    table: HashMap<u64, usize>,
    tabled: usize,
}

impl Repetition {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::with_capacity(512),
            start: 0,
            bits: 0,
            filter: Box::new([0; FILTER]),
            twice: false,
            most: (1, 0),
            table: HashMap::new(),
            tabled: 0,
        }
    }

    pub(super) fn begin<G: Rules>(&mut self, start: &G) {
        let zobrist = start.zobrist();
        self.entries.clear();
        self.entries.push(PositionRecord { zobrist, count: 1, check: start.in_check() });
        self.most = (1, 0);
        (self.start, self.twice) = (0, false);
        self.forget_table();
        self.bits = 1 << (zobrist >> 58);
        self.filter.fill(0);
        self.filter[(zobrist >> 57) as usize % FILTER] = 1 << (zobrist >> 51 & 63);
    }

    #[cold]
    fn forget_table(&mut self) {
        self.table.clear();
        self.tabled = 0;
    }

    /// Adds the position after a move; returns its number of occurrences. `moves` are all moves of the line so far.
    #[inline(always)]
    pub(super) fn enter<G: Rules>(&mut self, position: &G, moves: &[G::Move], is_irreversible: bool) -> u32 {
        let zobrist = position.zobrist();
        let bit = 1u64 << (zobrist >> 58);
        // Without branches, as captures and pawn moves cannot be predicted.
        self.start = if is_irreversible { self.entries.len() } else { self.start };
        self.twice &= !is_irreversible;
        let before = if is_irreversible { 0 } else { self.bits };
        self.bits = before | bit;
        if self.tabled > 0 && is_irreversible {
            self.forget_table();
        }
        if before & bit == 0 {
            self.entries.push(PositionRecord { zobrist, count: 1, check: position.in_check() });
            return 1;
        }
        self.enter_again(position, moves)
    }

    /// Like [`Self::enter`], for games in which every position can recur at any time.
    #[inline(always)]
    pub(super) fn enter_any<G: Rules>(&mut self, position: &G, moves: &[G::Move]) -> u32 {
        let zobrist = position.zobrist();
        let word = &mut self.filter[(zobrist >> 57) as usize % FILTER];
        let bit = 1u64 << (zobrist >> 51 & 63);
        if *word & bit == 0 {
            *word |= bit;
            self.entries.push(PositionRecord { zobrist, count: 1, check: position.in_check() });
            return 1;
        }
        self.enter_again(position, moves)
    }

    fn enter_again<G: Rules>(&mut self, position: &G, moves: &[G::Move]) -> u32 {
        let count = if self.entries.len() - self.start > MAX_SCANNED_PLIES {
            self.tabled(position, moves)
        } else {
            self.scanned(position, moves)
        };
        self.twice |= count > 1;
        if count > self.most.0 {
            self.most = (count, self.entries.len() as u32);
        }
        self.entries.push(PositionRecord { zobrist: position.zobrist(), count, check: position.in_check() });
        count
    }

    /// Returns all positions, including the start.
    pub(super) fn positions(&self) -> &[PositionRecord] {
        &self.entries
    }

    /// Returns how often a position would have occurred if it followed the current one, without adding it.
    pub(super) fn would_be<G: Rules>(&self, position: &G, moves: &[G::Move]) -> u32 {
        self.scanned(position, moves)
    }

    /// Returns the ply of the first position with that hash, among those that can still recur.
    pub(super) fn first(&self, zobrist: u64) -> Option<u32> {
        let found = self.entries[self.start..].iter().position(|entry| entry.zobrist == zobrist)?;
        Some((self.start + found) as u32)
    }

    /// Returns the plies before `ply` with the same position.
    pub(super) fn before(&self, ply: u32) -> Vec<u32> {
        let Some(now) = self.entries.get(ply as usize) else { return Vec::new() };
        let earlier = self.entries[..ply as usize].iter().enumerate().filter(|(_, entry)| entry.zobrist == now.zobrist);
        earlier.map(|(at, _)| at as u32).collect()
    }

    /// Returns how often a position with that hash has occurred, among those that can still recur.
    pub(super) fn count_of(&self, zobrist: u64) -> u32 {
        self.entries[self.start..].iter().rev().find(|entry| entry.zobrist == zobrist).map_or(0, |entry| entry.count)
    }

    #[inline(always)]
    fn scanned<G: Rules>(&self, position: &G, moves: &[G::Move]) -> u32 {
        let zobrist = position.zobrist();
        let index = self.entries.len();
        // At least four plies back: each side must leave and return.
        let mut at = index.wrapping_sub(4);
        while at >= self.start && at < index {
            if self.entries[at].zobrist == zobrist && repeats_after(position, &moves[at..]) {
                return self.entries[at].count + 1;
            }
            at = at.wrapping_sub(2);
        }
        1
    }

    #[cold]
    fn tabled<G: Rules>(&mut self, position: &G, moves: &[G::Move]) -> u32 {
        let from = self.tabled.max(self.start);
        for at in from..self.entries.len() {
            self.table.insert(self.entries[at].zobrist, at);
        }
        self.tabled = self.entries.len();
        match self.table.get(&position.zobrist()) {
            Some(&at) if repeats_after(position, &moves[at..]) => self.entries[at].count + 1,
            _ => 1,
        }
    }
}

fn repeats_after<G: Rules>(position: &G, moves: &[G::Move]) -> bool {
    moves.len() > MAX_COMPARED_PLIES || position.repeats_after(moves)
}
