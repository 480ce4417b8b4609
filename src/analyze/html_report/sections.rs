//! The page of the report: its sections in order, and those about files and totals.

use std::collections::BTreeMap;

use maud::{Markup, html};
use partie_record::{count, format_thousands, plural};
use partie_rules::GameKind;
use partie_table::summary::{Summary, percent};

use super::findings::findings;
use super::html::{FileText, fitting, grounds, module, page, policy};
use super::load::{Archive, Copies, Input, Material};
use super::moves::Moves;
use super::outcomes::{clocks, lengths, results};
use super::viewer::VIEWER;
use super::{MOST_BYTES, MOST_LINES, STYLE};

/// Bytes reserved for the sections after the findings.
const REST: usize = 300_000;
/// Bytes reserved for the markup around interactive boards.
const OF_VIEWERS: usize = 100_000;

pub fn render(material: &Material) -> String {
    // The size of the page without moves determines the room for them.
    let still = written(material, &Moves::default());
    let room = MOST_BYTES.saturating_sub(still.len() + VIEWER.len() + OF_VIEWERS);
    written(material, &Moves::within(room, &material.examples, &material.texts))
}

/// The page with the moves of some games.
fn written(material: &Material, moves: &Moves<'_>) -> String {
    let script = (!moves.is_empty()).then_some(VIEWER);
    let style = format!("{STYLE}{}", include_str!("report.css"));
    let summary = &material.summary;
    let room = |above: &Markup, rest: usize| (MOST_BYTES - rest).saturating_sub(style.len() + above.0.len());
    let mut main = html! {
        (grounds(&kinds(material))) (verdict(summary)) (facts(summary)) (archives(material)) (digests(&material.inputs))
    };
    main.0 += &findings(material, moves, room(&main, REST)).0;
    main.0 += &html! { (results(summary)) (lengths(summary)) (clocks(summary)) }.0;
    main.0 += &duplicates(material.duplicates.as_ref(), room(&main, REST / 6)).0;
    let body = html! {
        main { (main) (totals(summary)) }
        (moves.elements)
        @if let Some(script) = script { (module(script)) }
    };
    page("partie report", &policy(&style, script), &style, &body)
}

/// The kinds of games whose boards the page shows.
fn kinds(material: &Material) -> Vec<GameKind> {
    let examples = material.examples.values().flat_map(BTreeMap::values).flatten();
    examples.filter(|example| example.position.is_some()).map(|example| example.kind).collect()
}

fn verdict(summary: &Summary) -> Markup {
    let games = count(summary.games, "game", "games");
    let broken = summary.faulty();
    html! {
        h1 { "partie report" }
        p.verdict {
            @if summary.games == 0 {
                "No game was found."
            } @else if broken == 0 && summary.unread == 0 {
                span.good { (games) ", none with an error." }
            } @else if broken == 0 {
                (games) ", none of those that were read with an error."
            } @else {
                span.error {
                    (format_thousands(broken)) " of " (games) " (" (percent(broken, summary.games)) ") "
                    (plural(broken, "has", "have")) " an error."
                }
            }
        }
        (unread(summary))
    }
}

/// Reports files that could not be read.
fn unread(summary: &Summary) -> Markup {
    html! {
        @if summary.unread > 0 {
            p.verdict {
                span.error {
                    (count(summary.unread, "file", "files")) " could not be read to the end: games are missing."
                }
            }
        }
        @if !summary.reports.is_empty() {
            ul {
                @for line in summary.reports.iter().take(MOST_LINES) { li { code { (FileText::short(line)) } } }
                @if let Some(more @ 1..) = summary.reports.len().checked_sub(MOST_LINES) {
                    li { "and " (more) " more: " code { "partie analyze --status" } }
                }
            }
        }
    }
}

fn facts(summary: &Summary) -> Markup {
    let contradicted = summary.verdicts.get("inconsistent").copied().unwrap_or(0);
    let claims = ["game where a draw could have been claimed", "games where a draw could have been claimed"];
    html! {
        ul.facts {
            (fact(summary.files, ["file", "files"]))
            @for (kind, number) in &summary.kinds {
                @let kind = if kind == "hex" { "hexagonal chess" } else { kind.as_str() };
                (fact(*number, [&format!("game of {kind}"), &format!("games of {kind}")]))
            }
            (fact(summary.plies, ["ply replayed", "plies replayed"]))
            (fact(summary.errors, ["error", "errors"]))
            (fact(summary.warnings, ["warning", "warnings"]))
            (fact(summary.infos, ["info", "infos"]))
            (fact(contradicted, ["result contradicted by the board", "results contradicted by the board"]))
            (fact(summary.claims, claims))
        }
    }
}

