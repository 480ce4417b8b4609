//! What follows a move in any language: check, mate, en passant, promotion, `!` and `?`.
//!
//! Not for the words of a game's end, which are no part of a move.

use super::descriptive_move::{Check, DescriptiveMove};
use super::words::{After, apart, dot, ends, gap, one_of, wide, word};
use crate::rules::chess::Role;

/// What a language writes after a move.
pub(super) struct Marks {
    /// Words of check, longest first.
    pub(super) check: &'static [&'static str],
    /// Words of mate, longest first.
    pub(super) mate: &'static [&'static str],
    /// Words of discovered check, longest first; a word of check follows.
    pub(super) discovered: &'static [&'static str],
    /// Words of double check, longest first; a word of check follows.
    pub(super) double: &'static [&'static str],
    /// Words of en passant, longest first.
    pub(super) en_passant: &'static [&'static str],
    /// Words of promotion without a piece, which make a queen.
    pub(super) queens: &'static [&'static str],
    /// Whether a colon may stand before the piece of a promotion.
    pub(super) colon: bool,
    /// Words before the piece of a promotion, longest first.
    pub(super) becomes: &'static [&'static str],
    /// What may stand between such a word and the piece, longest first.
    pub(super) article: &'static [&'static str],
    /// Pieces that a pawn may become, longest first.
    pub(super) officers: &'static [(&'static str, Role)],
}

/// What may still follow a pawn's move. Each only once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing but check marks and judgements.
    Marks,
    /// A promotion.
    Promotion,
    /// A promotion or an en passant mark.
    Capture,
}

impl Marks {
    /// All that follows the move `said`, which ends before `rest`: the longest that ends with a word.
    #[inline]
    pub(super) fn follow<'a>(
        &self,
        rest: &'a [u8],
        mut said: DescriptiveMove,
        mut open: Open,
    ) -> Option<(&'a [u8], DescriptiveMove)> {
        let mut best = ends(rest).then_some((rest, said));
        let mut rest = rest;
        while let Some(after) = self.tail(rest, &mut said, &mut open) {
            rest = after;
            if ends(rest) && !announces(rest, said.check) {
                best = Some((rest, said));
            }
        }
        best
    }

    /// One of them.
    #[inline]
    pub(super) fn tail<'a>(&self, text: &'a [u8], said: &mut DescriptiveMove, open: &mut Open) -> After<'a> {
        let text = apart(text);
        match text {
            [] => None,
            [b'!' | b'?', rest @ ..] => Some(rest),
            [b'(', inner @ ..] => {
                let inner = gap(inner);
                let rest = self.inner(inner, said, open).or_else(|| self.in_brackets(inner, said, open))?;
                gap(dot(rest)).strip_prefix(b")")
            }
            _ => self.inner(text, said, open),
        }
    }

    fn inner<'a>(&self, text: &'a [u8], said: &mut DescriptiveMove, open: &mut Open) -> After<'a> {
        if let Some((check, rest)) = self.check(text) {
            said.check = check;
            return Some(rest);
        }
        if *open == Open::Capture
            && let Some(rest) = self.en_passant(text)
        {
            *open = Open::Marks;
            said.en_passant = true;
            return Some(rest);
        }
        if *open == Open::Marks {
            return None;
        }
        let (role, rest) = self.promotion(text)?;
        *open = Open::Marks;
        said.promotion = Some(role);
        Some(rest)
    }

    /// The check mark at the start of a text.
    pub(super) fn check<'a>(&self, text: &'a [u8]) -> Option<(Check, &'a [u8])> {
        match text {
            [b'+', b'+', rest @ ..] => return Some((Check::DoubleOrMate, rest)),
            [b'+', rest @ ..] | [0xe2, 0x80, 0xa0, rest @ ..] => return Some((Check::Check, rest)),
            [b'#', rest @ ..] | [0xe2, 0x80, 0xa1, rest @ ..] => return Some((Check::Mate, rest)),
            [b'a'..=b'z' | b'A'..=b'Z' | 0xc3, ..] => {}
            _ => return None,
        }
        if let Some((_, rest)) = one_of(text, self.mate) {
            return Some((Check::Mate, rest));
        }
        // `échech` is `éch` and `ech`: no word goes on with the `h` that `échec` would leave.
        let mut words = self.check.iter().filter_map(|expected| word(text, expected));
        if let Some(rest) = words.find(|rest| !matches!(rest, [b'h' | b'H', ..])) {
            return Some((Check::Check, dot(rest)));
        }
        for (words, kind) in [(self.discovered, Check::Discovered), (self.double, Check::Double)] {
            // `disch` is `dis` and `ch`, although it begins with `disc`.
            for rest in words.iter().filter_map(|expected| word(text, expected)) {
                if let Some((_, rest)) = one_of(gap(dot(rest)), self.check) {
                    return Some((kind, dot(rest)));
                }
            }
        }
        None
    }

    fn en_passant<'a>(&self, text: &'a [u8]) -> After<'a> {
        let (italic, text) = match text {
            [b'_', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let rest = match text {
            [b'e' | b'E', b'.', rest @ ..] => {
                let rest = gap(rest);
                Some(dot(word(rest, "p")?))
            }
            [b'e' | b'E', b'p' | b'P', rest @ ..] => Some(rest),
            _ => one_of(text, self.en_passant).map(|(_, rest)| dot(rest)),
        }?;
        if italic { rest.strip_prefix(b"_") } else { Some(rest) }
    }

    /// `=Q`, `/Q`, `becoming a Queen`, `queens`.
    pub(super) fn promotion<'a>(&self, text: &'a [u8]) -> Option<(Role, &'a [u8])> {
        match text {
            [b'=' | b'/', rest @ ..] => return self.officer(gap(rest)),
            [b':', rest @ ..] if self.colon => return self.officer(gap(rest)),
            _ => {}
        }
        self.turns(text)
    }

    /// `becoming a Queen`, `queens`.
    pub(super) fn turns<'a>(&self, text: &'a [u8]) -> Option<(Role, &'a [u8])> {
        if let Some((_, rest)) = one_of(text, self.becomes) {
            let rest = wide(rest)?;
            let rest = one_of(rest, self.article).and_then(|(_, rest)| wide(rest)).unwrap_or(rest);
            return self.officer(rest);
        }
        one_of(text, self.queens).map(|(_, rest)| (Role::Queen, rest))
    }

    /// `(Q)`, `(2d Q.)`: between the brackets.
    fn in_brackets<'a>(&self, text: &'a [u8], said: &mut DescriptiveMove, open: &mut Open) -> After<'a> {
        if *open == Open::Marks {
            return None;
        }
        let text = one_of(text, self.article).and_then(|(_, rest)| wide(rest)).unwrap_or(text);
        let (role, rest) = self.officer(text)?;
        *open = Open::Marks;
        said.promotion = Some(role);
        Some(rest)
    }

    fn officer<'a>(&self, text: &'a [u8]) -> Option<(Role, &'a [u8])> {
        self.officers.iter().find_map(|(name, role)| text.strip_prefix(name.as_bytes()).map(|rest| (*role, dot(rest))))
    }
}

/// `mate in two` announces a mate, and does not say that this move gives it.
fn announces(rest: &[u8], check: Check) -> bool {
    check == Check::Mate
        && wide(rest).and_then(|rest| one_of(rest, &["in", "en"])).and_then(|(_, rest)| wide(rest)).is_some()
}
