//! What the command prints, whole: the examples of the pages, and cases of its own in `tests/cmd`.
//!
//! `TRYCMD=overwrite cargo test --test cli printed` writes what is printed now into `tests/cmd`; then the
//! elapsed time must be made `[..]` again. Pages are never written to.

use crate::common;
use std::fs;

/// Pages that show what the tool does not print any more, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Pages with `console` blocks, and how many they have at least.
const PAGES: &[(&str, usize)] = &[
    ("README.md", 3),
    ("docs/fix.md", 4),
    ("docs/schema/repair.md", 1),
    ("docs/guide.md", 21),
    ("docs/schema/jsonl.md", 3),
    ("docs/notations/letters.md", 1),
    ("docs/notations/kif.md", 1),
    ("docs/notations/ki2.md", 1),
    ("docs/notations/csa.md", 1),
    ("docs/notations/usi.md", 1),
    ("docs/notations/jkf.md", 1),
    ("docs/notations/hex.md", 1),
    ("docs/notations/descriptive.md", 1),
    ("docs/notations/score.md", 1),
    ("docs/digitising.md", 4),
    ("docs/claims.md", 4),
    ("docs/convert.md", 20),
    ("docs/where.md", 2),
    ("docs/scoresheets.md", 1),
];

/// The page as trycmd reads it: a block whose last line ends with a line end has an empty line
/// after it, which would look odd on a page. Gives the number of blocks too.
fn adapted(page: &str) -> (String, usize) {
    let (mut out, mut blocks, mut inside) = (String::new(), 0, false);
    let mut last = "";
    for line in page.lines() {
        if line == "```" && inside {
            inside = false;
            // These swallow the line end.
            if last != "..." && !last.ends_with("[..]") && !last.is_empty() {
                out.push('\n');
            }
        } else if line == "```console" {
            inside = true;
            blocks += 1;
        }
        out.push_str(line);
        out.push('\n');
        last = line;
    }
    (out, blocks)
}

#[test]
fn pages_show_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1");
    for (page, least) in PAGES {
        if EXCEPTIONS.iter().any(|(name, _)| name == page) {
            continue;
        }
        let text = fs::read_to_string(common::root().join(page)).unwrap();
        let (text, blocks) = adapted(&text);
        assert!(blocks >= *least, "{page} has {blocks} examples");
        let copy = folder.path().join(page.replace('/', "-"));
        fs::write(&copy, text).unwrap();
        cases.case(copy);
    }
    cases.run();
}

#[test]
fn commands_print_what_they_did() {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1");
    cases.case("tests/cmd/*.trycmd").run();
}

/// A folder a case, in a copy of which its commands run one after the other (see `docs/contributing.md`).
#[test]
fn cases_end_as_they_did() {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1");
    cases.case("tests/cases/*/case.trycmd").run();
}

#[test]
fn completions_and_the_manual_page_begin_as_they_should() {
    for (arguments, beginning) in [
        (&["completions", "bash"][..], "_partie() {"),
        (&["completions", "zsh"], "#compdef partie"),
        (&["completions", "fish"], "# Print an optspec for argparse"),
        (&["man"], ".ie "),
        (&["--version"], concat!("partie ", env!("CARGO_PKG_VERSION"), "\n")),
    ] {
        let output = common::partie().args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with(beginning), "{arguments:?}: {:?}", text.get(..60));
    }
}
