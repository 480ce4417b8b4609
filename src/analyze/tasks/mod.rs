//! Analyzes an archive in tasks: cuts it by size, analyzes each shard once, and flushes the results to disk.
//!
//! This module handles files, frames, parts and the journal. A [`TaskWork`] receives the games one by one, and judges
//! them.
//!
//! [`plan()`] cuts the archive. [`run()`] runs the missing tasks with a pool of threads, and joins them. On many
//! machines, [`run_one`] runs single tasks, and [`join()`] comes last. A task owns the games whose first byte is in its
//! shard. It must guess where its first game begins, because it does not see the whole file. It records that offset,
//! and the start of the first game after the shard. The join compares both, and repeats a task that guessed wrong. So
//! the tables do not depend on where files are cut.

mod file_stamp;
mod folder;
mod join;
mod journal;
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
