//! A line of play that the shogi converter has not yet closed.

use partie_record::Terminal;
use partie_rules::Side;
use partie_rules::shogi::{Position, Square};

/// An item of a variation before its first move.
#[derive(Clone, Debug)]
pub(super) enum Early {
    Comment(String),
    Bookmark(String),
}

/// An open line of play.
#[derive(Clone, Debug)]
pub(super) struct OpenLine {
    /// Plies so far, including those before this line.
    pub(super) ply: u32,
    pub(super) turn: Side,
    /// Whether a move of this line was played.
    pub(super) moved: bool,
    /// The targets of the last two moves.
    pub(super) target: Option<Square>,
    pub(super) target_before: Option<Square>,
    /// Running totals of time by side, and their values before the last move.
    pub(super) totals: [u64; 2],
    pub(super) totals_before: [u64; 2],
    /// Whether the end of the line was read, and whether an end word was written.
    pub(super) ended: bool,
    pub(super) end_written: bool,
    /// Whether the line was opened in the writer, and the items that are kept until then.
    pub(super) open: bool,
    pub(super) early: Vec<Early>,
    /// Whether the line has no move to branch from, so that no part of it can be converted.
    pub(super) dead: bool,
    /// The position after an illegal move that ends the line, and the offender. The offender is `None` if a side moved
    /// twice; then the end word decides.
    pub(super) foul: Option<Box<(Position, Option<Side>)>>,
    /// Whether the board confirms a foul that ends the line but the format cannot contain.
    pub(super) foul_left_out: bool,
    /// The number and the text of moves that were not played.
    pub(super) skipped: u32,
    pub(super) text: String,
}

impl OpenLine {
    pub(super) const fn main(turn: Side) -> Self {
        Self {
            ply: 0,
            turn,
            moved: false,
            target: None,
            target_before: None,
            totals: [0; 2],
            totals_before: [0; 2],
            ended: false,
            end_written: false,
            open: true,
            early: Vec::new(),
            dead: false,
            foul: None,
            foul_left_out: false,
            skipped: 0,
            text: String::new(),
        }
    }

    /// The line of a variation that opens here. It replaces the last move or, after the end of the line, the next one.
    pub(super) fn branch(&self) -> Self {
        let mut line = Self::main(self.turn);
        line.open = false;
        line.dead = self.dead || !self.moved && !self.ended && self.skipped == 0;
        if self.goes_on() || !self.moved {
            (line.ply, line.target, line.totals) = (self.ply, self.target, self.totals);
        } else {
            (line.ply, line.target, line.totals) = (self.ply - 1, self.target_before, self.totals_before);
            line.turn = self.turn.other();
        }
        line
    }

    /// True if a variation replaces the continuation and not the last move.
    pub(super) const fn goes_on(&self) -> bool {
        self.ended || self.skipped > 0
    }

    /// Selects the end word of a foul written in this line by whether the offender is to move.
    pub(super) fn own_foul(&self, terminal: Terminal) -> Terminal {
        match (&self.foul, terminal) {
            (Some(foul), Terminal::FoulByMover | Terminal::FoulByPrevious) if foul.1 == Some(self.turn) => {
                Terminal::FoulByMover
            }
            (Some(foul), Terminal::FoulByMover) if foul.1.is_some() => Terminal::FoulByPrevious,
            _ => terminal,
        }
    }
}
