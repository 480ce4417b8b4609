//! What was put right in each game, step by step, so that a step can be taken back.

use std::collections::BTreeMap;
use std::ops::Range;

use partie_core::{Encoding, Game, MadeEdit};

use super::options::Options;
use super::step::Step;

/// What a step says by which a game was left as it is.
const SKIPPED: &str = "left as it is";

/// A game after a step.
#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) bytes: Vec<u8>,
    pub(crate) game: Game,
    pub(crate) step: Step,
}

/// What was decided of games: the versions of those in which something was put right, and the repair that was refused of those
/// that are left as they are.
#[derive(Debug, Default)]
pub(crate) struct Mending {
    versions: BTreeMap<usize, Vec<Version>>,
    skipped: BTreeMap<usize, Vec<MadeEdit>>,
}

impl Mending {
    /// The last version of a game.
    pub(crate) fn last(&self, index: usize) -> Option<&Version> {
        self.versions.get(&index)?.last()
    }

    /// What was decided of a game, in words.
    pub(crate) fn words(&self, index: usize) -> Vec<&str> {
        let steps = self.steps(index).map(|step| step.words.as_str());
        steps.chain(self.is_skipped(index).then_some(SKIPPED)).collect()
    }

    /// What was put right in a game.
    pub(crate) fn steps(&self, index: usize) -> impl Iterator<Item = &Step> {
        self.versions.get(&index).into_iter().flatten().map(|version| &version.step)
    }

    pub(crate) fn push(&mut self, index: usize, version: Version) {
        self.skipped.remove(&index);
        self.versions.entry(index).or_default().push(version);
    }

    /// Leaves a game as it is, and refuses these edits of it.
    pub(crate) fn skip(&mut self, index: usize, refused: Vec<MadeEdit>) {
        self.skipped.insert(index, refused);
    }

    /// Whether a game is left as it is.
    pub(crate) fn is_skipped(&self, index: usize) -> bool {
        self.skipped.contains_key(&index)
    }

    /// Takes the last step of a game back.
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

    /// The games in which something was put right, with their bytes, in the order of the text.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.versions.iter().filter_map(|(index, versions)| Some((*index, versions.last()?.bytes.as_slice())))
    }

    /// The games that are left as they are, with what was refused.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = (usize, &[MadeEdit])> {
        self.skipped.iter().map(|(index, refused)| (*index, refused.as_slice()))
    }
}

/// Bytes with edits made.
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

/// Judges the bytes of a game alone, in the encoding and format that it has in its text.
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
