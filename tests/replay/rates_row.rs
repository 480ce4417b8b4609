//! The rows of `docs/fix.md` that say how often a repair is wrong: made of what a test counted, with the bound that so few cases carry.

use std::fs;
use std::path::Path;

use crate::common::found;

/// What a test counted.
#[derive(Clone, Debug)]
pub(crate) struct RatesRow {
    pub(crate) name: &'static str,
    pub(crate) games: u32,
    pub(crate) first: u32,
    pub(crate) three: u32,
    pub(crate) likely: u32,
    pub(crate) wrong: u32,
}

impl RatesRow {
    /// `| chess, one place | 503 | 95.6 % | 98.6 % | 428 (85.1 %) | 0 | 0.70 % |`
    pub(crate) fn line(&self) -> String {
        let Self { name, games, first, three, likely, wrong } = self;
        let share = |part: &u32| format!("{:.1} %", 100.0 * f64::from(*part) / f64::from((*games).max(1)));
        let bound = 100.0 * upper_bound(*wrong, *likely);
        format!(
            "| {name} | {games} | {} | {} | {likely} ({}) | {wrong} | {bound:.2} % |",
            share(first),
            share(three),
            share(likely)
        )
    }

    /// Prints it, and holds the page to it, whose figures are those of the shared data.
    pub(crate) fn stands_on_the_page(&self) {
        let line = self.line();
        println!("{line}");
        assert!(found("").is_none() || page().lines().any(|row| row == line), "docs/fix.md does not say:\n{line}");
    }
}

fn page() -> String {
    // Its crate is the whole or a part of it.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = here.ancestors().map(|folder| folder.join("docs/fix.md")).find(|page| page.exists());
    fs::read_to_string(page.unwrap()).unwrap()
}

/// The rate below which the true one lies with 95 %, if so many of so many were wrong (Clopper and Pearson, one side).
fn upper_bound(wrong: u32, all: u32) -> f64 {
    if wrong >= all {
        return 1.0;
    }
    // How likely so few or fewer are at a rate.
    let so_few = |rate: f64| {
        let mut term = f64::from(all) * (1.0 - rate).ln();
        let mut sum = term.exp();
        for count in 1..=wrong {
            term += (f64::from(all - count + 1) / f64::from(count)).ln() + (rate / (1.0 - rate)).ln();
            sum += term.exp();
        }
        sum
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if so_few(middle) > 0.05 { low = middle } else { high = middle }
    }
    high
}

#[test]
fn bounds_are_those_of_the_tables() {
    for (wrong, all, bound) in [(0, 59, 0.0495), (0, 300, 0.009936), (1, 100, 0.04656), (4, 267, 0.03396)] {
        let found = upper_bound(wrong, all);
        assert!((found - bound).abs() < 0.0001, "{wrong} of {all}: {found}");
    }
}

/// Every row of the page, those of long runs too: the bound is that of its counts, and no rate has more digits than its games carry.
#[test]
fn rows_of_the_page_have_their_bounds() {
    let page = page();
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [_, games, _, _, likely, wrong, bound] = cells[..] else { return None };
        let likely = likely.split_once(" (")?.0.parse::<u32>().ok()?;
        Some((
            games.parse::<u32>().ok()?,
            likely,
            wrong.parse::<u32>().ok()?,
            bound.trim_end_matches(" % |").to_owned(),
        ))
    });
    let rows: Vec<_> = rows.collect();
    for (games, likely, wrong, bound) in &rows {
        assert!(
            likely <= games && format!("{:.2}", 100.0 * upper_bound(*wrong, *likely)) == *bound,
            "{wrong} of {likely}: {bound}"
        );
    }
    assert!(rows.len() >= 8, "{rows:?}");
}
