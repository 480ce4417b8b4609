//! Files that are changed together with the rows of a log: what tells of an edit is written where the edit is, and nowhere
//! else. Not for what the edits are.

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::in_place::{InPlace, Unchanged, cannot_be_changed, write_on};
use super::new_file::tidy_folder_of;
use super::packed::PackedFile;
use super::row_log::RowLog;
use crate::file_messages::{FileMessage, unwritten};
use partie_input::{Slice, Stored};
use partie_record::shown::shown_path;

/// Where the result of a run goes.
pub enum Destination {
    /// Into the files themselves, with the suffix of their copies.
    InPlace(Option<String>),
    File(PackedFile),
}

/// A file that was replaced, or written.
#[derive(Debug)]
pub struct Rewritten {
    pub edits: u64,
    /// Notes about other names and the copy of the original.
    pub notes: Vec<String>,
    /// That its rows may not last.
    pub unsettled: Option<FileMessage>,
}

/// Changes one file after the other.
pub struct Rewriter {
    /// Where the result goes; nothing where nothing is written.
    destination: Option<Destination>,
    log: Option<RowLog>,
    done: HashSet<PathBuf>,
    /// The file at hand, where it is changed itself, and its edits.
    in_place: Option<InPlace>,
    edits: u64,
    /// Whether it is left as it is.
    refused: bool,
    /// Whether the one output is not whole.
    spoilt: bool,
}

impl Rewriter {
    /// One to a destination, with a row in the log for each edit.
    pub fn new(destination: Option<Destination>, log: Option<RowLog>) -> Self {
        let done = HashSet::new();
        Self { destination, log, done, in_place: None, edits: 0, refused: false, spoilt: false }
    }

    /// Whether the files themselves are changed.
    pub const fn is_in_place(&self) -> bool {
        matches!(self.destination, Some(Destination::InPlace(_)))
    }

    /// Whether there is one output.
    pub const fn has_output(&self) -> bool {
        matches!(self.destination, Some(Destination::File(_)))
    }

    /// Whether the file at hand is written.
    pub const fn takes(&self) -> bool {
        self.destination.is_some() && !self.refused
    }

    /// Whether the one output cannot become whole any more.
    pub const fn is_spoilt(&self) -> bool {
        self.spoilt
    }

    /// A file begins, behind so many that hold a game; `at_once` says that one which cannot be changed is refused before its
    /// first edit.
    ///
    /// # Errors
    /// Why it is not written.
    pub fn begin(&mut self, path: &Path, stored: Stored, (before, at_once): (u64, bool)) -> Result<(), Unchanged> {
        (self.in_place, self.edits, self.refused) = (None, 0, false);
        let why = match &self.destination {
            Some(Destination::InPlace(_)) => {
                let file = InPlace::new(path, stored);
                tidy_folder_of(&file.target());
                // Two names of one file: it is put right by the first.
                self.refused = self.done.contains(&file.target());
                self.in_place = Some(file);
                cannot_be_changed(path, stored).filter(|_| at_once)
            }
            Some(Destination::File(_)) if stored == Stored::Utf16 => {
                cannot_be_changed(path, stored).map(|why| why.replace(" in place", ""))
            }
            Some(Destination::File(_)) if before > 0 => {
                Some("error: the archive holds several files, and -o names one; unpack it".to_owned())
            }
            _ => None,
        };
        why.map_or(Ok(()), |why| Err(Unchanged::Because(why)))
    }

    /// The log, if there is one.
    pub fn log(&self) -> Option<&Path> {
        self.log.as_ref().map(RowLog::path)
    }

    /// Puts bytes in the place of others, which stand in the file from byte `from` on, and the row of that into the log, if there
    /// is one.
    ///
    /// # Errors
    /// Why that is not done.
    pub fn edit(&mut self, from: u64, was: &[u8], is: &[u8], row: &[u8]) -> Result<(), Unchanged> {
        if let Some(file) = &mut self.in_place {
            file.change(from, was, is)?;
        }
        if let Some(log) = &mut self.log {
            log.add(row).map_err(|error| unlogged(log.path(), &error))?;
        }
        self.edits += 1;
        Ok(())
    }

