//! The counts of a run: games, edits by grade, decisions of a review; and its summary line.

use super::repair::GameRepairs;
use partie_record::finding::Grade;
use partie_record::{count, count_with_zero, format_thousands};

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RepairCounts {
    /// Files that contain a game.
    pub files: u64,
    pub games: u64,
    /// Games with an error to fix.
    pub damaged: u64,
    /// Edits by grade: certain, likely, guess.
    pub edits: [u64; 3],
    /// Edits that were tried and rejected.
    pub taken_back: u64,
    /// Places where another copy of a game has a different move and both are legal.
    pub differences: u64,
    /// Games into which another record was merged.
    pub merged: u64,
    /// Games into which another record could not be merged.
    pub unmerged: u64,
    pub written: u64,
    /// Files that are replaced or newly written.
    pub files_written: u64,
}

impl RepairCounts {
    pub fn add(&mut self, repairs: &GameRepairs) {
        let edits = repairs.best.iter().flat_map(|best| &best.edits);
        edits.for_each(|edit| self.edits[edit.grade as usize] += 1);
        self.damaged += u64::from(repairs.is_damaged());
        self.merged += u64::from(repairs.merge == Some(true));
        self.unmerged += u64::from(repairs.merge == Some(false));
        self.differences += repairs.differences.len() as u64;
        self.taken_back += repairs.taken_back.len() as u64;
    }

    /// Number of edits that a run may write: a guess requires a decision.
    pub const fn sure(&self) -> u64 {
        self.of(Grade::Certain) + self.of(Grade::Likely)
    }

    /// Summarizes the run in one line, with the decisions of a review if there was one.
    pub fn line(&self, review: Option<&ReviewCounts>, writes: bool) -> String {
        let games = count(self.games, "game", "games");
        let mut line = match self.damaged {
            0 => format!("{games}, nothing to put right"),
            damaged => format!(
                "{games}, {} to put right; edits: {} certain, {} likely, {}",
                format_thousands(damaged),
                self.of(Grade::Certain),
                self.of(Grade::Likely),
                count_with_zero(self.of(Grade::Guess), "guess", "guesses")
            ),
        };
        if self.taken_back > 0 {
            line.push_str(&format!(", {} taken back", count(self.taken_back, "edit", "edits")));
        }
        if self.differences > 0 {
            line.push_str(&format!("; {} to another copy", count(self.differences, "difference", "differences")));
        }
        if self.merged > 0 {
            line.push_str(&format!("; {} merged with another copy", count(self.merged, "game", "games")));
        }
        if self.unmerged > 0 {
            let unmerged = count(self.unmerged, "game", "games");
            line.push_str(&format!("; {unmerged} not merged, as format or encoding do not hold what the copy has"));
        }
        if let Some(&ReviewCounts { refused, undecided, unfit }) = review {
            let more = [(refused, "refused"), (undecided, "not decided")];
            for (games, what) in more.into_iter().filter(|(games, _)| *games > 0) {
                line.push_str(&format!(", {} {what}", format_thousands(games)));
            }
            if unfit > 0 {
                line.push_str(&format!("; {}", count(unfit, "decision does not fit", "decisions do not fit")));
            }
        }
        if writes && self.files_written == 0 {
            line.push_str("; nothing written");
        } else if writes {
            let edits = count(self.written, "edit", "edits");
            line.push_str(&format!("; {edits} written to {}", count(self.files_written, "file", "files")));
        }
        line
    }

    pub const fn of(&self, grade: Grade) -> u64 {
        self.edits[grade as usize]
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewCounts {
    /// Repairs without a decision.
    pub undecided: u64,
    /// Decisions that no longer fit the file.
    pub unfit: u64,
    pub refused: u64,
}
