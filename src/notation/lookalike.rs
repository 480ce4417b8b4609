//! Characters that look like the ASCII ones of a move, and characters that cannot be seen.

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
        _ => return None,
    })
}

/// Whether a character has no width or turns the direction of writing.
pub const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{061c}')
}

/// Whether a character would steer a terminal: C0 and C1 controls.
pub const fn is_control(character: char) -> bool {
    matches!(character, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// The token with look-alikes replaced and controls and invisible characters left
/// out, if that changes anything.
pub fn cleaned(token: &str) -> Option<String> {
    let mut clean = String::with_capacity(token.len());
    for character in token.chars() {
        match ascii(character) {
            Some(text) => clean.push_str(text),
            None if is_control(character) || is_invisible(character) => {}
            None => clean.push(character),
        }
    }
    (clean != token).then_some(clean)
}
