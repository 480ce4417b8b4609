//! Moves whose letters stand apart, as French, Spanish and Philidor's books print them: `C 3 F R`, `P pr P`, `e 5 d 4 :`. They
//! are those of their notation without these blanks. Not for text whose moves no place sets apart: there a letter may begin the
//! next one.

/// Longest move, in bytes.
const LONGEST: usize = 64;
/// Words that stand for the sign of a capture.
const TAKES: [&[u8]; 3] = [b"pr", b"pr.", b"prend"];

/// A move without the blanks between its single signs, and in one line; nothing where it has none to lose.
pub(crate) fn joined(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > LONGEST || !text.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    // A line end in a move is a blank.
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

/// Whether a word is one sign, brackets and stops aside.
fn is_single(word: &[u8]) -> bool {
    let signs = word.iter().filter(|byte| !matches!(byte, b'(' | b')' | b'.' | b',' | b';' | 0x80..=0xbf));
    signs.count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

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
