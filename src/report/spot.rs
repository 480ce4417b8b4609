//! Places and fingerprints of findings, for machine-readable forms.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use partie_record::finding::Grade;
use partie_record::shown::write_json;
use partie_replay::Placed;
use partie_table::game_identity::{FindingKey, FindingKeys};
use xxhash_rust::xxh3::xxh3_64;

/// The start or end of a span; line and columns are from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: u64,
    /// Column in UTF-16 units.
    pub(super) utf16: u64,
    /// Column in UTF-8 bytes.
    pub(super) utf8: u64,
}

/// Returns the place of a byte of a game.
pub(super) fn spot(placed: &Placed<'_>, at: u32) -> Spot {
    let (game, at) = (&placed.game, at as usize);
    let (line, _) = game.lines.line_column(at);
    let utf16 = game.units(at, |text| text.encode_utf16().count()) + 1;
    Spot { line, utf16, utf8: game.units(at, str::len) + 1 }
}

/// Returns the start and the end of a finding.
pub(super) fn region(placed: &Placed<'_>) -> (Spot, Spot) {
    (spot(placed, placed.finding.span.from), spot(placed, placed.finding.span.to))
}

/// Returns the possible replacements of the token with descriptions, except for guesses.
pub(super) fn fixes<'a>(placed: &Placed<'a>) -> impl Iterator<Item = (&'a str, String)> {
    let sure = placed.finding.replacements().filter(|fix| fix.grade != Grade::Guess);
    sure.map(|fix| (fix.token.as_str(), format!("{}: write {}", fix.grade.name(), fix.token)))
}

/// Returns a path with slashes as separators on every system.
fn shown(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

/// Returns a path relative to the repository of a GitHub or GitLab runner, or unchanged outside of one.
pub(super) fn repository_path(path: &str) -> String {
    let bare = || shown(Path::new(path.trim_start_matches("./")));
    let root = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].iter().find_map(std::env::var_os);
    let (Some(root), Ok(whole)) = (root, std::path::absolute(path)) else { return bare() };
    whole.strip_prefix(root).map_or_else(|_| bare(), shown)
}

/// Returns the message of a finding, with its help.
pub(super) fn advice(placed: &Placed<'_>) -> String {
    match placed.finding.help_line() {
        help if help.is_empty() => placed.message(),
        help => format!("{}; {help}", placed.message()),
    }
}

/// Serializes JSON without characters that control a terminal.
pub(super) fn json_text(value: &Value) -> String {
    let mut text = Vec::new();
    // Serializing a JSON value cannot fail.
    let _ = write_json(&mut text, value);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes the elements of a JSON array, one per line.
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

/// Computes fingerprints of findings from game, code, token, and the number of equal earlier findings in the run.
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

/// Converts a path to a URI reference. All bytes except letters, digits and a few signs are percent-encoded.
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
