//! `fix --copies`: reads other records of the games to be repaired. Not for comparing records.

use std::sync::Arc;

use super::Exit;
use super::fix_args::{FixArgs, FixPlan};
use super::run::{Expects, Handler, Run, Sources};
use super::standard::report_error;
use partie_archive::WalkEntry;
use partie_fix::{CopiesOfSlice, CopyReader};
use partie_input::{Slice, Stored};
use partie_record::count;
use partie_replay::copies::CopyIndex;
use partie_replay::game_worker::SliceOut;

/// Maximum records that are named as left out.
const MAX_SHOWN: usize = 3;

/// Reads the copies, and reports copies that are left out.
///
/// # Errors
/// The exit status after an error that was already reported.
pub(super) fn read_copies(args: &FixArgs, plan: &FixPlan) -> Result<CopyIndex, Exit> {
    let sources = Sources::new(&args.copies, &plan.source, &args.run);
    let sources = Sources { expects: Expects::InNamed, ..sources };
    let mut gathering = Gathering { index: CopyIndex::default(), lines: 0 };
    let run = sources.run(|| CopyReader::worker(&plan.fixing), &mut gathering);
    let mut index = gathering.index;
    match run.exit(Exit::Clean) {
        Exit::Clean => {}
        exit => return Err(exit),
    }
    index.settle();
    if index.is_full() {
        let kept = count(index.count() as u64, "game", "games");
        report_error(&format!("copies: {kept}; that is as many as are kept, and the rest is left out"), Exit::Clean);
    }
    Ok(index)
}

/// A warning about copies that match no game of the inputs, and so are not in the merged output.
pub(super) fn left_out(index: &CopyIndex) -> Option<String> {
    let places: Vec<String> = index.unpaired().map(ToString::to_string).collect();
    let shown = places.iter().take(MAX_SHOWN).cloned().collect::<Vec<_>>().join(", ");
    let more = places.len().saturating_sub(MAX_SHOWN);
    let more = if more > 0 { format!(" and {}", count(more as u64, "other", "others")) } else { String::new() };
    let games = count(places.len() as u64, "game of the copies is", "games of the copies are");
    (!places.is_empty()).then(|| format!("warning: {games} not in the output, as no input has it: {shown}{more}"))
}

/// Collects the copies in all slices.
struct Gathering {
    index: CopyIndex,
    /// Lines of the current file before the current slice.
    lines: u64,
}

impl Handler<CopiesOfSlice> for Gathering {
    fn begin(&mut self, _: &mut Run, _: &WalkEntry, _: Stored) {
        self.lines = 0;
    }

    fn slice(&mut self, run: &mut Run, _: &Slice, out: SliceOut<CopiesOfSlice>) {
        for copy in out.made.copies {
            self.index.add(copy.placed(&Arc::clone(&run.path), run.file_games, self.lines));
        }
        self.lines += out.made.lines;
    }

    fn stopped(&self) -> bool {
        self.index.is_full()
    }
}
