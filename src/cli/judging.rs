//! What arguments that several subcommands share mean for judging. Not for judging.

use super::common_args::{FailOnArg, FindingArgs, RulesArgs};
use partie_record::finding::{Selection, UnknownCode};
use partie_replay::{JudgePlan, Options, Source, Wanted};

/// How games are judged, read as `source` says.
///
/// # Errors
/// Which code or rule book is not known.
pub(super) fn plan(source: Source, rules: &RulesArgs, findings: &FindingArgs) -> Result<JudgePlan, String> {
    let selection = Selection::new(&findings.select, &findings.ignore).map_err(|UnknownCode(text)| {
        format!("no finding code begins with {text:?}; see partie explain L010 for an example")
    })?;
    let infos = findings.fail_on == FailOnArg::Info || selection.is_named();
    Ok(JudgePlan {
        options: Options { books: rules.books()?, ..source.options() },
        wanted: Wanted { selection, infos, ..Wanted::default() },
        given: source.given,
        ..JudgePlan::default()
    })
}
