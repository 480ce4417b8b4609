//! What the machinery costs: `PARTIE_MEASURE=FILE` runs a file through the rules, with `PARTIE_JOBS` threads.

use std::io;
use std::time::Instant;

use partie_analyze::tasks::{Note, PartFile, TASK_SIZE, Table, TaskPlace, TaskWork, plan, run};
use partie_input::Slice;
use partie_replay::games::Game;
use partie_replay::{Options, Replayer, Wanted};

use super::support::{cutting, folder, running};

/// Replays each game and writes nothing.
struct Replays {
    replayer: Replayer,
    parts: Vec<PartFile>,
    plies: u64,
}

impl TaskWork for Replays {
    fn tables(&self) -> Vec<Table> {
        vec![Table { name: "games", extension: "csv" }]
    }

    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()> {
        self.parts = parts;
        Ok(())
    }

    fn game(&mut self, _: TaskPlace, game: &Game<'_>) -> io::Result<()> {
        self.plies += u64::from(self.replayer.replay(game.text, game.record, game.plain).plies);
        self.replayer.collector.findings.clear();
        Ok(())
    }

    fn panicked(&mut self, _: TaskPlace, _: &Slice) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)> {
        Ok((std::mem::take(&mut self.parts), Note::of(&std::mem::take(&mut self.plies))?))
    }
}

#[test]
fn a_file_through_the_rules() {
    let Some(path) = std::env::var_os("PARTIE_MEASURE") else { return };
    let number = |name: &str, other: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    let out = folder();
    let start = Instant::now();
    let (planned, _) = plan(&[path.into()], &cutting(number("PARTIE_TASK", TASK_SIZE)));
    let planning = start.elapsed();
    let make =
        || Replays { replayer: Replayer::new(Options::default(), Wanted::default()), parts: Vec::new(), plies: 0 };
    let joined = run(&planned, &running(out.path(), number("PARTIE_JOBS", 1) as usize), make, &mut ()).unwrap();
    let plies: u64 = joined.entries.iter().filter_map(|entry| entry.note.value::<u64>().ok()).sum();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned();
    println!(
        "{} tasks planned in {planning:?}, {} games, {plies} plies, {} done again, {:?}, {peak}",
        planned.tasks.len(),
        joined.games(),
        joined.again,
        start.elapsed()
    );
}
