//! Properties of a slice that findings about its file need: encodings and line ends.

use partie_input::Slice;
use partie_record::Encoding;
use partie_record::span::{LineEnds, Span};

/// The kinds of line ends in a text.
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

/// Selects the games of a slice that are reported to [`super::WholeFile`]: the first game of each encoding. If this
/// game reads the same in the next likely encoding, also the first game that does not.
#[derive(Clone, Debug, Default)]
pub struct EncodingsSeen {
    /// Encodings other than ASCII. True once a game was reported that reads differently in the next likely encoding.
    seen: Vec<(Encoding, bool)>,
}

impl EncodingsSeen {
    /// True if a game with letters outside ASCII is to be reported.
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
