//! Flags for reading inputs that all subcommands share. Not for their meaning.

use clap::Args;

use super::help;
use super::refused::Refused;
use partie_config::Settings;
use partie_replay::Source;

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules and input")]
pub(super) struct SourceArgs {
    #[arg(long, value_name = "FORMAT", help = help::of_from("Record format or movetext of the inputs"), value_parser = help::formats(), hide_possible_values = true)]
    pub(super) from: Option<String>,
    #[arg(long, value_name = "LANG", help = help::of_letters("Piece letters of the inputs, instead of detecting them"))]
    pub(super) from_letters: Option<String>,
    /// Encoding of PGN inputs, instead of detecting it for each file: utf-8, windows-1252, koi8-r, cp852 ...
    #[arg(long, value_name = "NAME")]
    pub(super) from_encoding: Option<String>,
}

impl SourceArgs {
    /// # Errors
    /// An unknown name of a format, language or encoding, as a message.
    pub(super) fn source(&self) -> Result<Source, Refused> {
        self.source_over(&Settings::default())
    }

    /// The reading options, with missing arguments filled from a configuration.
    ///
    /// # Errors
    /// An unknown name of a format, language or encoding, as a message.
    pub(super) fn source_over(&self, settings: &Settings) -> Result<Source, Refused> {
        let letters = self.from_letters.as_deref().or_else(|| settings.text("letters"));
        let encoding = self.from_encoding.as_deref().or_else(|| settings.text("encoding"));
        Ok(Source::new(self.from.as_deref(), letters, encoding)?)
    }
}
