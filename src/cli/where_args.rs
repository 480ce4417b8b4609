//! `--where`: the choice of games, in all subcommands that read games. Not for the meaning of an expression.

use clap::Args;

use super::refused::Refused;
use partie_core::Expression;
use partie_select::Query;

/// The choice of games.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct WhereArgs {
    /// Only games that match, as in "year < 1900 and white ~ 'Morphy'"; see partie explain where
    #[arg(long = "where", value_name = "EXPR")]
    pub(super) expression: Option<String>,
}

impl WhereArgs {
    /// The expression, if there is one.
    ///
    /// # Errors
    /// The expression is invalid, or refers to copies.
    pub(super) fn parse(&self) -> Result<Option<Expression>, Refused> {
        let Some(text) = &self.expression else { return Ok(None) };
        let query = read_query(text)?;
        if query.asks_duplicates() {
            let instead = "partie select \"not duplicate\" and convert --drop-duplicates do";
            return Err(Refused::new(format!(
                "--where reads its inputs once, and cannot tell which games are copies; {instead}"
            )));
        }
        Ok(Some(query.into()))
    }
}

/// Parses an expression as a query.
///
/// # Errors
/// The error, with its place in the text.
pub(super) fn read_query(text: &str) -> Result<Query, Refused> {
    Query::parse(text).map_err(|wrong| Refused::new(wrong.show(text)))
}
