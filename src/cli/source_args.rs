//! How the inputs of `convert` and `select` are read, where that is said. Not for what it means.

use clap::Args;

use super::help;
use super::source::Source;

#[derive(Clone, Debug, Args)]
pub(super) struct SourceArgs {
    #[arg(long, value_name = "FORMAT", help = help::of_from("Record format or movetext of the inputs"))]
    from: Option<String>,
    /// Piece letters of the inputs, instead of detecting them
    #[arg(long, value_name = "LANG")]
    from_letters: Option<String>,
    /// Encoding of PGN inputs, instead of detecting it for each game: utf-8, windows-1252, windows-1250
    #[arg(long, value_name = "NAME")]
    from_encoding: Option<String>,
}

impl SourceArgs {
    /// # Errors
    /// What is not known, in words.
    pub(super) fn source(&self) -> Result<Source, String> {
        Source::new(self.from.as_deref(), self.from_letters.as_deref(), self.from_encoding.as_deref())
    }
}
