//! Undoes logged edits of a game: finds the text that each edit wrote, and restores the old text. Callers read logs and
//! files.
//!
//! Rows are undone from the last to the first, so that each finds the game as its edit left it. If a row records the
//! text beside its edit, this text locates the edit, even if its place has changed. Otherwise ply and text locate the
//! edit, if they are unambiguous.

use std::fmt;
use std::ops::Range;

use memchr::memmem;

use super::log::encoded;
use super::made::{MadeEdit, as_one_step};
use super::repair::excerpt;
use super::row::{EditRow, players};
use partie_input::Slice;
use partie_record::finding::Grade;
use partie_record::shown::visible;
use partie_record::span::Span;
use partie_record::{Encoding, ItemKind, Record};
use partie_replay::GamePlace;
use partie_replay::games::SliceReader;

/// Minimum number of bytes on one side of an edit that suffice to locate it.
const MIN_UNIQUE_BYTES: usize = 4;
/// Maximum number of bytes on each side of an edit that must match, if the whole recorded text does not.
const MAX_SIDE_BYTES: usize = 12;
/// Maximum number of bytes, beyond the edit, searched for the text after it. The message quotes the text found there.
const MAX_QUOTED_BYTES: usize = 80;

/// Maximum number of bytes after a game that are read to test whether the next game still begins there.
const MAX_BYTES_AFTER: usize = 2 << 10;

/// The result of undoing rows in a game.
#[derive(Debug, Default)]
pub struct UndoneGame {
    /// Edits of the game, in text order; spans count from the start of the game.
    pub edits: Vec<MadeEdit>,
    /// Number of rows that `edits` undo.
    pub rows: u64,
    /// Edits that are not undone, in the order of the log.
    pub left: Vec<LeftEdit>,
}

/// An edit that is not undone.
#[derive(Clone, Debug)]
pub struct LeftEdit {
    pub row: EditRow,
    pub why: WhyLeft,
}

/// Why an edit is not undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyLeft {
    /// The game has this text in place of the text that the edit wrote.
    Changed(String),
    /// The game does not contain the text that the edit wrote.
    Gone,
    /// Several places fit, none fits, or the edit wrote only white space.
    Unclear,
    /// The encoding of the game cannot represent the texts of the row.
    Letters,
    /// The game is too long to be kept whole.
    TooLong,
    /// The file has no such game.
    NoGame,
    /// The old text would split the game, or join it with the next game.
    OtherGames,
    /// The row covers only part of a move.
    PartOfMove,
    /// The game with the row's number has these other players.
    OtherGame(String),
}

/// `club.pgn, game 3, ply 16: "Ne5" -> "Ne4" is not taken back: "Nd4" stands there now`
impl fmt::Display for LeftEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match &self.why {
            WhyLeft::Changed(now) => format!("{:?} stands there now", excerpt(now)),
            WhyLeft::Gone => "what it wrote stands nowhere in the game any more".to_owned(),
            WhyLeft::Unclear => {
                "the log in CSV does not record the place of the edit, and its text does not show it; a log in JSON \
                 (--log FILE.jsonl) records it"
                    .to_owned()
            }
            WhyLeft::Letters => "what stood there cannot be written in the encoding of the game".to_owned(),
            WhyLeft::TooLong => "the game is too long to be kept whole".to_owned(),
            WhyLeft::OtherGames => "its former text would split the game, or join it with the next one".to_owned(),
            WhyLeft::PartOfMove => "it names a part of a move".to_owned(),
            WhyLeft::NoGame => "the file has no such game".to_owned(),
            WhyLeft::OtherGame(players) => format!("the game of that number is {players} now"),
        };
        f.write_str(&visible(&format!("{} is not taken back: {why}", self.row.whereabouts())))
    }
}

