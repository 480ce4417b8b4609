//! The small parts that descriptive notation of every language is made of: blanks, signs, joints.
//!
//! Each reads at the start of a text and gives what follows it. Not for anything that knows a piece or a square.

/// What follows a part of a text, if the part is there.
pub(super) type After<'a> = Option<&'a [u8]>;

/// A blank that stays in the line: space, tab, no-break space.
#[inline]
pub(super) fn space(text: &[u8]) -> After<'_> {
    match text {
        [b' ' | b'\t', rest @ ..] | [0xc2, 0xa0, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// Any number of blanks and line ends.
#[inline]
pub(super) fn gap(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] | [0xc2, 0xa0, rest @ ..] => rest,
            _ => return text,
        };
    }
}

/// At least one blank or line end.
#[inline]
pub(super) fn wide(text: &[u8]) -> After<'_> {
    let rest = gap(text);
    (rest.len() < text.len()).then_some(rest)
}

/// A word, in capitals or not.
#[inline]
pub(super) fn word<'a>(text: &'a [u8], expected: &str) -> After<'a> {
    let (head, rest) = text.split_at_checked(expected.len())?;
    head.eq_ignore_ascii_case(expected.as_bytes()).then_some(rest)
}

/// The first of several words that is there, and its number; longer words stand before their beginnings.
pub(super) fn one_of<'a>(text: &'a [u8], words: &[&str]) -> Option<(usize, &'a [u8])> {
    words.iter().enumerate().find_map(|(number, expected)| Some((number, word(text, expected)?)))
}

/// A full stop, or nothing.
#[inline]
pub(super) fn dot(text: &[u8]) -> &[u8] {
    text.strip_prefix(b".").unwrap_or(text)
}

/// `'s`, with a straight or a curly apostrophe.
#[inline]
pub(super) fn possessive(text: &[u8]) -> After<'_> {
    match text {
        [b'\'', b's', rest @ ..] | [0xe2, 0x80, 0x99, b's', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// What joins the letters of one name: `K. B's 3d`, `K B 3`, `KB3`. Two columns of a page are
/// often set apart by more than one blank, so there is at most one; and a line may only
/// end where a full stop or `'s` shows that the name is not at its end.
#[inline]
pub(super) fn joint(text: &[u8]) -> &[u8] {
    let rest = dot(possessive(text).unwrap_or(text));
    match rest {
        [b'\n', tail @ ..] | [b'\r', b'\n', tail @ ..] if rest.len() < text.len() => tail,
        _ => space(rest).unwrap_or(rest),
    }
}

/// Hyphens, dashes of every length, minus: `-`, `--`, `–`, `—`.
#[inline]
pub(super) fn dash(text: &[u8]) -> After<'_> {
    match text {
        [b'-', b'-', rest @ ..]
        | [b'-', rest @ ..]
        | [0xe2, 0x80, 0x90..=0x95, rest @ ..]
        | [0xe2, 0x88, 0x92, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// `x`, `X` and the sign of multiplication.
#[inline]
pub(super) fn cross(text: &[u8]) -> After<'_> {
    match text {
        [b'x' | b'X', rest @ ..] | [0xc3, 0x97, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// What may stand between a move and its marks: `., (ch.)`.
#[inline]
pub(super) fn apart(text: &[u8]) -> &[u8] {
    let rest = dot(text);
    gap(rest.strip_prefix(b",").unwrap_or(rest))
}

/// Whether a word can end here: no letter, digit or `'s` goes on.
#[inline]
pub(super) fn ends(text: &[u8]) -> bool {
    !matches!(text, [b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'\'' | b'_', ..] | [0xe2, 0x80, 0x99, ..])
}
