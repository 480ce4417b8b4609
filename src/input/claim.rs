//! File names as evidence of content, for files that the user did not name but a folder contains. Not for file
//! contents.

use std::path::Path;

use partie_record::message::{Message, text};
use partie_record::say;

use partie_notation::formats;

const TEXTS: [&str; 3] = ["txt", "text", "asc"];
/// Extensions of compressed files, appended to the extension of the content.
const PACKED: [&str; 5] = ["gz", "bz2", "zst", "xz", "zip"];

/// A database format of another program, which cannot be read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    ChessBase,
    Scid,
}

impl Database {
    /// Advice on how to export its games as PGN.
    pub fn advice(self) -> Message {
        match self {
            Self::ChessBase => say!("export-from-chessbase"),
            Self::Scid => say!("export-from-scid"),
        }
    }
}

/// The file extensions of each database.
const DATABASES: [(&[&str], Database); 2] = [
    (
        &[
            "2cbh", "cba", "cbb", "cbc", "cbd", "cbe", "cbf", "cbg", "cbh", "cbj", "cbl", "cbm", "cbone", "cbp", "cbs",
            "cbt", "cbv", "cbz", "cit", "cib", "cko", "cpo",
        ],
        Database::ChessBase,
    ),
    (&["si3", "sg3", "sn3", "si4", "sg4", "sn4", "si5", "sg5", "sn5", "scid"], Database::Scid),
];
/// Extensions of files that are known not to contain records.
const FOREIGN: &[&str] = &[
    "7z", "abnf", "adoc", "avi", "bat", "bib", "bin", "bmp", "c", "cc", "cfg", "conf", "cpp", "cs", "css", "csv", "db",
    "doc", "docx", "eml", "eps", "epub", "exe", "gif", "go", "h", "heic", "hpp", "htm", "html", "ico", "ini", "ipynb",
    "java", "jpeg", "jpg", "js", "json", "jsonl", "key", "kt", "less", "lock", "log", "m4a", "map", "md", "mjs", "mov",
    "mp3", "mp4", "odp", "ods", "odt", "ogg", "parquet", "pdf", "pem", "perft", "php", "pl", "png", "ppt", "pptx",
    "ps", "ps1", "py", "pyc", "r", "rar", "rb", "rs", "rst", "rtf", "sarif", "scss", "sh", "sql", "sqlite", "stderr",
    "stdout", "svg", "swift", "tar", "tex", "tgz", "tif", "tiff", "toml", "trycmd", "ts", "tsv", "tsx", "ttf", "wav",
    "webm", "webp", "woff", "woff2", "xls", "xlsx", "xml", "yaml", "yml", "zip",
];

/// The database format that a file's extension belongs to, if any.
pub fn database(path: &Path) -> Option<Database> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let found = DATABASES.iter().find(|(extensions, _)| extensions.contains(&&*extension));
    found.map(|(_, database)| *database)
}

/// The message for a file that the user named and that has no record; for a database, with advice on exporting games.
pub fn no_record(path: &str) -> Message {
    match database(Path::new(path)) {
        Some(database) => say!("no-record-but-database", path = text(path), advice = database.advice()),
        None => say!("no-record", path = text(path)),
    }
}

/// The default suffix of backups, as for cp and patch.
pub const BACKUP_SUFFIX: &str = "~";

/// Length in bytes of the shortest known extension of a record or text.
const MIN_EXTENSION: usize = 3;

