//! Writes the page, section by section.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::charts::{bar, lengths, results};
use super::examples::Example;
use super::html::{begin, end, escape};
use super::load::Material;
use super::moves::Moves;
use super::viewer::VIEWER;
use super::{EXAMPLES, MOST_BYTES, STYLE};
use partie_notation::{shogi_names, spell};
use partie_record::finding::{CATALOGUE, Entry};
use partie_record::{count, format_thousands, plural};
use partie_replay::diagram;
use partie_rules::{GameKind, Side};
use partie_table::summary::{Found, Outcomes, STEP, percent as share};

/// Maximum lines of openings and years.
const MOST_LINES: usize = 40;
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
    let mut page = Page { material, moves, text: String::with_capacity(256 << 10) };
    page.text.push_str(&begin("partie report", &style, script));
    page.text.push_str("<main>\n");
    page.grounds();
    page.verdict();
    page.archives();
    page.findings();
    page.results();
    page.lengths();
    page.clocks();
    page.duplicates();
    page.totals();
    page.text.push_str("</main>\n");
    page.text.push_str(&moves.elements);
    page.text.push_str(&end(script));
    page.text
}

/// An escaped share in percent.
fn percent(part: u64, whole: u64) -> String {
    escape(&share(part, whole))
}

/// The side to move in a position.
fn to_move(kind: GameKind, position: &str) -> &'static str {
    let is_black = position.split_ascii_whitespace().nth(1) == Some("b");
    match kind {
        GameKind::Shogi => shogi_names::side(if is_black { Side::First } else { Side::Second }, false),
        GameKind::Chess | GameKind::Hex => spell::side(if is_black { Side::Second } else { Side::First }),
    }
}

struct Page<'a> {
    material: &'a Material,
    moves: &'a Moves<'a>,
    text: String,
}

/// Writing to a String cannot fail.
macro_rules! put {
    ($page:expr, $($argument:tt)*) => { let _ = write!($page.text, $($argument)*); };
}

