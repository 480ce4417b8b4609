//! Writes selected games byte for byte, each with the text that follows it in its file. Adds a blank line between two
//! games if it is missing. Not for selecting the games.

use std::io::Write;
use std::path::Path;

use super::disk::{Refusal, Route};
use super::kept::Kept;

/// The range of the selected games that is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    /// Number of games skipped at the beginning.
    pub skip: u64,
    /// Maximum number of games written after the skipped ones; `None` for no limit.
    pub first: Option<u64>,
}

/// Writes games at once, or keeps them until all inputs are read.
pub struct AsTheyStand<O> {
    pub route: Route<O>,
    kept: Option<Kept>,
    window: Window,
    chosen: u64,
    /// The value by which the file's last game is split, if it was written or kept. Later text belongs to that game.
    last: Option<String>,
    /// The split value of a written game that does not end with a blank line, and the missing line ends.
    open_end: Option<(String, &'static [u8])>,
}

/// Line ends that are missing between a text and the next game; `None` if it ends with a blank line.
fn gap_after(text: &[u8]) -> Option<&'static [u8]> {
    match text {
        [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => None,
        [.., b'\n'] => Some(b"\n"),
        _ => Some(b"\n\n"),
    }
}

impl<O: Write> AsTheyStand<O> {
    /// Writes games to `route`; with `kept`, only [`Self::write_kept`] writes them.
    pub fn new(route: Route<O>, kept: Option<Kept>, window: Window) -> Self {
        Self { route, kept, window, chosen: 0, last: None, open_end: None }
    }

    pub fn begin(&mut self, path: &Path) {
        self.last = None;
        self.route.begin(path);
    }

    /// Counts a selected game. True to write or keep it, false if the window skips it; `None` after the window.
    pub fn wants(&mut self) -> Option<bool> {
        let number = self.chosen;
        let Window { skip, first } = self.window;
        if self.kept.is_none() && first.is_some_and(|first| number >= skip.saturating_add(first)) {
            return None;
        }
        self.chosen += 1;
        Some(self.kept.is_some() || number >= skip)
    }

    /// Number of selected games after the skipped ones.
    pub const fn written(&self) -> u64 {
        self.chosen.saturating_sub(self.window.skip)
    }

    /// Forgets the last game, so that the text that follows is not written.
    pub fn part(&mut self) {
        self.last = None;
    }

    /// Adds a game, with its sort key `order` and the value by which games are split.
    ///
    /// # Errors
    /// The game cannot be written or kept.
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

    /// Adds text that belongs to the last game of the current file.
    ///
    /// # Errors
    /// The text cannot be written or kept.
    pub fn add_rest(&mut self, text: &[u8]) -> Result<(), Refusal> {
        let Some(value) = self.last.as_ref().filter(|_| !text.is_empty()) else { return Ok(()) };
        match &mut self.kept {
            Some(kept) => kept.rest_of_last(text).map_err(Refusal::Temporary),
            None => self.route.rest_of_game(text, value),
        }
    }

    /// Ends a file with its last text, and remembers the gap before the next file's first game.
    pub fn end_text(&mut self, text: &[u8]) {
        // Kept games get their gaps when they are written; in a folder, each input has its own file.
        let apart = self.kept.is_some() || self.route.has_files_of_inputs();
        self.open_end = self.last.take().filter(|_| !apart).zip(gap_after(text));
    }

    /// Writes the games that were kept.
    ///
    /// # Errors
    /// The games cannot be written, or a temporary file cannot be read.
    pub fn write_kept(&mut self) -> Result<(), Refusal> {
        let Some(kept) = self.kept.take() else { return Ok(()) };
        let mut refusal = None;
        let given = kept.each(self.window.skip, self.window.first, |text, value| {
            // The source file's own gap is unusable here: the next game written may come from elsewhere.
            let gap = gap_after(text);
            refusal = self.write(text, value.clone()).err();
            self.open_end = gap.map(|gap| (value, gap));
            refusal.is_none()
        });
        // `written` subtracts the skipped games.
        self.chosen = given.map_err(Refusal::Temporary)? + self.window.skip;
        refusal.map_or(Ok(()), Err)
    }
}
