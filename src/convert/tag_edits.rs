//! Edits tags while a game is written: parses the written section, changes it, and writes it again. The tags of a
//! record are in [`super::tags`].

use std::collections::HashMap;

use super::option_error::OptionError;

use partie_notation::pgn::{PgnWriter, is_tag_name};
use partie_record::shown::visible;
use partie_record::{Choices, Outcome, ROSTER};

/// The tags that are kept, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeptTags {
    #[default]
    All,
    /// The seven tag roster.
    Roster,
    List(Vec<String>),
}

impl KeptTags {
    /// Parses `all`, `roster`, or names separated by commas.
    pub fn parse(text: &str) -> Self {
        match text {
            all if all.eq_ignore_ascii_case("all") => Self::All,
            roster if roster.eq_ignore_ascii_case("roster") => Self::Roster,
            list => Self::List(list.split(',').map(|name| name.trim().to_owned()).collect()),
        }
    }
}

/// A tag whose value replay computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedTag {
    Eco,
    Opening,
    PlyCount,
    Hash,
    Fen,
    /// Result, if the board decides the game.
    Result,
}

impl AddedTag {
    pub const NAMED: Choices<Self> = &[
        ("eco", Self::Eco, "ECO, the code of the opening by positions"),
        ("opening", Self::Opening, "Opening, its name"),
        ("plycount", Self::PlyCount, "PlyCount"),
        ("hash", Self::Hash, "FinalHash, the hash of the last position, as in the column final_hash"),
        ("fen", Self::Fen, "FinalFEN, the last position"),
        ("result", Self::Result, "Result, where mate or stalemate decides"),
    ];
}

/// Tags that are added from the replay. PlyCount is written with the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedTags {
    pub eco: bool,
    pub opening: bool,
    pub hash: bool,
    pub fen: bool,
    /// Result, if the board decides the game.
    pub result: bool,
}

impl AddedTags {
    pub fn of(wanted: &[AddedTag]) -> Self {
        let adds = |tag| wanted.contains(&tag);
        Self {
            eco: adds(AddedTag::Eco),
            opening: adds(AddedTag::Opening),
            hash: adds(AddedTag::Hash),
            fen: adds(AddedTag::Fen),
            result: adds(AddedTag::Result),
        }
    }
}

/// All edits of tags, in the order in which they are applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagEdits {
    /// Spellings of players: from the written one to the new one.
    pub names: HashMap<String, String>,
    /// Tags that get another name: old and new name.
    pub renamed: Vec<(String, String)>,
    pub added: AddedTags,
    /// Tags that get a value: name and value.
    pub set: Vec<(String, String)>,
    /// Tags that are removed.
    pub dropped: Vec<String>,
    pub kept: KeptTags,
}

/// Facts of a game from the replay.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownFacts {
    pub eco: Option<&'static str>,
    pub opening: Option<&'static str>,
    /// The start position, if earlier plies are cut off.
    pub start: Option<String>,
    /// Whether plies are cut off, and whether the game is hexagonal chess.
    pub is_cut: bool,
    pub is_hexagonal: bool,
    /// The final position, and its Zobrist key.
    pub last: Option<(String, u64)>,
    /// The result that the board decides.
    pub result: Option<&'static str>,
}

/// Tags that are needed to parse the moves.
const NEEDED: [&str; 5] = ["SetUp", "FEN", "Variant", "Notation", "Odds"];

/// A tag of the tag section.
struct TagLine {
    name: String,
    value: String,
}

/// True if two tag names are equal, ignoring case.
fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

