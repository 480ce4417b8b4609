//! Opens a file as one text, or as the members of an archive. Not for standard input, which has no members.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use memchr::memmem;

use super::members::Members;
use super::open::{Failure, Source, open_counted};
use partie_input::{Claim, Compression, FileKind, KIND_SHOWN, SHOWN, is_named_archive, is_named_zip, is_unheard_of};

/// Size in bytes of a zip archive's end record: without a comment, and with the longest possible comment.
const ZIP_END: usize = 22;
const ZIP_END_REACH: u64 = ZIP_END as u64 + u16::MAX as u64;

/// An open file.
#[derive(Debug)]
pub enum Opened {
    File(Source),
    Archive(Members),
}

impl Opened {
    /// Opens a file, or an archive as its members, and adds the packed bytes that are read to `count`. In a folder,
    /// only the name makes a file an archive: documents and programs can be zip files, too.
    ///
    /// # Errors
    /// The path, with the system's reason.
    pub fn open(path: &Path, named: bool, count: Arc<AtomicU64>) -> Result<Self, Failure> {
        let mut source = open_counted(path, Arc::clone(&count))?;
        let fail = |error| Failure { path: path.to_owned(), error };
        let is_zip = match source.compression {
            Compression::Zip => named || Claim::of(path) != Claim::Other || is_named_zip(path),
            Compression::None => {
                may_begin_late(path, named, source.head(SHOWN).0) && ends_as_zip(path).map_err(fail)?
            }
            _ => false,
        };
        if is_zip {
            return Members::open(path, count).map(Self::Archive).map_err(fail);
        }
        match named.then(|| FileKind::of(source.head(KIND_SHOWN).0)).flatten() {
            Some(kind) => Err(fail(io::Error::new(io::ErrorKind::Unsupported, kind.to_string()))),
            None => Ok(Self::File(source)),
        }
    }
}

/// The kind of a file that was skipped in a folder; `None` if it is unknown, or the name rules out games.
pub fn kind_of_skipped(path: &Path, claim: Claim) -> Option<FileKind> {
    let may_hold_games = claim != Claim::Other || is_unheard_of(path) || is_named_archive(path);
    let source = (may_hold_games && path.is_file()).then(|| open_counted(path, Arc::default()));
    source.and_then(Result::ok).and_then(|mut source| FileKind::of(source.head(KIND_SHOWN).0))
}

/// True if the content of a file is a zip archive.
pub fn is_archive(path: &Path) -> bool {
    path.is_file() && matches!(Opened::open(path, true, Arc::default()), Ok(Opened::Archive(_)))
}

/// True if a file may be a zip archive after other bytes, like a self-extracting one. It must be a program that the
/// user named, or have the extension of a zip archive.
fn may_begin_late(path: &Path, named: bool, head: &[u8]) -> bool {
    let is_program = || head.starts_with(b"#!") || head.iter().any(|byte| *byte < b'\t');
    (is_named_zip(path) || named && is_program()) && path.is_file()
}

/// True if a file ends with the end record of a zip archive.
fn ends_as_zip(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(ZIP_END_REACH)))?;
    let mut end = Vec::new();
    file.take(ZIP_END_REACH).read_to_end(&mut end)?;
    let is_end = |at: usize| {
        let comment =
            end.get(at + ZIP_END - 2..at + ZIP_END).map(|bytes| usize::from(bytes[0]) | usize::from(bytes[1]) << 8);
        comment.is_some_and(|comment| at + ZIP_END + comment == end.len())
    };
    Ok(memmem::find_iter(&end, b"PK\x05\x06").any(is_end))
}
