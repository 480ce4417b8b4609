//! The progress bar on standard error, if that is a terminal. Not for estimating passes (see
//! [`partie_archive::passes`]).

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::standard::error_columns;
use partie_archive::Progress;
use partie_archive::passes::{Pass, short_duration, time_left};
use partie_input::Stored;
use partie_record::{count_with_zero, format_thousands};

/// Length of a bar that covers several passes.
const STEPS: f64 = 10_000.0;

/// A progress bar over bytes, with games per second and findings so far.
pub(super) struct Bar {
    bar: ProgressBar,
    progress: Option<Progress>,
    start: Instant,
    name: String,
    pass: Option<Pass>,
    /// Bytes of the pass before the current file; `begun` is the share of the work that earlier runs did.
    before: u64,
    begun: f64,
}

fn set_template(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
}

impl Bar {
    /// A progress bar, hidden if `quiet` or without a terminal. With `pass`, it covers all passes of the run.
    pub(super) fn of(quiet: bool, pass: Option<Pass>) -> Self {
        let can_draw = std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
        let shown = !quiet && can_draw && stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        // Shows nothing until the first file sets a template.
        let bar = ProgressBar::with_draw_target(None, target);
        set_template(&bar, "{msg}");
        Self {
            bar,
            progress: None,
            start: Instant::now(),
            name: String::new(),
            pass,
            before: 0,
            begun: pass.map_or(0.0, |pass| pass.from),
        }
    }

    pub(super) fn begin(&mut self, name: &str, progress: Progress) {
        if self.bar.is_hidden() {
            return;
        }
        name.clone_into(&mut self.name);
        // Drops the bar below 130 columns, and the name below 80.
        let (letters, share, bytes) = match error_columns().unwrap_or(usize::MAX) {
            0..80 => (0, "{percent:>3} %", ""),
            80..130 => (16, "{prefix}  {percent:>3} %", ""),
            _ => (32, "{prefix}  {bar:16}  {percent:>3} %", "  {bytes}/{total_bytes}"),
        };
        let short: String = name.chars().rev().take(letters).collect::<Vec<_>>().into_iter().rev().collect();
        match (self.pass, progress.size) {
            (Some(_), _) => {
                self.bar.set_length(STEPS as u64);
                set_template(&self.bar, &format!("{share}  {{msg}}"));
            }
            (None, Some(size)) if size > 0 => {
                self.bar.set_position(progress.consumed.load(Ordering::Relaxed));
                self.bar.set_length(size);
                set_template(&self.bar, &format!("{share}{bytes}  {{msg}}  {{eta}} left"));
            }
            // A stream has no size, so its share is unknown.
            (None, _) => {
                self.bar.set_position(progress.consumed.load(Ordering::Relaxed));
                self.bar.unset_length();
                set_template(&self.bar, if letters == 0 { "{bytes}  {msg}" } else { "{prefix}  {bytes}  {msg}" });
            }
        }
        self.bar.set_prefix(short);
        // Members of an archive share a counter, so only a new counter ends a file.
        let ended = self.progress.as_ref().filter(|last| !Arc::ptr_eq(&last.consumed, &progress.consumed));
        self.before += ended.and_then(|last| last.size).unwrap_or(0);
        self.progress = Some(progress);
    }

    /// Counts bytes of the pass that an earlier run read as done.
    pub(super) fn skip(&mut self, bytes: u64) {
        self.begun = self.pass.map_or(0.0, |pass| pass.done(bytes));
    }

    /// Begins the next pass, of which `part` (bytes or steps) is already done.
    pub(super) fn enter(&mut self, pass: Pass, part: u64) {
        self.pass = Some(pass);
        let consumed = Arc::new(AtomicU64::new(part));
        self.before = 0;
        self.progress = Some(Progress { size: None, consumed, stored: Stored::Plain });
    }

    pub(super) fn update(&self, games: u64, findings: u64) {
        let Some(progress) = &self.progress else { return };
        let took = self.start.elapsed();
        if took < Duration::from_millis(500) {
            return;
        }
        let consumed = progress.consumed.load(Ordering::Relaxed);
        let rate = games as f64 / took.as_secs_f64().max(0.001);
        let found = count_with_zero(findings, "finding", "findings");
        let message = format!("{} games/s  {found}", format_thousands(rate as u64));
        let Some(pass) = self.pass else {
            self.bar.set_position(consumed);
            return self.bar.set_message(message);
        };
        let done = pass.done(self.before + consumed);
        self.bar.set_position((done * STEPS) as u64);
        let left = time_left(self.begun, done, took).map(|left| format!("  {} left", short_duration(left)));
        self.bar.set_message(format!("{}  {message}{}", pass.name, left.unwrap_or_default()));
    }

    /// Hides the bar while `print` runs.
    pub(super) fn with_bar_hidden(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
