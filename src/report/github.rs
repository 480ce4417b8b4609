//! The form `github`: workflow commands, which GitHub shows as annotations beside changed lines. GitHub shows at most
//! ten of each level, so the last one is a summary if there are more.

use super::reporter::{GamesShown, OutputForm, Reporter};
use super::spot::{advice, region, repository_path};
use partie_record::count;
use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "github",
    description: "Annotations of GitHub Actions, at most ten per level",
    is_complete: true,
    least: Severity::Warning,
    suggests: true,
    draws: false,
    writes_commands: true,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |_| Box::<Github>::default(),
};

/// Maximum annotations of each level that GitHub shows.
const MAX_ANNOTATIONS: u64 = 10;

#[derive(Default)]
struct Github {
    /// Errors, warnings and infos so far.
    seen: [u64; 3],
    /// The tenth annotation of each level, kept until it is known whether a summary must replace it.
    last: [String; 3],
}

const LEVELS: [(Severity, &str); 3] =
    [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "notice")];

/// Escapes characters that would end a value or begin another command, as GitHub specifies.
fn escaped(value: &str, is_property: bool) -> String {
    let value = value.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if is_property { value.replace(':', "%3A").replace(',', "%2C") } else { value }
}

impl Github {
    fn add(&mut self, severity: Severity, properties: &[(&str, String)], message: &str, text: &mut String) {
        let Some(at) = LEVELS.iter().position(|(level, _)| *level == severity) else { return };
        self.seen[at] += 1;
        let seen = self.seen[at];
        if seen > MAX_ANNOTATIONS {
            return;
        }
        let properties: Vec<String> =
            properties.iter().map(|(name, value)| format!("{name}={}", escaped(value, true))).collect();
        let line = format!("::{} {}::{}\n", LEVELS[at].1, properties.join(","), escaped(message, false));
        // A summary of further annotations would also count as one.
        match seen == MAX_ANNOTATIONS {
            true => self.last[at] = line,
            false => text.push_str(&line),
        }
    }
}

impl Reporter for Github {
    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        let Placed { game, finding, .. } = placed;
        let code = finding.code.entry();
        let mut properties = vec![("file", repository_path(game.path))];
        let mut title = format!("{} {}", code.text, code.name);
        if game.game > 0 {
            let (from, to) = region(placed);
            properties.push(("line", from.line.to_string()));
            if to.line == from.line {
                properties.push(("col", from.utf16.to_string()));
                properties.push(("endColumn", to.utf16.to_string()));
            } else {
                properties.push(("endLine", to.line.to_string()));
            }
            title.push_str(&format!(", game {}", game.game));
        }
        properties.push(("title", title));
        self.add(finding.severity, &properties, &advice(placed), text);
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let mut properties = vec![("title", issue.code.as_str().to_owned())];
        match issue.of {
            IssueOf::Game { path, place, .. } => {
                properties.push(("file", repository_path(path)));
                properties.extend([("line", place.line.to_string()), ("col", place.utf16().to_string())]);
            }
            IssueOf::File(path) => properties.push(("file", repository_path(path))),
            IssueOf::All(..) => {}
        }
        self.add(issue.severity, &properties, &issue.message.to_string(), text);
    }

    fn end(&mut self, totals: &Totals, text: &mut String) {
        if let Some(silenced) = totals.silenced() {
            text.push_str(&format!("::notice title=partie::{}\n", escaped(&silenced, false)));
        }
        let nouns = [("more error", "more errors"), ("more warning", "more warnings"), ("more info", "more infos")];
        for (at, (_, level)) in LEVELS.iter().enumerate() {
            if self.seen[at] <= MAX_ANNOTATIONS {
                text.push_str(&self.last[at]);
            } else {
                let more = count(self.seen[at] - MAX_ANNOTATIONS + 1, nouns[at].0, nouns[at].1);
                text.push_str(&format!("::{level} title=partie::and {more}; --format sarif=FILE has all of them\n"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_value_ends_early() {
        assert_eq!(escaped("50%, a:b\r\n::error::x", true), "50%25%2C a%3Ab%0D%0A%3A%3Aerror%3A%3Ax");
        assert_eq!(escaped("a:b, c\n::x", false), "a:b, c%0A::x");
    }
}
