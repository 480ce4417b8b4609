//! `fix --book`: reads the games of an archive as evidence for repairs. Not for weighing evidence.

use super::Exit;
use super::fix_args::{FixArgs, FixPlan};
use super::run::{Expects, Handler, Run, Sources};
use super::standard::report_error;
use partie_fix::{SoundGames, Witness};
use partie_input::Slice;
use partie_record::count;
use partie_repair::KnownPositions;
use partie_replay::game_worker::SliceOut;

/// Reads the games of the archive, and reports their number.
///
/// # Errors
/// The exit status after an error that was already reported.
pub(super) fn read_book(args: &FixArgs, plan: &FixPlan) -> Result<KnownPositions, Exit> {
    let sources = Sources::new(&args.book, &plan.source, &args.run);
    let sources = Sources { expects: Expects::InNamed, ..sources };
    let mut gathering = Gathering { known: KnownPositions::default(), sound: 0 };
    let run = sources.run(|| Witness::worker(&plan.fixing), &mut gathering);
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
        let sound = count(sound, "sound game", "sound games");
        let more = if full { "; that is as many as are kept, and the rest is left out" } else { "" };
        let games = count(run.games, "game", "games");
        report_error(&format!("book: {positions} of {sound} among {games}{more}"), Exit::Clean);
    }
    Ok(known)
}

/// Collects the positions of all slices.
struct Gathering {
    known: KnownPositions,
    sound: u64,
}

impl Handler<SoundGames> for Gathering {
    fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<SoundGames>) {
        self.known.add(&out.made.keys);
        self.sound += out.made.games;
    }

    fn stopped(&self) -> bool {
        self.known.is_full()
    }
}
