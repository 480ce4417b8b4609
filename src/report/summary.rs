//! Totals of a run, and numbers as people read them.

use crate::replay::Counts;

/// What was read and found.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Files that held a record.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Plies of main lines that were replayed.
    pub plies: u64,
    /// Games in which a player could have claimed a draw, with the intended move or having the move.
    pub claims: u64,
    /// Findings.
    pub counts: Counts,
}

/// A number with thousands marks.
pub fn format_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number and its noun in the right form.
pub fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{} {many}", format_thousands(n)),
    }
}

/// Names in a row, the last after `and`.
pub fn and(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.join(""),
    }
}

impl Totals {
    /// The summary line.
    pub fn line(&self, seconds: f64) -> String {
        use crate::finding::Severity::{Error, Info, Warning};
        let severity = |severity| self.counts.of_severity(severity);
        let mut line = format!(
            "{}, {} in {}: {}, {}",
            count(self.games, "game", "games"),
            count(self.plies, "ply", "plies"),
            duration(seconds),
            count(severity(Error), "error", "errors"),
            count(severity(Warning), "warning", "warnings"),
        );
        if severity(Info) > 0 {
            line.push_str(&format!(", {}", count(severity(Info), "info", "infos")));
        }
        if self.claims > 0 {
            line.push_str(&format!(", {} where a draw could have been claimed", count(self.claims, "game", "games")));
        }
        line
    }
}

fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_marks_and_plurals() {
        assert_eq!(format_thousands(1_496_244), "1,496,244");
        assert_eq!(count(1, "game", "games"), "1 game");
        assert_eq!(count(0, "error", "errors"), "no errors");
    }
}
