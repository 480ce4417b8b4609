//! A file that is judged piece by piece, and what is asked of its games.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use partie_core::{Converted, Expression, Game, Games, Grade, Repairs, Session, Target};
use serde::Serialize;

use super::file_bytes::FileBytes;
use super::mending::{self, Mending, Version};
use super::offsets::Offsets;
use super::options::Options;
use super::row::Row;
use super::shown::Shown;
use super::views::{self, RepairsView};

/// A file that is judged piece by piece.
#[derive(Debug)]
pub struct Judging {
    options: Options,
    session: Session,
    file: FileBytes,
    /// The bytes that spans count, where those are not the file's.
    utf8_form: Option<FileBytes>,
    games: Games<'static>,
    ended: bool,
    judged: Vec<Game>,
    mending: Mending,
    /// Those of games that were asked for.
    repairs: BTreeMap<usize, Repairs>,
}

/// What became of a piece.
#[derive(Serialize)]
struct Piece<'a> {
    rows: Vec<Row<'a>>,
    read: u64,
    of: u64,
    /// Why the file could not be read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    ended: bool,
}

impl Judging {
    /// The bytes of a file, of which nothing is judged so far.
    ///
    /// # Errors
    /// An option with a value that is not known.
    pub fn new(bytes: Vec<u8>, options: Options) -> Result<Self, String> {
        Self::of(FileBytes::Held(Arc::new(bytes)), options)
    }

    /// A file of that many bytes, the parts of which are asked for when they are needed.
    ///
    /// # Errors
    /// An option with a value that is not known, or a file that cannot be read.
    pub fn asking(
        len: u64,
        ask: impl Fn(Range<u64>) -> io::Result<Vec<u8>> + 'static,
        options: Options,
    ) -> Result<Self, String> {
        Self::of(FileBytes::Asked(len, Rc::new(ask)), options)
    }

    fn of(file: FileBytes, options: Options) -> Result<Self, String> {
        let session = options.session()?;
        let utf8_form = file.utf8_form().map_err(|error| error.to_string())?;
        let games = session.read(file.reader());
        Ok(Self {
            options,
            session,
            file,
            utf8_form,
            games,
            ended: false,
            judged: Vec::new(),
            mending: Mending::default(),
            repairs: BTreeMap::new(),
        })
    }

    /// Judges games until that many bytes were gone through, and gives their rows.
    pub fn piece(&mut self, bytes: u64) -> String {
        let first = self.judged.len();
        let mut from = None;
        while !self.ended {
            let Some(game) = self.games.next() else {
                self.ended = true;
                break;
            };
            let span = game.span();
            self.judged.push(game);
            if span.end - *from.get_or_insert(span.start) >= bytes {
                break;
            }
        }
        let read = self.judged.last().map_or(0, |game| game.span().end);
        let failure = self.games.failure().map(ToString::to_string);
        let rows = self.judged[first..].iter().map(Row::new).collect();
        let piece = json(&Piece { rows, read, of: self.bytes().len(), failure, ended: self.ended });
        self.judged[first..].iter_mut().for_each(Game::release);
        piece
    }

    /// Games that were judged.
    pub const fn count(&self) -> usize {
        self.judged.len()
    }

    /// The row of a game, as it is now.
    pub fn row(&self, index: usize) -> Option<String> {
        Some(json(&Row::new(self.game(index)?)))
    }

    /// The object that the command writes of a game of the file.
    pub fn game_json(&self, index: usize, moves: bool) -> Option<String> {
        Some(self.judged.get(index)?.json(moves))
    }

    /// The objects that the command writes of what was found in a game of the file, as lines.
    pub fn findings_json(&self, index: usize) -> Option<String> {
        Some(lines(self.judged.get(index)?.findings().map(|finding| finding.json())))
    }

    /// The same of the file as a whole, complete when all games were judged.
    pub fn file_findings_json(&self) -> String {
        lines(self.games.file_findings().map(|finding| finding.json()))
    }

    /// All that is shown of a game, as it is now.
    pub fn shown(&self, index: usize) -> Option<String> {
        let steps = self.mending.steps(index);
        let (bytes, base) = self.now(index)?;
        Some(json(&Shown::new(self.game(index)?, (&bytes, base), steps)))
    }

    /// The moves that can be played after so many plies of a game, as it is now.
    pub fn legal(&self, index: usize, ply: u32) -> String {
        let moves = self.game(index).map(|game| game.legal_moves(ply)).unwrap_or_default();
        json(&moves.iter().map(|mv| (mv.san.as_str(), mv.coordinates.as_str())).collect::<Vec<_>>())
    }

    /// What is put right in a game, as it is now.
    pub fn repairs(&mut self, index: usize) -> Option<String> {
        let repairs = self.found_repairs(index)?.clone();
        let (bytes, base) = self.now(index)?;
        let offsets = Offsets::new((&bytes, self.game(index)?.encoding()), base, views::places(&repairs));
        Some(json(&RepairsView::new(&repairs, &offsets)))
    }

    /// Takes one of the repairs of a game.
    pub fn take(&mut self, index: usize, which: usize) -> bool {
        let Some(repairs) = self.found_repairs(index) else { return false };
        let Some(edits) = views::in_order(repairs).nth(which).map(|repair| repair.edits.clone()) else { return false };
        let words = mending::words(&edits);
        self.put_right(index, words, edits.iter().map(|edit| (edit.span.clone(), edit.bytes.as_slice())))
    }

