//! Makes the plan of `partie validate` from arguments and a configuration. Not for judging games or showing findings.

use super::common_args::CodeArgs;
use super::judging;
use super::refused::Refused;
use super::validate_args::ValidateArgs;
use crate::report::GamesShown;
use partie_config::Settings;
use partie_core::{JudgePlan, Source};
use partie_record::finding::Severity;
use partie_repair::Effort;
use partie_replay::Squares;
use partie_table::{FailOn, Silencer, Silencers};

/// The plan of a run of `validate`.
pub(super) struct Order {
    pub(super) source: Source,
    pub(super) plan: JudgePlan,
    pub(super) fail_on: FailOn,
    /// The places where the configuration hides and lowers findings.
    pub(super) silencers: Silencers,
}

/// The places in a configuration that silence findings: its keys that no argument overrides.
fn silencers(args: &ValidateArgs, settings: &Settings) -> Silencers {
    let CodeArgs { select, ignore } = &args.findings.codes;
    let keys = [
        (select.is_empty(), "select", Silencer::Hidden),
        (ignore.is_empty(), "ignore", Silencer::Hidden),
        (true, "severity", Silencer::Lowered),
        (args.rules.rules.is_empty(), "rules", Silencer::ConfiguredRules),
    ];
    let mut silencers = Silencers::default();
    for (_, key, how) in keys.into_iter().filter(|(holds, ..)| *holds) {
        settings.origins(key).for_each(|origin| silencers.add(how, || origin.to_string()));
    }
    silencers
}

/// Makes the plan from the arguments and a configuration.
///
/// # Errors
/// An unknown name, or contradictory arguments.
pub(super) fn order(args: &ValidateArgs, settings: &Settings) -> Result<Order, Refused> {
    args.format.check(&args.inputs)?;
    if args.games && args.format.all().all(|form| form.games == GamesShown::Never) {
        return Err(Refused::new("--games prints one JSON object for each game: it needs --format jsonl"));
    }
    if args.statistics && args.format.form().is_complete {
        let name = args.format.form().name;
        return Err(Refused::new(format!(
            "--statistics prints a table: beside it {name} goes to a file, as in --format {name}=FILE"
        )));
    }
    if let Some(odds) = args.odds.as_deref().filter(|odds| Squares::parse(odds.as_bytes()).is_none()) {
        return Err(Refused::new(format!(
            "{odds:?} names no pieces given as odds; write their squares in the start position, such as a1,f7"
        )));
    }
    let source = args.source.source_over(settings)?;
    let codes = args.findings.codes.over(settings, "select", "ignore");
    let fail_on = args.findings.fail_on(settings);
    let rules = args.rules.over(settings);
    let builder = judging::builder(source, &rules, &codes, &args.chosen, fail_on.counts_infos())?;
    let builder = builder.severities(settings.severities()).allow(!args.allow.no_allow).assume(args.on_error);
    let builder = match &args.odds {
        Some(odds) => builder.odds(odds),
        None => builder,
    };
    let mut plan = builder.build()?.judge_plan();
    if codes != args.findings.codes {
        plan.wanted.hidden = Some(args.findings.codes.selection()?);
    }
    plan.options.keep = args.games;
    plan.games = args.games || args.format.all().any(|form| form.games == GamesShown::Always);
    // Complete forms need a repair for every finding. For other forms, repairs are searched later, for shown findings.
    if args.suggest && args.format.all().any(|form| form.is_complete) {
        plan.options.search = Effort::BRIEF;
    }
    // A baseline contains infos in every form: otherwise they would be new in a form that shows them, or gone in
    // others.
    plan.wanted.infos |= args.old.baseline.is_some();
    plan.wanted.infos |= asks_infos(args, fail_on) || args.format.all().any(|form| form.least == Severity::Info);
    Ok(Order { source, plan, fail_on, silencers: silencers(args, settings) })
}

/// True if infos are requested, not only shown by forms that always have them.
pub(super) fn asks_infos(args: &ValidateArgs, fail_on: FailOn) -> bool {
    let named = !args.findings.codes.select.is_empty();
    fail_on.counts_infos() || args.min_severity == Some(Severity::Info) || named
}
