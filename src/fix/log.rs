//! The log of written edits, as JSON lines or CSV. Rows record the place of an edit and the text beside it, so that
//! [`super::undo`] can locate it later.

use std::collections::BTreeMap;
use std::path::Path;

use super::made::MadeEdit;
use super::repair::SliceEdit;
use super::row::{Decision, EditRow, ROW, is_row_of_json, path_of_name, rows_of_json};
use partie_convert::encode_as;
use partie_record::finding::Grade;
use partie_record::shown::without_sign;
use partie_record::span::{Span, line_start};
use partie_record::{Encoding, count};
use partie_replay::GamePlace;

/// The header line of a log in CSV.
const COLUMNS: &str = "path,game,players,ply,was,is,grade\n";
/// Maximum number of bytes of text recorded before an edit, and after it.
const MAX_BESIDE_BYTES: usize = 24;

/// The form of the rows of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Rows of CSV below a header line.
    Csv,
    Json,
}

/// The rows of each file by game number, in the order of writing.
#[derive(Debug, Default)]
pub struct EditLog {
    files: BTreeMap<String, RowsOfFile>,
}

/// The rows of a file by game number, from 1, in the order of writing.
pub type RowsOfFile = BTreeMap<u64, Vec<EditRow>>;

impl LogForm {
    /// Returns the form for the name of a log: JSON for `.jsonl`, else CSV.
    pub fn of(path: &Path) -> Self {
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"));
        if is_json { Self::Json } else { Self::Csv }
    }

    /// Detects the form of rows.
    pub fn of_text(rows: &str) -> Self {
        if rows.trim_start().starts_with('{') { Self::Json } else { Self::Csv }
    }

    /// Returns the header line, which is empty for JSON.
    pub const fn head(self) -> &'static str {
        match self {
            Self::Csv => COLUMNS,
            Self::Json => "",
        }
    }

    /// Returns a function that recognizes the beginning of a file with rows of this form. The last line of the
    /// beginning may be cut short.
    pub const fn begins(self) -> fn(&[u8]) -> bool {
        match self {
            Self::Csv => |beginning| {
                let (line, is_whole) = first_line(beginning);
                if is_whole { line == COLUMNS.trim_end().as_bytes() } else { COLUMNS.as_bytes().starts_with(line) }
            },
            Self::Json => |beginning| {
                let (line, is_whole) = first_line(beginning);
                if is_whole { is_row_of_json(line) } else { line.starts_with(ROW) || ROW.starts_with(line) }
            },
        }
    }

    /// Returns a function that recognizes the last whole line of a file with rows of this form. CSV cells may contain
    /// line ends, so only the last cell of a row is certain to be in that line.
    pub const fn ends(self) -> fn(&[u8]) -> bool {
        match self {
            Self::Csv => |line| {
                let cell = memchr::memrchr(b',', line).map_or(&[][..], |comma| &line[comma + 1..]);
                [Grade::Certain, Grade::Likely, Grade::Guess].iter().any(|grade| grade.name().as_bytes() == cell)
                    || line == COLUMNS.trim_end().as_bytes()
            },
            Self::Json => is_row_of_json,
        }
    }

    /// Returns the rows of written edits in the game at `game`. The edits are in text order.
    pub fn rows(self, place: &GamePlace<'_>, game: Span, edits: &[SliceEdit]) -> Vec<Vec<u8>> {
        let mut made = SoFar::new(place, game);
        let row = |edit: &SliceEdit| self.line(made.row(EditRow::new(place, edit, None), edit.span, &edit.bytes));
        edits.iter().map(row).collect()
    }

    /// Like [`Self::rows`], for edits whose spans count from the start of the game.
    pub fn rows_of_made(self, place: &GamePlace<'_>, game: Span, edits: &[MadeEdit]) -> Vec<Vec<u8>> {
        let mut made = SoFar::new(place, game);
        let row = |edit: &MadeEdit| {
            let from = game.from as usize;
            let span = Span::new(from + edit.span.start, from + edit.span.end);
            self.line(made.row(EditRow::of_made(place, game, edit, None), span, &edit.bytes))
        };
        edits.iter().map(row).collect()
    }

    fn line(self, row: EditRow) -> Vec<u8> {
        let mut text = Vec::new();
        match self {
            Self::Csv => row.push_csv(&mut text),
            Self::Json => row.push_json(&mut text),
        }
        text
    }

    /// Reads the rows of a log, except those of refused edits.
    ///
    /// # Errors
    /// The number of the first line that is not a row, from 1, and the reason. Text after the last line end may be a
    /// row cut short, and is skipped.
    pub fn read_log(self, text: &str) -> Result<EditLog, (usize, String)> {
        let mut log = EditLog::default();
        match self {
            Self::Csv => read_csv(&text[..text.rfind('\n').map_or(0, |at| at + 1)], &mut log)?,
            Self::Json => rows_of_json(text)?.into_iter().for_each(|row| log.add(row)),
        }
        Ok(log)
    }
}

