//! Searches for repairs of a main line that cannot be played: edits, their evidence, and their certainty.
//!
//! Works on a start position and the texts of a main line, in any notation and game. It repairs only moves, and edits
//! no files.

mod alike;
mod attempt;
mod best;
mod by_cost;
mod captures;
mod chess;
mod confusion;
mod edit;
mod evidence;
mod frontier;
mod grade;
mod guess_medium;
mod known;
mod line;
mod medium;
mod odds;
mod pair;
mod reasons;
mod repair;
mod repairable;
mod search;
mod sense;
mod shogi;
mod signs;
mod slot_replayer;

pub use captures::close_captures;
pub use chess::ChessRepairable;
pub use edit::{Operation, ProposedEdit};
pub use grade::SearchResult;
pub use known::{DEPTH, KnownPositions, keys_of_line};
pub use line::{Change, ChangeAt, DamagedLine, Hypothesis, Slot};
pub use medium::Medium;
pub use odds::unranked;
pub use pair::{Difference, Pairing, pair};
pub use repair::Repair;
pub use repairable::{Material, PlayedMove, Repairable};
pub use search::{Effort, LONGEST, coordinates, follow, search};
pub use signs::{Evidence, Sign, Weights};
pub use slot_replayer::FAR;
