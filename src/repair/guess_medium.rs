//! Guesses the medium of a record from its errors.

use super::line::DamagedLine;
use super::medium::Medium;
use super::repairable::Repairable;

/// Minimum number of unreadable texts that one medium must explain, and its minimum advantage over the next medium.
const MIN_TEXTS: usize = 2;
const MIN_ADVANTAGE: f32 = 1.25;
/// Advantage of a scan for a text that is a move except for its mark.
const MARKED: f32 = 0.3;
/// Maximum number of texts to examine.
const MAX_TEXTS: usize = 40;
/// Maximum length of a text, in bytes: `Q. Kt. takes K. B. P. (ch.)` is a move.
const MAX_TEXT_BYTES: usize = 32;

/// Returns the medium that explains most of the unreadable texts; a board produces no such texts.
pub(super) fn guess_medium<N: Repairable>(line: &DamagedLine<'_, N>) -> Medium {
    if line.medium != Medium::Auto {
        return line.medium;
    }
    let parses = |text: &str| line.notation.parse(text.as_bytes(), &line.start.memory).is_some();
    let is_move = |text: &str| parses(text) || parses(&line.notation.tidy(text));
    let texts = line.slots.iter().map(|slot| &*slot.text).filter(|text| text.len() <= MAX_TEXT_BYTES && !parses(text));
    let texts: Vec<&str> = texts.take(MAX_TEXTS).collect();
    let explained = |medium: Medium| {
        let best = |text: &&str| {
            let others = text.char_indices().flat_map(|(at, character)| {
                medium.confusions().of_character(character).map(move |(other, saved)| (at, character, other, saved))
            });
            let reads = others.filter(|(at, character, other, _)| {
                is_move(&format!("{}{other}{}", &text[..*at], &text[at + character.len_utf8()..]))
            });
            // Only OCR turns a dagger into a letter.
            let marked = (medium == Medium::Ocr && is_move(text)).then_some(MARKED);
            reads.map(|(_, _, _, saved)| saved).chain(marked).max_by(f32::total_cmp)
        };
        let saved: Vec<f32> = texts.iter().filter_map(best).collect();
        (medium, saved.len(), saved.iter().sum::<f32>())
    };
    let mut found = [Medium::Hand, Medium::Keyboard, Medium::Ocr].map(explained);
    found.sort_by(|(_, _, one), (_, _, other)| other.total_cmp(one));
    let [(medium, count, saved), (_, _, next), _] = found;
    if count >= MIN_TEXTS && saved >= MIN_ADVANTAGE * next { medium } else { Medium::Auto }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slot;
    use partie_notation::letters::Letters;
    use partie_notation::moves::{Algebraic, Node};
    use partie_rules::Rules as _;
    use partie_rules::chess::Position;

    fn guessed(texts: &[&str], medium: Medium) -> Medium {
        let notation = Algebraic::new(Letters::ENGLISH);
        let slots: Vec<Slot<'_>> =
            texts.iter().map(|text| Slot { bytes: text.as_bytes(), text: (*text).into(), number: None }).collect();
        let start = Node::new(&notation, Position::start());
        guess_medium(&DamagedLine {
            notation: &notation,
            start: &start,
            played: &[],
            slots: &slots,
            known: None,
            medium,
        })
    }

    #[test]
    fn texts_that_are_no_moves_tell_who_wrote_them() {
        assert_eq!(guessed(&["e4", "eS", "Nf3", "Nc6", "Bbl", "a6"], Medium::Auto), Medium::Ocr);
        assert_eq!(guessed(&["e4", "rf", "Nf3", "Nx6", "Bv5", "a6"], Medium::Auto), Medium::Keyboard);
        assert_eq!(guessed(&["e4", "e5", "Nf3", "Nc6", "Bbl", "a6"], Medium::Auto), Medium::Auto);
        assert_eq!(guessed(&["e4", "eS", "Nf3", "Nc6", "Bbl", "a6"], Medium::Hand), Medium::Hand);
    }
}