/// Returns the first line of a file without its line end, and true if it has one.
fn first_line(beginning: &[u8]) -> (&[u8], bool) {
    let end = memchr::memchr(b'\n', beginning);
    let line = &beginning[..end.unwrap_or(beginning.len())];
    (line.strip_suffix(b"\r").unwrap_or(line), end.is_some())
}

fn read_csv(text: &str, log: &mut EditLog) -> Result<(), (usize, String)> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    for record in reader.records() {
        let record = record.map_err(|error| {
            (error.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(usize::MAX)), error.to_string())
        })?;
        let line = record.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(usize::MAX));
        let cells: Vec<&str> = record.iter().map(without_sign).collect();
        let Ok(cells) = <[&str; 7]>::try_from(cells.as_slice()) else {
            return Err((line, format!("it has {}; a row has 7", count(cells.len() as u64, "cell", "cells"))));
        };
        if cells.iter().copied().eq(COLUMNS.trim_end().split(',')) {
            continue;
        }
        log.add(EditRow::of_cells(cells).map_err(|why| (line, why))?);
    }
    Ok(())
}

impl EditLog {
    fn add(&mut self, row: EditRow) {
        if row.decision != Some(Decision::No) {
            self.files.entry(row.path.clone()).or_default().entry(row.game).or_default().push(row);
        }
    }

    /// Returns the rows of each file by the path as shown.
    pub fn into_files(self) -> BTreeMap<String, RowsOfFile> {
        self.files
    }

    /// Returns the rows of the only file with this name, in any folder.
    ///
    /// # Errors
    /// The matching paths if there are several, or all paths if there is no match.
    pub fn of_name(mut self, name: &str) -> Result<RowsOfFile, Vec<String>> {
        let meant = path_of_name(self.files.keys().cloned().collect(), name)?;
        Ok(self.files.remove(&meant).unwrap_or_default())
    }
}

/// A game in which edits are made one after the other.
struct SoFar<'a> {
    place: &'a GamePlace<'a>,
    /// The edited text of the game, up to the end of the last edit.
    text: Vec<u8>,
    /// Offsets in the slice: the end of the last edit, and the end of the game.
    next: usize,
    end: usize,
}

impl<'a> SoFar<'a> {
    fn new(place: &'a GamePlace<'a>, game: Span) -> Self {
        Self { place, text: Vec::new(), next: game.from as usize, end: game.to as usize }
    }

