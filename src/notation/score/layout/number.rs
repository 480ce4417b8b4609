//! Row numbers of a table: their style, and the search for the next one. The cells between them are read in `cells`.

use super::super::heading::{are_heads, says_title};
use super::page::Page;
use super::words::{Word, width};

/// Maximum distance in words from a row number to the next one if the numbers begin lines.
const MAX_ROW_WORDS: usize = 160;
/// Maximum distance in words to the next row number in running text, and to a misread one in any text.
const MAX_RUNNING_ROW_WORDS: usize = 48;
/// Maximum number of words in the last row of a table.
const MAX_LAST_ROW_WORDS: usize = 14;
/// Maximum number of digits of a row number.
const MAX_DIGITS: usize = 3;

/// Maximum difference in columns between the ends of two row numbers.
const MAX_MISALIGNMENT: usize = 2;

/// The printed form of the row numbers in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// True if a parenthesis precedes each number.
    open: bool,
    close: Option<u8>,
    /// True if each number begins a line.
    pub first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Index of the number's word in reading order.
    pub word: usize,
    /// Length in bytes; a move may follow the number in the same word.
    pub length: usize,
    pub value: u32,
    /// True if the number has no misread or misprinted character.
    pub exact: bool,
}

/// Value, style and length of the row number at the start of a word.
pub(super) fn read_number(text: &[u8]) -> Option<(u32, Style, usize)> {
    if text.contains(&b' ') {
        let closed: Vec<u8> = text.iter().copied().filter(|byte| *byte != b' ').collect();
        let (value, style, length) = read_number(&closed)?;
        return (length == closed.len()).then_some((value, style, text.len()));
    }
    let open = text.first() == Some(&b'(');
    let digits = &text[usize::from(open)..];
    let count = digits.iter().take(MAX_DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 || count > MAX_DIGITS {
        return None;
    }
    let value = digits[..count].iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    let close = digits.get(count).copied().filter(|byte| b".,:)-".contains(byte));
    // A single dot too many is a speck: `7..0-0`. Three dots replace White's move.
    let speck = close == Some(b'.') && matches!(digits[count + 1..], [b'.', next, ..] if next != b'.');
    let length = usize::from(open) + count + usize::from(close.is_some()) + usize::from(speck);
    let glued = &text[length..];
    let fits = if open { close == Some(b')') } else { close.is_some() || glued.is_empty() };
    let glues = glued.first().is_none_or(|first| first.is_ascii_alphabetic() || !first.is_ascii() || *first == b'0');
    (fits && glues).then_some((value, Style { open, close, first: false }, length))
}

impl Style {
    /// The style of row numbers that begin lines, without punctuation.
    pub(super) const LINES: Self = Self { open: false, close: None, first: true };

    pub(super) const fn anywhere(self) -> Self {
        Self { first: false, ..self }
    }

    pub(super) const fn at_lines(self) -> Self {
        Self { first: true, ..self }
    }

    pub(super) const fn has_sign(self) -> bool {
        self.close.is_some()
    }

    const fn is_like(self, other: Self) -> bool {
        let same = match (self.close, other.close) {
            // In running text the punctuation must agree, as a comma may follow the rank of a square.
            (Some(one), Some(other)) => one == other || self.first,
            (one, other) => one.is_none() && other.is_none(),
        };
        self.open == other.open && same
    }

    /// Length of row number `due` at the start of a word; `None` if the word begins otherwise.
    pub(super) fn exact(self, text: &[u8], due: u32) -> Option<usize> {
        if let Some(length) = self.glued(text, due) {
            return Some(length);
        }
        let (value, style, length) = read_number(text)?;
        // At the beginning of a line, the final punctuation may be lost.
        let alike = self.is_like(style) || self.first && self.open == style.open && length == text.len();
        (value == due && alike).then_some(length)
    }

    /// Length of row number `due` without punctuation, directly before a move: `24Vd2×b4`, `170-0`.
    fn glued(self, text: &[u8], due: u32) -> Option<usize> {
        if self.open || self.has_sign() {
            return None;
        }
        let digits = due.to_string();
        let behind = text.strip_prefix(digits.as_bytes())?;
        begins_move(behind).then_some(digits.len())
    }

    /// True if a word is row number `due` with one misread character. If the number is `sure` to be here, more
    /// characters may be misread, and the word may read as another number.
    pub(super) fn near(self, text: &[u8], due: u32, sure: bool) -> bool {
        let mut printed = Vec::with_capacity(MAX_DIGITS + 2);
        printed.extend(self.open.then_some(b'('));
        printed.extend(due.to_string().bytes());
        printed.extend(self.close);
        let Ok(text) = std::str::from_utf8(text) else { return false };
        let differs = |(sign, printed): &(char, u8)| *sign != char::from(*printed);
        let odd = || text.chars().zip(printed.iter().copied()).filter(differs);
        // Without punctuation, only the digits identify a number, so more of them are needed.
        let least = if self.close.is_some() || self.first && sure { 2 } else { 3 };
        let other = || {
            read_number(text.as_bytes()).is_some_and(|(value, ..)| value + 3 > due && value < due + 3 && value != due)
        };
        let confused = || odd().all(|(sign, printed)| is_taken_for(printed, sign));
        let count = odd().count();
        printed.len() >= least
            && width(text.as_bytes()) == printed.len()
            && count > 0
            && (count == 1 && confused() && !other()
                || sure && (count == 1 && due > 9 || count < printed.len() && confused()))
    }
}

/// True if the text after a bare number begins like a move, unlike the ending of an ordinal.
pub(super) fn begins_move(text: &[u8]) -> bool {
    match text {
        [b'0' | b'o' | b'O', b'-', ..] | [b'a'..=b'h', b'1'..=b'8' | b'x' | b'a'..=b'h', ..] => true,
        [first, _, ..] => first.is_ascii_uppercase() || !first.is_ascii(),
        _ => false,
    }
}

/// Value and length of the row number at the start of a word, even without punctuation and directly before a move.
pub(super) fn leading(text: &[u8]) -> Option<(u32, usize)> {
    let glued = || {
        let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = text.get(..count).filter(|digits| (1..MAX_DIGITS).contains(&digits.len()))?;
        let value = digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        begins_move(&text[count..]).then_some((value, count))
    };
    read_number(text).map(|(value, _, length)| (value, length)).or_else(glued)
}

/// True if a scan may misread `printed`, a character of a row number, as `sign`.
fn is_taken_for(printed: u8, sign: char) -> bool {
    match printed {
        b'0' => "OoQD69",
        b'1' => "lIi|!tT7",
        b'2' => "zZ7",
        b'3' => "85BES",
        b'4' => "Ah1",
        b'5' => "Ss36",
        b'6' => "Gb580",
        b'7' => "T?1YZ",
        b'8' => "B3S06",
        b'9' => "gq04",
        b'.' => ",:;-'",
        b'(' => "CcfL{[|",
        _ => "J}]|l",
    }
    .contains(sign)
}

/// Row number `first`, and the numbers that continue the count from it.
pub(super) fn follow(bytes: &[u8], page: &Page, first: Number, style: Style) -> Vec<Number> {
    let mut numbers = vec![first];
    while let Some(last) = numbers.last().copied() {
        match next(bytes, page, last, style) {
            Some(number) => numbers.push(number),
            None => break,
        }
    }
    numbers
}

/// True if word `at` begins a line that is a title or column heading, and thus another record.
fn begins_other(bytes: &[u8], words: &[Word], at: usize) -> bool {
    let word = words[at];
    if !word.first || !word.of(bytes)[0].is_ascii_alphabetic() {
        return false;
    }
    let line = words[at..]
        .iter()
        .take_while(|other| other.line == word.line && (!other.first || other.span == word.span))
        .last();
    let text = &bytes[word.span.from as usize..line.map_or(word.span.to, |last| last.span.to) as usize];
    says_title(text) || are_heads(text)
}

/// True if 1 to `MAX_LAST_ROW_WORDS` words follow word `at` in its paragraph, as in a last row.
fn ends_soon(words: &[Word], at: usize) -> bool {
    let left = words[at..].iter().skip(1).take_while(|word| !word.blank || !word.first).count();
    (1..=MAX_LAST_ROW_WORDS).contains(&left)
}

fn next(bytes: &[u8], page: &Page, last: Number, style: Style) -> Option<Number> {
    let words = &page.words;
    let reach = if style.first { MAX_ROW_WORDS } else { MAX_RUNNING_ROW_WORDS };
    let from =
        last.word + usize::from(last.length == words[last.word].span.to as usize - words[last.word].span.from as usize);
    let from = from.max(last.word + 1);
    // Text above the right half is a column heading, not the start of another record.
    let begins_right = |at: usize| page.right.is_some_and(|right| last.word < right && at >= right);
    let reach = (from..words.len().min(from + reach))
        .find(|at| !begins_right(*at) && begins_other(bytes, words, *at))
        .unwrap_or(words.len().min(from + reach));
    let edge = |word: &Word, length: usize| word.column + width(&word.of(bytes)[..length]);
    let column = edge(&words[last.word], last.length);
    // Row numbers that begin lines are aligned.
    let is_below = |at: usize| {
        let word = &words[at];
        let length = leading(word.of(bytes)).map_or(word.of(bytes).len(), |(_, length)| length);
        word.first && (begins_right(at) || edge(word, length).abs_diff(column) <= MAX_MISALIGNMENT)
    };
    let places = || (from..reach).filter(|at| !style.first || is_below(*at));
    let exact = |step: u32| {
        let due = last.value + step;
        places().find_map(|at| {
            let length = style.exact(words[at].of(bytes), due)?;
            Some(Number { word: at, length, value: due, exact: true })
        })
    };
    let begins = places().find(|at| style.exact(words[*at].of(bytes), 1).is_some()).unwrap_or(usize::MAX);
    let [one, two, three] = [exact(1), exact(2), exact(3)].map(|number| number.filter(|number| number.word < begins));
    // A row number is a misprint if it precedes a lower one on the page.
    let three = three.filter(|three| two.is_none_or(|two| two.word < three.word));
    let following = two.or(three);
    let stop = following.map_or(words.len(), |number| number.word).min(begins);
    if let Some(one) = one.filter(|one| one.word < stop) {
        return Some(one);
    }
    let due = last.value + 1;
    let length = |at: usize| words[at].of(bytes).len();
    let close =
        || places().take_while(|at| *at < stop && *at <= from + MAX_RUNNING_ROW_WORDS).filter(|at| *at > last.word + 1);
    let find = |sure: bool| close().find(|at| style.near(words[*at].of(bytes), due, sure));
    let near = find(false).or_else(|| following.and_then(|_| find(true)));
    let near = near.or_else(|| find(true).filter(|at| following.is_none() && ends_soon(words, *at)));
    let near = near.map(|at| Number { word: at, length: length(at), value: due, exact: false });
    // In running text, a misread row number must be confirmed by a later one or the end of the paragraph.
    near.filter(|near| style.first || following.is_some() || ends_soon(words, near.word)).or(following)
}
