//! Formats the totals for a terminal: a few lines with bars, at most a hundred columns.

use std::fmt::Write as _;

use super::{Found, Outcomes, STEP, Summary, percent};
use partie_record::finding::{CATALOGUE, Severity};
use partie_record::shown::Shown;
use partie_record::{count, count_with_zero, format_thousands};

/// Maximum columns of a list after its heading.
const MAX_LIST: usize = 80;

/// Maximum lines of findings, openings and other lists.
const MAX_LINES: usize = 12;
const BAR: usize = 24;
/// Minimum columns of a bar; a narrower terminal shows no bars.
const MIN_BAR: usize = 4;
/// Columns before the lines below a heading.
const INDENT: usize = 14;
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Escape sequences for styles.
struct Style {
    bold: &'static str,
    dim: &'static str,
    red: &'static str,
    yellow: &'static str,
    off: &'static str,
}

const PLAIN: Style = Style { bold: "", dim: "", red: "", yellow: "", off: "" };
const COLOUR: Style = Style { bold: "\x1b[1m", dim: "\x1b[2m", red: "\x1b[31m", yellow: "\x1b[33m", off: "\x1b[0m" };

/// Formats the summary; names and bars are shortened to fit into `columns`.
pub fn render(summary: &Summary, colour: bool, columns: Option<usize>) -> String {
    let mut page = Page { text: String::new(), style: if colour { COLOUR } else { PLAIN }, columns };
    page.head(summary);
    if summary.games > 0 {
        page.results(summary);
        page.findings(summary);
        page.claims(summary);
        page.lengths(summary);
        page.outcomes("openings", &summary.openings, true);
        if summary.time_classes.len() > 1 {
            page.outcomes("time", &summary.time_classes, false);
        }
        page.clocks(summary);
    }
    page.text
}

struct Page {
    text: String,
    style: Style,
    /// Columns of the terminal; `None` for other outputs.
    columns: Option<usize>,
}

impl Page {
    /// Appends a line with a heading in the first columns.
    fn line(&mut self, heading: &str, line: &str) {
        let Style { bold, off, .. } = self.style;
        // Writing to a string cannot fail.
        let _ = if heading.is_empty() {
            writeln!(self.text, "              {line}")
        } else {
            writeln!(self.text, "{bold}{heading:<12}{off}  {line}")
        };
    }

    /// The widths of the columns for names (at most `name`) and bars; `others` is the width of the remaining columns.
    fn widths(&self, name: usize, others: usize) -> (usize, usize) {
        let Some(columns) = self.columns else { return (name, BAR) };
        let room = columns.saturating_sub(INDENT + others);
        match room.saturating_sub(name) {
            0..MIN_BAR => (name.min(room), 0),
            bar => (name, bar.min(BAR)),
        }
    }

    fn head(&mut self, summary: &Summary) {
        let kinds: Vec<String> =
            summary.kinds.iter().map(|(kind, n)| format!("{kind} {}", format_thousands(*n))).collect();
        let mut line = format_thousands(summary.games);
        if kinds.len() > 1 {
            let _ = write!(line, "  ({})", kinds.join(", "));
        }
        if summary.files > 1 {
            let _ = write!(line, " in {}", count(summary.files, "file", "files"));
        }
        self.line("games", &line);
        self.line("plies", &format_thousands(summary.plies));
        let odd: Vec<String> = summary
            .statuses
            .iter()
            .filter(|(status, _)| *status != "ok")
            .map(|(status, n)| format!("{status} {}", format_thousands(*n)))
            .collect();
        let ok = summary.statuses.get("ok").copied().unwrap_or(0);
        if summary.games > 0 {
            let odd = if odd.is_empty() { String::new() } else { format!(", {}", odd.join(", ")) };
            self.line("status", &format!("ok {} ({}){odd}", format_thousands(ok), percent(ok, summary.games)));
        }
    }

