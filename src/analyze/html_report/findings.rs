//! The findings of the report: a line for each code and severity, which opens to cards with boards.

use maud::{Markup, html};
use partie_notation::{shogi_names, spell};
use partie_record::finding::Severity;
use partie_record::{count, format_thousands};
use partie_replay::diagram;
use partie_rules::{GameKind, Side};
use partie_table::summary::Found;

use super::EXAMPLES;
use super::charts::bar;
use super::examples::Example;
use super::html::{FileText, board, fitting};
use super::load::Material;
use super::moves::Moves;

/// The section. Cards are left out once it has `room` bytes.
pub(super) fn findings(material: &Material, moves: &Moves<'_>, room: usize) -> Markup {
    let found = material.summary.found();
    // Bars are scaled by severity; otherwise infos would hide a few illegal moves.
    let most = |severity: Severity| {
        let of = found.iter().filter(|found| found.severity == severity);
        of.map(|found| found.number).max().unwrap_or(0)
    };
    let mut section = html! {
        h2 id="findings" { "Findings" }
        @if found.is_empty() { p.soft { "Nothing was found." } } @else { (legend(material, moves)) }
    };
    for found in &found {
        let examples = material.examples.get(found.entry.text).and_then(|of| of.get(found.severity.name()));
        let examples = examples.map(Vec::as_slice).unwrap_or_default();
        let room = room.saturating_sub(section.0.len());
        let cards = fitting(room, examples.iter().map(|example| card(example, moves)));
        section.0 += &code(found, most(found.severity), examples, cards).0;
    }
    section
}

fn legend(material: &Material, moves: &Moves<'_>) -> Markup {
    html! {
        p.legend {
            "Open a line for its first findings. On boards " span.swatch.s-mark {}
            " is the cell that the message names first, " span.swatch.s-against {} " the others. "
            code { "partie explain CODE" } " says what a code means. Bars are by severity."
        }
        @if material.texts.is_none() {
            p.legend {
                "The folder has no table " code { "texts" }
                ", so that boards do not step through their games; " code { "partie analyze --restart" } " writes it."
            }
        } @else if !moves.is_empty() {
            p.legend {
                "Boards with buttons step through their game: also by arrow keys, or a swipe."
                @if moves.left_out > 0 {
                    " The moves of " (count(moves.left_out as u64, "more game", "more games"))
                    " do not fit into the page."
                }
            }
        }
    }
}

fn code(found: &Found, most: u64, examples: &[Example], (cards, shown): (Markup, usize)) -> Markup {
    let severity = found.severity.name();
    html! {
        details.codes {
            summary {
                code class=(severity) { (found.entry.text) }
                span { (found.entry.name.replace('-', " ")) }
                span.n { (format_thousands(found.number)) }
                (bar(found.number, most, &format!("f-{severity}")))
            }
            @if examples.is_empty() {
                p.inside.soft {
                    "The table holds none of them"
                    @if found.severity == Severity::Info { "; analyze with --infos." } @else { "." }
                }
            } @else {
                div.cards { (cards) }
                @if let Some(more @ 1..) = found.number.checked_sub(shown as u64) {
                    p.inside.soft {
                        "and " (format_thousands(more)) " more in the table findings"
                        @if shown < EXAMPLES.min(examples.len()) { " (the page is full)" }
                    }
                }
            }
        }
    }
}

fn card(example: &Example, moves: &Moves<'_>) -> Markup {
    let Example { about, message, .. } = example;
    let named = example.move_.as_deref().filter(|named| !message.starts_with(named));
    html! {
        article.card {
            @match moves.address(&example.key) {
                Some(address) => (viewer(example, &address)),
                None => (still(example)),
            }
            @if let Some(players) = &about.players { p.players { (FileText::short(players)) } }
            @if !about.event.is_empty() { p.place { (FileText::short(&about.event)) } }
            p {
                @if let Some(named) = named { b { (FileText::short(named)) } ": " }
                (FileText::short(message))
            }
            // The tables lack the certainty of a fix; only `fix` weighs the alternatives.
            @if let Some(fix) = &example.fix { p.fix { "perhaps " (FileText::short(fix)) } }
            @if let Some(help) = &example.help { p.soft { (FileText::short(help)) } }
            p.place {
                code { (FileText::short(&example.source)) ":" (example.line) ":" (example.column) }
                " · game " (format_thousands(example.game.unsigned_abs()))
                @if let Some(basis) = &example.basis { " · " (FileText::short(basis)) }
                @if let Some(link) = about.link.as_deref().map(FileText::short) {
                    " · " a rel="noreferrer" href=(link) { (link) }
                }
            }
        }
    }
}

/// A board that steps through its game if scripts run, else the static board.
fn viewer(example: &Example, address: &str) -> Markup {
    let ply = example.ply.or(example.is_final.then_some(i64::MAX));
    let line = example.ply.map(|_| example.variation);
    html! {
        partie-game src=(address) ply=[ply] line=[line] { div slot="still" { (still(example)) } }
    }
}

/// The static board with the side to move.
fn still(example: &Example) -> Markup {
    let drawn = example.position.as_deref().and_then(|position| {
        let marks = diagram::marks(example.kind, &example.message);
        let name = if example.is_final { "Last position" } else { "Position" };
        Some((board(example.kind, position, &marks, name)?, to_move(example.kind, position)))
    });
    html! {
        @if let Some((board, side)) = drawn {
            (board)
            p.place { @if example.is_final { "Last position of the game · " } (side) " to move" }
        } @else {
            p.no-board { "no board: no position is known" }
        }
    }
}

/// The side to move in a position.
fn to_move(kind: GameKind, position: &str) -> &'static str {
    let is_black = position.split_ascii_whitespace().nth(1) == Some("b");
    match kind {
        GameKind::Shogi => shogi_names::side(if is_black { Side::First } else { Side::Second }, false),
        GameKind::Chess | GameKind::Hex => spell::side(if is_black { Side::Second } else { Side::First }),
    }
}
