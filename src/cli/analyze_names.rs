//! `partie analyze --names`: spellings of players that may be one person, as a table. Not for changing them: that is
//! `convert --names`.

use partie_archive::file_messages;
use std::io;
use std::path::PathBuf;

use super::Exit;
use super::folders::Folders;
use super::output::Output;
use super::progress::Bar;
use super::source::Source;
use super::standard::{report_error, report_unwritten};
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry, Worker};
use partie_input::{Rest, Share, Slice};
use partie_record::shown::push_csv_row;
use partie_record::shown::shown_path;
use partie_record::{Record, count, format_thousands};
use partie_replay::games::{self, Chooser, Chosen, Game, Games, ReadingHints};
use partie_rows::player_names::{PlayerNames, PlayerTags, Proposal};
use partie_rows::tag_column::TagCells;

/// What is read, and how.
pub(super) struct NamesOrder {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) source: Source,
    pub(super) chunk: usize,
    pub(super) jobs: usize,
    pub(super) gitignore: bool,
    pub(super) quiet: bool,
    /// MiB for the names.
    pub(super) memory: u64,
}

/// Prints the proposals for the games that are chosen.
pub(super) fn run(order: NamesOrder, chooser: impl Fn() -> Option<Box<dyn Chooser>> + Sync) -> Exit {
    let NamesOrder { inputs, source, chunk, jobs, gitignore, quiet, memory } = order;
    let memory = usize::try_from(memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
    let mut sink = NamesSink {
        bar: Bar::new(quiet),
        names: PlayerNames::new(memory),
        folders: Folders::new(&inputs),
        path: String::new(),
        games: 0,
        file_games: 0,
        failed: false,
        quiet,
    };
    let files = partie_archive::walk(inputs.into_iter().map(|path| Input { path }).collect(), gitignore);
    let make = || NamesWorker { chooser: chooser(), given: source.given, record: Record::default() };
    partie_archive::run(files, jobs, source.reading(chunk), make, &mut sink);
    sink.finish()
}

/// The names of a slice.
#[derive(Default)]
struct SliceNames {
    names: PlayerNames,
    games: u64,
}

struct NamesWorker {
    chooser: Option<Box<dyn Chooser>>,
    given: ReadingHints,
    record: Record,
}

impl Worker for NamesWorker {
    type Out = SliceNames;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (SliceNames, Rest) {
        let mut found = SliceNames::default();
        let mut chosen = Chosen { chooser: self.chooser.as_mut(), slice, games: &mut found };
        let rest = games::read(slice, &mut self.record, self.given, &mut chosen, share);
        (found, rest)
    }
}

impl Games for SliceNames {
    fn game(&mut self, game: &Game<'_>) {
        self.games += 1;
        let cells = TagCells::read(game.text.bytes, game.record, game.text.encoding);
        let ([first, second], [first_id, second_id]) = (cells.players(), cells.fide_ids());
        let year = cells.year();
        let (first, second) = (first.as_deref().unwrap_or_default(), second.as_deref().unwrap_or_default());
        for (name, opponent, fide) in [(first, second, first_id), (second, first, second_id)] {
            if !name.is_empty() {
                self.names.add(PlayerTags { name, opponent, fide, year });
            }
        }
    }

    fn passed_over(&mut self) {
        self.games += 1;
    }

    fn panicked(&mut self) {
        self.games += 1;
    }
}

struct NamesSink {
    bar: Bar,
    names: PlayerNames,
    folders: Folders,
    path: String,
    games: u64,
    file_games: u64,
    failed: bool,
    quiet: bool,
}

impl NamesSink {
    fn print_message(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    fn finish(mut self) -> Exit {
        self.bar.finish();
        for line in self.folders.lines() {
            self.failed = true;
            self.print_message(&line);
        }
        let proposals = self.names.proposals();
        let mut out = Output::new();
        out.write_bytes(&self.table(&proposals));
        if let Some(error) = out.failure() {
            return report_unwritten("to standard output", &error);
        }
        if self.names.left_out() > 0 {
            let tags = format_thousands(self.names.left_out());
            self.print_message(&format!(
                "warning: there are too many names: those in {tags} tags were not compared; --memory makes room for more"
            ));
        }
        if !self.quiet && (self.games > 0 || !self.failed) {
            let line = format!(
                "{} proposed in {}",
                count(proposals.len() as u64, "spelling", "spellings"),
                count(self.games, "game", "games")
            );
            report_error(&line, Exit::Clean);
        }
        if self.failed { Exit::Operation } else { Exit::Clean }
    }

    /// `from` and `to` as `convert --names` reads them, and what speaks for it.
    fn table(&self, proposals: &[Proposal]) -> Vec<u8> {
        let mut rows = Vec::new();
        push_csv_row(&mut rows, ["from", "to", "from_games", "to_games", "from_years", "to_years", "why"]);
        for Proposal { from, to, why } in proposals {
            let player = |name: &str| self.names.player(name).cloned().unwrap_or_default();
            let (one, other) = (player(from), player(to));
            let years =
                |years: Option<(u16, u16)>| years.map(|(first, last)| format!("{first}-{last}")).unwrap_or_default();
            let games = [one.games, other.games].map(|games| games.to_string());
            push_csv_row(&mut rows, [from, to, &games[0], &games[1], &years(one.years), &years(other.years), *why]);
        }
        rows
    }
}

impl Sink<SliceNames> for NamesSink {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        self.folders.begin(&met);
        self.file_games = 0;
        self.bar.begin(&self.path, progress);
    }

    fn slice(&mut self, _: &Slice, found: SliceNames) {
        self.names.absorb(found.names);
        self.games += found.games;
        self.file_games += found.games;
        self.bar.update(self.games, 0);
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        if let Some(error) = error {
            self.print_message(
                &file_messages::unread(&self.path, &error, self.file_games, file_messages::Done::Read).to_string(),
            );
            self.failed = true;
            self.folders.broken();
        } else {
            let (line, failed) = self.folders.end_plainly(&self.path, self.file_games, self.quiet);
            self.failed |= failed;
            line.iter().for_each(|line| self.print_message(line));
        }
        if changed {
            self.print_message(&file_messages::changed(&self.path).to_string());
        }
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        self.print_message(
            &file_messages::unread(&shown_path(&failure.path), &failure.error, 0, file_messages::Done::Read)
                .to_string(),
        );
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        false
    }
}
