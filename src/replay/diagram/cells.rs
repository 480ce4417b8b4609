//! Names of cells in messages.

/// The cell named at an index of a message, if any, and the number of characters read.
pub(super) type NamedCell = (Option<String>, usize);

/// Reads a file up to `last` and a rank up to `most`, outside of words.
pub(super) fn orthodox(characters: &[char], at: usize, (last, most): (char, u32)) -> NamedCell {
    let file = characters[at];
    let before = at.checked_sub(1).map_or(' ', |before| characters[before]);
    if !('a'..=last).contains(&file) || file == 'j' || before.is_ascii_lowercase() && before != 'x' {
        return (None, 1);
    }
    let digits: String = characters[at + 1..].iter().take(3).take_while(|digit| digit.is_ascii_digit()).collect();
    match digits.parse::<u32>() {
        Ok(rank) if (1..=most).contains(&rank) => (Some(format!("{file}{rank}")), 1 + digits.len()),
        _ => (None, 1),
    }
}

/// Reads a file in full-width or plain digits and a rank in kanji.
pub(super) fn shogi(characters: &[char], at: usize) -> NamedCell {
    let [file, rank, ..] = &characters[at..] else { return (None, 1) };
    let file = match file {
        '１'..='９' => *file as u32 - '０' as u32,
        '1'..='9' => *file as u32 - '0' as u32,
        _ => return (None, 1),
    };
    match "一二三四五六七八九".chars().zip('a'..).find(|(kanji, _)| kanji == rank) {
        Some((_, rank)) => (Some(format!("{file}{rank}")), 2),
        None => (None, 1),
    }
}
