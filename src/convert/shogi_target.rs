//! The output formats for shogi records, and their writers.

use partie_notation::csa::{CsaWriter, Version};
use partie_notation::jkf::JkfWriter;
use partie_notation::ki2::Ki2Writer;
use partie_notation::kif::KifWriter;
use partie_notation::psn::{PsnWriter, Style};
use partie_notation::shogi_writer::ShogiWriter;
use partie_notation::usi::UsiWriter;
use partie_record::Encoding;

/// An output format for shogi records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShogiTarget {
    Kif,
    Ki2,
    Csa(Version),
    /// USI; main line only.
    Usi,
    Jkf,
    /// PSN with this notation of squares.
    Psn(Style),
}

impl ShogiTarget {
    /// Makes a writer of the format; `encoding` is the encoding of the output. Not part of the public API.
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
