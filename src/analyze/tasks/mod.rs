//! Tasks: an archive is cut by size, each shard is analyzed once, and the results are durable on disk.
//!
//! This module handles files, frames, parts and the journal. Games are judged by a [`TaskWork`], which receives them
//! one after the other.
//!
//! [`plan()`] cuts. [`run()`] does the missing tasks with a pool of threads and joins. On many machines, [`run_one`]
//! does single tasks and [`join()`] comes last. A task owns the games whose first byte is in its shard. It must guess
//! where its first game begins, as it does not see the whole file. It records this place and the start of the first
//! game after its shard. The join compares both and repeats a task that guessed wrong. The tables therefore do not
//! depend on where the file was cut.

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
