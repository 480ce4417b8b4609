//! Builds only the arguments of the subcommand that runs. Building those of all subcommands would slow down each start;
//! `tests/cli/instructions.rs` counts the instructions.

use clap::builder::{Resettable, StyledStr};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of one subcommand. Its help comes from the subcommand, not from the type of its arguments.
#[derive(Debug)]
pub(super) struct OnDemand<T>(pub(super) T);

impl<T: Args> Args for OnDemand<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            let said = |said: Option<&StyledStr>| said.cloned().map_or(Resettable::Reset, Resettable::Value);
            let (about, long_about) = (said(command.get_about()), said(command.get_long_about()));
            // Restores the help, which the descriptions of flattened arguments replace.
            T::augment_args(command).about(about).long_about(long_about)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for OnDemand<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }

    fn update_from_arg_matches_mut(&mut self, matches: &mut ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches_mut(matches)
    }
}
