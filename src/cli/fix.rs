//! `partie fix`: reads games, replays them, and repairs them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Exit;
use super::common_args::CodeArgs;
use super::config_args::Configured;
use super::fix_args::{FixArgs, FixPlan};
use super::fix_book;
use super::fix_copies;
use super::fix_decisions::Decisions;
use super::fix_review::{self, Review};
use super::fix_show::Show;
use super::fix_undo;
use super::interrupt;
use super::judging;
use super::refused::Refused;
use super::run::{Sources, reading};
use super::standard::{report_end, report_error};
use super::stretches::Stretches;
use partie_archive::Changeable;
use partie_archive::disk::{self, Destination, PackedFile, Rewriter, is_input};
use partie_archive::file_messages::Done;
use partie_config::Settings;
use partie_core::JudgePlan;
use partie_fix::{Alone, Plan, Rulings, SliceFixer};
use partie_record::count;
use partie_record::finding::Grade;
use partie_record::shown::shown_path;
use partie_replay::Options;
use partie_table::Silencer;
use partie_table::totals::Totals;

pub(super) fn run(args: FixArgs) -> Exit {
    let args = args.paired();
    let begun = check(&args).and_then(|()| Ok((plan(&args, &Settings::default())?, Configured::new(&args.config)?)));
    let (plan, configured) = match begun {
        Ok(begun) => begun,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    if !args.writes() {
        return fix(&args, plan, configured);
    }
    match interrupt::guarded(move || fix(&args, plan, configured), || Some(interrupted())) {
        Ok(exit) => exit,
        Err(error) => report_error(&format!("error: {error}"), Exit::Operation),
    }
}

/// Removes incomplete files, and reports the number of complete ones.
fn interrupted() -> Exit {
    let complete = disk::abandon();
    let files = count(complete, "file is written and complete", "files are written and complete");
    report_end(&format!("interrupted; {files}, no other is changed"), Exit::Interrupted)
}

/// Refuses contradictory arguments.
fn check(args: &FixArgs) -> Result<(), Refused> {
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if args.review && args.decisions.is_none() && fix_review::terminal(args.reads_stdin()).is_none() {
        return Err(Refused::new(
            "--review asks in a terminal, and here is none; --decisions FILE writes what was decided in one",
        ));
    }
    if args.moves && !args.form().is_complete {
        return Err(Refused::new("--moves is part of the rows of --format jsonl"));
    }
    if args.merge && args.copies.is_empty() {
        return Err(Refused::new("--merge needs another record of the games: --copies FILE, or --pair A B"));
    }
    if args.undo.is_some() && args.reads_stdin() {
        return Err(Refused::new("--undo changes files in place, and standard input is none"));
    }
    if args.writes() && args.output.is_none() && args.reads_stdin() {
        return Err(Refused::new("standard input cannot be changed in place; name the output with -o FILE"));
    }
    if let Some(output) = &args.output {
        let [input] = args.inputs.as_slice() else {
            return Err(Refused::new("-o names one output: it needs one input"));
        };
        if !is_stdin(input) && input.is_dir() {
            return Err(Refused::new("-o names one file, and the input is a folder"));
        }
        if is_input(output, &args.inputs) {
            let output = shown_path(output);
            return Err(Refused::new(format!(
                "the output {output} is the input; --write without -o changes it in place"
            )));
        }
        if is_input(output, &args.copies) {
            return Err(Refused::new(format!("the output {} is one of the copies", shown_path(output))));
        }
    }
    let named: Vec<PathBuf> = args.inputs.iter().filter(|input| !input.is_dir()).cloned().collect();
    if args.log.as_ref().is_some_and(|log| is_input(log, &named) || is_input(log, &args.copies)) {
        return Err(Refused::new("the log is one of the inputs"));
    }
    if let Some(decisions) = &args.decisions {
        if is_input(decisions, &args.inputs) {
            return Err(Refused::new("the file of decisions is one of the inputs"));
        }
        let others: Vec<PathBuf> = args.log.iter().chain(&args.output).cloned().collect();
        if is_input(decisions, &others) || others.contains(decisions) {
            return Err(Refused::new("the file of decisions is written to as something else; name another"));
        }
    }
    match args.backup.as_deref() {
        Some("") => Err(Refused::new("--backup= needs a suffix")),
        Some(suffix) if suffix.contains(['/', '\\']) => Err(Refused::new(format!("{suffix:?} is no suffix of a name"))),
        _ => Ok(()),
    }
}

/// Makes the plan of the repairs from the arguments and a configuration.
fn plan(args: &FixArgs, settings: &Settings) -> Result<FixPlan, Refused> {
    let source = args.source.source_over(settings)?;
    // `fix.select` and `fix.ignore` override `select` and `ignore`: by default, only reported findings are repaired.
    let codes = args.codes.over(settings, "fix.select", "fix.ignore").over(settings, "select", "ignore");
    let builder = judging::builder(source, &args.rules.over(settings), &codes, &args.chosen, false)?;
    let JudgePlan { options, wanted, given, choice, .. } = builder.build()?.judge_plan();
    let style = args.style || settings.flag("fix.style");
    let rulings = Rulings { selection: wanted.selection, style, allows: !args.allow.no_allow };
    // The grade does not limit a review, which writes the repairs that the user decided on.
    let merged = args.merge.then_some(Grade::Likely);
    let write = args.write.or(merged).or(args.is_reviewed().then_some(Grade::Certain));
    let shown = args.diff.then_some(Grade::Likely);
    let options = Options { medium: args.medium, ..options };
    let fixing = Plan { options, given, rulings, write: write.or(shown), merge: args.merge };
    Ok(FixPlan { fixing, source, choice, writes: write.is_some() })
}

/// Counts games whose repairs are limited by a configuration, not by arguments.
fn add_limits(args: &FixArgs, settings: &Settings, games: u64, limits: &mut Totals) {
    let CodeArgs { select, ignore } = &args.codes;
    let keys = [(select, ["fix.select", "select"]), (ignore, ["fix.ignore", "ignore"])];
    let in_effect = |keys: [&'static str; 2]| keys.into_iter().find(|key| !settings.list(key).is_empty());
    let keys = keys.into_iter().filter(|(given, _)| given.is_empty()).filter_map(|(_, keys)| in_effect(keys));
    let origins: Vec<String> = keys.flat_map(|key| settings.origins(key)).map(|origin| origin.to_string()).collect();
    if !origins.is_empty() {
        limits.unfixed += games;
        origins.into_iter().for_each(|origin| limits.silencers.add(Silencer::Unfixed, || origin));
    }
}

/// Opens the review; `None` if the user does not decide on repairs.
fn review(args: &FixArgs, plan: &FixPlan) -> Result<Option<Review>, Refused> {
    if !args.is_reviewed() {
        return Ok(None);
    }
    let decisions = args.decisions.as_deref().map(|path| Decisions::open(path, args.review)).transpose()?;
    let answers = args.review.then(|| fix_review::terminal(args.reads_stdin())).flatten();
    let alone = Alone::new(&plan.fixing.options, plan.fixing.given);
    Ok(Some(Review::new(answers, decisions, alone)))
}

fn fix(args: &FixArgs, plan: FixPlan, configured: Configured) -> Exit {
    if let Some(log) = &args.undo {
        return fix_undo::run(args, log, configured);
    }
    let review = match review(args, &plan) {
        Ok(review) => review,
        Err(message) => return report_error(&message.to_string(), Exit::Operation),
    };
    let log = match args.open_log() {
        Ok(log) => log,
        Err(message) => return report_error(&message.to_string(), Exit::Operation),
    };
    let mut known = None;
    if !args.book.is_empty() {
        match fix_book::read_book(args, &plan) {
            Ok(positions) => known = Some(Arc::new(positions)),
            Err(exit) => return exit,
        }
    }
    let mut copies = None;
    if !args.copies.is_empty() {
        match fix_copies::read_copies(args, &plan) {
            Ok(index) => copies = Some(Arc::new(index)),
            Err(exit) => return exit,
        }
    }
    let destination = match (&args.output, plan.writes) {
        (_, false) => None,
        (None, true) => Some(Destination::InPlace(args.backup.clone())),
        (Some(path), true) => match PackedFile::create(path) {
            Ok(file) => Some(Destination::File(file)),
            Err(unwritten) => return report_error(&unwritten.to_string(), Exit::Operation),
        },
    };
    let sources = Sources::new(&args.inputs, &plan.source, &args.run);
    let sources = Sources { bar: sources.bar && !args.review, ..sources }.done(Done::Left);
    let files = sources.files();
    let rewriter = Rewriter::new(destination, log);
    let suffix = rewriter.is_in_place().then(|| args.backup.clone().unwrap_or_else(|| "~".to_owned()));
    let mut changeable = Changeable::new(suffix, args.log.as_deref());
    let again = changeable.repeated();
    let files = files.filter(move |entry| entry.as_ref().map_or(true, |entry| changeable.takes(entry)));
    let mut show = Show::new(args, rewriter);
    show.review = review;
    let stretches = Stretches::new(files, configured);
    let mut limits = Totals::default();
    let mut run = sources.begin();
    while let Some((settings, files)) = stretches.next() {
        let games = run.games;
        match self::plan(args, &settings) {
            Ok(mut plan) => {
                plan.fixing.options.known.clone_from(&known);
                plan.fixing.options.copies.clone_from(&copies);
                let sources = Sources { reading: reading(&plan.source, args.run.reading.chunk()), ..sources.clone() };
                sources.go_on(&mut run, files, || SliceFixer::worker(&plan.fixing, plan.choice.as_ref()), &mut show);
            }
            Err(message) => {
                run.fail(&format!("error: {message}"));
                files.for_each(drop);
            }
        }
        add_limits(args, &settings, run.games - games, &mut limits);
    }
    let mut passed_over = stretches.end(&mut run);
    passed_over.absorb(&mut limits);
    // A file that was already fixed under another name still counts as a record of its folder.
    again.paths().iter().for_each(|path| run.folders.known(path));
    run.end(&mut show);
    run.say_silenced(&passed_over);
    if let Some(left) = copies.filter(|_| args.merge).and_then(|copies| fix_copies::left_out(&copies)) {
        run.say(&left);
    }
    show.finish(run)
}
