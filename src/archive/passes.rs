//! The progress of a run that reads its inputs several times, and the time left. Not for displaying it.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The size of this pass: bytes to be read, or steps.
    size: u64,
    /// Where the pass begins in the whole run, from 0 to 1; `to` is where it ends.
    pub from: f64,
    to: f64,
    pub name: &'static str,
}

impl Pass {
    /// Makes consecutive passes from names, sizes and relative durations.
    pub fn all<const N: usize>(passes: [(&'static str, u64, f64); N]) -> [Self; N] {
        let whole: f64 = passes.iter().map(|(.., time)| time).sum();
        let mut at = 0.0;
        passes.map(|(name, size, time)| {
            let from = at;
            at += time / whole;
            Self { size, from, to: at, name }
        })
    }

    /// The share of the whole run that is done after `part` of this pass, from 0 to 1.
    pub fn done(self, part: u64) -> f64 {
        let share = if self.size == 0 { 0.0 } else { (part as f64 / self.size as f64).min(1.0) };
        self.from + (self.to - self.from) * share
    }
}

/// The time left, if the run took `took` from the share `begun` to the share `now`; `None` without progress.
pub fn time_left(begun: f64, now: f64, took: Duration) -> Option<Duration> {
    Duration::try_from_secs_f64(took.as_secs_f64() * (1.0 - now).max(0.0) / (now - begun)).ok()
}

/// A duration with at most two units: `7s`, `2m 5s`, `3h 20m`.
pub fn short_duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..60 => format!("{seconds}s"),
        seconds @ 60..3600 => format!("{}m {}s", seconds / 60, seconds % 60),
        seconds => format!("{}h {}m", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_left_for_all_passes() {
        let seconds = |begun, now, took| {
            time_left(begun, now, Duration::from_secs(took)).map(|left| left.as_secs_f64().round() as u64)
        };
        // 14 s, 8 s, and 2 s.
        let [first, second, third] = Pass::all([("a", 1400, 7.0), ("b", 1400, 4.0), ("c", 2, 1.0)]);
        assert_eq!(seconds(first.from, first.done(700), 7), Some(17));
        assert_eq!(seconds(first.from, first.done(1400), 14), Some(10));
        assert_eq!(seconds(second.from, second.done(700), 4), Some(6));
        assert_eq!(seconds(second.from, third.done(1), 9), Some(1));
        assert_eq!(seconds(first.from, third.done(2), 24), Some(0));
        // An earlier run did half of it.
        assert_eq!(seconds(first.done(700), first.done(1400), 7), Some(10));
        assert_eq!(seconds(first.from, first.done(0), 1), None);
        assert!((first.done(1400) - second.done(0)).abs() < 1e-9 && third.done(5000) > 0.999);
        let times = [59, 125, 12_000].map(|seconds| short_duration(Duration::from_secs(seconds)));
        assert_eq!(times, ["59s", "2m 5s", "3h 20m"]);
    }
}
