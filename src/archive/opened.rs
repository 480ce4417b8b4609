//! A file as one text, or as the members of an archive. Not for standard input, which has no members.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::members::Members;
use super::open::{Failure, Source, open_counted};
use partie_input::{Begun, Claim, Compression, is_named_zip};

/// A file that is open.
#[derive(Debug)]
pub enum Opened {
    File(Source),
    Archive(Members),
}

impl Opened {
    /// Opens a file, an archive as its members; packed bytes that are read are added to `count`. Of a file that was
    /// met in a folder the name decides whether it is opened as an archive: documents and programs have the same form.
    ///
    /// # Errors
    /// The file with the system's reason.
    pub fn open(path: &Path, named: bool, count: Arc<AtomicU64>) -> Result<Self, Failure> {
        let source = open_counted(path, Arc::clone(&count))?;
        let is_wanted = || named || Claim::of(path) != Claim::Other || is_named_zip(path);
        if !(source.compression == Compression::Zip && is_wanted()) {
            return Ok(Self::File(source));
        }
        let fail = |error| Failure { path: path.to_owned(), error };
        Members::open(path, count).map(Self::Archive).map_err(fail)
    }
}

/// Whether a file is an archive of several, by its content.
pub fn is_archive(path: &Path) -> bool {
    let is_zip = |file: Begun| Compression::of(file.head()) == Compression::Zip;
    path.is_file() && File::open(path).and_then(Begun::of).is_ok_and(is_zip)
}
