//! How many bytes the threads of a run may hold together: the reader waits while they hold too much, and so does a worker
//! that is ahead of the others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use partie_input::{Budget, CHUNK};

/// Bytes that slices and what was made of them take together.
const MOST: usize = 16 << 20;
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

    /// A slice of so many bytes was judged, and `made` of it; gives what is still held.
    pub(super) fn judged(&self, bytes: usize, made: usize) -> usize {
        self.change(|state| state.held = state.held.saturating_sub(bytes * (TO_JUDGE - 1)));
        bytes + made
    }

    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }
}

impl Budget for Memory {
    fn take(&self, part: u64, bytes: usize) {
        self.state().held += bytes;
        drop(self.wait_while(|state| state.held > self.most && state.turn != part));
    }
}
