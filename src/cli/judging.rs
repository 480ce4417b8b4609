//! What arguments that several subcommands share mean for judging. Not for judging.

use super::common_args::{CodeArgs, RulesArgs};
use super::refused::Refused;
use partie_replay::{JudgePlan, Options, Source, Wanted};

/// How games are judged, read as `source` says; `infos` are found where they count, or a code is named.
///
/// # Errors
/// Which code or rule book is not known.
pub(super) fn plan(source: Source, rules: &RulesArgs, codes: &CodeArgs, infos: bool) -> Result<JudgePlan, Refused> {
    let selection = codes.selection()?;
    let infos = infos || selection.is_named();
    Ok(JudgePlan {
        options: Options { books: rules.books()?, ..source.options() },
        wanted: Wanted { selection, infos, ..Wanted::default() },
        given: source.given,
        ..JudgePlan::default()
    })
}
