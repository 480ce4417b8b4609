//! What was put right in each game, step by step, so that a step can be taken back.

use std::collections::BTreeMap;
use std::ops::Range;

use partie_core::{Edit, Encoding, Game};

use super::options::Options;

/// A game after a step.
#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) bytes: Vec<u8>,
    pub(crate) game: Game,
    /// What the step changed.
    pub(crate) words: String,
}

/// The versions of the games in which something was put right.
#[derive(Debug, Default)]
pub(crate) struct Mending {
    versions: BTreeMap<usize, Vec<Version>>,
}

impl Mending {
    /// The last version of a game.
    pub(crate) fn last(&self, index: usize) -> Option<&Version> {
        self.versions.get(&index)?.last()
    }

    /// What was put right in a game.
    pub(crate) fn steps(&self, index: usize) -> Vec<&str> {
        let versions = self.versions.get(&index).map(Vec::as_slice).unwrap_or_default();
        versions.iter().map(|version| version.words.as_str()).collect()
    }

    pub(crate) fn push(&mut self, index: usize, version: Version) {
        self.versions.entry(index).or_default().push(version);
    }

    /// Takes the last step of a game back.
    pub(crate) fn undo(&mut self, index: usize) -> bool {
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
}

/// Bytes with edits made, whose spans count from `base`.
pub(crate) fn with_edits<'a>(
    bytes: &[u8],
    base: u64,
    edits: impl Iterator<Item = (Range<u64>, &'a [u8])>,
) -> Option<Vec<u8>> {
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for (span, text) in edits {
        let place = |offset: u64| usize::try_from(offset.checked_sub(base)?).ok();
        let (from, to) = (place(span.start)?, place(span.end)?);
        out.extend_from_slice(bytes.get(at..from)?);
        bytes.get(from..to)?;
        out.extend_from_slice(text);
        at = to;
    }
    out.extend_from_slice(bytes.get(at..)?);
    Some(out)
}

/// The words of edits.
pub(crate) fn words(edits: &[Edit]) -> String {
    edits.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Judges the bytes of a game alone, in the encoding and format that it has in its text.
pub(crate) fn alone(options: &Options, before: &Game, bytes: &[u8]) -> Option<Game> {
    let mut options = Options { only: None, ..options.clone() };
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
