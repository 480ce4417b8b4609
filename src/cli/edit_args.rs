//! The edits of games during conversion: tags and plies. Not for editing.

use std::path::PathBuf;

use clap::Args;

use super::common_args::one_of;
use super::refused::Refused;
use partie_analyze::player_spellings;
use partie_convert::{AddedTag, AddedTags, Edits, KeptTags, TagEdits, Target, read_plies};
use partie_select::position_key;

/// The edits of games.
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
    #[arg(long, value_parser = one_of(AddedTag::NAMED), value_delimiter = ',', value_name = "WHAT")]
    add: Vec<AddedTag>,
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
    /// True if the tag PlyCount is added.
    pub(super) fn adds_ply_count(&self) -> bool {
        self.add.contains(&AddedTag::PlyCount)
    }

    /// The edits, if there are any; they are leaked, as the whole run needs them.
    ///
    /// # Errors
    /// An invalid argument, or a target without tags.
    pub(super) fn edits(&self, target: Target) -> Result<Option<&'static Edits>, Refused> {
        let tags = TagEdits {
            names: self.names.as_deref().map(player_spellings::read_spellings).transpose()?.unwrap_or_default(),
            renamed: pairs(&self.rename_tag, "--rename-tag OLD=NEW")?,
            added: AddedTags::of(&self.add),
            set: pairs(&self.set, "--set NAME=VALUE")?,
            dropped: self.drop_tag.clone(),
            kept: self.tags.as_deref().map(KeptTags::parse).unwrap_or_default(),
        };
        tags.check()?;
        let plies = self.plies.as_deref().map(read_plies).transpose()?;
        let start_at = self.start_at.as_deref().map(position_key).transpose()?;
        if tags.is_empty() && plies.is_none() && start_at.is_none() {
            return Ok(None);
        }
        target.check_editable()?;
        Ok(Some(Box::leak(Box::new(Edits { tags, plies, start_at }))))
    }
}

/// Splits each text at its first `=`.
fn pairs(all: &[String], form: &str) -> Result<Vec<(String, String)>, Refused> {
    let pair = |text: &String| text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    all.iter().map(|text| pair(text).ok_or_else(|| Refused::new(format!("{text:?} has no =, as in {form}")))).collect()
}
