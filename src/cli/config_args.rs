//! `--config` and `--isolated`: the choice of a configuration. Not for its meaning to a command.

use super::refused::Refused;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use partie_config::{Finder, NAMES, Settings};
use partie_table::Silencer;
use partie_table::totals::Totals;

/// The choice of a configuration.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Configuration")]
pub(super) struct ConfigArgs {
    /// A configuration file instead of the nearest partie.toml; or a key and its value, which overrides all files
    /// [possible values: FILE, KEY=VALUE]
    #[arg(long, value_name = "CONFIG")]
    config: Vec<String>,
    /// Ignore partie.toml and its environment variables
    #[arg(long)]
    isolated: bool,
}

impl ConfigArgs {
    /// # Errors
    /// An invalid argument, variable or configuration.
    pub(super) fn finder(&self) -> Result<Finder, Refused> {
        Ok(Finder::new(&self.config, self.isolated, |name| std::env::var(name).ok())?)
    }
}

/// Finds the settings for the files of a run, and collects what to report about configurations.
pub(super) struct Configured {
    finder: Finder,
    /// Counts files that a configuration excludes, with the lines that exclude them.
    pub(super) passed_over: Totals,
    /// Distinct errors in configurations.
    pub(super) errors: BTreeSet<String>,
}

impl Configured {
    /// # Errors
    /// An invalid argument, variable or configuration.
    pub(super) fn new(args: &ConfigArgs) -> Result<Self, Refused> {
        Ok(Self { finder: args.finder()?, passed_over: Totals::default(), errors: BTreeSet::new() })
    }

    /// Removes and returns an error in a configuration.
    pub(super) fn first_error(&mut self) -> Option<String> {
        self.errors.pop_first()
    }

    /// The settings for a file; `None` if the file must not be read.
    pub(super) fn of(&mut self, path: &Path, named: bool) -> Option<Arc<Settings>> {
        match self.finder.settings(path) {
            // A configuration file contains no games, so excluding it silences no findings.
            Ok((_, true)) if !named && is_configuration(path) => None,
            Ok((settings, true)) if !named => {
                self.passed_over.excluded += 1;
                for origin in settings.origins("exclude") {
                    self.passed_over.silencers.add(Silencer::Excluded, || origin.to_string());
                }
                None
            }
            Ok((settings, _)) => Some(settings),
            Err(error) => {
                self.errors.insert(error.to_string());
                None
            }
        }
    }
}

fn is_configuration(path: &Path) -> bool {
    path.file_name().is_some_and(|name| NAMES.iter().any(|own| name == *own))
}
