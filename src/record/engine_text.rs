//! Evaluation, depth and time, which engine tournaments write before the words of a comment:
//! `+0.31/15 0.48s, Black resigns`. Their values are not parsed here.

/// Length of the evaluations, times and `key=value` fields at the beginning of a comment, with the commas and blanks
/// after them; 0 for other comments.
pub fn engine_text_len(comment: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = field(&comment[at..]) {
        at += length;
        at += comment[at..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
    }
    at
}

/// Length of the field at the beginning of a text, if there is one.
fn field(text: &[u8]) -> Option<usize> {
    let length = text.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b',').unwrap_or(text.len());
    let word = &text[..length];
    if let Some(at) = memchr::memchr(b'=', word).filter(|at| *at > 0 && word[..*at].iter().all(is_of_key)) {
        // `pv="e7e5 g1f3"`
        if word.get(at + 1) != Some(&b'"') {
            return Some(length);
        }
        return memchr::memchr(b'"', &text[at + 2..]).map(|close| at + 2 + close + 1);
    }
    let is_book = word == b"book" && text.get(length) == Some(&b',');
    (is_book || is_time(word) || is_evaluation(word)).then_some(length)
}

const fn is_of_key(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || *byte == b'_'
}

/// True for a time with its unit: `0.48s`, `480ms`.
fn is_time(word: &[u8]) -> bool {
    let number = word.strip_suffix(b"ms").or_else(|| word.strip_suffix(b"s"));
    number.is_some_and(is_number)
}

/// True for an evaluation with its depth: `+0.31/15`, `-M4/22`, `0.00/1`. `1/2` is a result.
fn is_evaluation(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"(").unwrap_or(word);
    let Some(slash) = memchr::memchr(b'/', word) else { return false };
    let (value, depth) = (&word[..slash], word[slash + 1..].split(|byte| matches!(byte, b'/' | b')')));
    let bare = value.strip_prefix(b"+").or_else(|| value.strip_prefix(b"-")).unwrap_or(value);
    let is_mate = bare.strip_prefix(b"M").or_else(|| bare.strip_prefix(b"#")).is_some_and(is_number);
    let is_value = is_mate || bare.contains(&b'.') && is_number(bare);
    is_value
        && depth.clone().next().is_some_and(is_number)
        && depth.skip(1).all(|part| part.is_empty() || is_number(part))
}

fn is_number(text: &[u8]) -> bool {
    let is_of_it = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    text.first().is_some_and(u8::is_ascii_digit) && text.iter().all(is_of_it)
}

#[cfg(test)]
mod tests {
    use super::engine_text_len;

    #[test]
    fn words_begin_behind_the_fields_of_engines() {
        for (comment, words) in [
            ("+0.31/15 0.48s, Black resigns", "Black resigns"),
            ("-M4/22 480ms, White mates", "White mates"),
            ("0.00/1 0s, Draw by stalemate", "Draw by stalemate"),
            ("+0.31/15/24 0.48s Black resigns", "Black resigns"),
            ("+1.20/9 0.1s, n=1024, pv=\"e7e5 g1f3\", tl=9s, Black resigns", "Black resigns"),
            ("book, White wins on time", "White wins on time"),
            ("0.48s", ""),
            ("1/2 agreed", "1/2 agreed"),
            ("1-0, Black resigns", "1-0, Black resigns"),
            ("10 moves later Black resigns", "10 moves later Black resigns"),
            ("pv=\"e7e5", "pv=\"e7e5"),
            ("book wins", "book wins"),
            ("", ""),
        ] {
            assert_eq!(&comment[engine_text_len(comment.as_bytes())..], words, "{comment}");
        }
    }
}
