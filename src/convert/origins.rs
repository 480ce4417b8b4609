//! Tracks on which side of the board each piece began, through the written moves and variations.

use super::board::MoveText;
use partie_rules::chess::Origins;

/// The origins of the pieces in a line of play: now, and before its last move.
#[derive(Clone, Copy, Debug, Default)]
struct LineOrigins {
    now: Origins,
    before: Origins,
}

/// The origins in the current line and in the lines that contain it.
#[derive(Clone, Debug, Default)]
pub(super) struct OriginsTracker {
    line: LineOrigins,
    above: Vec<LineOrigins>,
}

impl OriginsTracker {
    pub(super) fn begin_game<G: MoveText>(&mut self, start: &G) {
        let origins = start.origins();
        self.line = LineOrigins { now: origins, before: origins };
        self.above.clear();
    }

    /// The origins before the next move.
    pub(super) const fn now(&self) -> &Origins {
        &self.line.now
    }

    pub(super) fn play<G: MoveText>(&mut self, mv: G::Move) {
        self.line.before = self.line.now;
        G::follow(&mut self.line.now, mv);
    }

    pub(super) const fn pass(&mut self) {
        self.line.before = self.line.now;
    }

    /// Opens a variation, which replaces the last move.
    pub(super) fn open(&mut self) {
        let origins = self.line.before;
        self.above.push(std::mem::replace(&mut self.line, LineOrigins { now: origins, before: origins }));
    }

    pub(super) fn close(&mut self) {
        if let Some(line) = self.above.pop() {
            self.line = line;
        }
    }
}
