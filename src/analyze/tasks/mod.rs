//! Tasks: an archive cut by size, each shard analysed once, the results on disk for good.
//!
//! Knows files, frames, parts and the journal. Not for what is said of a game: that is the
//! work of a [`TaskWork`], which gets the games one after the other.
//!
//! [`plan()`] cuts; [`run()`] does what is missing with a pool of threads and joins; on many machines
//! [`run_one`] does single tasks and [`join()`] comes last. A task owns the games whose first byte lies
//! in its shard. Where its first game begins it must guess, as it does not see the whole file; it
//! notes the place, and where the first game after it begins. The join compares both and does a task
//! again that guessed wrong: so the tables do not depend on where the file was cut.

mod file_stamp;
mod folder;
mod join;
mod journal;
mod names;
mod part;
mod plan;
mod planning;
mod reading;
mod run;
mod start;
mod status;
mod status_text;
mod task;
mod task_error;
mod text;
mod work;

pub use folder::forget_duplicates;
pub use join::{Base, Joined, join};
pub use journal::{Entry, PartEntry, Reported};
pub use part::PartFile;
pub use plan::{Cut, Header, Plan, Source, Stamp, Task};
pub use planning::{PlanOptions, TASK_SIZE, plan};
pub use run::{Running, Watch, interrupted, run, run_one};
pub use status::{State, Verified, status, verify};
pub use task::Meter;
pub use task_error::TaskError;
pub use text::{Digest, Note, PathText};
pub use work::{FileEnd, FileStart, Table, TaskPlace, TaskWork};