fn fact(number: u64, [one, many]: [&str; 2]) -> Markup {
    html! { li { b { (format_thousands(number)) } span { (FileText::short(plural(number, one, many))) } } }
}

fn archives(Material { archives, more_archives, inputs, .. }: &Material) -> Markup {
    html! {
        @if !archives.is_empty() || !inputs.is_empty() { h2 id="archives" { "Archives" } }
        @if !archives.is_empty() {
            details.plain open[archives.len() <= 12] {
                summary { "Games in " (count((archives.len() + more_archives) as u64, "file", "files")) }
                table {
                    thead { tr { th { "File" } th.n { "Games" } th.n { "Plies" } th.n { "With an error" } } }
                    @for (path, Archive { games, plies, faulty, .. }) in archives {
                        tr {
                            td { (FileText::short(path)) }
                            td.n { (format_thousands(*games)) }
                            td.n { (format_thousands(*plies)) }
                            td.n.error[*faulty > 0] { (format_thousands(*faulty)) }
                        }
                    }
                }
                @if *more_archives > 0 {
                    p.inside.soft { "and " (format_thousands(*more_archives as u64)) " more" }
                }
            }
        }
    }
}

fn digests(inputs: &[Input]) -> Markup {
    html! {
        @if !inputs.is_empty() {
            details.plain {
                summary { "Digests of " (count(inputs.len() as u64, "file", "files")) " read in tasks of their own" }
                table {
                    thead { tr { th { "File" } th.n { "Bytes" } th { "XXH3-128 of its first MiB" } } }
                    @for Input { path, bytes, digest } in inputs.iter().take(200) {
                        tr {
                            td { (FileText::short(path)) }
                            td.n { (format_thousands(*bytes)) }
                            td { code { (digest) } }
                        }
                    }
                }
            }
        }
    }
}

fn duplicates(copies: Option<&Copies>, room: usize) -> Markup {
    html! {
        h2 id="duplicates" { "Duplicates" }
        @match copies {
            None => p.soft { "Not looked for: " code { "partie analyze --duplicates" } " does." },
            Some(copies) if copies.groups == 0 => {
                p { "No game occurs twice, and none is the beginning of another." }
            }
            Some(copies) => (groups(copies, room)),
        }
    }
}

/// Numbers of duplicates, and the first groups as far as they fit.
fn groups(copies: &Copies, room: usize) -> Markup {
    let of = |level: &str| format_thousands(copies.levels.get(level).copied().unwrap_or(0));
    let mut before = 0;
    let rows = copies.first.iter().map(|(group, cells)| {
        let is_new = std::mem::replace(&mut before, *group) != *group;
        copy(is_new.then_some(*group), cells)
    });
    html! {
        p {
            (count(copies.groups, "group", "groups")) ": " (of("exact")) " with the same moves and result, "
            (of("moves")) " with another result, " (of("prefix")) " where one is the beginning of the other, "
            (of("order")) " in another order of moves."
        }
        details.plain {
            summary { "First groups" }
            table {
                thead { tr { th.n { "Group" } th { "Copy" } th { "Place" } th.n { "Game" } th.n { "Plies" } } }
                (fitting(room, rows).0)
            }
        }
    }
}

fn copy(group: Option<i64>, cells: &[String; 5]) -> Markup {
    let [level, source, game, line, plies] = cells.each_ref().map(|cell| FileText::short(cell));
    html! {
        tr {
            td.n { @if let Some(group) = group { (group) } }
            td { (level) }
            td { code { (source) ":" (line) } }
            td.n { (game) }
            td.n { (plies) }
        }
    }
}

/// The totals as JSON, so that programs can read the page as well.
fn totals(summary: &Summary) -> Markup {
    let json = summary.json();
    html! {
        details.plain {
            summary { "Totals as JSON" }
            pre.inside {
                @if json.len() > 40_000 {
                    "see summary.json"
                } @else {
                    @for line in json.lines() { (FileText::short(line)) "\n" }
                }
            }
        }
        p.legend {
            "Made by partie " (env!("CARGO_PKG_VERSION")) ", schema version " (summary.schema_version) "."
        }
    }
}
