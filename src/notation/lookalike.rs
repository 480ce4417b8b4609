//! Characters that look like the ASCII ones of a move.

use partie_record::shown;

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
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '－' => "-",
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
        // Makes a picture of the sign before it.
        '\u{fe0f}' => "",
        _ => return None,
    })
}

/// The token with look-alikes replaced and controls and invisible characters left
/// out, if that changes anything.
pub fn cleaned(token: &str) -> Option<String> {
    let mut clean = String::with_capacity(token.len());
    for character in token.chars() {
        match ascii(character) {
            Some(text) => clean.push_str(text),
            None if shown::is_control(character) || shown::is_invisible(character) => {}
            None => clean.push(character),
        }
    }
    (clean != token).then_some(clean)
}
