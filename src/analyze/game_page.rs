//! The HTML page of one game: a board that steps through the moves, and the findings.

use std::fmt::Write as _;

use super::game_text::GameText;
use super::html_report::{STYLE, VIEWER, begin, data, end, escape, escape_lines};
use partie_core::{Game, GameFinding, GameView, Outcome};
use partie_record::format_thousands;
use partie_replay::diagram;
use partie_rules::GameKind;

const MOST_TAGS: usize = 200;
/// Maximum bytes of the record that are shown.
const MOST_TEXT: usize = 200_000;

/// The page of a game. It opens after `ply` of the main line, or else at the first error. `None` if the text alone is
/// read as another game.
pub fn page(text: &GameText, ply: Option<u32>) -> Option<String> {
    let game = text.judge()?;
    let title = title(text, &game);
    let mut page = begin(&title, &format!("{STYLE}{}", include_str!("game_page.css")), Some(VIEWER));
    // Writing to a String cannot fail.
    let _ = write!(page, "<main><h1>{title}</h1>\n<p class=\"place\">{}</p>\n", about(text, &game));
    board(&mut page, &game, ply);
    findings(&mut page, &game);
    tags(&mut page, &game);
    let record = escape_lines(text.text.trim_end(), MOST_TEXT);
    let _ = writeln!(page, "<details><summary>Record</summary><pre>{record}</pre></details>");
    let _ = writeln!(page, "<p class=\"legend\">Made by partie {}.</p></main>", env!("CARGO_PKG_VERSION"));
    page.push_str(&data("game", &GameView::new(&game, None).json()));
    page.push_str(&end(Some(VIEWER)));
    Some(page)
}

/// The players, or else the place of the game.
fn title(text: &GameText, game: &Game) -> String {
    match game.players() {
        [None, None] => format!("{}, game {}", escape(&text.source), format_thousands(text.game)),
        players => players.map(|name| escape(name.unwrap_or("?"))).join("\u{a0}– "),
    }
}

/// Event, round, date, result, place.
fn about(text: &GameText, game: &Game) -> String {
    const TAGS: [[&str; 2]; 3] = [["Event", "棋戦"], ["Round", ""], ["Date", "開始日時"]];
    let value =
        |names: [&str; 2]| names.into_iter().find_map(|name| game.tag(name)).filter(|value| !value.contains('?'));
    let [event, round, date] = TAGS.map(value);
    let result = game.result().filter(|result| *result != Outcome::Unknown);
    let round = round.map(|round| format!("round {round}"));
    let known =
        [event.map(str::to_owned), round, date.map(str::to_owned), result.map(|result| result.token().to_owned())];
    let known: Vec<String> = known.into_iter().flatten().map(|part| escape(&part)).collect();
    let place = format!("<code>{}:{}</code> · game {}", escape(&text.source), text.line, format_thousands(text.game));
    known.into_iter().chain([place]).collect::<Vec<_>>().join(" · ")
}

fn board(page: &mut String, game: &Game, ply: Option<u32>) {
    let fault = game.findings().find(|finding| ply.is_none() && finding.is_error() && finding.ply().is_some());
    let (at, line) = fault.map_or((ply.unwrap_or(0), 0), |finding| (finding.ply().unwrap_or(0), finding.line()));
    page.push_str("<svg class=\"ground\" width=\"0\" height=\"0\" aria-hidden=\"true\">");
    if game.kind() != GameKind::Shogi {
        page.push_str(&diagram::figures());
    }
    page.push_str(&diagram::ground(game.kind()));
    page.push_str("</svg>\n");
    let position = fault.and_then(|finding| finding.position().map(str::to_owned)).or_else(|| game.position_at(at));
    let still = position.and_then(|position| {
        let marks = fault.map(|finding| finding.marks()).unwrap_or_default();
        diagram::board(game.kind(), &position, marks, &format!("Position: {}", escape(&position)))
    });
    let _ = writeln!(
        page,
        "<partie-game autofocus tabindex=\"0\" src=\"#game\" ply=\"{at}\" line=\"{line}\"><div slot=\"still\">{}</div></partie-game>",
        still.unwrap_or_else(|| "<p>no board: no position is known</p>".to_owned())
    );
}

fn findings(page: &mut String, game: &Game) {
    page.push_str("<h2>Findings</h2>\n");
    let mut findings = game.findings().peekable();
    if findings.peek().is_none() {
        page.push_str("<p class=\"good\">Nothing was found.</p>\n");
        return;
    }
    page.push_str("<ul class=\"findings\">\n");
    findings.for_each(|finding| self::finding(page, &finding));
    page.push_str("</ul>\n");
}

fn finding(page: &mut String, finding: &GameFinding<'_>) {
    let (severity, place) = (finding.severity().name(), finding.place());
    let _ = write!(
        page,
        "<li><p><code class=\"{severity}\">{}</code> {}</p>",
        finding.code().as_str(),
        escape(&finding.message())
    );
    for help in finding.help() {
        let _ = write!(page, "<p class=\"soft\">{}</p>", escape(&help));
    }
    let basis = finding.basis();
    let basis = if basis.is_empty() { String::new() } else { format!(" · {}", escape(basis)) };
    let _ = writeln!(page, "<p class=\"place\">line {}, column {}{basis}</p></li>", place.line, place.column);
}

fn tags(page: &mut String, game: &Game) {
    if game.tags().is_empty() {
        return;
    }
    page.push_str("<details><summary>Tags</summary><table><thead><tr><th>Name</th><th>Value</th></tr></thead>\n");
    for tag in game.tags().iter().take(MOST_TAGS) {
        let _ = writeln!(page, "<tr><td>{}</td><td>{}</td></tr>", escape(&tag.name), escape(&tag.value));
    }
    page.push_str("</table></details>\n");
}