/// Possible names of a backup's original, the likeliest first: `name` without a suffix. Names such as `a.pgn.gz` and
/// `a.pgn.json`, with a known extension of another kind, have no original.
pub fn originals(name: &str) -> impl Iterator<Item = &str> {
    let with_default = name.strip_suffix(BACKUP_SUFFIX).filter(|original| !original.is_empty());
    let path = Path::new(name);
    let last = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let may_be = move |extension: &str| match Claim::of(path) {
        _ if is_named_packed(path) => false,
        Claim::Other => is_unheard_of(path),
        Claim::Record => last.eq_ignore_ascii_case(extension),
        Claim::Text => true,
    };
    // If the original has no extension, the backup's must be unknown: `games.bak` is a backup of `games`, but
    // `games.txt` is not. Most names have the first of the known extensions, so this check is fast.
    let is_record = move || formats::extensions().any(|known| known.eq_ignore_ascii_case(last));
    let bare = name.split_once('.').filter(|(bare, rest)| !bare.is_empty() && !rest.contains('.'));
    let bare = bare.filter(|_| !is_record() && is_unheard_of(path)).map(|(bare, _)| bare);
    let has_suffix = move |behind: &usize| *behind > 1 && name.len() - *behind > MIN_EXTENSION;
    let dots = name.match_indices('.').map(|(dot, _)| dot + 1).filter(has_suffix);
    let with_extension = dots.flat_map(move |behind| {
        let extensions = formats::extensions().chain(TEXTS);
        extensions.filter_map(move |extension| {
            let end = behind + extension.len();
            let written = name.get(behind..end).filter(|_| end < name.len())?;
            (written.eq_ignore_ascii_case(extension) && may_be(extension)).then(|| &name[..end])
        })
    });
    with_default.into_iter().chain(with_extension).chain(bare)
}

/// True if a file has an unknown extension.
pub fn is_unheard_of(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    Claim::of(path) == Claim::Other
        && extension.is_some_and(|last| !FOREIGN.contains(&&*last) && !PACKED.contains(&&*last))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The extension of a game record.
    Record,
    /// The extension of any kind of text.
    Text,
    /// Any other extension.
    Other,
}

impl Claim {
    /// Number of first bytes in which a record must begin; a book of games (`Text`) may have a long preface.
    pub const fn head(self) -> usize {
        match self {
            Self::Text => 4 << 20,
            // A JSON record is a single object, whose format may show late.
            Self::Other => 1 << 20,
            Self::Record => 64 << 10,
        }
    }

    /// Returns the claim of a path's extension, or of the extension before a compression extension.
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

/// True if the name has a compression extension.
pub fn is_named_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| PACKED.iter().any(|packed| extension.eq_ignore_ascii_case(packed)))
}

/// True if the name has the extension of a zip archive.
pub fn is_named_zip(path: &Path) -> bool {
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

    #[test]
    fn names_of_backups_have_a_suffix_behind_that_of_the_original() {
        for (name, original) in [
            ("a.pgn~", Some("a.pgn")),
            ("games~", Some("games")),
            ("a.pgn.before", Some("a.pgn")),
            ("a.b.PGN_old", Some("a.b.PGN")),
            ("a.pgn.old.pgn", Some("a.pgn")),
            ("a.pgn.txt", Some("a.pgn")),
            ("a.txt.bak", Some("a.txt")),
            ("games.orig", Some("games")),
            ("a.pgn", None),
            ("a.kifu", None),
            ("a.pgn.gz", None),
            ("a.pgn.kif", None),
            ("a.pgn.json", None),
            ("a.html.bak", None),
            ("round10", None),
            ("games.txt", None),
            ("~", None),
            (".pgn.bak", None),
        ] {
            assert_eq!(originals(name).next(), original, "{name}");
        }
        assert!(formats::extensions().chain(TEXTS).all(|extension| extension.len() >= MIN_EXTENSION));
    }

    #[test]
    fn databases_and_unknown_files_are_told_from_others() {
        for (path, known, unknown) in [
            ("a/Base.CBH", true, true),
            ("base.si4", true, true),
            ("games.sgf", false, true),
            ("README.md", false, false),
            ("notes.txt", false, false),
            ("club.pgn", false, false),
            ("x.html.gz", false, false),
            ("LICENSE", false, false),
        ] {
            let path = Path::new(path);
            assert_eq!((database(path).is_some(), is_unheard_of(path)), (known, unknown), "{path:?}");
        }
    }
}
