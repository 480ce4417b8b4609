//! How many bytes the threads of a run may hold together: the reader waits while they hold too much, and so does a worker
//! that is ahead of the others.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::slice::CHUNK;

/// Bytes that slices and what was made of them take together.
const MOST: usize = 16 << 20;
/// Bytes that are made of a slice before they are passed on; what is left of the slice is judged after that.
const ENOUGH: usize = 2 << 20;
/// Bytes that are needed at most to read and replay a byte of a record: a move of four bytes is a token, a ply and a
/// position that may come again.
const TO_JUDGE: usize = 12;

/// The bytes of a run.
pub(super) struct Memory {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    held: usize,
    /// The number of the part whose turn it is: its worker never waits.
    turn: u64,
    closed: bool,
    /// Threads that wait, as telling nobody costs a system call.
    waiting: usize,
}

impl Memory {
    /// That of a run with so many threads: each may have a slice at work and one that waits.
    pub(super) fn new(jobs: usize) -> Self {
        let most = MOST.max(2 * jobs * CHUNK * TO_JUDGE);
        Self { most, state: Mutex::new(State { held: 0, turn: 0, closed: false, waiting: 0 }), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, full: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.state();
        while !state.closed && full(&state) {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        state
    }

    /// Changes what those who wait look at.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let waited_for = state.waiting > 0;
        drop(state);
        if waited_for {
            self.changed.notify_all();
        }
    }

    /// Takes what judging a slice of so many bytes needs, and gives how much that is; waits for it, unless nothing else
    /// is held.
    pub(super) fn admit(&self, bytes: usize) -> usize {
        let needed = bytes * TO_JUDGE;
        self.wait_while(|state| state.held > 0 && state.held + needed > self.most).held += needed;
        needed
    }

    /// It is the turn of the part behind `number`; what was held of it is free.
    pub(super) fn pass(&self, number: u64, held: usize) {
        self.change(|state| {
            state.turn = number + 1;
            state.held = state.held.saturating_sub(held);
        });
    }

    /// Nobody waits any more.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }
}

/// What a worker holds of its slice.
pub struct Share<'a> {
    /// Nothing where one thread does all, as it holds one slice only.
    of: Option<(&'a Memory, u64)>,
    most: usize,
    /// Bytes that were made of the slice.
    made: Cell<usize>,
}

impl std::fmt::Debug for Share<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Share").field("made", &self.made).finish_non_exhaustive()
    }
}

impl<'a> Share<'a> {
    /// That of the part of this number.
    pub(super) const fn new(memory: &'a Memory, number: u64) -> Self {
        Self { of: Some((memory, number)), most: ENOUGH, made: Cell::new(0) }
    }

    /// That of the one whose turn it is.
    pub const fn in_turn() -> Self {
        Self { of: None, most: ENOUGH, made: Cell::new(0) }
    }

    /// One without bounds.
    pub const fn unbounded() -> Self {
        Self { of: None, most: usize::MAX, made: Cell::new(0) }
    }

    /// Says how many bytes were made of the slice so far; waits while all together hold too much. Whether more may be
    /// made of it.
    pub fn hold(&self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.made.replace(bytes));
        if let Some((memory, number)) = self.of.filter(|_| more > 0) {
            memory.state().held += more;
            drop(memory.wait_while(|state| state.held > memory.most && state.turn != number));
        }
        bytes < self.most
    }

    /// The slice of so many bytes was judged; gives what is still held.
    pub(super) fn judged(&self, bytes: usize) -> usize {
        if let Some((memory, _)) = self.of {
            memory.change(|state| state.held = state.held.saturating_sub(bytes * (TO_JUDGE - 1)));
        }
        bytes + self.made.get()
    }
}
