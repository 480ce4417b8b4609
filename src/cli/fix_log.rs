//! The log of `fix`: a row for each edit that is written, before the file is replaced. Not for what is only proposed.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::fix_row::{EditRow, players};
use crate::disk;
use crate::report::{GamePlace, PlacedEdit};
use crate::shown::{visible, write_json};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 256 << 10;

/// The log.
pub(super) struct Log {
    pub(super) path: PathBuf,
    file: File,
    json: bool,
    rows: Vec<u8>,
    /// Bytes of it that hold: those of files that are replaced.
    kept: u64,
}

/// A row of a table: its names are the header.
#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    game: u64,
    players: &'a str,
    ply: Option<u32>,
    was: &'a str,
    is: &'a str,
    grade: &'static str,
}

impl Log {
    /// Opens it; what it holds already stays.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let kept = file.metadata()?.len();
        let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"));
        let rows = if kept == 0 && !json { b"path,game,players,ply,was,is,grade\n".to_vec() } else { Vec::new() };
        Ok(Self { path: path.to_owned(), file, json, rows, kept })
    }

    /// Adds a row.
    pub(super) fn add(&mut self, place: &GamePlace<'_>, edit: &PlacedEdit) -> io::Result<()> {
        if self.json {
            write_json(&mut self.rows, &EditRow::new(place, edit, None))?;
            self.rows.push(b'\n');
        } else {
            let (players, was, is) = (players(place), edit.was(place), edit.text(place));
            let row = Row {
                path: place.path,
                game: place.game,
                players: &visible(&players),
                ply: edit.ply,
                was: &visible(&was),
                is: &visible(&is),
                grade: edit.grade.name(),
            };
            let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(&mut self.rows);
            table.serialize(row).map_err(io::Error::other)?;
            table.flush()?;
        }
        if self.rows.len() >= BUFFER { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        disk::write_all(&mut self.file, &self.rows)?;
        self.rows.clear();
        Ok(())
    }

    /// Makes all rows so far lasting, before what they tell of is done.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        disk::append(&mut self.file, &rows)
    }

    /// What they tell of is done.
    pub(super) fn keep(&mut self) {
        // Where the length is not known nothing is taken back.
        self.kept = self.file.metadata().map_or(u64::MAX, |data| data.len());
    }

    /// Takes back the rows of a file that is not replaced.
    pub(super) fn take_back(&mut self) -> io::Result<()> {
        self.rows.clear();
        if self.file.metadata()?.len() > self.kept { self.file.set_len(self.kept) } else { Ok(()) }
    }
}
