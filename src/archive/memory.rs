//! Limits the bytes that all threads of a run hold. Above the limit, the reader and the workers that are ahead wait.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use partie_input::{Budget, CHUNK};

/// Maximum bytes of all slices and their results, for a small number of threads.
const MAX_HELD_BYTES: usize = 16 << 20;
/// Maximum bytes of memory for one byte of a record: a move of four bytes becomes a token, a ply and a position.
const MEMORY_PER_BYTE: usize = 12;

/// The bytes that a run holds, and their maximum.
pub(super) struct Memory {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    held: usize,
    /// The number of the batch that is merged next: its worker never waits.
    turn: u64,
    closed: bool,
    /// Number of waiting threads; notifying none would waste a system call.
    waiting: usize,
}

impl Memory {
    /// The memory of a run with `jobs` threads: enough for one slice in work and one in the queue for each thread.
    pub(super) fn new(jobs: usize) -> Self {
        let most = MAX_HELD_BYTES.max(2 * jobs * CHUNK * MEMORY_PER_BYTE);
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

    /// Changes the state, and wakes the waiting threads.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let waited_for = state.waiting > 0;
        drop(state);
        if waited_for {
            self.changed.notify_all();
        }
    }

    /// Reserves the bytes needed to judge a slice, and returns their number. Waits until they fit, or until no other
    /// bytes are held.
    pub(super) fn admit(&self, bytes: usize) -> usize {
        let needed = bytes * MEMORY_PER_BYTE;
        self.wait_while(|state| state.held > 0 && state.held + needed > self.most).held += needed;
        needed
    }

    /// Passes the turn to the batch after `number`, and frees the `held` bytes of batch `number`.
    pub(super) fn pass(&self, number: u64, held: usize) {
        self.change(|state| {
            state.turn = number + 1;
            state.held = state.held.saturating_sub(held);
        });
    }

    /// Frees the working memory of a judged slice of `bytes` bytes, whose result has `made` bytes. Returns the bytes
    /// still held.
    pub(super) fn judged(&self, bytes: usize, made: usize) -> usize {
        self.change(|state| state.held = state.held.saturating_sub(bytes * (MEMORY_PER_BYTE - 1)));
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