    /// Makes the edits of a game that are as sure as this, `certain` or `likely`; gives how many.
    pub fn take_all(&mut self, index: usize, grade: &str) -> usize {
        let Some(grade) = [Grade::Certain, Grade::Likely].into_iter().find(|known| known.name() == grade) else {
            return 0;
        };
        let edits = self.game(index).map(|game| game.edits(grade)).unwrap_or_default();
        let words = mending::words(&edits);
        let spans = edits.iter().map(|edit| (edit.span.clone(), edit.bytes.as_slice()));
        if edits.is_empty() || !self.put_right(index, words, spans) { 0 } else { edits.len() }
    }

    /// Writes another text for the move of a ply of the main line.
    ///
    /// # Errors
    /// There is no such move, or the text is not plain ASCII where the game is not in UTF-8.
    pub fn retype(&mut self, index: usize, ply: u32, text: &str) -> Result<(), String> {
        let no_move = || format!("the game has no move at ply {ply}");
        let game = self.game(index).ok_or_else(no_move)?;
        let mv = game.moves().iter().find(|mv| mv.ply == ply).ok_or_else(no_move)?;
        if !text.is_ascii() && game.encoding() != partie_core::Encoding::Utf8 {
            return Err(format!(
                "the game is in {}: only plain letters can be written into it",
                game.encoding().name()
            ));
        }
        let (span, words) = (mv.span.clone(), format!("{} -> {text}", mv.token));
        match self.put_right(index, words, std::iter::once((span, text.as_bytes()))) {
            true => Ok(()),
            false => Err("that leaves no game to be read".to_owned()),
        }
    }

    /// Takes the last step of a game back.
    pub fn undo(&mut self, index: usize) -> bool {
        self.repairs.remove(&index);
        self.mending.undo(index)
    }

    /// The text with all that was put right; of one in UTF-16, in UTF-8.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub fn text(&self) -> Result<Vec<u8>, String> {
        let bytes = self.bytes().part(0..self.bytes().len()).map_err(|error| error.to_string())?;
        Ok(mending::with_edits(&bytes, 0, self.changes().into_iter()).unwrap_or_else(|| bytes.into_owned()))
    }

    /// The games that were put right, as they are now, with their places in the text.
    pub fn changes(&self) -> Vec<(Range<u64>, &[u8])> {
        let changed = self.mending.changed();
        changed.filter_map(|(index, bytes)| Some((self.judged.get(index)?.span(), bytes))).collect()
    }

    /// Whether places in the text are places in the file: not so in UTF-16.
    pub const fn has_places_of_file(&self) -> bool {
        self.utf8_form.is_none()
    }

    /// What was put right, a line a game.
    pub fn log(&self) -> String {
        let line = |(index, _): (usize, &[u8])| {
            let game = self.judged.get(index)?;
            let steps = self.mending.steps(index).join("; ");
            Some(format!("game {}, line {}: {steps}\n", game.number(), game.place().line))
        };
        self.mending.changed().filter_map(line).collect()
    }

    /// The games from one to another of which an expression is true, as they are now.
    ///
    /// # Errors
    /// Where the expression is wrong.
    pub fn matching(&self, expression: &str, from: usize, to: usize) -> Result<Vec<u32>, String> {
        let expression = Expression::read(expression).map_err(|wrong| wrong.to_string())?;
        let matches = |index: &usize| self.game(*index).is_some_and(|game| game.matches(&expression));
        Ok((from..to.min(self.count())).filter(matches).filter_map(|index| u32::try_from(index).ok()).collect())
    }

    /// The text in a target, with what was put right.
    ///
    /// # Errors
    /// A target that is not known.
    pub fn convert(&self, target: &str) -> Result<Converted, String> {
        Ok(self.session.convert(&self.text()?, find(target)?))
    }

    /// A game in a target, as it is now.
    ///
    /// # Errors
    /// A target that is not known.
    pub fn convert_game(&self, index: usize, target: &str) -> Result<Converted, String> {
        let target = find(target)?;
        Ok(self.game(index).map(|game| game.convert(target)).unwrap_or_default())
    }

    fn game(&self, index: usize) -> Option<&Game> {
        self.mending.last(index).map(|version| &version.game).or_else(|| self.judged.get(index))
    }

    /// The bytes that spans count.
    fn bytes(&self) -> &FileBytes {
        self.utf8_form.as_ref().unwrap_or(&self.file)
    }

    /// The bytes of a game as it is now, and what its spans count them from.
    fn now(&self, index: usize) -> Option<(Cow<'_, [u8]>, u64)> {
        if let Some(version) = self.mending.last(index) {
            return Some((Cow::Borrowed(&version.bytes), 0));
        }
        let span = self.judged.get(index)?.span();
        Some((self.bytes().part(span.clone()).ok()?, span.start))
    }

    fn found_repairs(&mut self, index: usize) -> Option<&Repairs> {
        if !self.repairs.contains_key(&index) {
            let repairs = self.game(index)?.repairs()?;
            self.repairs.insert(index, repairs);
        }
        self.repairs.get(&index)
    }

    fn put_right<'a>(
        &mut self,
        index: usize,
        words: String,
        edits: impl Iterator<Item = (Range<u64>, &'a [u8])>,
    ) -> bool {
        let version = || {
            let (bytes, base) = self.now(index)?;
            let bytes = mending::with_edits(&bytes, base, edits)?;
            let game = mending::alone(&self.options, self.judged.get(index)?, &bytes)?;
            Some(Version { bytes, game, words })
        };
        let Some(version) = version() else { return false };
        self.repairs.remove(&index);
        self.mending.push(index, version);
        true
    }
}

fn find(target: &str) -> Result<Target, String> {
    Target::find(target).ok_or_else(|| format!("no such target: {target:?}"))
}

fn lines(objects: impl Iterator<Item = String>) -> String {
    objects.map(|object| object + "\n").collect()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
