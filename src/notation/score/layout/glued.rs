//! Repairs words with a missing or extra blank: a row number directly after a move, two moves, a split number. A move
//! directly after its number is handled in `number`.

use super::super::table_cell::is_whole;
use super::number::{Number, Style};
use super::page::Page;
use super::words::Word;
use partie_record::Movetext;
use partie_record::span::Span;

/// Maximum number of words after the last row number that are searched for the next one.
const MAX_WORDS_AHEAD: usize = 400;
/// Number of row numbers searched after the last one.
const MAX_NUMBERS_AHEAD: u32 = 3;
/// Maximum length in bytes of a word that consists of two moves.
const MAX_TWO_MOVES: usize = 40;

/// Splits or joins words so that missing row numbers, between two others or after the last one, become words of their
/// own. `None` if no such number is found.
pub(super) fn repair_numbers(
    bytes: &[u8],
    page: &Page,
    numbers: &[Number],
    style: Style,
    movetext: Movetext,
) -> Option<Page> {
    let number_in = |at: usize, due: u32| number_in(bytes, &page.words[at..], (due, style), movetext);
    let mut fixes: Vec<(usize, NumberFix)> = Vec::new();
    for (index, last) in numbers.iter().enumerate() {
        let next = numbers.get(index + 1);
        let to = next.map_or_else(|| end_of_text(page, last.word), |next| next.word);
        let mut from = last.word;
        for due in last.value + 1..next.map_or(last.value + 1 + MAX_NUMBERS_AHEAD, |next| next.value) {
            let Some((at, number)) = (from..to).find_map(|at| Some((at, number_in(at, due)?))) else { continue };
            fixes.push((at, number));
            from = at + 1;
        }
    }
    if fixes.is_empty() {
        return None;
    }
    let mut words = Vec::with_capacity(page.words.len() + fixes.len());
    // Index of each word on the repaired page.
    let mut places = Vec::with_capacity(page.words.len() + 1);
    for (at, word) in page.words.iter().enumerate() {
        places.push(words.len());
        let is_joined = at > 0 && fixes.contains(&(at - 1, NumberFix::Joined));
        match fixes.iter().find(|(place, _)| *place == at) {
            Some((_, NumberFix::Parted(length))) => words.extend(split(bytes, word, *length)),
            Some((_, NumberFix::Joined)) => {
                words.push(Word { span: Span { to: page.words[at + 1].span.to, ..word.span }, ..*word });
            }
            None if is_joined => {}
            None => words.push(*word),
        }
    }
    places.push(words.len());
    let (right, below, above) = (page.right.map(|at| places[at]), places[page.below], places[page.above]);
    Some(Page { words, right, below, above, ..*page })
}

/// The repair that makes a row number a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberFix {
    /// The number begins at this offset in a word, after a move.
    Parted(usize),
    /// The number continues in the next word.
    Joined,
}

/// Index of the first word after the paragraph of word `from`.
fn end_of_text(page: &Page, from: usize) -> usize {
    let ends = |word: &Word| word.first && word.blank;
    let behind = page.words[from + 1..].iter().take(MAX_WORDS_AHEAD).position(ends);
    from + 1 + behind.unwrap_or((page.words.len() - from - 1).min(MAX_WORDS_AHEAD))
}

/// Finds the expected row number in the first word, after a move or continued in the next word.
fn number_in(bytes: &[u8], words: &[Word], number: (u32, Style), movetext: Movetext) -> Option<NumberFix> {
    let (due, style) = number;
    let text = words[0].of(bytes);
    let digits = due.to_string();
    let rest = digits.as_bytes().strip_prefix(text).filter(|rest| !rest.is_empty());
    if let Some(next) = words.get(1).filter(|next| rest.is_some() && !text.is_empty() && next.gap == 1) {
        let joined = [text, next.of(bytes)].concat();
        return style.exact(&joined, due).filter(|length| *length == joined.len()).map(|_| NumberFix::Joined);
    }
    let places = memchr::memmem::find_iter(text, digits.as_bytes()).filter(|at| *at > 0);
    let mut places = places.filter(|at| style.exact(&text[*at..], due).is_some());
    let place = places.find(|at| is_whole(&text[..*at], movetext)).filter(|_| !is_whole(text, movetext))?;
    Some(NumberFix::Parted(place))
}

/// Splits the first word of a row that consists of two moves; `None` if there is none. Words with several possible
/// splits are skipped.
pub(super) fn part_moves(bytes: &[u8], words: &[Word], movetext: Movetext) -> Option<Vec<Word>> {
    let places = |word: &Word| {
        let text = word.of(bytes);
        let inside = |at: &usize| std::str::from_utf8(&text[..*at]).is_ok();
        let is_move = |text: &[u8]| is_whole(text, movetext);
        let both = |at: &usize| is_move(&text[..*at]) && is_move(&text[*at..]);
        let all = if text.len() > MAX_TWO_MOVES || is_move(text) { 0..0 } else { 2..text.len().saturating_sub(1) };
        all.filter(inside).filter(both).collect::<Vec<_>>()
    };
    let (at, place) = words.iter().enumerate().find_map(|(at, word)| match places(word)[..] {
        [place] => Some((at, place)),
        _ => None,
    })?;
    let two = split(bytes, &words[at], place);
    Some(words[..at].iter().copied().chain(two).chain(words[at + 1..].iter().copied()).collect())
}

fn split(bytes: &[u8], word: &Word, length: usize) -> [Word; 2] {
    let before = Span { to: word.span.from + length as u32, ..word.span };
    [Word { span: before, ..*word }, word.behind(bytes, length)]
}
