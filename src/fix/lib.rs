//! Fixes of games: converts findings and hypotheses to graded edits of the bytes. Each edit is tried on the game alone
//! before it is proposed. Also rows, JSON objects and diffs of edits.
//!
//! A [`GameFixer`] fixes one game after the other. `partie-replay` finds the errors, and `partie-repair` searches for
//! repairs of a broken line. This crate writes no files: callers apply the [`SliceEdit`]s.

mod alone;
mod copies;
mod counts;
mod decided;
mod diff;
mod drafts;
mod edits;
pub mod errata;
mod fixer;
mod game;
mod known;
mod log;
mod made;
mod merge;
pub mod objects;
mod repair;
mod repairs;
mod row;
mod suggester;
mod undo;
mod worker;

pub use alone::Alone;
pub use copies::{CopiesOfSlice, CopyReader, add_copies};
pub use counts::{RepairCounts, ReviewCounts};
pub use decided::{GameRows, RowsOfGames, left, of_file, read_decisions};
pub use diff::{Change, Diff};
pub use drafts::Rulings;
pub use game::{GameFixer, Plan};
pub use known::{SoundGames, Witness};
pub use log::{EditLog, LogForm, RowsOfFile};
pub use made::{MadeEdit, as_one_step};
pub use repair::{GameRepairs, RepairedGame, SliceEdit, excerpt};
pub use repairs::{Difference, Edit, Repairs};
pub use row::{Decision, EditRow};
pub use suggester::Suggester;
pub use undo::{LeftEdit, UndoneGame, WhyLeft, undo};
pub use worker::{FixedSlice, PlacesOfSlice, SliceFixer, SlicePlacer};
