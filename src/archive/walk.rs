//! Turns the paths of a command line into files; folders are walked in byte order.

use std::path::PathBuf;

use super::files::{Walking, paths};
use super::open::Failure;
use partie_input::Claim;

/// A path as the user gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path, or `-`.
    pub path: PathBuf,
}

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkEntry {
    pub path: PathBuf,
    /// The index of the input that named this file, or of the folder that contains it.
    pub input: usize,
    /// True if the user named this file; false if it was found in a folder.
    pub named: bool,
}

impl WalkEntry {
    /// The kind of content that the file's name promises.
    pub fn claim(&self) -> Claim {
        Claim::of(&self.path)
    }
}

/// Returns the files of the inputs in order; folders are walked with [`super::files()`].
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
