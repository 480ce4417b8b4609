//! Limits the bytes that the threads of a run hold together. Above the limit the reader waits, and so does a worker
//! that is ahead of the others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use partie_input::{Budget, CHUNK};

/// Most bytes that slices and their results take together.
const MOST: usize = 16 << 20;
/// Most bytes needed to read and replay a byte of a record. A move of four bytes is a token, a ply and a position that
/// may recur.
const TO_JUDGE: usize = 12;

/// The bytes that a run holds, and their limit.
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
    /// Number of threads that wait; a notification without any would waste a system call.
    waiting: usize,
}

impl Memory {
    /// The memory of a run with `jobs` threads: each may have one slice at work and one that waits.
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

    /// Changes the state, and wakes the threads that wait.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let waited_for = state.waiting > 0;
        drop(state);
        if waited_for {
            self.changed.notify_all();
        }
    }

    /// Reserves the bytes needed to judge a slice, and returns their number. Waits for room, unless no other bytes are
    /// held.
    pub(super) fn admit(&self, bytes: usize) -> usize {
        let needed = bytes * TO_JUDGE;
        self.wait_while(|state| state.held > 0 && state.held + needed > self.most).held += needed;
        needed
    }

    /// Passes the turn to the part after `number`, and frees its `held` bytes.
    pub(super) fn pass(&self, number: u64, held: usize) {
        self.change(|state| {
            state.turn = number + 1;
            state.held = state.held.saturating_sub(held);
        });
    }

    /// Frees the working memory of a slice that was judged, with a result of `made` bytes. Returns the bytes that are
    /// still held.
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
