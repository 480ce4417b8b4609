//! The session of a command, from arguments that several subcommands share.

use super::common_args::{CodeArgs, RulesArgs};
use super::refused::Refused;
use super::where_args::WhereArgs;
use partie_core::{Session, SessionBuilder, Source};

/// A session that reads games of `source` and judges them. Infos are found if `infos` is true or a code is named.
///
/// # Errors
/// Which code, rule book or expression is not known.
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
/// Which rule book or expression is not known.
pub(super) fn reading(source: Source, rules: &RulesArgs, chosen: &WhereArgs) -> Result<SessionBuilder, Refused> {
    let builder = Session::builder().source(source).books(rules.books()?).infos(false);
    Ok(match chosen.parse()? {
        Some(expression) => builder.only(expression),
        None => builder,
    })
}
