//! Characters that look like the ASCII characters of a move.

use partie_record::shown;

/// The ASCII form of a full-width character; any other character unchanged.
pub fn half_width(character: char) -> char {
    match character {
        '！'..='～' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '　' => ' ',
        other => other,
    }
}

/// The ASCII text that a character looks like.
pub fn ascii(character: char) -> Option<&'static str> {
    Some(match character {
        'а' | 'ａ' => "a",
        'Ь' | 'ｂ' => "b",
        'с' | 'ｃ' => "c",
        'ԁ' | 'ｄ' => "d",
        'е' | 'ｅ' => "e",
        'ｆ' => "f",
        'ɡ' | 'ｇ' => "g",
        'һ' | 'ｈ' => "h",
        'К' | 'Κ' | 'Ｋ' => "K",
        'Ｑ' => "Q",
        'Ｒ' => "R",
        'В' | 'Β' | 'Ｂ' => "B",
        'Ν' | 'Ｎ' => "N",
        'О' | 'Ο' | 'Ｏ' => "O",
        'х' | '×' | 'ｘ' => "x",
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' => "-",
        '＋' => "+",
        '＃' => "#",
        '＝' => "=",
        '０' => "0",
        '１' => "1",
        '２' => "2",
        '３' => "3",
        '４' => "4",
        '５' => "5",
        '６' => "6",
        '７' => "7",
        '８' => "8",
        '．' => ".",
        '！' => "!",
        '？' => "?",
        '‼' => "!!",
        '⁇' => "??",
        '⁈' => "?!",
        '⁉' => "!?",
        // A variation selector that turns the character before it into an emoji.
        '\u{fe0f}' => "",
        _ => return None,
    })
}

/// Replaces typographic dashes and crosses, in UTF-8 or Windows-1252, by `-` and `x`. Letters remain unchanged. `None`
/// if the token contains no such character.
pub fn with_plain_signs(token: &[u8]) -> Option<Vec<u8>> {
    if token.is_ascii() {
        return None;
    }
    let mut plain = Vec::with_capacity(token.len());
    match str::from_utf8(token) {
        Ok(text) => {
            for character in text.chars() {
                match ascii(character).filter(|sign| matches!(*sign, "-" | "x") && !character.is_alphabetic()) {
                    Some(sign) => plain.extend_from_slice(sign.as_bytes()),
                    None => plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
        }
        Err(_) => plain.extend(token.iter().map(|byte| match byte {
            0x96 | 0x97 => b'-',
            0xd7 => b'x',
            other => *other,
        })),
    }
    (plain != token).then_some(plain)
}

/// Replaces look-alikes and removes control and invisible characters. `None` if the token does not change.
pub fn cleaned(token: &str) -> Option<String> {
    let mut clean = String::with_capacity(token.len());
    for character in token.chars() {
        match ascii(character) {
            Some(text) => clean.push_str(text),
            None if shown::is_control(character) || shown::is_suspicious(character) => {}
            None => clean.push(character),
        }
    }
    (clean != token).then_some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_type_are_plain() {
        for (token, plain) in [("e2–e4", "e2-e4"), ("d5×c4", "d5xc4"), ("Сg1—f3", "Сg1-f3"), ("−", "-")] {
            assert_eq!(with_plain_signs(token.as_bytes()).as_deref(), Some(plain.as_bytes()), "{token}");
        }
        assert_eq!(with_plain_signs(b"Sg1\x96f3").as_deref(), Some(b"Sg1-f3".as_slice()));
        for token in ["e2-e4", "хe4", "Кf3"] {
            assert_eq!(with_plain_signs(token.as_bytes()), None, "{token}");
        }
    }
}
