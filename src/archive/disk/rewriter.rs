//! Changes files together with the rows of a log: a row is logged if and only if its edit is written. Not for choosing
//! the edits.

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

/// The destination of a run's edits.
pub enum Destination {
    /// The files themselves, with the suffix of their backups.
    InPlace(Option<String>),
    File(PackedFile),
}

/// A file that was replaced or written.
#[derive(Debug)]
pub struct Rewritten {
    pub edits: u64,
    /// Notes about other hard links and the backup of the original.
    pub notes: Vec<String>,
    /// The error of the log, if its rows may be lost.
    pub unsettled: Option<FileMessage>,
}

/// Changes one file after another, and logs each edit.
pub struct Rewriter {
    /// `None` if the run writes no file.
    destination: Option<Destination>,
    log: Option<RowLog>,
    done: HashSet<PathBuf>,
    /// The current file, if it is changed in place, and the number of its edits.
    in_place: Option<InPlace>,
    edits: u64,
    /// True if the current file stays unchanged.
    refused: bool,
    /// True if the single output file is incomplete.
    spoilt: bool,
}

impl Rewriter {
    /// Writes to a destination, with a row in the log for each edit.
    pub fn new(destination: Option<Destination>, log: Option<RowLog>) -> Self {
        let done = HashSet::new();
        Self { destination, log, done, in_place: None, edits: 0, refused: false, spoilt: false }
    }

    /// True if files are changed in place.
    pub const fn is_in_place(&self) -> bool {
        matches!(self.destination, Some(Destination::InPlace(_)))
    }

    /// True if all edited files are written to a single output file.
    pub const fn has_output(&self) -> bool {
        matches!(self.destination, Some(Destination::File(_)))
    }

    /// True if edits of the current file are written.
    pub const fn takes(&self) -> bool {
        self.destination.is_some() && !self.refused
    }

    /// True if the single output file can no longer be completed.
    pub const fn is_spoilt(&self) -> bool {
        self.spoilt
    }

    /// Begins a file; `before` is the number of earlier files that contain a game. If `at_once`, a file that cannot be
    /// changed is refused here, and not at its first edit.
    ///
    /// # Errors
    /// The reason why the file is not written.
    pub fn begin(&mut self, path: &Path, stored: Stored, (before, at_once): (u64, bool)) -> Result<(), Unchanged> {
        (self.in_place, self.edits, self.refused) = (None, 0, false);
        let why = match &self.destination {
            Some(Destination::InPlace(_)) => {
                let file = InPlace::new(path, stored);
                tidy_folder_of(&file.target());
                // A file with two paths is changed only through the first one.
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

    /// The path of the log.
    pub fn log(&self) -> Option<&Path> {
        self.log.as_ref().map(RowLog::path)
    }

    /// Replaces the bytes `was` at byte `from` of the file with `is`, and adds `row` to the log.
    ///
    /// # Errors
    /// The edit or its row cannot be written.
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

    /// Writes a slice up to `end`, with `changes` applied, to the single output file.
    ///
    /// # Errors
    /// The slice is incomplete, or the output cannot be written.
    pub fn write<'c>(
        &mut self,
        slice: &Slice,
        end: usize,
        changes: impl Iterator<Item = (Range<usize>, &'c [u8])>,
    ) -> Result<(), Unchanged> {
        let Some(Destination::File(file)) = &mut self.destination else { return Ok(()) };
        write_on(file, slice, end, changes)
    }

    /// Leaves the current file unchanged, and discards its log rows. Returns an error of the log, if any.
    pub fn give_up(&mut self) -> Option<FileMessage> {
        (self.in_place, self.edits, self.refused) = (None, 0, true);
        // An incomplete output must not replace anything.
        self.spoilt |= self.has_output();
        self.settle(false)
    }

    /// Replaces the current file with its edited copy; `None` if it has no edits or is not changed in place.
    ///
    /// # Errors
    /// The reason why the file is not replaced.
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

    /// Gives the single output file its final name; `None` without such an output.
    ///
    /// # Errors
    /// The reason why the output is not written.
    pub fn finish(&mut self) -> Result<Option<Rewritten>, Unchanged> {
        let Some(Destination::File(file)) = self.destination.take() else { return Ok(None) };
        let target = file.path().to_owned();
        self.logged(&target, |before| Ok(file.commit_after(before)?))?;
        Ok(Some(self.rewritten(Vec::new())))
    }

    /// Replaces a file together with its log rows. `commit` must call the function that it receives, and then rename
    /// the file at once.
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

    /// Keeps the current file's log rows if `done`, or removes them. Returns an error of the log, if any.
    fn settle(&mut self, done: bool) -> Option<FileMessage> {
        let log = self.log.as_mut()?;
        let error = log.settle(done).err()?;
        Some(unwritten(&shown_path(log.path()), &error))
    }
}

/// Reports a log that cannot be written, which prevents the edit: no edit is made without its row.
pub fn unlogged(path: &Path, error: &io::Error) -> Unchanged {
    let line = unwritten(&format!("the log {}", shown_path(path)), error);
    Unchanged::Because(format!("{line}; what it would tell of is not done"))
}
