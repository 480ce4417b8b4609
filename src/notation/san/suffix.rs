//! Suffixes of a move, attached to it or as separate words.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map_opt, opt, value};
use nom::multi::fold_many0;
use nom::number::complete::u8;

use super::token::{CheckMark, SanToken};
use crate::Parsed;

/// Meaning of one suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suffix {
    EnPassant,
    Check,
    Mate,
    Annotation,
}

/// The combined meaning of all suffixes of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffixes {
    check: CheckMark,
    en_passant: bool,
}

impl Suffixes {
    pub(crate) const NONE: Self = Self { check: CheckMark::None, en_passant: false };

    /// Adds a suffix. The last of several check marks counts.
    pub(crate) fn with(mut self, suffix: Suffix) -> Self {
        match suffix {
            Suffix::EnPassant => self.en_passant = true,
            Suffix::Check => self.check = CheckMark::Check,
            Suffix::Mate => self.check = CheckMark::Mate,
            Suffix::Annotation => {}
        }
        self
    }

    pub(crate) fn mark<P>(self, written: &mut SanToken<P>) {
        if self.check != CheckMark::None {
            written.check = self.check;
        }
        written.en_passant |= self.en_passant;
    }
}

/// `word = %s"e.p." / %s"e.p" / %s"ep" / %s"bp." / %s"bp" / %s"ch" / %s"mate"`; `bp.` abbreviates the Polish *bicie w
/// przelocie*.
pub(super) fn word(input: &[u8]) -> Parsed<'_, Suffix> {
    let en_passant = alt((tag("e.p."), tag("e.p"), tag("ep"), tag("bp."), tag("bp")));
    alt((value(Suffix::EnPassant, en_passant), value(Suffix::Check, tag("ch")), value(Suffix::Mate, tag("mate"))))
        .parse(input)
}

/// `dagger = %xE2.80.A0 / %xE2.80.A1`
pub(super) fn dagger(input: &[u8]) -> Parsed<'_, Suffix> {
    alt((value(Suffix::Check, tag("†")), value(Suffix::Mate, tag("‡")))).parse(input)
}

/// `twofold = (%xE2.80.BC / %xE2.81.87 / %xE2.81.88 / %xE2.81.89) [%xEF.B8.8F]`: two marks in one character, as phones
/// write them.
pub(crate) fn twofold(input: &[u8]) -> Parsed<'_, Suffix> {
    let signs = alt((tag("\u{203c}"), tag("\u{2047}"), tag("\u{2048}"), tag("\u{2049}")));
    value(Suffix::Annotation, (signs, opt(tag("\u{fe0f}")))).parse(input)
}

/// `mark = "+" / "#" / "!" / "?" / word / dagger / twofold`
pub(super) fn mark(input: &[u8]) -> Parsed<'_, Suffix> {
    let sign = map_opt(u8, |byte| match byte {
        b'+' => Some(Suffix::Check),
        b'#' => Some(Suffix::Mate),
        b'!' | b'?' => Some(Suffix::Annotation),
        _ => None,
    });
    alt((sign, word, dagger, twofold)).parse(input)
}

/// `suffix = mark / %s"dis.ch"`
pub(crate) fn suffix(input: &[u8]) -> Parsed<'_, Suffix> {
    alt((mark, value(Suffix::Check, tag("dis.ch")))).parse(input)
}

/// `*suffix`
pub(crate) fn suffixes(input: &[u8]) -> Parsed<'_, Suffixes> {
    if input.is_empty() {
        return Ok((input, Suffixes::NONE));
    }
    fold_many0(suffix, || Suffixes::NONE, Suffixes::with).parse(input)
}

/// Applies a separate word after a move (`e.p.`, `ch`, `mate`, `+`) to its token.
pub fn append_word<P>(word: &[u8], written: &mut SanToken<P>) {
    let text = word.strip_suffix(b".").unwrap_or(word);
    let is = |names: &[&str]| names.iter().any(|name| text.eq_ignore_ascii_case(name.as_bytes()));
    if matches!(word, b"+" | b"++" | b"\xe2\x80\xa0\xe2\x80\xa0") || is(&["†", "dis.ch", "ch"]) {
        written.check = CheckMark::Check;
    } else if word == b"#" || is(&["‡", "mate"]) {
        written.check = CheckMark::Mate;
    } else if is(&["e.p", "ep", "bp"]) {
        written.en_passant = true;
    }
}
