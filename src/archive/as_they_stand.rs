//! Games that are written as they stand in their files: byte for byte, with what belongs to them, and a blank line between them
//! where none is. Not for which games they are.

use std::io::Write;
use std::path::Path;

use super::disk::{Refusal, Route};
use super::kept::Kept;

/// Which of the games that are chosen are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    /// Not the first so many.
    pub skip: u64,
    /// No more than so many of the others.
    pub first: Option<u64>,
}

/// Writes games, or keeps them until all are known.
pub struct AsTheyStand<O> {
    pub route: Route<O>,
    kept: Option<Kept>,
    window: Window,
    chosen: u64,
    /// The value of the last game of the file so far, if it was written: what follows it belongs to it.
    last: Option<String>,
    /// The value of a game that was written and does not end with a blank line, and what is missing.
    open_end: Option<(String, &'static [u8])>,
}

/// What must stand between a game and the next one, where no blank line ends it.
fn gap_after(text: &[u8]) -> Option<&'static [u8]> {
    match text {
        [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => None,
        [.., b'\n'] => Some(b"\n"),
        _ => Some(b"\n\n"),
    }
}

impl<O: Write> AsTheyStand<O> {
    /// Games for that route; with `kept` they are written in the end.
    pub fn new(route: Route<O>, kept: Option<Kept>, window: Window) -> Self {
        Self { route, kept, window, chosen: 0, last: None, open_end: None }
    }

    pub fn begin(&mut self, path: &Path) {
        self.last = None;
        self.route.begin(path);
    }

    /// Counts a game that is chosen: whether it is to be written; nothing where no more are asked for.
    pub fn wants(&mut self) -> Option<bool> {
        let number = self.chosen;
        let Window { skip, first } = self.window;
        if self.kept.is_none() && first.is_some_and(|first| number >= skip.saturating_add(first)) {
            return None;
        }
        self.chosen += 1;
        Some(self.kept.is_some() || number >= skip)
    }

    /// Games that were asked for so far.
    pub const fn written(&self) -> u64 {
        self.chosen.saturating_sub(self.window.skip)
    }

    /// What follows belongs to none that is written.
    pub fn part(&mut self) {
        self.last = None;
    }

    /// Adds a game, with the bytes by whose order games are sorted and the value by which they are split.
    ///
    /// # Errors
    /// Why it is not written.
    pub fn add(&mut self, text: &[u8], order: Vec<u8>, value: String) -> Result<(), Refusal> {
        let Some(kept) = &mut self.kept else { return self.write(text, value) };
        kept.add(text, order, value.clone()).map_err(Refusal::Temporary)?;
        self.last = Some(value);
        Ok(())
    }

    fn write(&mut self, text: &[u8], value: String) -> Result<(), Refusal> {
        if let Some((before, gap)) = self.open_end.take() {
            self.route.rest_of_game(gap, &before)?;
        }
        self.route.game(text, &value)?;
        self.last = Some(value);
        Ok(())
    }

    /// Adds what belongs to the last game of the file so far.
    ///
    /// # Errors
    /// Why it is not written.
    pub fn add_rest(&mut self, text: &[u8]) -> Result<(), Refusal> {
        let Some(value) = self.last.as_ref().filter(|_| !text.is_empty()) else { return Ok(()) };
        match &mut self.kept {
            Some(kept) => kept.rest_of_last(text).map_err(Refusal::Temporary),
            None => self.route.rest_of_game(text, value),
        }
    }

    /// The file ends with that text.
    pub fn end_text(&mut self, text: &[u8]) {
        // Games that wait are written apart, and each input of a folder has a file of its own.
        let apart = self.kept.is_some() || self.route.has_files_of_inputs();
        self.open_end = self.last.take().filter(|_| !apart).zip(gap_after(text));
    }

    /// Writes the games that were kept.
    ///
    /// # Errors
    /// Why they are not written.
    pub fn write_kept(&mut self) -> Result<(), Refusal> {
        let Some(kept) = self.kept.take() else { return Ok(()) };
        let mut refusal = None;
        let given = kept.each(self.window.skip, self.window.first, |text, value| {
            // It no longer stands among its neighbours.
            let gap = gap_after(text);
            refusal = self.write(text, value.clone()).err();
            self.open_end = gap.map(|gap| (value, gap));
            refusal.is_none()
        });
        // Those that are not asked for were counted, too.
        self.chosen = given.map_err(Refusal::Temporary)? + self.window.skip;
        refusal.map_or(Ok(()), Err)
    }
}
