//! What the name of a file says of its content: for files that are met in a folder, where nobody says that they are
//! records. Not for what a file holds.

use std::path::Path;

use crate::notation::formats;

/// Extensions of plain text.
const TEXTS: [&str; 3] = ["txt", "text", "asc"];
/// Extensions of compressed files, behind those of what they hold.
const PACKED: [&str; 5] = ["gz", "bz2", "zst", "xz", "zip"];

/// What a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That the file is a game record.
    Record,
    /// Nothing: it is text of any kind.
    Text,
    /// That it is something else.
    Other,
}

impl Claim {
    /// Bytes by which a file of such a name is known for a record: a book of games may begin with a long preface.
    pub const fn head(self) -> usize {
        match self {
            Self::Text => 4 << 20,
            // One record of JSON stands in one object.
            Self::Other => 1 << 20,
            Self::Record => 64 << 10,
        }
    }

    /// What a path says by its extension, or by that before one of compression.
    pub fn of(path: &Path) -> Self {
        let extension = |path: &Path| path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase);
        let mut last = extension(path);
        if last.as_deref().is_some_and(|last| PACKED.contains(&last)) {
            last = path.file_stem().and_then(|stem| extension(Path::new(stem)));
        }
        match last.as_deref() {
            Some(last) if formats::extensions().any(|known| known == last) => Self::Record,
            Some(last) if !TEXTS.contains(&last) => Self::Other,
            _ => Self::Text,
        }
    }
}

/// Whether a name says that the file is compressed.
pub(super) fn is_named_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| PACKED.iter().any(|packed| extension.eq_ignore_ascii_case(packed)))
}

/// Whether a name says that the file is a zip archive.
pub(super) fn is_named_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_behind_that_of_compression_counts() {
        for (path, claim) in [
            ("a/club.pgn", Claim::Record),
            ("CLUB.PGN.ZST", Claim::Record),
            ("x.kif", Claim::Record),
            ("notes.txt", Claim::Text),
            ("games", Claim::Text),
            ("games.gz", Claim::Text),
            ("main.rs", Claim::Other),
            ("doc.html.gz", Claim::Other),
            ("a.pgn/b.md", Claim::Other),
        ] {
            assert_eq!(Claim::of(Path::new(path)), claim, "{path}");
        }
    }
}
