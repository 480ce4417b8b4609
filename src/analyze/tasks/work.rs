//! What is done with the games of a task: the boundary between tasks and tables.

use std::io;
use std::path::Path;

use super::part::PartFile;
use super::text::Note;
use partie_input::Slice;
use partie_record::Format;
use partie_replay::game_worker::GameReader;
use partie_replay::games::Game;

/// A table that a task writes a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The folder of its parts in the output: letters, digits, `-` and `_`.
    pub name: &'static str,
    /// The extension of its parts, without a dot.
    pub extension: &'static str,
}

/// A file, or the shard of one that a task reads, begins.
#[derive(Clone, Copy, Debug)]
pub struct FileStart<'a> {
    /// Its path as it was given or met; `-` is standard input.
    pub path: &'a Path,
    /// Number of the task, which is that of its parts.
    pub task: u64,
    /// Number of the file in the task, from 0; more than one only in a pack.
    pub index: u64,
    /// Whether the path was named, rather than met in a folder.
    pub named: bool,
    /// Whether the task reads only a shard of the file: then numbers, lines and offsets of its
    /// games are relative and become true with the sums of the join (see [`super::Base`]).
    pub shard: bool,
}

/// A file, or the shard of one, was read.
#[derive(Debug)]
pub struct FileEnd {
    /// Its games that belong to the task.
    pub games: u64,
    /// Line ends that are LF alone, CR LF, CR alone: whether they occur.
    pub line_ends: [bool; 3],
    /// What cut the reading short, or kept the file from being opened.
    pub error: Option<io::Error>,
    /// Whether the file changed while it was read.
    pub changed: bool,
}

/// The place of a game in its file, or in the shard of it that a task reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskPlace {
    /// The game's running number, from 1.
    pub number: u64,
    /// The same in the task, whose files may be several.
    pub in_task: u64,
    /// Lines before its first byte that is not white space. In a shard they count from the first byte of its first game.
    pub lines: u64,
    /// Unpacked bytes before that byte. In a shard they count from the beginning of the shard.
    pub offset: u64,
}

/// Does the work of one task after the other; each thread has one. What it writes must depend on
/// the games and its options only.
///
/// For each task: `begin`, for each file `file`, `game` for each game and `file_end`, at last `finish`. An error of
/// writing ends the task, which will be done again; then `begin` comes next.
pub trait TaskWork {
    /// The tables it writes, always the same ones.
    fn tables(&self) -> Vec<Table>;

    /// Reads games, and chooses them.
    fn reader(&self) -> GameReader {
        GameReader::default()
    }

    /// A task begins; `parts` are empty and in the order of the tables.
    ///
    /// # Errors
    /// What writing says.
    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()>;

    fn file(&mut self, start: &FileStart<'_>) {
        let _ = start;
    }

    /// Judges a game that was chosen, and writes its rows. Panics are caught.
    ///
    /// # Errors
    /// What writing says.
    fn game(&mut self, place: TaskPlace, game: &Game<'_>) -> io::Result<()>;

    /// Judging a game of a slice ended in an internal error: buffers may be damaged and must be made anew.
    ///
    /// # Errors
    /// What writing says.
    fn panicked(&mut self, place: TaskPlace, slice: &Slice) -> io::Result<()>;

    /// A file ended. `format` is the one its bytes have.
    ///
    /// # Errors
    /// What writing says.
    fn file_end(&mut self, format: Format, end: &FileEnd) -> io::Result<()> {
        let _ = (format, end);
        Ok(())
    }

    /// The task ended: gives back the parts, complete, with their rows counted, and a note for
    /// the journal. The note is small and the same for the same games: totals from which a
    /// summary is made without reading the tables. The default is none.
    ///
    /// # Errors
    /// What writing says.
    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)>;
}
