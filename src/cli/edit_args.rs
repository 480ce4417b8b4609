//! What of a game is edited while it is converted: tags and plies. Not for editing.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use partie_analyze::player_spellings;
use partie_convert::{AddedTags, Edits, KeptTags, NEEDED, TagEdits, Target};
use partie_query::position_key;
use partie_record::Outcome;

/// A tag that replay can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AddArg {
    /// ECO, the code of the opening by positions
    Eco,
    /// Opening, its name
    Opening,
    /// PlyCount
    Plycount,
    /// FinalHash, the hash of the last position, as in the column final_hash
    Hash,
    /// FinalFEN, the last position
    Fen,
    /// Result, where mate or stalemate decides
    Result,
}

/// What is edited.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct EditArgs {
    /// Give a tag this value
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Leave these tags out
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    drop_tag: Vec<String>,
    /// Keep only these tags, in this order: all, roster, or names with commas between
    #[arg(long, value_name = "WHICH")]
    tags: Option<String>,
    /// Give a tag another name
    #[arg(long, value_name = "OLD=NEW")]
    rename_tag: Vec<String>,
    /// Add tags from what replay knows
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    add: Vec<AddArg>,
    /// One spelling for each player: a CSV file with the columns from and to
    #[arg(long, value_name = "TABLE")]
    names: Option<PathBuf>,
    /// Only these plies, from 1: 11..40, 11.. or ..40; the game then begins with a FEN
    #[arg(long, value_name = "A..B")]
    plies: Option<String>,
    /// Only what follows this position, in games that come to it; others stay whole
    #[arg(long, value_name = "FEN", conflicts_with = "plies")]
    start_at: Option<String>,
}

impl EditArgs {
    /// Whether PlyCount is added.
    pub(super) fn adds_ply_count(&self) -> bool {
        self.add.contains(&AddArg::Plycount)
    }

    /// What is edited, if anything is; it stays for the whole run.
    ///
    /// # Errors
    /// What is wrong with an argument, or that the target has no tags.
    pub(super) fn edits(&self, target: Target) -> Result<Option<&'static Edits>, String> {
        let adds = |what| self.add.contains(&what);
        let tags = TagEdits {
            names: self.names.as_deref().map(player_spellings::read).transpose()?.unwrap_or_default(),
            renamed: pairs(&self.rename_tag, "--rename-tag OLD=NEW")?,
            added: AddedTags {
                eco: adds(AddArg::Eco),
                opening: adds(AddArg::Opening),
                hash: adds(AddArg::Hash),
                fen: adds(AddArg::Fen),
                result: adds(AddArg::Result),
            },
            set: pairs(&self.set, "--set NAME=VALUE")?,
            dropped: self.drop_tag.clone(),
            kept: match self.tags.as_deref() {
                None => KeptTags::All,
                Some(all) if all.eq_ignore_ascii_case("all") => KeptTags::All,
                Some(roster) if roster.eq_ignore_ascii_case("roster") => KeptTags::Roster,
                Some(list) => KeptTags::List(list.split(',').map(|name| name.trim().to_owned()).collect()),
            },
        };
        let result = tags.set.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("Result"));
        if let Some((_, wrong)) = result.filter(|(_, value)| Outcome::parse(value.as_bytes()).is_none()) {
            return Err(format!("{wrong:?} is no result: 1-0, 0-1, 1/2-1/2 or *"));
        }
        let named = tags.renamed.iter().map(|(_, new)| new).chain(tags.set.iter().map(|(name, _)| name));
        if let Some(wrong) = named.into_iter().find(|name| !partie_notation::pgn::is_tag_name(name.as_bytes())) {
            return Err(format!("{wrong:?} is no name of a tag: letters, digits and _"));
        }
        let edited = tags.renamed.iter().flat_map(|(old, new)| [old, new]).chain(tags.set.iter().map(|(name, _)| name));
        let is_needed = |name: &&String| NEEDED.iter().any(|needed| name.eq_ignore_ascii_case(needed));
        if let Some(needed) = edited.chain(&tags.dropped).find(is_needed) {
            return Err(format!("{needed} says how the moves are to be read, and is never edited"));
        }
        let plies = self.plies.as_deref().map(plies).transpose()?;
        let start_at = self.start_at.as_deref().map(position_key).transpose()?;
        if tags.is_empty() && plies.is_none() && start_at.is_none() {
            return Ok(None);
        }
        if !matches!(target, Target::Pgn | Target::Descriptive | Target::Kober | Target::Iccf) {
            return Err(format!(
                "tags and plies are edited only in the targets pgn, descriptive, kober and iccf, not in {}",
                target.name()
            ));
        }
        Ok(Some(Box::leak(Box::new(Edits { tags, plies, start_at }))))
    }
}

/// `NAME=VALUE` of each.
fn pairs(all: &[String], form: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |text: &String| text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    all.iter().map(|text| pair(text).ok_or_else(|| format!("{text:?} has no =, as in {form}"))).collect()
}

/// `11..40`, `11..`, `..40`.
fn plies(text: &str) -> Result<(u32, u32), String> {
    let number = |part: &str, missing: u32| if part.is_empty() { Some(missing) } else { part.trim().parse().ok() };
    let parts = text.split_once("..").and_then(|(first, last)| Some((number(first, 1)?, number(last, u32::MAX)?)));
    parts
        .filter(|(first, last)| *first > 0 && first <= last)
        .ok_or_else(|| format!("{text:?} names no plies; write them as in 11..40, 11.. or ..40"))
}
