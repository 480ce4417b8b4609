//! Statistics of the report: results by opening, rating, time control and year; lengths and clocks.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{Markup, Render as _, html};
use partie_record::finding::CATALOGUE;
use partie_record::{count, format_thousands};
use partie_table::summary::{Outcomes, STEP, Summary, percent};

use super::MOST_LINES;
use super::charts::{self, bar};
use super::html::FileText;

const TIME_CLASSES: [&str; 6] = ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"];

pub(super) fn results(summary: &Summary) -> Markup {
    let (openings, title) = openings(summary);
    let band = |points: &str| {
        let from: u32 = points.parse().unwrap_or(0);
        format!("{from} to {}", from + 199)
    };
    let ratings = summary.ratings.iter().map(|(points, all)| (band(points), *all)).collect();
    let mut classes = listed(&summary.time_classes);
    classes.sort_by_key(|(name, _)| TIME_CLASSES.iter().position(|class| class == name));
    let mut endings: Vec<(Markup, u64)> =
        summary.terminations.iter().map(|(name, number)| (FileText::short(name).render(), *number)).collect();
    // Stable: endings of the same number stay in the order of their names.
    endings.sort_by_key(|(_, number)| Reverse(*number));
    html! {
        h2 id="results" { "Results" }
        p.legend {
            span.swatch.s-first {} " won by the first player (White, 先手) " span.swatch.s-draw {} " drawn "
            span.swatch.s-second {} " won by the second player; shares are of decided games"
        }
        (outcomes("All", "Games of", vec![("all games".to_owned(), summary.results)]))
        (outcomes(&title, "Opening", openings))
        (outcomes("By mean rating", "Rating", ratings))
        (outcomes("By time control", "Time control", classes))
        (outcomes("By year", "Year", listed(&summary.years)))
        @if !endings.is_empty() {
            details.plain {
                summary { "How games ended" }
                (shares("Ending", &endings))
            }
        }
    }
}

fn listed(outcomes: &BTreeMap<String, Outcomes>) -> Vec<(String, Outcomes)> {
    outcomes.iter().map(|(name, outcomes)| (name.clone(), *outcomes)).collect()
}

/// The most frequent openings, and the title of their table.
fn openings(summary: &Summary) -> (Vec<(String, Outcomes)>, String) {
    let mut openings = listed(&summary.openings);
    openings.sort_by_key(|(name, outcomes)| (Reverse(outcomes.games()), name.clone()));
    let is_cut = openings.len() > MOST_LINES;
    openings.truncate(MOST_LINES);
    let title = if is_cut { format!("By opening, the {MOST_LINES} most frequent") } else { "By opening".to_owned() };
    (openings, title)
}

fn outcomes(title: &str, head: &str, lines: Vec<(String, Outcomes)>) -> Markup {
    html! {
        @if !lines.is_empty() {
            details.plain open[lines.len() <= 12] {
                summary { (title) }
                table {
                    thead {
                        tr {
                            th { (head) } th.n { "Games" } th.n { "First" } th.n { "Drawn" } th.n { "Second" }
                            th.wide { "Shares" }
                        }
                    }
                    @for (name, outcomes) in &lines {
                        @let decided = outcomes.games() - outcomes.unknown;
                        tr {
                            td { (FileText::short(name)) }
                            td.n { (format_thousands(outcomes.games())) }
                            @for part in [outcomes.first, outcomes.draw, outcomes.second] {
                                td.n { (percent(part, decided)) }
                            }
                            td.wide { (charts::results(*outcomes)) }
                        }
                    }
                }
            }
        }
    }
}

/// A table of numbers of games with bars.
fn shares(head: &str, lines: &[(Markup, u64)]) -> Markup {
    let most = lines.iter().map(|(_, number)| *number).max().unwrap_or(0);
    html! {
        table {
            thead { tr { th { (head) } th.n { "Games" } th.wide { "Share" } } }
            @for (name, number) in lines {
                tr {
                    td { (name) }
                    td.n { (format_thousands(*number)) }
                    td.wide { (bar(*number, most, "accent")) }
                }
            }
        }
    }
}

pub(super) fn lengths(summary: &Summary) -> Markup {
    let without_moves = summary.lengths.first().copied().unwrap_or(0);
    html! {
        @if summary.games > 0 {
            h2 id="lengths" { "Lengths" }
            (charts::lengths(&summary.lengths))
            p.legend {
                "Games by plies, in steps of " (STEP) "; the mean is "
                (format_thousands(summary.plies / summary.games.max(1))) ", the longest game has "
                (format_thousands(summary.longest)) ", and " (count(without_moves, "game is", "games are"))
                " without a move."
            }
        }
    }
}

pub(super) fn clocks(summary: &Summary) -> Markup {
    let odd = CATALOGUE.iter().filter(|entry| entry.text.starts_with('C'));
    let odd: Vec<(Markup, u64)> = odd
        .filter_map(|entry| {
            let name = html! { code { (entry.text) } " " (entry.name.replace('-', " ")) };
            Some((name, *summary.codes.get(entry.text)?))
        })
        .collect();
    html! {
        h2 id="clocks" { "Clocks" }
        p {
            (count(summary.with_clocks, "game", "games")) " (" (percent(summary.with_clocks, summary.games))
            ") with clocks or times, " (format_thousands(summary.with_evals)) " with evaluations."
            @if odd.is_empty() { " Nothing unusual about them." }
        }
        @if !odd.is_empty() { (shares("Finding", &odd)) }
    }
}
