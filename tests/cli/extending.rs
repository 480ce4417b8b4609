//! The examples of `docs/extending.md` are lines of the code, in their order, so that they compile.

use std::fs;

use crate::common::root;

#[test]
fn examples_are_lines_of_the_code() {
    let page = fs::read_to_string(root().join("docs/extending.md")).unwrap();
    let (mut inside, mut compared) = (false, 0);
    let mut code: Option<(String, Vec<String>)> = None;
    for line in page.lines() {
        match line {
            "```diff" => inside = true,
            "```" => (inside, code) = (false, None),
            _ if !inside => {}
            _ if line.starts_with("+++ b/") || line.starts_with("--- a/") => {
                let path = &line["+++ b/".len()..];
                let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
                code = Some((path.to_owned(), text.lines().map(|line| line.trim().to_owned()).collect()));
            }
            "..." => {}
            _ => {
                let (path, rest) = code.as_mut().expect("a line of a file that is named");
                let wanted = line.strip_prefix(['+', ' ']).unwrap_or(line).trim();
                let at = rest.iter().position(|known| known == wanted);
                let at = at.unwrap_or_else(|| panic!("docs/extending.md: {path} has no line {wanted:?} there"));
                rest.drain(..=at);
                compared += 1;
            }
        }
    }
    assert!(compared > 70, "{compared} lines were compared");
}
