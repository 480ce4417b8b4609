//! From the paths of a command line to files, folders walked in byte order.

use std::path::PathBuf;

use super::files::{Walking, paths};
use super::open::Failure;
use partie_input::Claim;

/// A path as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path, or `-`.
    pub path: PathBuf,
}

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkEntry {
    pub path: PathBuf,
    /// The number of the input that it is, or in which it was met, from 0.
    pub input: usize,
    /// Whether it was named, rather than met in a folder.
    pub named: bool,
}

impl WalkEntry {
    /// What its name says of its content.
    pub fn claim(&self) -> Claim {
        Claim::of(&self.path)
    }
}

/// Files of the inputs in their order, those of folders as [`super::files()`] gives them.
pub fn walk(inputs: Vec<Input>, walking: &Walking) -> impl Iterator<Item = Result<WalkEntry, Failure>> + Send + use<> {
    let walking = walking.clone();
    inputs.into_iter().enumerate().flat_map(move |(input, Input { path })| {
        let folder = path.as_os_str() != "-" && path.is_dir();
        let files: Box<dyn Iterator<Item = Result<WalkEntry, Failure>> + Send> = if folder {
            Box::new(
                paths(&path, &walking, None).map(move |path| path.map(|path| WalkEntry { path, input, named: false })),
            )
        } else {
            Box::new(std::iter::once(Ok(WalkEntry { path, input, named: true })))
        };
        files
    })
}
