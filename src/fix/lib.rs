//! Games put right: from findings and hypotheses to edits of the bytes, each with a grade and tried on the game alone
//! before it is proposed; rows, objects and diffs of them as data.
//!
//! A [`GameMender`] takes one game after the other. Not for finding what is wrong, nor for what may have stood in a broken
//! line (see `partie-replay`), and not for files: who writes them does so with the [`PlacedEdit`]s.

mod alone;
mod copies;
mod counts;
mod decided;
mod diff;
mod drafts;
mod edits;
pub mod errata;
mod game;
mod known;
mod log;
mod made;
mod mender;
mod merge;
pub mod objects;
mod odds;
mod repair;
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
pub use game::{GameMender, MendedGame, Plan};
pub use known::{SoundGames, Witness};
pub use log::{EditLog, LogForm, RowsOfFile};
pub use made::{MadeEdit, as_one_step};
pub use repair::{Mended, PlacedEdit, PlacedRepair, RepairedGame, excerpt};
pub use row::{Decision, EditRow};
pub use suggester::Suggester;
pub use undo::{LeftEdit, UndoneGame, WhyLeft, undo};
pub use worker::{MendedSlice, PlacesOfSlice, SliceMender, SlicePlacer};
