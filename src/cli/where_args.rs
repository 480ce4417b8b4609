//! `--where`: which games of the inputs, in all subcommands that go through games. Not for what an expression means.

use super::refused::Refused;
use std::sync::Arc;

use clap::Args;

use partie_replay::Options;
use partie_replay::games::{Choice, ReadingHints};
use partie_select::{Query, QueryChoice};

/// Which games.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct WhereArgs {
    /// Only games of which this is true, as in "year < 1900 and white ~ 'Morphy'"; see partie explain where
    #[arg(long = "where", value_name = "EXPR")]
    pub(super) expression: Option<String>,
}

impl WhereArgs {
    /// Who chooses games that are read so, if somebody does.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub(super) fn choice(&self, options: &Options, given: ReadingHints) -> Result<Option<Arc<dyn Choice>>, Refused> {
        let Some(text) = &self.expression else { return Ok(None) };
        let query = Arc::new(read_query(text)?);
        if query.asks_duplicates() {
            let instead = "partie select \"not duplicate\" and convert --drop-duplicates do";
            return Err(Refused::new(format!(
                "--where reads its inputs once, and cannot tell which games are copies; {instead}"
            )));
        }
        Ok(Some(Arc::new(QueryChoice { query, options: options.clone(), given })))
    }
}

/// An expression.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn read_query(text: &str) -> Result<Query, Refused> {
    Query::parse(text).map_err(|wrong| Refused::new(wrong.show(text)))
}
