//! Moves printed with blanks between their signs, as in French, Spanish and Philidor's books: `C 3 F R`, `P pr P`,
//! `e 5 d 4 :`. Also moves with a superfluous blank between two signs, or a missing one beside a verb: `P-K 4`,
//! `P toK4`. Requires text that separates its moves; in other text a letter may begin the next move.

const MAX_JOINED_BYTES: usize = 64;
/// Words that replace the capture sign.
const TAKES: [&[u8]; 3] = [b"pr", b"pr.", b"prend"];

const VERBS: [&[u8]; 4] = [b"takes", b"to", b"pr", b"enr"];
/// Maximum length of a move with superfluous or missing blanks: longer texts are several moves.
const MAX_MOVE_BYTES: usize = 32;
/// Maximum blanks in a move with superfluous blanks. The limit saves time, as a page tests many texts.
const MAX_BLANKS: usize = 8;
/// Maximum blanks in a move of which each is removed in turn.
const MAX_TRIED_BLANKS: usize = 5;
/// Minimum letters of a word for check, such as `jaque`.
const MIN_CHECK_LETTERS: usize = 3;

/// Returns the likely readings of a move: without blanks between single signs, with blanks around its verb, and without
/// one or all of its blanks. Another reading keeps only the blank before a word for check. If a blank separates two
/// texts that `is_move` accepts, the readings without one or all blanks are left out.
pub(crate) fn readings(text: &[u8], is_move: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = Vec<u8>> {
    let is_short = text.len() <= MAX_MOVE_BYTES;
    let mut blanks: Vec<usize> = Vec::new();
    if is_short {
        blanks.extend(memchr::memchr2_iter(b' ', b'\n', text).take(MAX_BLANKS + 1));
    }
    if blanks.len() > MAX_BLANKS || blanks.iter().any(|at| is_move(&text[..*at]) && is_move(&text[at + 1..])) {
        blanks.clear();
    }
    let is_kept = |byte: &u8| !matches!(byte, b' ' | b'\n');
    let all: Option<Vec<u8>> = (blanks.len() > 1).then(|| text.iter().copied().filter(is_kept).collect());
    let apart = check_apart(all.as_deref().unwrap_or(text)).filter(|_| is_short);
    let without = |at: usize| [&text[..at], &text[at + 1..]].concat();
    let one: Vec<Vec<u8>> = blanks.iter().filter(|_| blanks.len() <= MAX_TRIED_BLANKS).map(|at| without(*at)).collect();
    let one = one.into_iter().flat_map(|text| [joined(&text), Some(text)]).flatten();
    joined(text).into_iter().chain(opened(text).filter(|_| is_short)).chain(one).chain(apart).chain(all)
}

/// Inserts a blank between the target square and a word for check; `None` if they are not joined.
fn check_apart(text: &[u8]) -> Option<Vec<u8>> {
    let letters = text.iter().rev().take_while(|byte| byte.is_ascii_lowercase()).count();
    let (square, word) = text.split_at(text.len() - letters);
    let ends = square.last().is_some_and(|last| last.is_ascii_digit() || *last == b':');
    (letters >= MIN_CHECK_LETTERS && ends).then(|| [square, word].join(&b' '))
}

/// Inserts missing blanks around the verb of a move: `P toK4`, `KttakesP`, `FprC`; `None` if none is missing.
fn opened(text: &[u8]) -> Option<Vec<u8>> {
    let (at, length) = VERBS.iter().find_map(|verb| {
        let mut places = memchr::memmem::find_iter(text, verb);
        let begins = |at: usize| at > 0 && !text[at - 1].is_ascii_lowercase() || text[..at].ends_with(b"Kt");
        let ends =
            |end: usize| text.get(end).is_some_and(|next| matches!(next, b' ' | b'.') || next.is_ascii_uppercase());
        let at = places.find(|at| begins(*at) && ends(at + verb.len()))?;
        Some((at, verb.len() + usize::from(text.get(at + verb.len()) == Some(&b'.'))))
    })?;
    let (before, rest) = text.split_at(at);
    let (verb, behind) = rest.split_at(length);
    let opened = [before.trim_ascii_end(), verb, behind.trim_ascii_start()].join(&b' ');
    (opened != text).then(|| joined(&opened).unwrap_or(opened))
}

/// Removes line ends and the blanks between single signs; `None` without any.
pub(crate) fn joined(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > MAX_JOINED_BYTES || !text.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    // A line end within a move counts as a removed blank.
    let (mut single, mut gone) = (false, usize::from(text.contains(&b'\n')));
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        let word = if TAKES.contains(&word) { b"x" } else { word };
        let is_single = is_single(word);
        if is_single && single {
            gone += 1;
        } else if !out.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(word);
        single = is_single;
    }
    (gone > 0).then_some(out)
}

/// True if a word is a single sign, not counting brackets and stops.
fn is_single(word: &[u8]) -> bool {
    let signs = word.iter().filter(|byte| !matches!(byte, b'(' | b')' | b'.' | b',' | b';' | 0x80..=0xbf));
    signs.count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_too_many_and_too_few_are_tried() {
        let reads =
            |text: &str, wanted: &str| readings(text.as_bytes(), |_| false).any(|text| text == wanted.as_bytes());
        for (text, wanted) in [
            ("P-K 4", "P-K4"),
            ("d7-d 5", "d7-d5"),
            ("K t-B 3", "Kt-B3"),
            ("P toK4", "P to K4"),
            ("KttakesP", "Kt takes P"),
            ("Fpr C", "FxC"),
            ("P p r P", "PxP"),
            ("Renr. g 8", "R enr. g8"),
            ("D d 8\nh 4jaque", "Dd8h4 jaque"),
            ("D h8 f 8: jaque", "Dh8f8: jaque"),
        ] {
            assert!(reads(text, wanted), "{text}");
        }
        // These are two moves.
        assert_eq!(readings(b"e4 e5", |text| text.len() == 2).count(), 0);
    }

    #[test]
    fn blanks_between_single_signs_go() {
        let joined = |text: &str| joined(text.as_bytes()).map(|text| String::from_utf8(text).unwrap());
        for (text, wanted) in [
            ("C 3 F R", "C3FR"),
            ("P pr P", "PxP"),
            ("P T R pr P \u{e9}ch", "PTRxP \u{e9}ch"),
            ("Kt to K B 3", "Kt to KB3"),
            ("P (4 R) x A", "P(4R)xA"),
            ("Roq T R", "Roq TR"),
            ("R enr. g 8", "R enr. g8"),
            ("P 8 D (D)", "P8D(D)"),
            ("e 5 d 4 :", "e5d4:"),
            ("Kt to\n  B3", "Kt to B3"),
            ("C g 1 f 3 jaque", "Cg1f3 jaque"),
        ] {
            assert_eq!(joined(text).as_deref(), Some(wanted));
        }
        assert_eq!(joined("P4R"), None);
    }
}
