//! Illegal moves that are kept as written, and the comment that marks them.

use super::board::MoveText;
use super::comments::bare;
use super::options::Style;
use partie_notation::letters::Letters;
use partie_notation::spell::Names;
use partie_rules::Side;

/// The start of a comment that marks illegal moves.
pub(super) const ILLEGAL: &str = "illegal, kept as written:";

/// The notation of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling<'a> {
    pub(super) style: Style,
    pub(super) names: &'a Names,
    pub(super) king_takes_rook: bool,
}

/// The illegal moves of a game.
#[derive(Debug, Default)]
pub(super) struct KeptMoves {
    /// Whether the next move is illegal.
    pub(super) is_next: bool,
    /// Comment with the illegal moves written so far; empty without one.
    pub(super) comment: String,
    /// True if the last move has a check mark in the record.
    announced: bool,
}

impl KeptMoves {
    /// Writes the next move as in the record if the target reads it back as the same move, else with its origin.
    #[cold]
    pub(super) fn write<G: MoveText>(
        &mut self,
        out: &mut Vec<u8>,
        (before, mv): (&G, G::Move),
        token: &[u8],
        (Spelling { style, names, king_takes_rook }, letters): (Spelling<'_>, &'static Letters),
    ) {
        self.is_next = false;
        let from = out.len();
        let last = token.iter().rposition(|byte| !matches!(byte, b'!' | b'?' | b'+' | b'#'));
        let token = &token[..last.map_or(0, |last| last + 1)];
        if style == Style::San && before.reads_as(token, mv, letters) {
            out.extend_from_slice(token);
        } else {
            let style = if style == Style::San { Style::Long } else { style };
            before.spell(out, mv, names, (style, king_takes_rook));
        }
        self.comment.push_str(if self.comment.is_empty() { ILLEGAL } else { "," });
        let dots = if before.turn() == Side::Second { "..." } else { "." };
        let written = String::from_utf8_lossy(&out[from..]);
        self.comment.push_str(&format!(" {}{dots} {written}", before.number()));
    }

    /// After an illegal move, records whether the record marks a check: a king may still be in check from before.
    #[inline]
    pub(super) fn look_for_check(&mut self, token: &[u8]) {
        self.announced = !self.comment.is_empty() && token.iter().any(|byte| matches!(byte, b'+' | b'#'));
    }

    /// True if the check mark of the last move is written.
    pub(super) fn marks_check(&self) -> bool {
        self.comment.is_empty() || self.announced
    }
}

/// True if a comment lists illegal moves, so an earlier conversion wrote the record.
pub(super) fn names_illegal(comment: &str) -> bool {
    let words = || ILLEGAL.split(' ');
    let agrees = |text: &str| words().zip(text.split_whitespace()).filter(|(one, other)| one == other).count();
    bare(comment).is_some_and(|text| agrees(text) == words().count())
}