/// Undoes rows of a log in the game at `game`, if their text is still present. `rows` are the rows of this game only,
/// in the order of writing.
pub fn undo(place: &GamePlace<'_>, game: Span, rows: &[EditRow]) -> UndoneGame {
    let text = game.of(&place.slice.bytes);
    let left_all = |why: &WhyLeft| {
        let left = rows.iter().map(|row| LeftEdit { row: row.clone(), why: why.clone() }).collect();
        UndoneGame { left, ..UndoneGame::default() }
    };
    let is_inside = |at: usize| at > game.from as usize && at <= game.to as usize;
    if place.slice.cut_short || place.slice.elided.iter().any(|elision| is_inside(elision.at)) {
        return left_all(&WhyLeft::TooLong);
    }
    let names = players(place);
    let mut undone = UndoneGame::default();
    let (mut now, mut steps) = (text.to_vec(), Vec::new());
    for (number, row) in rows.iter().enumerate().rev() {
        let found = if visible(&row.players) == visible(&names) || row.players.is_empty() {
            Texts::of(row, place.encoding).and_then(|texts| texts.place(row, &now, (place.slice, &rows[..number])))
        } else {
            Err(WhyLeft::OtherGame(names.clone()))
        };
        match found {
            Ok((span, bytes)) => {
                now.splice(span.clone(), bytes.iter().copied());
                steps.push(MadeEdit { span, bytes, ply: row.ply, grade: grade(&row.grade) });
            }
            Err(why) => undone.left.push(LeftEdit { row: row.clone(), why }),
        }
    }
    // Edits of `fix` never split or join games; a log from elsewhere may.
    let behind = place.slice.bytes.get(game.to as usize..).unwrap_or_default();
    let behind = &behind[..behind.len().min(MAX_BYTES_AFTER)];
    let games = |text: &[u8]| count_games(place.slice, &[text, behind].concat());
    if !steps.is_empty() && games(&now) != games(text) {
        return left_all(&WhyLeft::OtherGames);
    }
    undone.left.reverse();
    undone.rows = steps.len() as u64;
    undone.edits = together(text, &steps, rows);
    undone
}

/// Combines the steps into edits of `text`. Edits of moves keep their plies, unless plies have shifted.
fn together(text: &[u8], steps: &[MadeEdit], rows: &[EditRow]) -> Vec<MadeEdit> {
    let each: Vec<&[MadeEdit]> = steps.iter().map(std::slice::from_ref).collect();
    let mut edits = as_one_step(text, &each);
    // An inserted or removed move shifts the plies of later moves.
    let keep = !rows.iter().any(|row| row.ply.is_some() && (row.was.is_empty() || row.is.is_empty()));
    let mut plies = steps.iter().rev();
    for edit in &mut edits {
        edit.ply = plies.find(|step| step.bytes == edit.bytes).and_then(|step| step.ply).filter(|_| keep);
    }
    edits
}

fn grade(name: &str) -> Grade {
    [Grade::Certain, Grade::Likely].into_iter().find(|grade| grade.name() == name).unwrap_or(Grade::Guess)
}

/// The texts of a row, in the encoding of its game.
struct Texts {
    was: Vec<u8>,
    is: Vec<u8>,
    /// The text before and after the edit, if the row records it.
    beside: Option<[Vec<u8>; 2]>,
    encoding: Encoding,
}

/// True if `text` has these bytes at position `at`.
fn stands(text: &[u8], at: usize, bytes: &[u8]) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(bytes))
}

/// Returns every position of `bytes` in `text`.
fn all<'a>(text: &'a [u8], bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let mut from = 0;
    let finder = memmem::Finder::new(bytes);
    std::iter::from_fn(move || {
        let at = from + finder.find(text.get(from..)?)?;
        from = at + 1;
        Some(at)
    })
}

/// Returns the position of `bytes` in `text` if there is only one.
fn only(text: &[u8], bytes: &[u8]) -> Option<usize> {
    let mut places = all(text, bytes);
    places.next().filter(|_| places.next().is_none())
}

impl Texts {
    fn of(row: &EditRow, of_game: Encoding) -> Result<Self, WhyLeft> {
        let encoding = match (&row.encoding, &row.beside) {
            (Some(name), _) => Encoding::find(name).ok_or(WhyLeft::Letters)?,
            (None, Some(_)) => Encoding::Utf8,
            (None, None) => of_game,
        };
        let bytes = |text: &str| encoded(text, encoding).ok_or(WhyLeft::Letters);
        let (was, is) = (bytes(&row.was)?, bytes(&row.is)?);
        if row.span.is_some_and(|[from, to]| to.checked_sub(from) != Some(was.len() as u64)) {
            return Err(WhyLeft::Letters);
        }
        let beside = match &row.beside {
            Some([before, behind]) => Some([bytes(before)?, bytes(behind)?]),
            None => None,
        };
        Ok(Self { was, is, beside, encoding })
    }