    /// Writes a stretch of a slice, with bytes in the place of others, to the one output, if there is one.
    ///
    /// # Errors
    /// That the slice is not whole, or what the system says.
    pub fn write<'c>(
        &mut self,
        slice: &Slice,
        end: usize,
        changes: impl Iterator<Item = (Range<usize>, &'c [u8])>,
    ) -> Result<(), Unchanged> {
        let Some(Destination::File(file)) = &mut self.destination else { return Ok(()) };
        write_on(file, slice, end, changes)
    }

    /// The file at hand stays as it is, and its rows are taken back; what could not be done of that.
    pub fn give_up(&mut self) -> Option<FileMessage> {
        (self.in_place, self.edits, self.refused) = (None, 0, true);
        // One output that is not whole is none.
        self.spoilt |= self.has_output();
        self.settle(false)
    }

    /// Gives the file at hand its name, if it is changed itself, and is.
    ///
    /// # Errors
    /// Why it has none.
    pub fn commit(&mut self) -> Result<Option<Rewritten>, Unchanged> {
        let Some(file) = self.in_place.take() else { return Ok(None) };
        let target = file.target();
        let Some(complete) = file.complete()? else { return Ok(None) };
        let suffix = match &self.destination {
            Some(Destination::InPlace(suffix)) => suffix.as_deref(),
            _ => None,
        };
        let copy = complete.prepare(suffix)?;
        let notes = copy.into_iter().chain(complete.note_of_names()).collect();
        self.logged(&target, |before| complete.commit(before))?;
        self.done.insert(target);
        Ok(Some(self.rewritten(notes)))
    }

    /// Gives the one output its name, if there is one.
    ///
    /// # Errors
    /// Why it has none.
    pub fn finish(&mut self) -> Result<Option<Rewritten>, Unchanged> {
        let Some(Destination::File(file)) = self.destination.take() else { return Ok(None) };
        let target = file.path().to_owned();
        self.logged(&target, |before| Ok(file.commit_after(before)?))?;
        Ok(Some(self.rewritten(Vec::new())))
    }

    /// Replaces a file together with its rows of the log: `commit` gives it its name, right after what it is handed was done.
    fn logged(
        &mut self,
        target: &Path,
        commit: impl FnOnce(&mut dyn FnMut() -> io::Result<()>) -> Result<(), Unchanged>,
    ) -> Result<(), Unchanged> {
        let Some(log) = &mut self.log else { return commit(&mut || Ok(())) };
        log.prepare(target).map_err(|error| unlogged(log.path(), &error))?;
        let mut unwritten = None;
        let done = commit(&mut || {
            log.append().map_err(|error| {
                let kind = error.kind();
                unwritten = Some(error);
                kind.into()
            })
        });
        unwritten.map_or(done, |error| Err(unlogged(log.path(), &error)))
    }

    fn rewritten(&mut self, notes: Vec<String>) -> Rewritten {
        Rewritten { unsettled: self.settle(true), edits: std::mem::take(&mut self.edits), notes }
    }

    /// The rows of the file at hand stay in the log, or they do not; that it cannot be written.
    fn settle(&mut self, done: bool) -> Option<FileMessage> {
        let log = self.log.as_mut()?;
        let error = log.settle(done).err()?;
        Some(unwritten(&shown_path(log.path()), &error))
    }
}

/// That the log cannot be written: then nothing is changed, as nobody could say what.
pub fn unlogged(path: &Path, error: &io::Error) -> Unchanged {
    let line = unwritten(&format!("the log {}", shown_path(path)), error);
    Unchanged::Because(format!("{line}; what it would tell of is not done"))
}
