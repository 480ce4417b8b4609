//! How often a position has occurred, by scanning back within the reversible moves.

use std::collections::HashMap;

use partie_rules::Rules;

/// Beyond this many reversible plies a table replaces the scan.
const SCAN: usize = 256;
/// Farthest earlier position that is compared move by move; farther ones by key.
const EXACT: usize = 1024;

const FILTER: usize = 128;

/// A position of a main line, as far as it is remembered.
#[derive(Clone, Copy, Debug)]
pub struct PositionRecord {
    /// Its key (see [`Rules::key`]).
    pub zobrist: u64,
    /// How often it had occurred then, itself included.
    pub count: u32,
    /// Whether the side to move stood in check.
    pub check: bool,
}

/// The positions of a line since its start.
#[derive(Debug)]
pub(super) struct Repetition {
    entries: Vec<PositionRecord>,
    /// Index of the first position that can still recur.
    start: usize,
    /// One bit for each key since then, so that most positions need no scan.
    bits: u64,
    /// The same with many bits, for games in which nothing is irreversible.
    filter: Box<[u64; FILTER]>,
    /// Whether a position that can still recur has occurred twice.
    pub(super) twice: bool,
    /// The greatest number of times that a position has occurred, and the ply after which it was reached first.
    pub(super) most: (u32, u32),
    /// Last index of each key, kept only for long runs.
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

    /// Enters the position after a move; how often it has occurred. `moves` are those of the line so far.
    #[inline(always)]
    pub(super) fn enter<G: Rules>(&mut self, position: &G, moves: &[G::Move], is_irreversible: bool) -> u32 {
        let zobrist = position.zobrist();
        let bit = 1u64 << (zobrist >> 58);
        // Without branches, as no program foresees captures and moves of pawns.
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

    /// The same in games in which every position can recur at any time.
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
        let count = if self.entries.len() - self.start > SCAN {
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

    /// The positions from the start on.
    pub(super) fn positions(&self) -> &[PositionRecord] {
        &self.entries
    }

    /// How often a position has occurred that would follow the current one, without entering it.
    pub(super) fn would_be<G: Rules>(&self, position: &G, moves: &[G::Move]) -> u32 {
        self.scanned(position, moves)
    }

    /// The plies after which a position with that key stood there first, of those that can still recur.
    pub(super) fn first(&self, zobrist: u64) -> Option<u32> {
        let found = self.entries[self.start..].iter().position(|entry| entry.zobrist == zobrist)?;
        Some((self.start + found) as u32)
    }

    /// The plies before `ply` after which the position stood there, too.
    pub(super) fn before(&self, ply: u32) -> Vec<u32> {
        let Some(now) = self.entries.get(ply as usize) else { return Vec::new() };
        let earlier = self.entries[..ply as usize].iter().enumerate().filter(|(_, entry)| entry.zobrist == now.zobrist);
        earlier.map(|(at, _)| at as u32).collect()
    }

    /// How often a position with that key has occurred.
    pub(super) fn count_of(&self, zobrist: u64) -> u32 {
        self.entries[self.start..].iter().rev().find(|entry| entry.zobrist == zobrist).map_or(0, |entry| entry.count)
    }

    #[inline(always)]
    fn scanned<G: Rules>(&self, position: &G, moves: &[G::Move]) -> u32 {
        let zobrist = position.zobrist();
        let index = self.entries.len();
        // Four plies back at the nearest: each side must go and come back.
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
    moves.len() > EXACT || position.repeats_after(moves)
}
