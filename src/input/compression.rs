//! Compression formats, their magic bytes, and how a file's text is stored. Does not decompress.

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    None,
    /// gzip, any number of members.
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// Zstandard, any number of frames.
    Zstd,
    /// XZ, any number of streams.
    Xz,
    /// A zip archive, which is opened as its members.
    Zip,
}

/// How a text is stored; only `Plain` files have the same bytes as their slices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stored {
    #[default]
    Plain,
    Packed(Compression),
    /// A file in UTF-16.
    Utf16,
    /// A member of an archive.
    Member,
    /// A pipe, without a file.
    Stream,
}

impl Compression {
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "plain",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zstd => "Zstandard",
            Self::Xz => "XZ",
            Self::Zip => "zip",
        }
    }

    /// Detects the compression by the magic bytes at the beginning of a file.
    pub fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            // A Zstandard file may begin with a skippable frame.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            // `PK 5 6` is the end record of an archive without members; `PK 7 8` begins an archive split into parts.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Self::Zip,
            _ => Self::None,
        }
    }
}
