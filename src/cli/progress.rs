//! The progress bar: on standard error, when that is a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::archive::Progress;
use crate::report::format_thousands;

/// A bar of bytes, with games a second and findings so far.
pub(super) struct Bar {
    bar: ProgressBar,
    progress: Option<Progress>,
    start: Instant,
    name: String,
}

impl Bar {
    /// A bar, or a hidden one.
    pub(super) fn new(quiet: bool) -> Self {
        let shown = !quiet && stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) =
            ProgressStyle::with_template("{prefix}  {bar:26}  {percent:>3} %  {bytes}/{total_bytes}  {msg}  {eta} left")
        {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self { bar, progress: None, start: Instant::now(), name: String::new() }
    }

    /// A file begins.
    pub(super) fn begin(&mut self, name: &str, progress: Progress) {
        if self.bar.is_hidden() {
            return;
        }
        name.clone_into(&mut self.name);
        let short: String = name.chars().rev().take(32).collect::<Vec<_>>().into_iter().rev().collect();
        self.bar.set_prefix(short);
        self.bar.set_length(progress.size.unwrap_or(0));
        self.progress = Some(progress);
    }

    /// Some more was judged.
    pub(super) fn update(&self, games: u64, findings: u64) {
        let Some(progress) = &self.progress else { return };
        if self.start.elapsed() < Duration::from_millis(500) {
            return;
        }
        self.bar.set_position(progress.consumed.load(Ordering::Relaxed));
        let rate = games as f64 / self.start.elapsed().as_secs_f64().max(0.001);
        let found =
            if findings == 1 { "1 finding".to_owned() } else { format!("{} findings", format_thousands(findings)) };
        self.bar.set_message(format!("{} games/s  {found}", format_thousands(rate as u64)));
    }

    /// Runs something that prints, with the bar out of the way.
    pub(super) fn with_bar_hidden(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
