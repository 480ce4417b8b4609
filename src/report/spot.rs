//! What forms for programs say of where a finding stands and what it is known by from run to run. Not for how they say it.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use partie_record::finding::Grade;
use partie_record::shown::write_json;
use partie_replay::Placed;
use partie_table::game_identity::{FindingKey, FindingKeys};
use xxhash_rust::xxh3::xxh3_64;

/// Where a stretch of a text begins or ends, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: u64,
    /// In units of UTF-16.
    pub(super) utf16: u64,
    /// In bytes of UTF-8.
    pub(super) utf8: u64,
}

/// Where a byte of a game stands.
pub(super) fn spot(placed: &Placed<'_>, at: u32) -> Spot {
    let (game, at) = (&placed.game, at as usize);
    let (line, _) = game.lines.line_column(at);
    let utf16 = game.units(at, |text| text.encode_utf16().count()) + 1;
    Spot { line, utf16, utf8: game.units(at, str::len) + 1 }
}

/// Where a finding begins and ends.
pub(super) fn region(placed: &Placed<'_>) -> (Spot, Spot) {
    (spot(placed, placed.finding.span.from), spot(placed, placed.finding.span.to))
}

/// Texts that would replace the token, as far as they are sure enough to be offered: with what each is.
pub(super) fn fixes<'a>(placed: &Placed<'a>) -> impl Iterator<Item = (&'a str, String)> {
    let sure = placed.finding.replacements().filter(|fix| fix.grade != Grade::Guess);
    sure.map(|fix| (fix.token.as_str(), format!("{}: write {}", fix.grade.name(), fix.token)))
}

/// A path with slashes, whatever parts its names on this system.
fn shown(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

/// A path as the repository knows it in which a runner of GitHub or GitLab works, whatever folder the command was started in.
pub(super) fn repository_path(path: &str) -> String {
    let bare = || shown(Path::new(path.trim_start_matches("./")));
    let root = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].iter().find_map(std::env::var_os);
    let (Some(root), Ok(whole)) = (root, std::path::absolute(path)) else { return bare() };
    whole.strip_prefix(root).map_or_else(|_| bare(), shown)
}

/// The message with what to do.
pub(super) fn advice(placed: &Placed<'_>) -> String {
    match placed.finding.help_line() {
        help if help.is_empty() => placed.message(),
        help => format!("{}; {help}", placed.message()),
    }
}

/// JSON in which nothing steers a terminal.
pub(super) fn json_text(value: &Value) -> String {
    let mut text = Vec::new();
    // A value always serializes.
    let _ = write_json(&mut text, value);
    String::from_utf8(text).unwrap_or_default()
}

/// The members of an array of JSON, one a line.
#[derive(Debug, Default)]
pub(super) struct JsonRows {
    rows: u64,
}

impl JsonRows {
    pub(super) fn add(&mut self, row: &Value, text: &mut String) {
        text.push_str(if self.rows == 0 { "\n" } else { ",\n" });
        self.rows += 1;
        text.push_str(&json_text(row));
    }
}

/// What findings are known by: the game, the code, the token, and which of several alike in the run it is.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    keys: FindingKeys,
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    pub(super) fn of(&mut self, placed: &Placed<'_>) -> String {
        let FindingKey { game, code, token } = self.keys.of(placed);
        let key = xxh3_64(format!("{:016x}:{code}:{token}", game.game).as_bytes());
        let count = self.seen.entry(key).or_default();
        *count += 1;
        format!("{:016x}", xxh3_64(format!("{key:016x}:{count}").as_bytes()))
    }
}

/// A path as a reference of the kind that addresses are: what is no letter, digit or one of a few signs as its bytes.
pub(super) fn uri(path: &str) -> String {
    let path = shown(Path::new(path));
    let has_drive = cfg!(windows) && path.as_bytes().get(1) == Some(&b':');
    let mut uri = match (path.starts_with('/'), has_drive) {
        (true, _) => "file://".to_owned(),
        (_, true) => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(byte as char),
            b':' if has_drive && uri.len() == "file:///c".len() => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./a/b c.pgn"), "a/b%20c.pgn");
        assert_eq!(uri("/tmp/é.pgn"), "file:///tmp/%C3%A9.pgn");
        assert_eq!(uri("b:%.pgn"), "b%3A%25.pgn");
    }
}