    /// Returns the current span of the edit, and the bytes that replace it. The tuple has the slice of the game, and
    /// the rows written before this row.
    fn place(
        self,
        row: &EditRow,
        now: &[u8],
        (slice, before): (&Slice, &[EditRow]),
    ) -> Result<(Range<usize>, Vec<u8>), WhyLeft> {
        let at = match &self.beside {
            Some(beside) => {
                let near = row.at.and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX);
                let at = self.by_neighbours(now, beside, near).ok_or_else(|| self.changed(now, beside, near))?;
                // A row from elsewhere may cover only part of a move.
                if row.ply.is_some() && splits_move(&read_slice(slice, now), &(at..at + self.is.len())) {
                    return Err(WhyLeft::PartOfMove);
                }
                at
            }
            None => self.by_text(row, now, (slice, before))?,
        };
        Ok((at..at + self.is.len(), self.was))
    }

    /// Locates the edit by the recorded text beside it. Both sides must match, whole or at most [`MAX_SIDE_BYTES`]
    /// each. Otherwise one side is enough if it occurs only once.
    fn by_neighbours(&self, now: &[u8], [before, behind]: &[Vec<u8>; 2], at: usize) -> Option<usize> {
        for most in [usize::MAX, MAX_SIDE_BYTES] {
            let before = &before[before.len() - before.len().min(most)..];
            let whole = [before, &self.is, &behind[..behind.len().min(most)]].concat();
            if whole.is_empty() {
                return None;
            }
            let is_exact = at.checked_sub(before.len()).is_some_and(|from| stands(now, from, &whole));
            let from = if is_exact { Some(at - before.len()) } else { only(now, &whole) };
            if let Some(from) = from {
                return Some(from + before.len());
            }
        }
        if self.is.is_empty() {
            return None;
        }
        let is_shown = |side: &[u8]| side.len() >= MIN_UNIQUE_BYTES;
        let first = only(now, before).filter(|_| is_shown(before)).map(|from| from + before.len());
        let second = only(now, behind).filter(|_| is_shown(behind)).and_then(|to| to.checked_sub(self.is.len()));
        let mut found = first.into_iter().chain(second).filter(|at| stands(now, *at, &self.is));
        found.find(|at| !self.is_undone(now, *at))
    }

    /// True if this place already has the old text, of which `is` is a part.
    fn is_undone(&self, now: &[u8], at: usize) -> bool {
        let within = |offset: usize| at.checked_sub(offset).is_some_and(|from| stands(now, from, &self.was));
        !self.is.is_empty() && all(&self.was, &self.is).any(within)
    }

    /// Reports the text that is now at the place of the edit.
    fn changed(&self, now: &[u8], [before, behind]: &[Vec<u8>; 2], at: usize) -> WhyLeft {
        // The last bytes of the recorded text before the edit are enough. The nearest match counts.
        let last = &before[before.len().saturating_sub(2 * MIN_UNIQUE_BYTES)..];
        let behind_last = all(now, last).map(|from| from + last.len());
        let shown = behind_last.min_by_key(|from| from.abs_diff(at)).filter(|_| last.len() >= MIN_UNIQUE_BYTES);
        let from = shown.unwrap_or(at);
        let Some(rest) = now.get(from..) else { return WhyLeft::Gone };
        let near = &rest[..rest.len().min(self.is.len() + MAX_QUOTED_BYTES)];
        let end = memmem::find(near, behind).filter(|_| behind.len() >= MIN_UNIQUE_BYTES);
        let end = end.unwrap_or_else(|| near.len().min(self.is.len().max(MIN_UNIQUE_BYTES)));
        let there = self.encoding.decode(&near[..end]);
        WhyLeft::Changed(there.trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned())
    }

    /// Locates the edit by ply and text. The number of matching places must equal the number of rows with this edit so
    /// far.
    fn by_text(&self, row: &EditRow, now: &[u8], (slice, before): (&Slice, &[EditRow])) -> Result<usize, WhyLeft> {
        if self.is.trim_ascii().is_empty() {
            return Err(WhyLeft::Unclear);
        }
        let record = read_slice(slice, now);
        let stretch = |at: usize| {
            let blank = self.is.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            at + blank..at + blank + self.is.trim_ascii().len()
        };
        let fits = |at: &usize, ply: Option<u32>| match ply {
            Some(ply) => is_of_ply(&record, &stretch(*at), ply),
            None => is_apart(&record, &stretch(*at)),
        };
        let mut places: Vec<usize> = all(now, &self.is).collect();
        let anywhere = !places.is_empty();
        places.retain(|at| !self.is_undone(now, *at));
        // Earlier rows of the same run may have inserted or removed moves.
        let moved = before.iter().filter(|other| other.ply.is_some());
        let gained: i64 = moved.map(|other| i64::from(other.was.is_empty()) - i64::from(other.is.is_empty())).sum();
        let other_ply = row.ply.and_then(|ply| ply.checked_add_signed(i32::try_from(gained).ok()?));
        places.retain(|at| fits(at, row.ply) || gained != 0 && other_ply.is_some() && fits(at, other_ply));
        if row.ply.is_none() {
            let values: Vec<usize> = places.iter().copied().filter(|at| is_value(&record, &stretch(*at))).collect();
            if !values.is_empty() {
                places = values;
            }
        }
        let same = |other: &&EditRow| (other.ply, &other.was, &other.is) == (row.ply, &row.was, &row.is);
        let rows = 1 + before.iter().filter(same).count();
        match places.last() {
            Some(last) if places.len() == rows => Ok(*last),
            None if !anywhere => Err(WhyLeft::Gone),
            None if row.ply.is_some() => Err(WhyLeft::Changed(of_ply(&record, now, row.ply, self.encoding))),
            _ => Err(WhyLeft::Unclear),
        }
    }
}

