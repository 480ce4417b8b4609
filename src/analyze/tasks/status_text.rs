//! Formats the progress of an output folder and the result of its verification.

use std::fmt::{self, Write as _};

use super::status::{State, Verified};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands, plural};

/// Maximum runs of consecutive numbers that are listed.
const MAX_LISTED_RUNS: usize = 20;

impl State {
    /// True if no task is left to run.
    pub fn is_done(&self) -> bool {
        self.missing.is_empty() && self.failed.is_empty()
    }

    /// The tasks that are missing or must run again, in ascending order.
    pub fn unfinished(&self) -> Vec<u64> {
        let mut tasks: Vec<u64> = self.missing.iter().chain(&self.failed).copied().collect();
        tasks.sort_unstable();
        tasks
    }
}

impl fmt::Display for State {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = self.tasks - self.missing.len() as u64;
        writeln!(to, "tasks         {} of {} done", format_thousands(done), format_thousands(self.tasks))?;
        if !self.missing.is_empty() {
            writeln!(to, "missing       {}", runs(&self.missing))?;
        }
        let [all, done] = self.bytes.map(format_thousands);
        writeln!(to, "bytes         {done} of {all} read")?;
        writeln!(to, "games         {}", format_thousands(self.games))?;
        if self.failures > 0 {
            let files = count(self.failures, "file", "files");
            let tasks = plural(self.failed.len() as u64, "task", "tasks");
            writeln!(to, "unreadable    {files}, of {tasks} {}; the next run tries again", runs(&self.failed))?;
        }
        for line in &self.reports {
            writeln!(to, "              {line}")?;
        }
        let joined = if self.joined { "yes" } else { "no" };
        writeln!(to, "joined        {joined}")?;
        if self.running {
            writeln!(to, "running       yes")?;
        }
        Ok(())
    }
}

impl Verified {
    /// Formats the number of intact parts as a line.
    pub fn sound_line(&self) -> String {
        format!("sound         {}\n", count(self.sound, "part", "parts"))
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.missing.is_empty() {
            writeln!(to, "missing       {}", runs(&self.missing))?;
        }
        if !self.seams.is_empty() {
            writeln!(to, "to be joined  {}", runs(&self.seams))?;
        }
        for (what, paths) in [("damaged", &self.damaged), ("stray", &self.strays)] {
            for path in paths {
                writeln!(to, "{what:<13} {}", shown_path(path))?;
            }
        }
        Ok(())
    }
}

/// Formats ascending numbers as `3, 5, 9-17`.
fn runs(numbers: &[u64]) -> String {
    let mut text = String::new();
    let followed = |pair: &u64, next: &u64| pair.checked_add(1) == Some(*next);
    for (index, run) in numbers.chunk_by(followed).enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if index == MAX_LISTED_RUNS {
            text.push_str("...");
            break;
        }
        let _ = match run {
            [one] => write!(text, "{one}"),
            [first, .., last] => write!(text, "{first}-{last}"),
            [] => Ok(()),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_short() {
        assert_eq!(runs(&[]), "");
        assert_eq!(runs(&[3, 5, 9, 10, 11]), "3, 5, 9-11");
        let odd: Vec<u64> = (0..1000).map(|number| number * 2 + 1).collect();
        assert!(runs(&odd).ends_with("37, 39, ..."), "{}", runs(&odd));
    }
}
