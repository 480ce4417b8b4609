//! Changes files for `fix`, and reports files that stay unchanged. Not for choosing the edits.

use partie_archive::disk::{Rewriter, Rewritten, Unchanged};
use partie_archive::file_messages::{self, FileMessage};

use super::output::Output;
use super::run::Run;

/// Standard output, and the files that are changed.
pub(super) struct FixFiles {
    pub(super) out: Output,
    pub(super) rewriter: Rewriter,
    /// Number of written edits; `replaced` is the number of files that were replaced or written.
    pub(super) edits: u64,
    pub(super) replaced: u64,
}

impl FixFiles {
    pub(super) fn new(rewriter: Rewriter) -> Self {
        Self { out: Output::new(), rewriter, edits: 0, replaced: 0 }
    }

    /// Prints a line on standard error, after flushing the output.
    pub(super) fn say(&mut self, run: &Run, line: &str) {
        run.bar.with_bar_hidden(|| self.out.flush());
        run.say(line);
    }

    /// Reports an error of writing the current file; true without an error.
    pub(super) fn check(&mut self, run: &mut Run, done: Result<(), Unchanged>) -> bool {
        let line = match done {
            Ok(()) => return true,
            Err(Unchanged::System(unwritten)) => unwritten.to_string(),
            Err(Unchanged::Changed) => file_messages::changed_source(&run.path).to_string(),
            Err(Unchanged::Because(why)) => why,
        };
        self.give_up(run);
        self.say(run, &line);
        false
    }

    /// Leaves the current file unchanged.
    pub(super) fn give_up(&mut self, run: &mut Run) {
        run.failed = true;
        let unsettled = self.rewriter.give_up();
        self.unsettled(run, unsettled);
    }

    /// Reports an error of the log.
    fn unsettled(&mut self, run: &mut Run, said: Option<FileMessage>) {
        if let Some(said) = said {
            run.failed = true;
            self.say(run, &said.to_string());
        }
    }

    /// Replaces the current file, and reports the result.
    pub(super) fn commit(&mut self, run: &mut Run) {
        let done = self.rewriter.commit();
        self.rewritten(run, done);
    }

    /// Gives the single output file its final name, and reports the result.
    pub(super) fn finish(&mut self, run: &mut Run) {
        let done = self.rewriter.finish();
        self.rewritten(run, done);
    }

    fn rewritten(&mut self, run: &mut Run, done: Result<Option<Rewritten>, Unchanged>) {
        match done {
            Ok(None) => {}
            Ok(Some(Rewritten { edits, notes, unsettled })) => {
                notes.iter().for_each(|line| self.say(run, line));
                self.unsettled(run, unsettled);
                self.edits += edits;
                self.replaced += 1;
            }
            Err(why) => {
                self.check(run, Err(why));
            }
        }
    }
}
