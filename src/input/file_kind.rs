//! Magic bytes of unsupported files: without text, or with an unsupported compression. Supported compression is in
//! [`super::Compression`].

use std::path::Path;

use super::claim::is_named_packed;

/// A kind of file that is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The name of the kind, with an article.
    name: &'static str,
    /// Advice on how to get games out of such a file.
    advice: &'static str,
    /// True if files of this kind contain other files.
    pub is_archive: bool,
}

/// Extensions of unsupported archives.
const ARCHIVES: [&str; 6] = ["tar", "tgz", "tbz2", "txz", "7z", "rar"];

/// Number of first bytes that identify the kind of a file.
pub const KIND_SHOWN: usize = 264;
/// Offset of the magic bytes in a tar archive.
const TAR_MAGIC_OFFSET: usize = 257;

const ARCHIVE: &str = "unpack it, and name the folder";
const PACKED: &str = "unpack it, and name the file";
const DOCUMENT: &str = "save its text in a file .txt, and name that";
const PICTURE: &str = "read its text with a program for scans (OCR), save that in a file .txt, and name it";
const DATABASE: &str = "export its games as PGN with the program that made it, and name that file";

/// Offset, magic bytes and kind.
const KINDS: &[(usize, &[u8], FileKind)] = &[
    (TAR_MAGIC_OFFSET, b"ustar", archive("a tar archive")),
    (0, b"7z\xbc\xaf\x27\x1c", archive("a 7z archive")),
    (0, b"Rar!\x1a\x07", archive("a RAR archive")),
    (0, b"MSCF\0\0\0\0", archive("a cabinet archive (.cab)")),
    (0, b"!<arch>\n", archive("an ar archive")),
    (0, b"\x1f\x9d", packed("a compressed file (.Z)")),
    (0, b"\x04\x22\x4d\x18", packed("an LZ4 file")),
    (0, b"LZIP\x01", packed("an lzip file")),
    (0, b"%PDF-", other("a PDF document", DOCUMENT)),
    (0, b"{\\rtf", other("an RTF document", DOCUMENT)),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", other("an Office document", DOCUMENT)),
    (0, b"\x89PNG\r", other("a picture (PNG)", PICTURE)),
    (0, b"\xff\xd8\xff", other("a picture (JPEG)", PICTURE)),
    (0, b"GIF8", other("a picture (GIF)", PICTURE)),
    (0, b"AT&TFORM", other("a scan (DjVu)", PICTURE)),
    (0, b"SQLite format 3\0", other("an SQLite database", DATABASE)),
];

const fn archive(name: &'static str) -> FileKind {
    FileKind { name, advice: ARCHIVE, is_archive: true }
}

const fn packed(name: &'static str) -> FileKind {
    FileKind { name, advice: PACKED, is_archive: true }
}

const fn other(name: &'static str, advice: &'static str) -> FileKind {
    FileKind { name, advice, is_archive: false }
}

impl FileKind {
    /// The kind of a file by its first [`KIND_SHOWN`] bytes; `None` if it is not known to be unsupported.
    pub fn of(head: &[u8]) -> Option<Self> {
        let fits = |(at, magic, _): &&(usize, &[u8], Self)| head.get(*at..).is_some_and(|rest| rest.starts_with(magic));
        KINDS.iter().find(fits).map(|(.., kind)| *kind)
    }
}

/// True if the name is that of an unsupported archive, even a compressed one (`games.tar.gz`).
pub fn is_named_archive(path: &Path) -> bool {
    let stem = path.file_stem().map(Path::new).filter(|_| is_named_packed(path));
    let extensions = [Some(path), stem].into_iter().flatten().filter_map(Path::extension);
    extensions.into_iter().any(|extension| ARCHIVES.iter().any(|archive| extension.eq_ignore_ascii_case(archive)))
}

/// Writes the kind and the advice: `it is a tar archive: unpack it, and name the folder`.
impl std::fmt::Display for FileKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it is {}: {}", self.name, self.advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_archives_are_known() {
        for (name, is_archive) in
            [("a.tar", true), ("a/b.TAR.gz", true), ("a.7z", true), ("tar.pgn", false), ("tar", false)]
        {
            assert_eq!(is_named_archive(Path::new(name)), is_archive, "{name}");
        }
    }

    #[test]
    fn kinds_are_known_by_their_magic_bytes() {
        let mut tar = vec![0; TAR_MAGIC_OFFSET];
        tar.extend_from_slice(b"ustar\x0000");
        for (head, name) in [
            (&*tar, Some("a tar archive")),
            (b"7z\xbc\xaf\x27\x1c\0\x04", Some("a 7z archive")),
            (b"Rar!\x1a\x07\x01\0", Some("a RAR archive")),
            (b"%PDF-1.7\n", Some("a PDF document")),
            (&tar[..TAR_MAGIC_OFFSET], None),
            (b"7z is a program", None),
            (b"[Event \"ustar\"]", None),
            (b"", None),
        ] {
            assert_eq!(FileKind::of(head).map(|kind| kind.name), name);
        }
    }
}
