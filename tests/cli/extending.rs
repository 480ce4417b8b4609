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

/// The path from a slice to a finding in `docs/design.md`: each function is in its file.
#[test]
fn the_path_of_a_finding_is_in_the_code() {
    let page = fs::read_to_string(root().join("docs/design.md")).unwrap();
    let (_, table) = page.split_once("without the functions that only pass it on").unwrap();
    let row = |line: &str| {
        let cells: Vec<String> = line.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        (cells.len() == 2).then(|| (cells[0].clone(), cells[1].clone()))
    };
    let rows: Vec<(String, String)> =
        table.lines().skip(2).take_while(|line| line.starts_with('|')).filter_map(row).collect();
    assert!((5..=9).contains(&rows.len()), "{rows:?}");
    for (function, file) in rows {
        let text = fs::read_to_string(root().join(&file)).unwrap_or_else(|_| panic!("{file} is not there"));
        let (owner, name) = function.rsplit_once("::").map_or((None, &*function), |(owner, name)| (Some(owner), name));
        let is_there = text.contains(&format!("fn {name}(")) || text.contains(&format!("fn {name}<"));
        assert!(is_there && owner.is_none_or(|owner| text.contains(owner)), "{file} has no {function}");
    }
}
