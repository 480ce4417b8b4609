//! Annotators' marks after a move, such as `!?`: a repaired move keeps them. Check marks (`+`, `#`) do not count.

use super::collect::Collector;
use super::text::Text;
use partie_record::finding::Code;

/// Returns `text` with the marks at the end of `was`, unless `text` is empty or ends in a mark.
pub(super) fn kept(was: &[u8], mut text: String) -> String {
    let is_mark = |byte: &u8| matches!(byte, b'!' | b'?');
    let marks = was.len() - was.iter().rev().take_while(|byte| is_mark(byte)).count();
    if marks > 0 && !text.is_empty() && !text.as_bytes().last().is_some_and(is_mark) {
        text.push_str(&String::from_utf8_lossy(&was[marks..]));
    }
    text
}

/// Adds the marks of the written moves to the fixes of the current game's findings about moves.
pub(super) fn keep(text: Text<'_>, collector: &mut Collector) {
    let is_of_move = |code: Code| match code.as_str().as_bytes() {
        [b'L', ..] => true,
        [b'N', digits @ ..] => digits < b"016".as_slice(),
        _ => false,
    };
    for finding in collector.findings.iter_mut().filter(|finding| is_of_move(finding.code)) {
        let was = finding.span.of(text.bytes);
        for fix in &mut finding.fixes {
            fix.token = kept(was, std::mem::take(&mut fix.token));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn marks_stay() {
        for (was, text, wanted) in [
            ("Bb6!?", "Bb5", "Bb5!?"),
            ("0-0", "O-O", "O-O"),
            ("Nc3??", "Nc3?", "Nc3?"),
            ("e4!", "", ""),
            ("!", "e4", "e4"),
        ] {
            assert_eq!(kept(was.as_bytes(), text.to_owned()), wanted);
        }
    }
}
