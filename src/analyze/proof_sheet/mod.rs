//! The proof sheet of a book: its print and what was read of it, line by line, with the board at the cursor.
//!
//! [`ProofReader`] makes the HTML of the games of a slice, [`page`] what stands around them. Not for deciding what is
//! read: replay does, and goes on behind what it cannot read where the rest of the game says how.

mod look;
mod reading;
mod sheet;

pub use look::HEAD;
pub use sheet::{Place, Section, page};

use self::reading::Readings;
use self::sheet::SheetGame;
use partie_archive::Worker;
use partie_input::{Rest, Share, Slice};
use partie_record::Record;
use partie_record::finding::Severity;
use partie_record::span::count_lines;
use partie_replay::games::{self, Game, Games, ReadingHints};
use partie_replay::repair::Effort;
use partie_replay::{Options, Replayer, Wanted};

/// What a slice adds to the sheet.
#[derive(Debug, Default)]
pub struct Proof {
    /// Its games.
    pub sections: Vec<Section>,
    /// Plies that were read.
    pub plies: u64,
    /// Whether an internal error was met.
    pub panicked: bool,
}

/// Reads the games of slices for the sheet.
#[derive(Debug)]
pub struct ProofReader {
    replayer: Replayer,
    options: Options,
    given: ReadingHints,
    record: Record,
}

impl ProofReader {
    /// With the options of reading and judging.
    pub fn new(options: Options, given: ReadingHints) -> Self {
        let options = Options { assume: true, search: Effort::BRIEF, ..options };
        let replayer = Replayer::new(options.clone(), Wanted::default());
        Self { replayer, options, given, record: Record::default() }
    }
}

impl Worker for ProofReader {
    type Out = Proof;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Proof, Rest) {
        let mut proof = Proof::default();
        let mut record = std::mem::take(&mut self.record);
        let given = self.given;
        let rest = games::read(
            slice,
            &mut record,
            given,
            &mut OfSlice { reader: self, slice, proof: &mut proof, kept: 0 },
            share,
        );
        self.record = record;
        (proof, rest)
    }
}

/// A reader with what it makes of the slice at hand.
struct OfSlice<'a> {
    reader: &'a mut ProofReader,
    slice: &'a Slice,
    proof: &'a mut Proof,
    kept: usize,
}

impl Games for OfSlice<'_> {
    fn game(&mut self, game: &Game<'_>) {
        let mut readings = Readings::default();
        let replayed = self.reader.replayer.replay_to(game.text, game.record, game.plain, &mut readings);
        let findings = &mut self.reader.replayer.collector.findings;
        findings.retain(|finding| finding.severity != Severity::Info);
        findings.sort_by_key(|finding| finding.span.from);
        let start = game.record.place(game.record.span).from as usize;
        let shown = SheetGame {
            game,
            line: self.slice.line + count_lines(&self.slice.bytes[..start]) + 1,
            replayed: &replayed,
            readings: &readings.moves,
            findings,
        };
        self.kept += shown.bytes();
        self.proof.sections.push(sheet::section(&shown));
        self.proof.plies += u64::from(replayed.plies);
    }

    fn kept(&mut self) -> usize {
        self.kept
    }

    fn panicked(&mut self) {
        self.proof.panicked = true;
        self.proof.sections.push(Section::default());
        self.reader.replayer = Replayer::new(self.reader.options.clone(), Wanted::default());
    }
}
