//! Games put right: from findings and hypotheses to edits of the bytes, each with a grade and tried on the game alone
//! before it is proposed; rows, objects and diffs of them as data.
//!
//! A [`GameFixer`] takes one game after the other. Findings and the search for repairs of a broken line are in
//! `partie-replay` and `partie-repair`. Not for files: they are written with the [`SliceEdit`]s.

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