    fn results(&mut self, summary: &Summary) {
        let Outcomes { first, draw, second, unknown } = summary.results;
        let share = |n| format!("{} ({})", format_thousands(n), percent(n, summary.games - unknown));
        let line = format!("first player {}, drawn {}, second player {}", share(first), share(draw), share(second));
        self.line("results", &line);
        let contradicted = summary.verdicts.get("inconsistent").copied().unwrap_or(0);
        self.line(
            "",
            &format!(
                "unknown {} (not counted in the shares); contradicted by the board {}",
                format_thousands(unknown),
                format_thousands(contradicted)
            ),
        );
        let mut lines = vec![String::new()];
        for (name, number) in ordered(&summary.terminations) {
            let part = format!("{name} {}", format_thousands(*number));
            match lines.last_mut() {
                Some(line) if line.is_empty() => *line = part,
                Some(line) if line.len() + part.len() + 2 <= MAX_LIST => line.extend([", ", &part]),
                _ => lines.push(part),
            }
        }
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            self.line(if index == 0 { "ended by" } else { "" }, line);
        }
    }

    fn findings(&mut self, summary: &Summary) {
        let line = format!(
            "{}, {}, {} in games",
            count(summary.errors, "error", "errors"),
            count(summary.warnings, "warning", "warnings"),
            count(summary.infos, "info", "infos")
        );
        self.line("findings", &line);
        let Style { dim, red, yellow, off, .. } = self.style;
        let found = summary.found();
        let most = found.iter().map(|found| found.number).max().unwrap_or(0);
        let (name_width, bar_width) = self.widths(28, "error   L003   123456789 ".len());
        for found @ Found { entry, severity, number } in found.iter().take(MAX_LINES) {
            let colour = match severity {
                Severity::Error => red,
                Severity::Warning => yellow,
                Severity::Info => dim,
            };
            let code = format!("{colour}{:<7} {}{off}", severity.name(), entry.text);
            let (name, number) = (entry.name, format_thousands(*number));
            let line = format!("{code} {name:<name_width$} {number:>9} {}", bar(found.number, most, bar_width));
            self.line("", line.trim_end());
        }
        if found.len() > MAX_LINES {
            self.line("", &format!("and {} more", found.len() - MAX_LINES));
        }
    }

    fn claims(&mut self, summary: &Summary) {
        if summary.claims == 0 && summary.draws.is_empty() {
            return;
        }
        let kinds: Vec<String> =
            ordered(&summary.draws).map(|(kind, n)| format!("{kind} {}", format_thousands(*n))).collect();
        let games = count(summary.claims, "game", "games");
        let by_kind = if kinds.is_empty() { "" } else { "; games by kind, claimed or not:" };
        self.line("draws", &format!("{games} where one could have been claimed{by_kind}"));
        for part in kinds.chunks(4) {
            self.line("", &part.join(", "));
        }
    }

    fn lengths(&mut self, summary: &Summary) {
        let most = summary.lengths.iter().copied().max().unwrap_or(0).max(1);
        let sparks: String = summary.lengths.iter().map(|n| spark(*n, most)).collect();
        let mean = summary.plies / summary.games.max(1);
        self.line("lengths", &format!("{sparks}  0 to {}", count_with_zero(summary.longest, "ply", "plies")));
        let none = summary.lengths.first().copied().unwrap_or(0);
        self.line(
            "",
            &format!(
                "mean {}, steps of {STEP}; without a move {}",
                count(mean, "ply", "plies"),
                format_thousands(none)
            ),
        );
    }

    fn outcomes(&mut self, heading: &str, map: &std::collections::BTreeMap<String, Outcomes>, cap: bool) {
        let mut all: Vec<(&String, Outcomes)> = map.iter().map(|(name, outcomes)| (name, *outcomes)).collect();
        all.sort_by_key(|(name, outcomes)| (std::cmp::Reverse(outcomes.games()), *name));
        let most = all.first().map_or(0, |(_, outcomes)| outcomes.games());
        let shown = if cap { MAX_LINES } else { all.len() };
        let (name_width, bar_width) = self.widths(30, " 123456789   100 % 100 % 100 %".len());
        for (index, (name, outcomes)) in all.iter().take(shown).enumerate() {
            let (games, decided) = (outcomes.games(), outcomes.games() - outcomes.unknown);
            let name: String = Shown::from(name.as_str()).chars().take(name_width).collect();
            let wins = format!(
                "{:>5} {:>5} {:>5}",
                percent(outcomes.first, decided),
                percent(outcomes.draw, decided),
                percent(outcomes.second, decided)
            );
            let bar = bar(games, most, bar_width);
            let line = format!("{name:<name_width$} {:>9} {bar:<bar_width$} {wins}", format_thousands(games));
            self.line(if index == 0 { heading } else { "" }, line.trim_end());
        }
    }

    fn clocks(&mut self, summary: &Summary) {
        let clock: Vec<String> = summary
            .codes
            .iter()
            .filter(|(code, _)| code.starts_with('C'))
            .filter_map(|(code, n)| {
                let entry = CATALOGUE.iter().find(|entry| entry.text == code)?;
                Some(format!("{} {} ({code})", format_thousands(*n), entry.name))
            })
            .collect();
        if summary.with_clocks == 0 && clock.is_empty() {
            return;
        }
        let odd = if clock.is_empty() { "nothing odd".to_owned() } else { clock.join(", ") };
        self.line("clocks", &format!("in {}; {odd}", count_with_zero(summary.with_clocks, "game", "games")));
        if summary.with_evals > 0 {
            self.line("evaluations", &format!("in {}", count(summary.with_evals, "game", "games")));
        }
    }
}

/// The entries of a map, the most frequent first.
fn ordered(map: &std::collections::BTreeMap<String, u64>) -> impl Iterator<Item = (&String, &u64)> {
    let mut all: Vec<(&String, &u64)> = map.iter().collect();
    all.sort_by_key(|(name, n)| (std::cmp::Reverse(**n), *name));
    all.into_iter()
}

/// A bar whose length is proportional to `number`; at least one eighth of a column.
fn bar(number: u64, most: u64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if columns == 0 {
        return String::new();
    }
    let eighths = ((number as u128 * columns as u128 * 8).checked_div(u128::from(most)).unwrap_or(0) as usize).max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

fn spark(number: u64, most: u64) -> char {
    if number == 0 {
        return ' ';
    }
    SPARKS[((number as u128 * 8 - 1) / u128::from(most.max(1))).min(7) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_sparks_keep_their_bounds() {
        assert_eq!(bar(1, 1_000_000, BAR), "▏");
        assert_eq!((bar(8, 8, BAR).chars().count(), bar(8, 8, 0)), (BAR, String::new()));
        assert_eq!((spark(0, 9), spark(1, 9), spark(9, 9)), (' ', '▁', '█'));
        assert_eq!(spark(u64::MAX, u64::MAX), '█');
        assert_eq!([percent(1, 3), percent(0, 9), percent(9, 9), percent(0, 0)], ["33 %", "0 %", "100 %", "–"]);
        assert_eq!([percent(1, 1000), percent(999, 1000), percent(u64::MAX - 1, u64::MAX)], ["<1 %", ">99 %", ">99 %"]);
    }
}
