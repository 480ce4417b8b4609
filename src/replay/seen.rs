//! What was seen of a slice that says something of its file. Not for what is said of it.

use partie_input::Slice;
use partie_record::Encoding;
use partie_record::span::{LineEnds, Span};

/// Which line ends a text has.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndsSeen {
    /// LF alone.
    pub lf: bool,
    /// CR and LF.
    pub crlf: bool,
    /// CR alone.
    pub cr: bool,
}

impl EndsSeen {
    /// Those that were counted.
    pub const fn of(ends: LineEnds) -> Self {
        let LineEnds { feeds, returns, pairs } = ends;
        Self { lf: feeds > pairs, crlf: pairs > 0, cr: returns > pairs }
    }
}

/// The games of a slice by which something is said of the encoding of their file: the first of each encoding, and where that
/// is the same text in another one, the first that is not.
#[derive(Clone, Debug, Default)]
pub struct EncodingsSeen {
    /// Encodings beside ASCII, and whether a game showed what the guess matters for.
    seen: Vec<(Encoding, bool)>,
}

impl EncodingsSeen {
    /// Whether a game with letters beside ASCII is one of them.
    pub fn tells(&mut self, slice: &Slice, game: Span, encoding: Encoding) -> bool {
        let shows = || {
            let is_sure = !encoding.is_code_page();
            is_sure || slice.undeclared.first_difference(game.of(&slice.bytes), encoding).is_some()
        };
        match self.seen.iter_mut().find(|(known, _)| *known == encoding) {
            Some((_, true)) => false,
            Some((_, shown)) => {
                *shown = shows();
                *shown
            }
            None => {
                self.seen.push((encoding, shows()));
                true
            }
        }
    }
}