impl Page<'_> {
    fn grounds(&mut self) {
        self.text.push_str("<svg class=\"ground\" width=\"0\" height=\"0\" aria-hidden=\"true\">");
        let shown = self
            .material
            .examples
            .values()
            .flat_map(BTreeMap::values)
            .flatten()
            .filter(|example| example.position.is_some());
        let kinds: Vec<GameKind> = shown.map(|example| example.kind).collect();
        if kinds.iter().any(|kind| *kind != GameKind::Shogi) {
            self.text.push_str(&diagram::figures());
        }
        for kind in GameKind::ALL {
            if kinds.contains(&kind) {
                self.text.push_str(&diagram::ground(kind));
            }
        }
        self.text.push_str("</svg>\n");
    }

    fn verdict(&mut self) {
        let summary = &self.material.summary;
        let games = count(summary.games, "game", "games");
        let broken = summary.faulty();
        let line = if summary.games == 0 {
            "No game was found.".to_owned()
        } else if broken == 0 && summary.unread == 0 {
            format!("<span class=\"good\">{games}, none with an error.</span>")
        } else if broken == 0 {
            format!("{games}, none of those that were read with an error.")
        } else {
            let of_all = percent(broken, summary.games);
            let have = plural(broken, "has", "have");
            format!("<span class=\"error\">{} of {games} ({of_all}) {have} an error.</span>", format_thousands(broken))
        };
        put!(self, "<h1>partie report</h1><p class=\"verdict\">{line}</p>\n");
        self.unread();
        self.text.push_str("<ul class=\"facts\">");
        let mut fact = |number: u64, [one, many]: [&str; 2]| {
            let (number, what) = (format_thousands(number), plural(number, one, many));
            put!(self, "<li><b>{number}</b><span>{what}</span></li>");
        };
        fact(summary.files, ["file", "files"]);
        for (kind, number) in &summary.kinds {
            let kind = if kind == "hex" { "hexagonal chess".into() } else { escape(kind) };
            fact(*number, [&format!("game of {kind}"), &format!("games of {kind}")]);
        }
        fact(summary.plies, ["ply replayed", "plies replayed"]);
        fact(summary.errors, ["error", "errors"]);
        fact(summary.warnings, ["warning", "warnings"]);
        fact(summary.infos, ["info", "infos"]);
        let contradicted = summary.verdicts.get("inconsistent").copied().unwrap_or(0);
        fact(contradicted, ["result contradicted by the board", "results contradicted by the board"]);
        let claims = ["game where a draw could have been claimed", "games where a draw could have been claimed"];
        fact(summary.claims, claims);
        self.text.push_str("</ul>\n");
    }

    /// Reports files that could not be read.
    fn unread(&mut self) {
        let summary = &self.material.summary;
        if summary.unread > 0 {
            let files = count(summary.unread, "file", "files");
            put!(
                self,
                "<p class=\"verdict\"><span class=\"error\">{files} could not be read to the end: games are missing.</span></p>\n"
            );
        }
        if !summary.reports.is_empty() {
            self.text.push_str("<ul>");
            for line in summary.reports.iter().take(MOST_LINES) {
                put!(self, "<li><code>{}</code></li>", escape(line));
            }
            if let Some(more @ 1..) = summary.reports.len().checked_sub(MOST_LINES) {
                put!(self, "<li>and {} more: <code>partie analyze --status</code></li>", more);
            }
            self.text.push_str("</ul>\n");
        }
    }

    fn archives(&mut self) {
        let Material { archives, more_archives, inputs, .. } = self.material;
        if archives.is_empty() && inputs.is_empty() {
            return;
        }
        self.text.push_str("<h2 id=\"archives\">Archives</h2>\n");
        if !archives.is_empty() {
            self.text.push_str("<details class=\"plain\"");
            self.text.push_str(if archives.len() <= 12 { " open>" } else { ">" });
            let all = count((archives.len() + more_archives) as u64, "file", "files");
            put!(self, "<summary>Games in {all}</summary><table><thead><tr><th>File</th><th class=\"n\">Games</th>");
            self.text.push_str("<th class=\"n\">Plies</th><th class=\"n\">With an error</th></tr></thead>");
            for (path, archive) in archives {
                let class = if archive.faulty > 0 { "n error" } else { "n" };
                put!(
                    self,
                    "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"{class}\">{}</td></tr>",
                    escape(path),
                    format_thousands(archive.games),
                    format_thousands(archive.plies),
                    format_thousands(archive.faulty)
                );
            }
            self.text.push_str("</table>");
            if *more_archives > 0 {
                put!(self, "<p class=\"inside soft\">and {} more</p>", format_thousands(*more_archives as u64));
            }
            self.text.push_str("</details>\n");
        }
        if !inputs.is_empty() {
            let all = count(inputs.len() as u64, "file", "files");
            put!(
                self,
                "<details class=\"plain\"><summary>Digests of {all} read in tasks of their own</summary><table>"
            );
            self.text.push_str(
                "<thead><tr><th>File</th><th class=\"n\">Bytes</th><th>XXH3-128 of its first MiB</th></tr></thead>",
            );
            for input in inputs.iter().take(200) {
                let (path, bytes, digest) = (escape(&input.path), format_thousands(input.bytes), &input.digest);
                put!(self, "<tr><td>{path}</td><td class=\"n\">{bytes}</td><td><code>{digest}</code></td></tr>");
            }
            self.text.push_str("</table></details>\n");
        }
    }

    fn findings(&mut self) {
        let summary = &self.material.summary;
        self.text.push_str("<h2 id=\"findings\">Findings</h2>\n");
        let found = summary.found();
        if found.is_empty() {
            self.text.push_str("<p class=\"soft\">Nothing was found.</p>\n");
            return;
        }
        self.text.push_str(
            "<p class=\"legend\">Open a line for its first findings. On boards <span class=\"swatch s-mark\"></span> is the cell that the message names first, <span \
             class=\"swatch s-against\"></span> the others. <code>partie explain CODE</code> says what a code means. Bars are by severity.</p>\n",
        );
        self.says_whose_moves();
        // Bars are scaled by severity; otherwise infos would hide a few illegal moves.
        let most = |severity| {
            let of = found.iter().filter(|found| found.severity == severity);
            of.map(|found| found.number).max().unwrap_or(0)
        };
        let none = Vec::new();
        for &Found { entry, severity: grave, number } in &found {
            let severity = grave.name();
            let examples = self.material.examples.get(entry.text).and_then(|of| of.get(severity)).unwrap_or(&none);
            let head = format!(
                "<summary><code class=\"{severity}\">{}</code><span>{}</span><span class=\"n\">{}</span>{}</summary>",
                entry.text,
                escape(&entry.name.replace('-', " ")),
                format_thousands(number),
                bar(number, most(grave), &format!("f-{severity}"))
            );
            put!(self, "<details class=\"codes\">{head}");
            if examples.is_empty() {
                self.text.push_str("<p class=\"inside soft\">The table holds none of them");
                self.text.push_str(if severity == "info" { "; analyze with --infos.</p>" } else { ".</p>" });
            } else {
                self.text.push_str("<div class=\"cards\">");
                let mut shown = 0;
                for example in examples {
                    if self.text.len() > MOST_BYTES - REST {
                        break;
                    }
                    self.card(example);
                    shown += 1;
                }
                self.text.push_str("</div>");
                if number > shown {
                    let why = if shown < EXAMPLES as u64 && (shown as usize) < examples.len() {
                        " (the page is full)"
                    } else {
                        ""
                    };
                    put!(
                        self,
                        "<p class=\"inside soft\">and {} more in the table findings{why}</p>",
                        format_thousands(number - shown)
                    );
                }
            }
            self.text.push_str("</details>\n");
        }
    }

    /// Explains which boards step through their games.
    fn says_whose_moves(&mut self) {
        let left_out = self.moves.left_out as u64;
        match &self.material.texts {
            None => self.text.push_str(
                "<p class=\"legend\">The folder has no table <code>texts</code>, so that boards do not step through their games; \
                 <code>partie analyze --restart</code> writes it.</p>\n",
            ),
            Some(_) if !self.moves.is_empty() => {
                self.text.push_str("<p class=\"legend\">Boards with buttons step through their game: also by arrow keys, or a swipe.");
                if left_out > 0 {
                    put!(self, " The moves of {} do not fit into the page.", count(left_out, "more game", "more games"));
                }
                self.text.push_str("</p>\n");
            }
            Some(_) => {}
        }
    }

    fn card(&mut self, example: &Example) {
        self.text.push_str("<article class=\"card\">");
        let drawn = example.position.as_deref().and_then(|position| {
            let what = if example.is_final { "Last position" } else { "Position" };
            let label = format!("{what}: {}", escape(position));
            diagram::board(example.kind, position, &diagram::marks(example.kind, &example.message), &label)
        });
        let still = match drawn {
            Some(board) => {
                let last = if example.is_final { "Last position of the game · " } else { "" };
                let to_move = example.position.as_deref().map(|position| to_move(example.kind, position));
                format!("{board}<p class=\"place\">{last}{} to move</p>", to_move.unwrap_or_default())
            }
            None => "<p class=\"no-board\">no board: no position is known</p>".to_owned(),
        };
        match self.moves.address(&example.key) {
            Some(address) => self.viewer(example, &address, &still),
            None => self.text.push_str(&still),
        }
        let about = &example.about;
        if let Some(players) = &about.players {
            put!(self, "<p class=\"players\">{}</p>", escape(players));
        }
        if !about.event.is_empty() {
            put!(self, "<p class=\"place\">{}</p>", escape(&about.event));
        }
        let said = |it: &&String| !example.message.starts_with(it.as_str());
        let move_ =
            example.move_.as_ref().filter(said).map(|it| format!("<b>{}</b>: ", escape(it))).unwrap_or_default();
        put!(self, "<p>{move_}{}</p>", escape(&example.message));
        if let Some(fix) = &example.fix {
            // The tables lack the certainty of a fix; only `fix` weighs the alternatives.
            put!(self, "<p class=\"fix\">perhaps {}</p>", escape(fix));
        }
        if let Some(help) = &example.help {
            put!(self, "<p class=\"soft\">{}</p>", escape(help));
        }
        let link = about
            .link
            .as_ref()
            .map(|link| format!(" · <a rel=\"noreferrer\" href=\"{0}\">{0}</a>", escape(link)))
            .unwrap_or_default();
        let basis = example.basis.as_ref().map(|basis| format!(" · {}", escape(basis))).unwrap_or_default();
        put!(
            self,
            "<p class=\"place\"><code>{}:{}:{}</code> · game {}{basis}{link}</p></article>",
            escape(&example.source),
            example.line,
            example.column,
            format_thousands(example.game.unsigned_abs())
        );
    }

    /// A board that steps through its game if scripts run, else the static board.
    fn viewer(&mut self, example: &Example, address: &str, still: &str) {
        let ply = match example.ply {
            Some(ply) => format!(" ply=\"{ply}\" line=\"{}\"", example.variation),
            None if example.is_final => format!(" ply=\"{}\"", i64::MAX),
            None => String::new(),
        };
        put!(self, "<partie-game src=\"{address}\"{ply}><div slot=\"still\">{still}</div></partie-game>");
    }

    fn results(&mut self) {
        let summary = &self.material.summary;
        self.text.push_str("<h2 id=\"results\">Results</h2>\n");
        self.text.push_str(
            "<p class=\"legend\"><span class=\"swatch s-first\"></span> won by the first player \
             (White, 先手) <span class=\"swatch s-draw\"></span> drawn <span \
             class=\"swatch s-second\"></span> won by the second player; shares are of decided games</p>\n",
        );
        let all = BTreeMap::from([("all games".to_owned(), summary.results)]);
        self.outcomes("All", "Games of", all.iter().map(|(name, outcomes)| (name.clone(), *outcomes)).collect());
        let mut openings: Vec<(String, Outcomes)> =
            summary.openings.iter().map(|(name, outcomes)| (name.clone(), *outcomes)).collect();
        openings.sort_by_key(|(name, outcomes)| (std::cmp::Reverse(outcomes.games()), name.clone()));
        let more = openings.len().saturating_sub(MOST_LINES);
        openings.truncate(MOST_LINES);
        let title =
            if more > 0 { format!("By opening, the {MOST_LINES} most frequent") } else { "By opening".to_owned() };
        self.outcomes(&title, "Opening", openings);
        let band = |points: &String| {
            let from: u32 = points.parse().unwrap_or(0);
            format!("{from} to {}", from + 199)
        };
        self.outcomes(
            "By mean rating",
            "Rating",
            summary.ratings.iter().map(|(points, all)| (band(points), *all)).collect(),
        );
        const CLASSES: [&str; 6] = ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"];
        let mut classes: Vec<(String, Outcomes)> =
            summary.time_classes.iter().map(|(name, outcomes)| (name.clone(), *outcomes)).collect();
        classes.sort_by_key(|(name, _)| CLASSES.iter().position(|class| class == name));
        self.outcomes("By time control", "Time control", classes);
        let years: Vec<(String, Outcomes)> =
            summary.years.iter().map(|(year, outcomes)| (year.clone(), *outcomes)).collect();
        self.outcomes("By year", "Year", years);
        let mut endings: Vec<(&String, &u64)> = summary.terminations.iter().collect();
        endings.sort_by_key(|(name, number)| (std::cmp::Reverse(**number), *name));
        if !endings.is_empty() {
            let most = endings.iter().map(|(_, number)| **number).max().unwrap_or(0);
            self.text.push_str("<details class=\"plain\"><summary>How games ended</summary><table>");
            self.head("Ending");
            for (name, number) in endings {
                let (name, length) = (escape(name), bar(*number, most, "accent"));
                put!(
                    self,
                    "<tr><td>{name}</td><td class=\"n\">{}</td><td class=\"wide\">{length}</td></tr>",
                    format_thousands(*number)
                );
            }
            self.text.push_str("</table></details>\n");
        }
    }

    fn outcomes(&mut self, title: &str, head: &str, lines: Vec<(String, Outcomes)>) {
        if lines.is_empty() {
            return;
        }
        let open = if lines.len() <= 12 { " open" } else { "" };
        put!(
            self,
            "<details class=\"plain\"{open}><summary>{title}</summary><table><thead><tr><th>{head}</th><th class=\"n\">Games</th>"
        );
        self.text.push_str(
            "<th class=\"n\">First</th><th class=\"n\">Drawn</th><th class=\"n\">Second</th><th class=\"wide\">Shares</th></tr></thead>",
        );
        for (name, outcomes) in lines {
            let decided = outcomes.games() - outcomes.unknown;
            put!(
                self,
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
                 <td class=\"wide\">{}</td></tr>",
                escape(&name),
                format_thousands(outcomes.games()),
                percent(outcomes.first, decided),
                percent(outcomes.draw, decided),
                percent(outcomes.second, decided),
                results(outcomes)
            );
        }
        self.text.push_str("</table></details>\n");
    }

    /// The head of a table of numbers with bars.
    fn head(&mut self, what: &str) {
        put!(self, "<thead><tr><th>{what}</th><th class=\"n\">Games</th><th class=\"wide\">Share</th></tr></thead>");
    }

    fn lengths(&mut self) {
        let summary = &self.material.summary;
        if summary.games == 0 {
            return;
        }
        put!(
            self,
            "<h2 id=\"lengths\">Lengths</h2>\n{}<p class=\"legend\">Games by plies, in steps of {STEP}; the mean is {}, the longest \
             game has {}, and {} without a move.</p>\n",
            lengths(&summary.lengths),
            format_thousands(summary.plies / summary.games.max(1)),
            format_thousands(summary.longest),
            count(summary.lengths.first().copied().unwrap_or(0), "game is", "games are")
        );
    }

    fn clocks(&mut self) {
        let summary = &self.material.summary;
        self.text.push_str("<h2 id=\"clocks\">Clocks</h2>\n");
        let odd: Vec<(&Entry, u64)> = CATALOGUE
            .iter()
            .filter(|entry| entry.text.starts_with('C'))
            .filter_map(|entry| Some((entry, *summary.codes.get(entry.text)?)))
            .collect();
        put!(
            self,
            "<p>{} ({}) with clocks or times, {} with evaluations.",
            count(summary.with_clocks, "game", "games"),
            percent(summary.with_clocks, summary.games),
            format_thousands(summary.with_evals)
        );
        if odd.is_empty() {
            self.text.push_str(" Nothing unusual about them.</p>\n");
            return;
        }
        self.text.push_str("</p><table>");
        self.head("Finding");
        let most = odd.iter().map(|(_, number)| *number).max().unwrap_or(0);
        for (entry, number) in odd {
            let (name, length) = (escape(&entry.name.replace('-', " ")), bar(number, most, "accent"));
            put!(
                self,
                "<tr><td><code>{}</code> {name}</td><td class=\"n\">{}</td><td class=\"wide\">{length}</td></tr>",
                entry.text,
                format_thousands(number)
            );
        }
        self.text.push_str("</table>\n");
    }

    fn duplicates(&mut self) {
        self.text.push_str("<h2 id=\"duplicates\">Duplicates</h2>\n");
        let Some(copies) = &self.material.duplicates else {
            self.text
                .push_str("<p class=\"soft\">Not looked for: <code>partie analyze --duplicates</code> does.</p>\n");
            return;
        };
        if copies.groups == 0 {
            self.text.push_str("<p>No game occurs twice, and none is the beginning of another.</p>\n");
            return;
        }
        let of = |level: &str| format_thousands(copies.levels.get(level).copied().unwrap_or(0));
        put!(
            self,
            "<p>{}: {} with the same moves and result, {} with another result, {} where one is the beginning of the \
             other, {} in another order of moves.</p>\n<details class=\"plain\"><summary>First groups</summary><table><thead><tr><th class=\"n\">Group</th><th>Copy</th>\
             <th>Place</th><th class=\"n\">Game</th><th class=\"n\">Plies</th></tr></thead>",
            count(copies.groups, "group", "groups"),
            of("exact"),
            of("moves"),
            of("prefix"),
            of("order")
        );
        let mut before = 0;
        for (group, [level, source, game, line, plies]) in &copies.first {
            if self.text.len() > MOST_BYTES - REST / 6 {
                break;
            }
            let number = if *group == before { String::new() } else { group.to_string() };
            before = *group;
            let [level, source, game, line, plies] = [level, source, game, line, plies].map(|text| escape(text));
            put!(
                self,
                "<tr><td class=\"n\">{number}</td><td>{level}</td><td><code>{source}:{line}</code></td><td class=\"n\">{game}</td>\
                 <td class=\"n\">{plies}</td></tr>"
            );
        }
        self.text.push_str("</table></details>\n");
    }

    /// The totals as JSON, so that programs can read the page as well.
    fn totals(&mut self) {
        put!(
            self,
            "<details class=\"plain\"><summary>Totals as JSON</summary><pre class=\"inside\">{}</pre></details>\n\
             <p class=\"legend\">Made by partie {}, schema version {}.</p>\n",
            totals(&self.material.summary.json()),
            env!("CARGO_PKG_VERSION"),
            self.material.summary.schema_version
        );
    }
}

/// JSON as escaped text; a long one is left out.
fn totals(json: &str) -> String {
    if json.len() > 40_000 {
        return "see summary.json".to_owned();
    }
    json.lines().map(|line| escape(line) + "\n").collect()
}
