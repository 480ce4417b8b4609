//! The interface between tasks and tables: the work on the games of a task.

use std::io;
use std::path::Path;

use super::part::PartFile;
use super::text::Note;
use partie_input::Slice;
use partie_record::Format;
use partie_replay::game_worker::GameReader;
use partie_replay::games::Game;

/// A table of which a task writes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The folder of its parts in the output: letters, digits, `-` and `_`.
    pub name: &'static str,
    /// The extension of its parts, without a dot.
    pub extension: &'static str,
}

/// The start of a file, or of a shard of one.
#[derive(Clone, Copy, Debug)]
pub struct FileStart<'a> {
    /// Its path as given or found; `-` is standard input.
    pub path: &'a Path,
    /// Number of the task and of its parts.
    pub task: u64,
    /// Index of the file in the task, from 0; more than one only in a pack.
    pub index: u64,
    /// Whether the user named the path, rather than a folder above it.
    pub named: bool,
    /// Whether the task reads only a shard of the file. Then numbers, lines and offsets of its games are relative; the
    /// join knows the sums to add (see [`super::Base`]).
    pub shard: bool,
}

/// The end of a file, or of a shard of one.
#[derive(Debug)]
pub struct FileEnd {
    /// Its games that belong to the task.
    pub games: u64,
    /// Whether the line ends LF, CR LF and CR occur.
    pub line_ends: [bool; 3],
    /// The error that ended the reading early, or kept the file from being opened.
    pub error: Option<io::Error>,
    /// Whether the file changed while it was read.
    pub changed: bool,
}

/// The place of a game in its file, or in a shard of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskPlace {
    /// Number of the game, from 1.
    pub number: u64,
    /// Number of the game in the task, which may have several files.
    pub in_task: u64,
    /// Lines before its first byte that is not white space. In a shard they count from the first byte of its first
    /// game.
    pub lines: u64,
    /// Unpacked bytes before that byte. In a shard they count from the start of the shard.
    pub offset: u64,
}

/// Works on one task after the other; each thread has one. Its output must depend only on the games and its options.
///
/// The calls for each task are `begin`; for each file `file`, `game` for each game and `file_end`; then `finish`. A
/// write error ends the task, which will run again; then `begin` comes next.
pub trait TaskWork {
    /// The tables that it writes, always the same ones.
    fn tables(&self) -> Vec<Table>;

    /// The reader that reads and chooses games.
    fn reader(&self) -> GameReader {
        GameReader::default()
    }

    /// Begins a task; `parts` are empty and in the order of the tables.
    ///
    /// # Errors
    /// Errors of writing.
    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()>;

    fn file(&mut self, start: &FileStart<'_>) {
        let _ = start;
    }

    /// Judges a chosen game and writes its rows. The caller catches panics.
    ///
    /// # Errors
    /// Errors of writing.
    fn game(&mut self, place: TaskPlace, game: &Game<'_>) -> io::Result<()>;

    /// Handles a game whose judging panicked: buffers may be damaged and must be made again.
    ///
    /// # Errors
    /// Errors of writing.
    fn panicked(&mut self, place: TaskPlace, slice: &Slice) -> io::Result<()>;

    /// Ends a file; `format` is its detected format.
    ///
    /// # Errors
    /// Errors of writing.
    fn file_end(&mut self, format: Format, end: &FileEnd) -> io::Result<()> {
        let _ = (format, end);
        Ok(())
    }

    /// Ends the task: returns the complete parts with their row counts, and a note for the journal. The note is small
    /// and depends only on the games; a summary is made from it without reading the tables. The default is no note.
    ///
    /// # Errors
    /// Errors of writing.
    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)>;
}
