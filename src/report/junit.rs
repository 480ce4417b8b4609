//! The form `junit`: JUnit XML, in which a file is a suite, a game is a test case, and an error is a failure.

use super::reporter::{GamesShown, OutputForm, Reporter};
use super::spot::advice;
use partie_record::finding::Severity;
use partie_record::markup::push_escaped;
use partie_record::shown::visible;
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf, IssuePlace, JudgedGame};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "junit",
    description: "JUnit XML: a file is a suite, a game a test case",
    is_complete: true,
    least: Severity::Warning,
    suggests: false,
    draws: true,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Always,
    start: |_| Box::<Junit>::default(),
};

/// Maximum games in a suite. A file with more games has several suites of the same name.
const MAX_GAMES: u64 = 10_000;

#[derive(Default)]
struct Junit {
    path: String,
    /// Test cases that are not yet written, with their number and the number of failures: a suite begins with both
    /// numbers.
    cases: String,
    tests: u64,
    failures: u64,
    /// Errors of the current game; `remarks` are its other findings.
    failed: String,
    remarks: String,
}

/// Escapes a text for XML; control characters are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => out.push(' '),
            '\r' => out.push(char::REPLACEMENT_CHARACTER),
            '\'' => out.push(character),
            _ => push_escaped(&mut out, character),
        }
    }
    // GitHub Actions would execute these signs as commands.
    out.replace("##[", "&#35;#[").replace("::", "&#58;:")
}

impl Junit {
    /// Ends the test case called `name`, with the findings since the previous one.
    fn case(&mut self, name: &str, text: &mut String) {
        let (failed, remarks) = (std::mem::take(&mut self.failed), std::mem::take(&mut self.remarks));
        let out = match remarks.is_empty() {
            true => String::new(),
            false => format!("<system-out>{}</system-out>", escaped(&remarks)),
        };
        let (name, class) = (escaped(name), escaped(&self.path));
        self.tests += 1;
        self.failures += u64::from(!failed.is_empty());
        self.cases.push_str(&format!("<testcase name=\"{name}\" classname=\"{class}\">{failed}{out}</testcase>\n"));
        if self.tests >= MAX_GAMES {
            self.write(text);
        }
    }

    /// Writes the pending cases as a suite.
    fn write(&mut self, text: &mut String) {
        if self.tests > 0 {
            let (name, tests, failures) = (escaped(&self.path), self.tests, self.failures);
            let cases = std::mem::take(&mut self.cases);
            text.push_str(&format!(
                "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n{cases}</testsuite>\n"
            ));
            (self.tests, self.failures) = (0, 0);
        }
    }

    /// Ends the current file with its last suite.
    fn suite(&mut self, text: &mut String) {
        if !self.failed.is_empty() || !self.remarks.is_empty() {
            self.case("the whole file", text);
        }
        self.write(text);
        *self = Self::default();
    }

    fn add(&mut self, severity: Severity, kind: &str, line: &str) {
        if severity == Severity::Error {
            let (kind, line) = (escaped(kind), escaped(line));
            self.failed.push_str(&format!("<failure type=\"{kind}\" message=\"{line}\">{line}</failure>"));
        } else {
            self.remarks.push_str(&format!("{line}\n"));
        }
    }
}

impl Reporter for Junit {
    fn begin(&mut self, text: &mut String) {
        text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"partie\">\n");
    }

    fn file(&mut self, path: &str, text: &mut String) {
        self.suite(text);
        path.clone_into(&mut self.path);
    }

    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        let Placed { game, finding, line, column } = placed;
        let code = finding.code.as_str();
        let place = if game.game > 0 { format!(":{line}:{column}") } else { String::new() };
        let line = format!("{}{place}: {} {code} {}", game.path, finding.severity.name(), advice(placed));
        self.add(finding.severity, code, &line);
        if game.game == 0 {
            self.case("the whole file", text);
        }
    }

    fn game(&mut self, judged: &JudgedGame<'_>, text: &mut String) {
        let place = &judged.place;
        let name = |span: Option<partie_record::span::Span>| {
            let name = span.map(|span| place.encoding.decode(span.of(&place.slice.bytes)));
            name.map(|name| visible(&name).into_owned()).unwrap_or_default()
        };
        let (first, second) = (name(place.first), name(place.second));
        let players =
            if first.is_empty() && second.is_empty() { String::new() } else { format!(": {first} - {second}") };
        self.case(&format!("game {}{players}", place.game), text);
    }

    fn issue(&mut self, issue: &Issue<'_>, _: &mut String) {
        let line = match issue.of {
            IssueOf::Game { path, game, place: IssuePlace { line, column, .. } } => {
                format!("{path}:{line}:{column}: game {game}: {}", issue.message)
            }
            IssueOf::File(_) | IssueOf::All(..) => issue.message.to_string(),
        };
        self.add(issue.severity, issue.code.as_str(), &line);
    }

    fn end(&mut self, _: &Totals, text: &mut String) {
        self.suite(text);
        text.push_str("</testsuites>\n");
    }
}
