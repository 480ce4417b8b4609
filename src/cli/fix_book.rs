//! `fix --book`: the games of an archive as evidence for repairs. Not for what of a game is evidence.

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_work::FixPlan;
use super::run::{Expects, Handler, Run, Sources};
use super::standard::report_error;
use partie_input::{Rest, Slice};
use partie_mend::Witness;
use partie_record::{count, format_thousands};
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::Game;
use partie_replay::repair::KnownPositions;

/// Reads the games that are evidence, and says what they are.
///
/// # Errors
/// Something cannot be read: it was said.
pub(super) fn read(args: &FixArgs, plan: &FixPlan) -> Result<KnownPositions, Exit> {
    let sources = Sources::new(&args.book, &plan.source, &args.threads, &args.reading);
    let sources = Sources { expects: Expects::InNamed, ..sources };
    let make = || GameWorker::new(Opener { witness: Witness::new(&plan.mend.options) }, plan.mend.given, None);
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

/// Reads games.
struct Opener {
    witness: Witness,
}

impl Games for Opener {
    type Out = Opened;

    fn game(&mut self, game: &Game<'_>, opened: &mut Opened) {
        if let Some(mut keys) = self.witness.positions(game) {
            opened.sound += 1;
            opened.keys.append(&mut keys);
        }
    }

    fn kept(&mut self, opened: &Opened) -> usize {
        opened.keys.len() * size_of::<u64>()
    }

    fn panicked(&mut self, _: &mut Opened) {
        self.witness.renew();
    }

    fn end(&mut self, _: &Slice, _: Rest, opened: &mut Opened) {
        opened.keys.sort_unstable();
        opened.keys.dedup();
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
