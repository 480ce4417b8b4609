//! The proof sheet of a book: its print next to the recognized moves, line by line, with the board at the cursor.
//!
//! [`proof_worker`] makes the HTML of the games of a slice, and [`page`] the rest. Replay interprets the moves. It
//! continues after an unreadable one if the rest of the game determines it.

mod reading;
mod sheet;

pub use sheet::{Place, Section, page};

use self::reading::Readings;
use self::sheet::SheetGame;
use partie_record::finding::Severity;
use partie_repair::Effort;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{Game, ReadingHints};
use partie_replay::{Options, Replayer, Wanted};

/// The part of a slice in the sheet.
#[derive(Debug, Default)]
pub struct Proof {
    pub sections: Vec<Section>,
    pub plies: u64,
    /// Approximate bytes of the sections.
    kept: usize,
}

/// Replays games for the sheet.
#[derive(Debug)]
pub struct ProofReader {
    replayer: Replayer,
    options: Options,
}

/// A worker with options for reading and judging.
pub fn proof_worker(options: Options, given: ReadingHints) -> GameWorker<ProofReader> {
    let options = Options { assume: true, search: Effort::BRIEF, ..options };
    let replayer = Replayer::new(options.clone(), Wanted::default());
    GameWorker::new(ProofReader { replayer, options }, given, None)
}

impl Games for ProofReader {
    type Out = Proof;

    fn game(&mut self, game: &Game<'_>, proof: &mut Proof) {
        let mut readings = Readings::default();
        let replayed = self.replayer.replay_to(game.text, game.record, game.plain, &mut readings);
        let findings = &mut self.replayer.collector.findings;
        findings.retain(|finding| finding.severity != Severity::Info);
        findings.sort_by_key(|finding| finding.span.from);
        let shown = SheetGame {
            game,
            line: game.slice.line + game.lines_before(game.record.span) + 1,
            replayed: &replayed,
            readings: &readings.moves,
            findings,
        };
        proof.kept += shown.bytes();
        proof.sections.push(sheet::section(&shown));
        proof.plies += u64::from(replayed.plies);
    }

    fn kept(&mut self, proof: &Proof) -> usize {
        proof.kept
    }

    fn panicked(&mut self, proof: &mut Proof) {
        proof.sections.push(Section::default());
        self.replayer = Replayer::new(self.options.clone(), Wanted::default());
    }
}
