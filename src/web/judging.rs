//! A file that is judged piece by piece, and what is asked of its games.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::Arc;

use partie_core::{
    Converted, Expression, Game, Games, Grade, Repairs, RowView, Session, Target, TextOffsets, utf8_form,
};
use serde::Serialize;

use super::mending::{self, Mending, Version};
use super::options::Options;
use super::shown::Shown;
use super::views::{self, RepairsView};

/// A file that is judged piece by piece.
#[derive(Debug)]
pub struct Judging {
    options: Options,
    session: Session,
    /// The bytes that spans count.
    bytes: Arc<Vec<u8>>,
    games: Games<'static>,
    ended: bool,
    judged: Vec<Game>,
    mending: Mending,
    /// Those of games that were asked for.
    repairs: BTreeMap<usize, Repairs>,
}

/// Reads bytes that others hold, too.
struct Shared {
    bytes: Arc<Vec<u8>>,
    at: usize,
}

impl Read for Shared {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.get(self.at..).unwrap_or_default().read(out)?;
        self.at += read;
        Ok(read)
    }
}

/// What became of a piece.
#[derive(Serialize)]
struct Piece<'a> {
    rows: Vec<RowView<'a>>,
    read: u64,
    of: usize,
    ended: bool,
}

impl Judging {
    /// The bytes of a file, of which nothing is judged so far.
    ///
    /// # Errors
    /// An option with a value that is not known.
    pub fn new(bytes: Vec<u8>, options: Options) -> Result<Self, String> {
        let session = options.session()?;
        let input = Arc::new(bytes);
        let form = utf8_form(&input);
        let bytes = match form.as_ptr() == input.as_ptr() {
            true => Arc::clone(&input),
            false => Arc::new(form.into_owned()),
        };
        let games = session.read(Shared { bytes: input, at: 0 });
        Ok(Self {
            options,
            session,
            bytes,
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
        let rows = self.judged[first..].iter().map(RowView::new).collect();
        json(&Piece { rows, read, of: self.bytes.len(), ended: self.ended })
    }

    /// Games that were judged.
    pub const fn count(&self) -> usize {
        self.judged.len()
    }

    /// The row of a game, as it is now.
    pub fn row(&self, index: usize) -> Option<String> {
        Some(json(&RowView::new(self.game(index)?)))
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
        Some(json(&Shown::new(self.game(index)?, self.now(index)?, steps)))
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
        let offsets = TextOffsets::new((bytes, self.game(index)?.encoding()), base, views::places(&repairs));
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
    pub fn text(&self) -> Vec<u8> {
        let changed = self.mending.changed();
        let edits = changed.filter_map(|(index, bytes)| Some((self.judged.get(index)?.span(), bytes)));
        mending::with_edits(&self.bytes, 0, edits).unwrap_or_else(|| self.bytes.to_vec())
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
        Ok(self.session.convert(&self.text(), find(target)?))
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

    /// The bytes of a game as it is now, and what its spans count them from.
    fn now(&self, index: usize) -> Option<(&[u8], u64)> {
        if let Some(version) = self.mending.last(index) {
            return Some((&version.bytes, 0));
        }
        let span = self.judged.get(index)?.span();
        let place = |offset: u64| usize::try_from(offset).ok();
        Some((self.bytes.get(place(span.start)?..place(span.end)?)?, span.start))
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
        edits: impl Iterator<Item = (std::ops::Range<u64>, &'a [u8])>,
    ) -> bool {
        let version = || {
            let (bytes, base) = self.now(index)?;
            let bytes = mending::with_edits(bytes, base, edits)?;
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
