//! The versions of each edited game, one per step, so that each step can be undone.

use std::collections::BTreeMap;
use std::ops::Range;

use partie_core::{Encoding, Game, MadeEdit};

use super::options::Options;
use super::step::Step;

/// The displayed description of a skipped game.
const SKIPPED: &str = "left as it is";

/// A game after a step.
#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) bytes: Vec<u8>,
    pub(crate) game: Game,
    pub(crate) step: Step,
}

/// The decisions on games: the versions of changed games, and the refused edits of skipped games.
#[derive(Debug, Default)]
pub(crate) struct Versions {
    versions: BTreeMap<usize, Vec<Version>>,
    skipped: BTreeMap<usize, Vec<MadeEdit>>,
}

impl Versions {
    /// The last version of a game; `None` if it was not changed.
    pub(crate) fn last(&self, index: usize) -> Option<&Version> {
        self.versions.get(&index)?.last()
    }

    /// The descriptions of the decisions on a game.
    pub(crate) fn words(&self, index: usize) -> Vec<&str> {
        let steps = self.steps(index).map(|step| step.words.as_str());
        steps.chain(self.is_skipped(index).then_some(SKIPPED)).collect()
    }

    /// The steps of a game.
    pub(crate) fn steps(&self, index: usize) -> impl Iterator<Item = &Step> {
        self.versions.get(&index).into_iter().flatten().map(|version| &version.step)
    }

    pub(crate) fn push(&mut self, index: usize, version: Version) {
        self.skipped.remove(&index);
        self.versions.entry(index).or_default().push(version);
    }

    /// Skips a game, and refuses its edits `refused`.
    pub(crate) fn skip(&mut self, index: usize, refused: Vec<MadeEdit>) {
        self.skipped.insert(index, refused);
    }

    /// True if the user skipped a game.
    pub(crate) fn is_skipped(&self, index: usize) -> bool {
        self.skipped.contains_key(&index)
    }

    /// Undoes the last step of a game. Returns true if there was one.
    pub(crate) fn undo(&mut self, index: usize) -> bool {
        if self.skipped.remove(&index).is_some() {
            return true;
        }
        let Some(versions) = self.versions.get_mut(&index) else { return false };
        let undone = versions.pop().is_some();
        if versions.is_empty() {
            self.versions.remove(&index);
        }
        undone
    }

    /// The changed games with their bytes, in the order of the text.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.versions.iter().filter_map(|(index, versions)| Some((*index, versions.last()?.bytes.as_slice())))
    }

    /// The skipped games, with the refused edits.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = (usize, &[MadeEdit])> {
        self.skipped.iter().map(|(index, refused)| (*index, refused.as_slice()))
    }
}

/// Returns `bytes` with edits made; `None` if an edit is out of range.
pub(crate) fn with_edits<'a>(bytes: &[u8], edits: impl Iterator<Item = (Range<usize>, &'a [u8])>) -> Option<Vec<u8>> {
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for (span, text) in edits {
        out.extend_from_slice(bytes.get(at..span.start)?);
        bytes.get(span.clone())?;
        out.extend_from_slice(text);
        at = span.end;
    }
    out.extend_from_slice(bytes.get(at..)?);
    Some(out)
}

/// Judges the bytes of one game alone, in the encoding and format of its file.
pub(crate) fn alone(options: &Options, before: &Game, bytes: &[u8]) -> Option<Game> {
    let line = before.place_at(before.span().start).line;
    let mut options = Options { only: None, begins_at: Some((before.number(), line)), ..options.clone() };
    if before.encoding() != Encoding::Utf8 && options.encoding.is_none() {
        options.encoding = Some(before.encoding().name().to_owned());
    }
    let judged = |options: &Options| options.session().ok()?.games(bytes).next();
    let found = judged(&options);
    if found.as_ref().is_some_and(|game| game.format() == before.format()) || options.from.is_some() {
        return found;
    }
    options.from = Some(before.format().name().to_owned());
    judged(&options).or(found)
}
