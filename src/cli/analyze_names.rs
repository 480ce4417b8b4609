//! `partie analyze --names`: prints a table of spellings that may name the same player. Not for changing names in
//! records (see `convert --names`).

use super::Exit;
use super::output::Output;
use super::run::{Handler, Run, Sources};
use super::standard::report_unwritten;
use partie_analyze::player_spellings::{NameReader, table};
use partie_input::Slice;
use partie_record::count;
use partie_replay::game_worker::{GameWorker, SliceOut};
use partie_table::game_analyzer::Settings;
use partie_table::player_names::PlayerNames;

/// Prints the proposals for the selected games, using at most `memory` MiB for the names.
pub(super) fn run(sources: &Sources, memory: u64, settings: &Settings) -> Exit {
    let memory = usize::try_from(memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
    let mut found = Names(PlayerNames::new(memory));
    let make = || {
        let chooser = settings.choice.as_ref().map(|choice| choice.chooser());
        GameWorker::new(NameReader, settings.given, chooser)
    };
    let run = sources.run(make, &mut found);
    let Names(names) = found;
    let proposals = names.proposals();
    let mut out = Output::new();
    out.write_bytes(&table(&names, &proposals));
    if let Some(error) = out.failure() {
        return report_unwritten("to standard output", &error);
    }
    if names.left_out() > 0 {
        let tags = count(names.left_out(), "tag", "tags");
        run.say(&format!(
            "warning: there are too many names: those in {tags} were not compared; --memory makes room for more"
        ));
    }
    run.summary(run.games, |_| {
        let proposed = count(proposals.len() as u64, "spelling", "spellings");
        format!("{proposed} proposed in {}", count(run.games, "game", "games"))
    });
    run.exit(Exit::Clean)
}

struct Names(PlayerNames);

impl Handler<PlayerNames> for Names {
    fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<PlayerNames>) {
        self.0.absorb(out.made);
    }
}
