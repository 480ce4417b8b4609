//! How messages name the cells of each board.

/// The name of the cell that stands at a place of a message, if one does, and how far to go on.
pub(super) type NamedCell = (Option<String>, usize);

/// A file up to `last` and a rank up to `most`, not inside of a word.
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

/// A file in full-width or plain digits and a rank in kanji.
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