impl TagEdits {
    /// # Errors
    /// The first invalid name or result, or the first tag that is needed to parse the moves.
    pub fn check(&self) -> Result<(), OptionError> {
        let result = self.set.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("Result"));
        if let Some((_, wrong)) = result.filter(|(_, value)| Outcome::parse(value.as_bytes()).is_none()) {
            return Err(OptionError::NoResult(wrong.clone()));
        }
        let named = self.renamed.iter().map(|(_, new)| new).chain(self.set.iter().map(|(name, _)| name));
        if let Some(wrong) = named.into_iter().find(|name| !is_tag_name(name.as_bytes())) {
            return Err(OptionError::NoTagName(wrong.clone()));
        }
        let edited = self.renamed.iter().flat_map(|(old, new)| [old, new]).chain(self.set.iter().map(|(name, _)| name));
        let is_needed = |name: &&String| NEEDED.iter().any(|needed| name.eq_ignore_ascii_case(needed));
        match edited.chain(&self.dropped).find(is_needed) {
            Some(needed) => Err(OptionError::NeededTag(needed.clone())),
            None => Ok(()),
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Edits the tag section; returns it with the number of lost tags. A game without tags gets the roster first.
    /// `result` is the token that ends the moves.
    pub(super) fn apply(&self, section: &[u8], result: &str, known: &KnownFacts) -> (Vec<u8>, u64) {
        let mut lines = parse(section);
        if lines.is_empty() {
            let roster = ROSTER.iter().map(|(name, value)| {
                let value = if value.is_empty() { result } else { value };
                TagLine { name: (*name).to_owned(), value: value.to_owned() }
            });
            lines = roster.collect();
        }
        for line in lines.iter_mut().filter(|line| is_same(&line.name, "White") || is_same(&line.name, "Black")) {
            // A spelling copied from a table has the displayable form of the name.
            let shown = || self.names.get(&*visible(&line.value));
            if let Some(name) = self.names.get(&line.value).or_else(shown) {
                line.value.clone_from(name);
            }
        }
        let renamed = |name: &str| self.renamed.iter().find(|(old, _)| is_same(old, name)).map(|(_, new)| new);
        let taken: Vec<String> = lines.iter().filter_map(|line| renamed(&line.name)).cloned().collect();
        // An existing tag gives way to a renamed one, which is a loss.
        let before = lines.len();
        lines.retain(|line| renamed(&line.name).is_some() || !taken.iter().any(|name| is_same(name, &line.name)));
        let lost = (before - lines.len()) as u64;
        for line in &mut lines {
            if let Some(new) = renamed(&line.name) {
                line.name.clone_from(new);
            }
        }
        if known.is_cut {
            lines.retain(|line| !is_same(&line.name, "PlyCount"));
        }
        let mut set = |name: &str, value: &str| match lines.iter_mut().find(|line| is_same(&line.name, name)) {
            Some(line) => value.clone_into(&mut line.value),
            None => lines.push(TagLine { name: name.to_owned(), value: value.to_owned() }),
        };
        let AddedTags { eco, opening, hash, fen, result } = self.added;
        for (name, value) in [("ECO", known.eco.filter(|_| eco)), ("Opening", known.opening.filter(|_| opening))] {
            if let Some(value) = value {
                set(name, value);
            }
        }
        if let Some(result) = known.result.filter(|_| result) {
            set("Result", result);
        }
        if let Some((last, key)) = &known.last {
            if fen {
                set("FinalFEN", last);
            }
            if hash {
                set("FinalHash", &format!("{key:016x}"));
            }
        }
        if let Some(start) = &known.start {
            set("SetUp", "1");
            set("FEN", start);
            if known.is_hexagonal {
                set("Variant", "Glinski");
            }
        }
        for (name, value) in &self.set {
            set(name, &value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        // A record may repeat a tag; a tag that is set occurs once.
        let mut met: Vec<&str> = Vec::new();
        lines.retain(|line| {
            let set = self.set.iter().map(|(name, _)| name.as_str()).find(|name| is_same(name, &line.name));
            let again = set.is_some_and(|name| met.iter().any(|known| is_same(known, name)));
            met.extend(set);
            !again
        });
        let needed = |line: &TagLine| NEEDED.iter().any(|name| is_same(name, &line.name));
        lines.retain(|line| needed(line) || !self.dropped.iter().any(|name| is_same(name, &line.name)));
        let order: Option<Vec<&str>> = match &self.kept {
            KeptTags::All => None,
            KeptTags::Roster => Some(ROSTER.iter().map(|(name, _)| *name).collect()),
            KeptTags::List(names) => Some(names.iter().map(String::as_str).collect()),
        };
        if let Some(order) = order {
            let place = |line: &TagLine| order.iter().position(|name| is_same(name, &line.name)).unwrap_or(order.len());
            lines.retain(|line| needed(line) || place(line) < order.len());
            lines.sort_by_key(place);
        }
        let mut writer = PgnWriter::default();
        for TagLine { name, value } in &lines {
            writer.tag(name.as_bytes(), value.as_bytes());
        }
        (writer.out, lost)
    }
}

/// Parses a tag section that [`PgnWriter`] wrote; values keep their escapes.
fn parse(section: &[u8]) -> Vec<TagLine> {
    let text = String::from_utf8_lossy(section);
    let lines = text.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
        Some(TagLine { name: name.to_owned(), value: value.to_owned() })
    });
    lines.collect()
}
