//! The HTML page of one game: a board that steps through the moves, and the findings.

use maud::{Markup, html};

use super::game_text::GameText;
use super::html_report::{self, FileText, STYLE, VIEWER, data, grounds, module, policy};
use partie_core::{Game, GameFinding, GameView, Outcome};
use partie_record::format_thousands;

const MOST_TAGS: usize = 200;
/// Maximum bytes of the record that are shown.
const MOST_TEXT: usize = 200_000;

/// The page of a game. It opens after `ply` of the main line, or else at the first error. `None` if the text alone is
/// read as another game.
pub fn page(text: &GameText, ply: Option<u32>) -> Option<String> {
    let game = text.judge()?;
    let title = title(text, &game);
    let style = format!("{STYLE}{}", include_str!("game_page.css"));
    let body = html! {
        main {
            h1 { (title) }
            p.place { (about(text, &game)) }
            (grounds(&[game.kind()]))
            (board(&game, ply))
            h2 { "Findings" }
            @let mut findings = game.findings().peekable();
            @if findings.peek().is_none() {
                p.good { "Nothing was found." }
            } @else {
                ul.findings { @for finding in findings { (self::finding(&finding)) } }
            }
            (tags(&game))
            details { summary { "Record" } pre { (FileText::lines(text.text.trim_end(), MOST_TEXT)) } }
            p.legend { "Made by partie " (env!("CARGO_PKG_VERSION")) "." }
        }
        (data("game", &GameView::new(&game, None).json()))
        (module(VIEWER))
    };
    Some(html_report::page(title, &policy(&style, Some(VIEWER)), &style, &body))
}

/// The players, or else the place of the game.
fn title(text: &GameText, game: &Game) -> Markup {
    html! {
        @match game.players() {
            [None, None] => { (FileText::short(&text.source)) ", game " (format_thousands(text.game)) }
            [first, second] => {
                (FileText::short(first.unwrap_or("?"))) "\u{a0}– " (FileText::short(second.unwrap_or("?")))
            }
        }
    }
}

/// Event, round, date, result, place.
fn about(text: &GameText, game: &Game) -> Markup {
    const TAGS: [[&str; 2]; 3] = [["Event", "棋戦"], ["Round", ""], ["Date", "開始日時"]];
    let value =
        |names: [&str; 2]| names.into_iter().find_map(|name| game.tag(name)).filter(|value| !value.contains('?'));
    let [event, round, date] = TAGS.map(value);
    let round = round.map(|round| format!("round {round}"));
    let result = game.result().filter(|result| *result != Outcome::Unknown).map(Outcome::token);
    html! {
        @for known in [event, round.as_deref(), date, result].into_iter().flatten() {
            (FileText::short(known)) " · "
        }
        code { (FileText::short(&text.source)) ":" (text.line) }
        " · game " (format_thousands(text.game))
    }
}

fn board(game: &Game, ply: Option<u32>) -> Markup {
    let fault = game.findings().find(|finding| ply.is_none() && finding.is_error() && finding.ply().is_some());
    let (at, line) = fault.map_or((ply.unwrap_or(0), 0), |finding| (finding.ply().unwrap_or(0), finding.line()));
    let position = fault.and_then(|finding| finding.position().map(str::to_owned)).or_else(|| game.position_at(at));
    let still = position.and_then(|position| {
        let marks = fault.map(|finding| finding.marks()).unwrap_or_default();
        html_report::board(game.kind(), &position, marks, "Position")
    });
    html! {
        partie-game autofocus tabindex="0" src="#game" ply=(at) line=(line) {
            div slot="still" {
                @if let Some(still) = still { (still) } @else { p { "no board: no position is known" } }
            }
        }
    }
}

fn finding(finding: &GameFinding<'_>) -> Markup {
    let (severity, place) = (finding.severity().name(), finding.place());
    html! {
        li {
            p { code class=(severity) { (finding.code().as_str()) } " " (FileText::short(&finding.message())) }
            @for help in finding.help() { p.soft { (FileText::short(&help)) } }
            p.place {
                "line " (place.line) ", column " (place.column)
                @if !finding.basis().is_empty() { " · " (finding.basis()) }
            }
        }
    }
}

fn tags(game: &Game) -> Markup {
    html! {
        @if !game.tags().is_empty() {
            details {
                summary { "Tags" }
                table {
                    thead { tr { th { "Name" } th { "Value" } } }
                    @for tag in game.tags().iter().take(MOST_TAGS) {
                        tr { td { (FileText::short(&tag.name)) } td { (FileText::short(&tag.value)) } }
                    }
                }
            }
        }
    }
}
