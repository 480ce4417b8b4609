//! Shows one repair after another in the terminal, and asks the user to decide. Not for writing the decisions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};

use anstream::ColorChoice;

use super::fix_decisions::Decisions;
use super::output::Output;
use crate::report::{TerminalStyle, question};
use partie_fix::{Alone, Decision, EditRow, RepairedGame, ReviewCounts, SliceEdit};
use partie_record::shown::shown_path;
use partie_repair::Repair;

/// Width of a question in columns, and maximum bytes of an answer.
const QUESTION_COLUMNS: usize = 100;
const MAX_ANSWER_BYTES: u64 = 4096;

const HELP: &str = "  y    write the first one
  1-9  write that one instead
  n    write nothing in this game
  s    leave the rest of this file as it is
  q    leave everything else as it is; what was taken so far is written
";

pub(super) struct Review {
    /// The reader of answers; `None` if only earlier decisions are used.
    answers: Option<Box<dyn BufRead>>,
    decisions: Option<Decisions>,
    /// Replays games whose earlier decision matches no proposed repair.
    alone: Alone,
    style: TerminalStyle,
    /// True if the rest of the current file is skipped; `quits` is true if the rest of all files is skipped.
    skips: bool,
    quits: bool,
    pub(super) counts: ReviewCounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Write a repair: 0 is the best repair; the others are numbered from 1.
    Take(usize),
    No,
    Skip,
    Quit,
}

/// The decision on a game.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// The repair to write, which is also shown if no questions are asked.
    pub(super) written: Option<Repair<SliceEdit>>,
    /// Messages to be printed.
    pub(super) messages: Vec<String>,
}

/// Opens standard input for answers, or the terminal if standard input is an input; `None` without a terminal.
pub(super) fn terminal(is_input: bool) -> Option<Box<dyn BufRead>> {
    if !io::stdout().is_terminal() {
        return None;
    }
    if is_input {
        let terminal = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
        return File::open(terminal).ok().map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead>);
    }
    io::stdin().is_terminal().then(|| Box::new(BufReader::new(io::stdin())) as Box<dyn BufRead>)
}

impl Review {
    pub(super) fn new(answers: Option<Box<dyn BufRead>>, decisions: Option<Decisions>, alone: Alone) -> Self {
        let colour = anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        Self {
            answers,
            decisions,
            alone,
            style: TerminalStyle { colour, width: QUESTION_COLUMNS },
            skips: false,
            quits: false,
            counts: ReviewCounts::default(),
        }
    }

    pub(super) const fn asks(&self) -> bool {
        self.answers.is_some()
    }

    pub(super) const fn has_quit(&self) -> bool {
        self.quits
    }

    pub(super) const fn begin_file(&mut self) {
        self.skips = false;
    }

    /// Messages about earlier decisions whose games were not found.
    pub(super) fn left(&mut self) -> Vec<String> {
        if self.quits {
            return Vec::new();
        }
        let left = self.decisions.as_mut().map(Decisions::left).unwrap_or_default();
        self.counts.unfit += left.len() as u64;
        left.iter().map(EditRow::unfit).collect()
    }

    /// Decides on a game, by an earlier decision or by a question.
    ///
    /// # Errors
    /// A decision cannot be saved; then no repair is written.
    pub(super) fn decide(&mut self, game: &RepairedGame<'_>, out: &mut Output) -> Result<Decided, (String, io::Error)> {
        let mut decided = Decided::default();
        let earlier = self.decisions.as_mut().and_then(|decisions| decisions.take(&game.place));
        if let Some(rows) = earlier {
            if rows.is_refused() {
                self.counts.refused += 1;
                return Ok(decided);
            }
            decided.written = rows.repair(&game.place, game.repairs, &mut self.alone);
            if decided.written.is_some() {
                return Ok(decided);
            }
            self.counts.unfit += rows.rows().len() as u64;
            decided.messages = rows.rows().iter().map(EditRow::unfit).collect();
        }
        let Some(best) = &game.repairs.best else {
            // A game without a repair needs no decision, but the user sees it.
            if self.asks() && !self.skips && !self.quits {
                out.write_lines(&question(game, self.style));
            }
            return Ok(decided);
        };
        match self.ask(game, out) {
            Some(Answer::Take(number)) => {
                let repair = number.checked_sub(1).and_then(|other| game.repairs.others.get(other)).unwrap_or(best);
                self.keep(game, &repair.edits, Decision::Yes)?;
                decided.written = Some(repair.clone());
            }
            Some(Answer::No) => {
                self.keep(game, &best.edits, Decision::No)?;
                self.counts.refused += 1;
            }
            Some(Answer::Skip) => {
                (self.skips, self.counts.undecided) = (true, self.counts.undecided + 1);
            }
            Some(Answer::Quit) => {
                (self.quits, self.counts.undecided) = (true, self.counts.undecided + 1);
            }
            None => self.counts.undecided += 1,
        }
        Ok(decided)
    }

    fn keep(
        &mut self,
        game: &RepairedGame<'_>,
        edits: &[SliceEdit],
        decision: Decision,
    ) -> Result<(), (String, io::Error)> {
        let Some(decisions) = &mut self.decisions else { return Ok(()) };
        let path = shown_path(&decisions.path);
        decisions.add(&game.place, edits, decision).map_err(|error| (path, error))
    }

    /// Shows the repairs of a game, and asks until the answer is valid; `None` if no questions are asked.
    fn ask(&mut self, game: &RepairedGame<'_>, out: &mut Output) -> Option<Answer> {
        if self.skips || self.quits {
            return None;
        }
        let answers = self.answers.as_mut()?;
        out.write_lines(&question(game, self.style));
        let numbers = match game.repairs.others.len() {
            0 => String::new(),
            1 => ", 1".to_owned(),
            most => format!(", 1-{most}"),
        };
        out.write("\n");
        loop {
            out.write(&format!("write it? [y, n{numbers}, s, q, ?] "));
            out.flush();
            let mut line = Vec::new();
            let read = io::Read::take(&mut *answers, MAX_ANSWER_BYTES).read_until(b'\n', &mut line);
            // Without further input, as after Ctrl-D, no decision is possible.
            if !matches!(read, Ok(1..)) || out.is_broken() {
                out.write("\n");
                return Some(Answer::Quit);
            }
            match String::from_utf8_lossy(&line).trim().to_lowercase().as_str() {
                "y" | "yes" => return Some(Answer::Take(0)),
                "n" | "no" => return Some(Answer::No),
                "s" | "skip" => return Some(Answer::Skip),
                "q" | "quit" => return Some(Answer::Quit),
                "?" | "h" | "help" => out.write(HELP),
                "" => {}
                number => match number.parse() {
                    Ok(number) if (1..=game.repairs.others.len()).contains(&number) => {
                        return Some(Answer::Take(number));
                    }
                    _ => out.write(&format!("  that is none of y, n{numbers}, s, q and ?\n")),
                },
            }
        }
    }
}
