//! Builds the session of a command from arguments that several subcommands share.

use super::common_args::{CodeArgs, RulesArgs};
use super::refused::Refused;
use super::where_args::WhereArgs;
use partie_core::{Session, SessionBuilder, Source};

/// A session that reads and judges games. Infos are included if `infos` is true or the user selected a code.
///
/// # Errors
/// An unknown code or rule book, or an invalid expression.
pub(super) fn builder(
    source: Source,
    rules: &RulesArgs,
    codes: &CodeArgs,
    chosen: &WhereArgs,
    infos: bool,
) -> Result<SessionBuilder, Refused> {
    let selection = codes.selection()?;
    let infos = infos || selection.is_named();
    Ok(reading(source, rules, chosen)?.selection(selection).infos(infos))
}

/// A session that only reads and replays games.
///
/// # Errors
/// An unknown rule book, or an invalid expression.
pub(super) fn reading(source: Source, rules: &RulesArgs, chosen: &WhereArgs) -> Result<SessionBuilder, Refused> {
    let builder = Session::builder().source(source).books(rules.books()?).infos(false);
    Ok(match chosen.parse()? {
        Some(expression) => builder.only(expression),
        None => builder,
    })
}
