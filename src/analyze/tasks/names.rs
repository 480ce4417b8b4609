//! Names of folders in the output: safe for any source name, and unique.

use std::collections::HashSet;
use std::path::Path;

/// Maximum bytes of a source's own name that are kept.
const LONGEST: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Names {
    given: HashSet<String>,
}

impl Names {
    /// A name for a source: its file name if that is safe, else the safe part of it and a digest of the whole path.
    pub(super) fn give(&mut self, path: &Path) -> String {
        let own = path.file_name().unwrap_or(path.as_os_str()).as_encoded_bytes();
        let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let mut name: String =
            own.iter().take(LONGEST).map(|byte| if harmless(*byte) { char::from(*byte) } else { '_' }).collect();
        if name.is_empty() || name.starts_with('.') {
            name.insert(0, '_');
        }
        // Some systems treat folder names as equal if only their case differs.
        let whole = name.as_bytes() == own;
        if whole && self.given.insert(name.to_ascii_lowercase()) {
            return name;
        }
        let digest = xxhash_rust::xxh3::xxh3_64(path.as_os_str().as_encoded_bytes());
        name = format!("{name}-{digest:016x}");
        let mut tried = name.clone();
        for number in 2.. {
            if self.given.insert(tried.to_ascii_lowercase()) {
                break;
            }
            tried = format!("{name}-{number}");
        }
        tried
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::plan::is_safe;

    #[test]
    fn names_are_harmless_and_differ() {
        let long = "x".repeat(5000);
        let paths = [
            "a.pgn",
            "b/a.pgn",
            "A.PGN",
            "../x",
            "..",
            "/",
            "",
            ".",
            "/etc/passwd",
            "a\nb",
            "a\u{202e}b",
            "-",
            "CON",
            &long,
            "a.pgn",
            "a.pgn",
            ".hidden",
            "日本.kif",
            "日木.kif",
        ];
        let mut names = Names::default();
        let given: Vec<String> = paths.iter().map(|path| names.give(Path::new(path))).collect();
        assert!(given.iter().all(|name| is_safe(name)), "{given:?}");
        let different: HashSet<String> = given.iter().map(|name| name.to_ascii_lowercase()).collect();
        assert_eq!(different.len(), paths.len(), "{given:?}");
        assert_eq!(given[0], "a.pgn");
    }
}
