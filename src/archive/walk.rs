//! From the paths of a command line to files, folders walked in byte order.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::files::is_own;
use super::open::Failure;

/// A path as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path, or `-`.
    pub path: PathBuf,
}

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The path.
    pub path: PathBuf,
    /// Whether it was named, rather than met in a folder.
    pub named: bool,
}

/// Files of the inputs in their order; folders recursively, hidden files and what `analyze` wrote left out, links
/// followed but never in a circle.
pub fn walk(inputs: Vec<Input>) -> impl Iterator<Item = Result<Met, Failure>> + Send {
    inputs.into_iter().flat_map(|input| {
        let folder = input.path.as_os_str() != "-" && input.path.is_dir();
        let files: Box<dyn Iterator<Item = Result<Met, Failure>> + Send> = if folder {
            Box::new(inside(&input.path))
        } else {
            Box::new(std::iter::once(Ok(Met { path: input.path, named: true })))
        };
        files
    })
}

fn inside(folder: &Path) -> impl Iterator<Item = Result<Met, Failure>> + Send + use<> {
    let root = folder.to_owned();
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry) && !is_output(entry))
        .filter_map(move |entry| match entry {
            Ok(entry) if entry.file_type().is_file() => Some(Ok(Met { path: entry.into_path(), named: false })),
            Ok(_) => None,
            Err(error) => {
                let path = error.path().map_or_else(|| root.clone(), Path::to_owned);
                let error = error
                    .into_io_error()
                    .unwrap_or_else(|| io::Error::other("the link leads back into its own folder"));
                Some(Err(Failure { path, error }))
            }
        })
}

fn is_output(entry: &DirEntry) -> bool {
    entry.file_type().is_dir() && is_own(entry.path())
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().first() == Some(&b'.')
}
