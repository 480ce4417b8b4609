//! Errors of a plan, an output folder or a task.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a plan or a run cannot continue. The exit status is 2, or 130 for [`TaskError::Interrupted`].
#[derive(Debug)]
pub enum TaskError {
    /// An error of the file system.
    Io(PathBuf, io::Error),
    /// The reason why a plan or journal cannot be read, for example because another program version wrote it.
    Plan(String),
    /// The output folder contains the results of another plan.
    OtherPlan(PathBuf),
    /// A file in the output folder has a name that `analyze` uses, but another program made it.
    Foreign(PathBuf),
    /// The output path must be a folder, but is a file.
    NoFolder(PathBuf),
    Locked(PathBuf),
    /// A source has changed since the plan was made.
    Changed(PathBuf),
    /// The plan has no task with this number.
    NoTask(u64),
    /// Some tasks are not yet done; contains their number.
    Missing(u64),
    /// A signal requested a stop; running tasks were finished.
    Interrupted,
}

impl TaskError {
    /// Returns a function that adds the path to an error, for `map_err`.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io(path.to_owned(), error)
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Plan(reason) => f.write_str(reason),
            Self::OtherPlan(path) => write!(
                f,
                "{} holds the results of other inputs, options or another version; --restart removes them",
                path.display()
            ),
            Self::Foreign(path) => {
                write!(f, "{} was not written by partie and would be lost; choose another folder", path.display())
            }
            Self::NoFolder(path) => write!(f, "{} is a file; name a folder for the tables", path.display()),
            Self::Locked(path) => write!(f, "another run is working in {}", path.display()),
            Self::Changed(path) => write!(f, "{} changed since it was planned", path.display()),
            Self::NoTask(task) => write!(f, "the plan has no task {task}"),
            Self::Missing(1) => f.write_str("one task is not done yet; run it, or the same command again"),
            Self::Missing(tasks) => write!(f, "{tasks} tasks are not done yet; run them, or the same command again"),
            Self::Interrupted => f.write_str("interrupted; run the same command again to go on"),
        }
    }
}

impl std::error::Error for TaskError {}
