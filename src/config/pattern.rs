//! File patterns. A pattern without a slash matches a name at any depth. A pattern with a slash matches a path from
//! the folder of the configuration; `.` is that folder, as in a shell. A pattern that matches a folder also matches
//! all files below it.

use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

#[derive(Clone, Debug)]
pub(crate) struct Pattern(GlobSet);

impl Pattern {
    /// # Errors
    /// The reason why the pattern is invalid.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let bare = match text {
            "." | "./" => "**",
            _ => text.trim_start_matches("./").trim_end_matches('/'),
        };
        let inner = bare.trim_start_matches('/');
        let leads_out = inner.split('/').any(|part| part == "..");
        if inner.is_empty() || leads_out || inner.starts_with('!') || inner.contains('\\') {
            return Err(format!(
                "{text:?} is no pattern of files in this folder; parts stand behind slashes, and none is taken back with !"
            ));
        }
        let whole = if bare.contains('/') { inner.to_owned() } else { format!("**/{inner}") };
        let glob =
            |text: &str| -> Result<Glob, globset::Error> { GlobBuilder::new(text).literal_separator(true).build() };
        let below = format!("{whole}/**");
        let set = || -> Result<GlobSet, globset::Error> {
            GlobSetBuilder::new().add(glob(&whole)?).add(glob(&below)?).build()
        };
        set().map(Self).map_err(|error| format!("{text:?} is no pattern of files: {}", error.kind()))
    }

    /// True if the pattern matches a path that is relative to the folder of the configuration.
    pub(crate) fn fits(&self, path: &Path) -> bool {
        self.0.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_paths_and_folders() {
        for (pattern, path, fits) in [
            ("*.pgn", "a/b.pgn", true),
            ("old", "a/old/b.pgn", true),
            ("old/", "old/b.pgn", true),
            ("/old", "a/old/b.pgn", false),
            ("a/*.pgn", "a/b.pgn", true),
            ("a/*.pgn", "c/a/b.pgn", false),
            ("a/*.pgn", "a/c/b.pgn", false),
            ("a/**/*.pgn", "a/c/d/b.pgn", true),
            ("./a", "a/b.pgn", true),
            ("*.{kif,csa}", "x.csa", true),
            (".", "a/b.pgn", true),
            ("./", "b.pgn", true),
        ] {
            assert_eq!(Pattern::new(pattern).expect("a pattern").fits(Path::new(path)), fits, "{pattern} {path}");
        }
        assert!(Pattern::new("a[").is_err() && Pattern::new("/").is_err());
    }
}
