//! The interface between tasks and tables: what a task does with its games.

use std::io;
use std::path::Path;

use super::part::PartFile;
use super::text::Note;
use partie_input::Slice;
use partie_record::Format;
use partie_replay::game_worker::GameReader;
use partie_replay::games::Game;

/// A table to which each task contributes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the table's folder in the output: letters, digits, `-` and `_`.
    pub name: &'static str,
    /// The extension of the table's parts, without a dot.
    pub extension: &'static str,
}

/// The start of a file, or of a shard of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileStart<'a> {
    /// The file's path as given or found; `-` is standard input.
    pub path: &'a Path,
    /// Number of the task and of its parts.
    pub task: u64,
    /// Index of the file in the task, from 0; only a pack has several files.
    pub index: u64,
    /// True if the user named the path itself, not a folder that contains it.
    pub named: bool,
    /// True if the task reads only a shard of the file. Then game numbers, lines and offsets are relative to the shard;
    /// the join computes the numbers to add (see [`super::Base`]).
    pub shard: bool,
}

/// The end of a file, or of a shard of a file.
#[derive(Debug)]
pub struct FileEnd {
    /// Number of the file's games that belong to the task.
    pub games: u64,
    /// True for each of the line ends LF, CR LF and CR that occurs.
    pub line_ends: [bool; 3],
    /// The error with which opening or reading the file failed.
    pub error: Option<io::Error>,
    /// True if the file changed while it was read.
    pub changed: bool,
}

/// The place of a game in its file, or in a shard of its file.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskPlace {
    /// Number of the game in the file or shard, from 1.
    pub number: u64,
    /// Number of the game in the task, which may have several files.
    pub in_task: u64,
    /// Lines before the game's first byte that is not white space, counted from the start of the file or of the shard's
    /// first game.
    pub lines: u64,
    /// Unpacked bytes before the game's first byte that is not white space, from the start of the file or shard.
    pub offset: u64,
}

/// Processes one task after another; each thread has its own. The output must depend only on the games and the options.
///
/// The calls for each task are `begin`; then for each file `file`, `game` for each game, and `file_end`; then `finish`.
/// After a write error, the next call is `begin`, and the task will run again.
pub trait TaskWork {
    /// The tables to which each task contributes; every call returns the same tables.
    fn tables(&self) -> Vec<Table>;

    /// The reader that reads and selects games.
    fn reader(&self) -> GameReader {
        GameReader::default()
    }

    /// Begins a task; `parts` are the empty parts, in the order of the tables.
    ///
    /// # Errors
    /// Errors of writing.
    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()>;

    fn file(&mut self, start: &FileStart<'_>) {
        let _ = start;
    }

    /// Judges a selected game, and writes its rows. The caller catches panics.
    ///
    /// # Errors
    /// Errors of writing.
    fn game(&mut self, place: TaskPlace, game: &Game<'_>) -> io::Result<()>;

    /// Handles a game whose judging panicked. Buffers may be damaged, and must be replaced.
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

    /// Ends the task: returns the complete parts with their row counts, and a small note for the journal. The note must
    /// depend only on the games; a summary is computed from all notes without reading the tables.
    ///
    /// # Errors
    /// Errors of writing.
    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)>;
}
