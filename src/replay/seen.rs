//! What was seen of a slice that says something of its file. Not for what is said of it.

use partie_input::Slice;
use partie_record::Encoding;
use partie_record::span::{LineEnds, Span};

/// Which line ends a text has.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndsSeen {
    pub lf: bool,
    pub crlf: bool,
    pub cr: bool,
}

impl EndsSeen {
    pub const fn of(ends: LineEnds) -> Self {
        let LineEnds { feeds, returns, pairs } = ends;
        Self { lf: feeds > pairs, crlf: pairs > 0, cr: returns > pairs }
    }
}

/// Which games of a slice are reported to [`super::WholeFile`]: the first of each encoding, and, where its text reads the same
/// in the next likely encoding, the first game whose text does not.
#[derive(Clone, Debug, Default)]
pub struct EncodingsSeen {
    /// Encodings beside ASCII, and whether the choice between them and the next likely one made a difference yet.
    seen: Vec<(Encoding, bool)>,
}

impl EncodingsSeen {
    /// Whether a game with letters beside ASCII is to be reported.
    pub fn should_report(&mut self, slice: &Slice, game: Span, encoding: Encoding) -> bool {
        let differs = || {
            let is_sure = !encoding.is_code_page();
            is_sure || slice.undeclared.doubt(game.of(&slice.bytes), encoding).is_some()
        };
        match self.seen.iter_mut().find(|(known, _)| *known == encoding) {
            Some((_, true)) => false,
            Some((_, differed)) => {
                *differed = differs();
                *differed
            }
            None => {
                self.seen.push((encoding, differs()));
                true
            }
        }
    }
}
