//! The formats in which records of shogi can be written, and their writers.

use partie_notation::csa::{CsaWriter, Version};
use partie_notation::jkf::JkfWriter;
use partie_notation::ki2::Ki2Writer;
use partie_notation::kif::KifWriter;
use partie_notation::psn::{PsnWriter, Style};
use partie_notation::shogi_writer::ShogiWriter;
use partie_notation::usi::UsiWriter;
use partie_record::Encoding;

/// A format that records of shogi can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShogiTarget {
    Kif,
    /// KI2.
    Ki2,
    Csa(Version),
    /// USI, the main line only.
    Usi,
    Jkf,
    /// PSN with squares written so.
    Psn(Style),
}

impl ShogiTarget {
    /// A writer of the format, for text that will be in that encoding. Not for the face of the library.
    #[doc(hidden)]
    pub fn writer(self, encoding: Encoding) -> Box<dyn ShogiWriter + Send> {
        match self {
            Self::Kif => Box::new(KifWriter::new(encoding)),
            Self::Ki2 => Box::new(Ki2Writer::default()),
            Self::Csa(version) => Box::new(CsaWriter::new(version, encoding)),
            Self::Usi => Box::new(UsiWriter::new()),
            Self::Jkf => Box::new(JkfWriter::new()),
            Self::Psn(style) => Box::new(PsnWriter::new(style)),
        }
    }
}