/// Returns the bytes of a single game as a slice of the same file.
fn slice_of(file: &Slice, bytes: &[u8]) -> Slice {
    Slice {
        bytes: bytes.to_vec(),
        format: file.format,
        last: true,
        undeclared: file.undeclared.clone(),
        ..Slice::default()
    }
}

/// Reads the record from the bytes of a single game.
fn read_slice(file: &Slice, bytes: &[u8]) -> Record {
    let slice = slice_of(file, bytes);
    let mut record = Record::default();
    if SliceReader::new(&slice, 0).read_next(&mut record) { record.placed() } else { Record::default() }
}

/// Counts the games in bytes of a file, without the bytes around them.
fn count_games(file: &Slice, bytes: &[u8]) -> usize {
    let slice = slice_of(file, bytes);
    let (mut reader, mut record) = (SliceReader::new(&slice, 0), Record::default());
    std::iter::from_fn(|| reader.read_next(&mut record).then_some(())).count()
}

/// Returns the items of all lines with the ply of their move, from 1. A number precedes its move, all other items
/// follow it.
fn with_plies(record: &Record) -> impl Iterator<Item = (Span, ItemKind, u32)> {
    let mut plies = vec![0_u32; record.lines.len()];
    record.items.iter().map(move |item| {
        let line = item.line as usize;
        let so_far = plies.get(line).copied().unwrap_or_default();
        let ply = match item.kind {
            ItemKind::Move | ItemKind::Null | ItemKind::Number => so_far + 1,
            ItemKind::Open => {
                let parent = record.lines.get(line).map_or(0, |line| line.parent as usize);
                plies.get(parent).copied().unwrap_or_default().saturating_sub(1)
            }
            _ => so_far,
        };
        if let Some(count) = plies.get_mut(line).filter(|_| !matches!(item.kind, ItemKind::Number)) {
            *count = ply;
        }
        (item.span, item.kind, ply)
    })
}

/// True if a range of bytes is one or several whole items, of which the first has this ply.
fn is_of_ply(record: &Record, stretch: &Range<usize>, ply: u32) -> bool {
    let begins = with_plies(record).any(|(span, _, of)| span.from as usize == stretch.start && of == ply);
    begins && record.items.iter().any(|item| item.span.to as usize == stretch.end)
}

/// Returns the text of the first move with this ply, in any line.
fn of_ply(record: &Record, now: &[u8], ply: Option<u32>, encoding: Encoding) -> String {
    let is_move = |kind: &ItemKind| matches!(kind, ItemKind::Move | ItemKind::Null);
    let mv = with_plies(record).find(|(_, kind, of)| is_move(kind) && Some(*of) == ply);
    mv.map(|(span, ..)| encoding.decode(span.of(now)).into_owned()).unwrap_or_default()
}

/// True if a range of bytes is a tag, the value of a tag, or the token or sentence of the result.
fn is_value(record: &Record, stretch: &Range<usize>) -> bool {
    let same = |span: &Span| (span.from as usize..span.to as usize) == *stretch;
    let results = record.items.iter().filter(|item| matches!(item.kind, ItemKind::Result | ItemKind::Ending));
    record.tags.iter().any(|tag| same(&tag.value) || same(&tag.span)) || results.clone().any(|item| same(&item.span))
}

/// True if a non-empty range of bytes begins or ends within a move.
fn splits_move(record: &Record, stretch: &Range<usize>) -> bool {
    let is_move = |kind: &ItemKind| matches!(kind, ItemKind::Move | ItemKind::Null);
    let is_within = |at: usize, span: Span| (span.from as usize) < at && at < span.to as usize;
    let mut moves = record.items.iter().filter(|item| is_move(&item.kind)).map(|item| item.span);
    !stretch.is_empty() && moves.any(|span| is_within(stretch.start, span) || is_within(stretch.end, span))
}

/// True if a range of bytes overlaps no move.
fn is_apart(record: &Record, stretch: &Range<usize>) -> bool {
    let moves = record.items.iter().filter(|item| matches!(item.kind, ItemKind::Move | ItemKind::Null));
    !moves.clone().any(|item| stretch.start < item.span.to as usize && (item.span.from as usize) < stretch.end)
}