    /// Adds the place of the edit and the text beside the edit to a row. Must be called in text order.
    fn row(&mut self, mut row: EditRow, span: Span, bytes: &[u8]) -> EditRow {
        let (slice, encoding) = (self.place.slice, self.place.encoding);
        let (from, to) = (span.from as usize, span.to as usize);
        self.text.extend_from_slice(slice.bytes.get(self.next..from).unwrap_or_default());
        let at = self.text.len();
        let behind = slice.bytes.get(to..self.end.max(to)).unwrap_or_default();
        let beside = [tail(&self.text, encoding), head(behind, encoding)];
        self.text.extend_from_slice(bytes);
        self.next = to;
        row.encoding = (encoding != Encoding::Utf8).then(|| encoding.name().to_owned());
        (row.at, row.beside) = (Some(at as u64), Some(beside));
        row
    }
}

/// Encodes a text; `None` if the encoding lacks one of its characters.
pub(super) fn encoded(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let whole = !text.contains(char::REPLACEMENT_CHARACTER) && encode_as(text, encoding, &mut bytes).is_empty();
    whole.then_some(bytes)
}

/// Returns the last characters of a text; an empty string if they cannot be encoded back to the same bytes.
fn tail(text: &[u8], encoding: Encoding) -> String {
    let mut from = text.len().saturating_sub(MAX_BESIDE_BYTES);
    match encoding {
        Encoding::Utf8 => from += text[from..].iter().take_while(|byte| **byte & 0xc0 == 0x80).count(),
        encoding if encoding.is_single_byte() => {}
        // Only a line start is certainly the start of a character.
        _ => from = line_start(text, from),
    }
    let letters = encoding.decode(&text[from..]).into_owned();
    let fits = encoded(&letters, encoding).is_some_and(|bytes| bytes == text[from..]);
    if fits { letters } else { String::new() }
}

/// Returns the first characters of a text; an empty string if they cannot be encoded back to the same bytes.
fn head(text: &[u8], encoding: Encoding) -> String {
    let letters = encoding.decode(&text[..text.len().min(MAX_BESIDE_BYTES)]).into_owned();
    // The last character may be cut in the middle.
    let letters = letters.trim_end_matches(char::REPLACEMENT_CHARACTER);
    let fits = encoded(letters, encoding).is_some_and(|bytes| text.starts_with(&bytes));
    if fits { letters.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_beside_a_place_are_whole() {
        let text = "先手：山田\n   1 ７六歩(77)   2 ３四歩(33)   3 ２六歩(27)".as_bytes();
        for at in 0..=text.len() {
            let (before, behind) = (tail(&text[..at], Encoding::Utf8), head(&text[at..], Encoding::Utf8));
            let cut = std::str::from_utf8(&text[..at]).is_err();
            assert!(
                cut || text[..at].ends_with(before.as_bytes()) && before.len() + 3 > MAX_BESIDE_BYTES.min(at),
                "{at}: {before}"
            );
            assert!(cut || text[at..].starts_with(behind.as_bytes()), "{at}: {behind}");
        }
        let sjis = encoded(std::str::from_utf8(text).unwrap_or_default(), Encoding::ShiftJis).unwrap_or_default();
        let before = tail(&sjis, Encoding::ShiftJis);
        assert!(before.ends_with("２六歩(27)") && before.starts_with("   1 "), "{before}");
    }

    #[test]
    fn rows_of_csv_mean_what_was_written() {
        let text = "path,game,players,ply,was,is,grade\na.pgn,2,\"Novak, T - B\",3,\"'=Nf3\",Nf3,certain\nb.pgn,1,,,\"'\n\",\" \n\n\",likely\na.pgn,2,,7,0-0,O-O,certain\nc.pg";
        let files = LogForm::Csv.read_log(text).expect("rows").into_files();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a.pgn", "b.pgn"]);
        let rows = &files["a.pgn"][&2];
        assert_eq!((rows[0].was.as_str(), rows[0].ply, rows[1].is.as_str()), ("=Nf3", Some(3), "O-O"));
        assert_eq!((files["b.pgn"][&1][0].was.as_str(), files["b.pgn"][&1][0].ply), ("\n", None));
        assert!(LogForm::Csv.read_log("a,b\n").is_err_and(|(line, why)| line == 1 && why.contains("2 cells")));
    }
}
