//! Every message is a shape of the one table, and the table holds nothing else. That a shape of the code stands in it with
//! the same arguments is seen to by the compiler (`say!`).

use std::collections::BTreeSet;

use partie_record::message::TABLE;

use crate::source_tree::{code, fail_if, is_test, sources};

/// Sources of the program, without what is tests, and without the table.
fn program() -> impl Iterator<Item = (String, String)> {
    let own = |name: &String| !is_test(name) && !name.starts_with("src/record/message/");
    sources().into_iter().filter(move |(name, _)| own(name)).map(|(name, text)| (name, code(&text, false)))
}

/// What stands behind `opening` and blanks in a text, as far as `ends`.
fn behind<'t>(text: &'t str, opening: &str, ends: char) -> Vec<&'t str> {
    let found = text.split(opening).skip(1).map(str::trim_start);
    found.filter_map(|rest| Some(rest.strip_prefix('"')?.split_once(ends)?.0)).collect()
}

#[test]
fn every_shape_of_the_table_is_said() {
    let mut said = BTreeSet::new();
    for (_, text) in program() {
        said.extend(behind(&text, "say!(", '"').into_iter().map(str::to_owned));
    }
    let shapes: BTreeSet<String> = TABLE.iter().map(|shape| shape.name.to_owned()).collect();
    assert!(said.len() > 500, "only {} shapes are said", said.len());
    let unsaid: Vec<String> = shapes.difference(&said).cloned().collect();
    fail_if(&unsaid, "shapes of the table that nobody says");
    let unknown: Vec<String> = said.difference(&shapes).cloned().collect();
    fail_if(&unknown, "shapes that the table does not have");
}

#[test]
fn no_argument_is_a_text_of_the_code() {
    let mut violations = Vec::new();
    for (name, text) in program() {
        for opening in ["moved(", "quoted(", "message::text(", "said(", "= text("] {
            for literal in behind(&text, opening, '"') {
                violations.push(format!("{name}: {opening}\"{literal}\")"));
            }
        }
    }
    fail_if(&violations, "words that stand in the code, and not in the table");
}
