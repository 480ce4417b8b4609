//! Other games as evidence for repairs: the positions of their openings. Not for what they prove.

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_work::FixPlan;
use super::run::{Expects, Handler, Run, Sources};
use super::standard::report_error;
use partie_input::{Rest, Slice};
use partie_record::{Record, count, format_thousands};
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::Game;
use partie_replay::repair::{DEPTH, Effort, KnownPositions, keys_of_line};
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::Rules;

/// Reads the games that are evidence, and says what they are.
///
/// # Errors
/// Something cannot be read: it was said.
pub(super) fn read(args: &FixArgs, plan: &FixPlan) -> Result<KnownPositions, Exit> {
    let sources = Sources::new(&args.book, &plan.source, &args.threads, &args.reading);
    let sources = Sources { expects: Expects::InNamed, ..sources };
    let options = Options { moves_only: true, search: Effort::NONE, ..plan.options.clone() };
    let make = || {
        let replayer = Replayer::new(options.clone(), Wanted::default());
        GameWorker::new(Opener { replayer, options: options.clone() }, plan.source.given, None)
    };
    let mut gathering = Gathering { known: KnownPositions::default(), sound: 0 };
    let run = sources.run(make, &mut gathering);
    let Gathering { mut known, sound } = gathering;
    match run.exit(Exit::Clean) {
        Exit::Clean => {}
        exit => return Err(exit),
    }
    if sound == 0 {
        return Err(report_error("error: no game of the book can be evidence: none is sound", Exit::Operation));
    }
    known.settle();
    let full = known.is_full();
    if !run.quiet || full {
        let positions = count(known.count() as u64, "position", "positions");
        let sound = format_thousands(sound);
        let more = if full { "; that is as many as are kept, and the rest is left out" } else { "" };
        let games = count(run.games, "game", "games");
        report_error(&format!("book: {positions} of {sound} sound games among {games}{more}"), Exit::Clean);
    }
    Ok(known)
}

/// What a slice adds.
#[derive(Debug, Default)]
struct Opened {
    keys: Vec<u64>,
    sound: u64,
}

/// Replays games.
struct Opener {
    replayer: Replayer,
    options: Options,
}

impl Games for Opener {
    type Out = Opened;

    fn game(&mut self, game: &Game<'_>, opened: &mut Opened) {
        let mut first = FirstPositions::default();
        let replayed = self.replayer.replay_to(game.text, game.record, game.plain, &mut first);
        // A game that breaks would be evidence for its own fault.
        if replayed.status == Status::Ok {
            opened.sound += 1;
            opened.keys.append(&mut first.keys);
        }
    }

    fn kept(&mut self, opened: &Opened) -> usize {
        opened.keys.len() * size_of::<u64>()
    }

    fn panicked(&mut self, _: &mut Opened) {
        self.replayer = Replayer::new(self.options.clone(), Wanted::default());
    }

    fn end(&mut self, _: &Slice, _: Rest, opened: &mut Opened) {
        opened.keys.sort_unstable();
        opened.keys.dedup();
    }
}

/// The first positions of a main line.
#[derive(Default)]
struct FirstPositions {
    keys: Vec<u64>,
}

impl<G: Rules> ReplayVisitor<G> for FirstPositions {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, _: &G) {
        self.keys.clear();
        self.keys.reserve(DEPTH + 1);
    }

    fn end_game(&mut self, main: &Line<'_, G>) {
        self.keys.clear();
        keys_of_line(main.start, main.moves, &mut self.keys);
    }
}

/// Gathers the positions of all slices.
struct Gathering {
    known: KnownPositions,
    sound: u64,
}

impl Handler<Opened> for Gathering {
    fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<Opened>) {
        self.known.add(&out.made.keys);
        self.sound += out.made.sound;
    }

    fn stopped(&self) -> bool {
        self.known.is_full()
    }
}
