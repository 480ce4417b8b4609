//! The forms of compression, how a file shows that it has one, and how else it may be stored. Not for unpacking.

/// How a file is compressed.
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

/// How a file is stored: whether its bytes are those of the slices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stored {
    #[default]
    Plain,
    Packed(Compression),
    /// In UTF-16.
    Utf16,
    /// In an archive of several.
    Member,
    /// In no file: it comes from a pipe.
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

    /// By the magic bytes of a file's beginning.
    pub fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            // A skippable frame may come first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            // One without members is only its end; the other marks are those of one in several parts.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Self::Zip,
            _ => Self::None,
        }
    }
}
