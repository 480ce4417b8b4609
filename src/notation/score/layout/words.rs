//! The words of a page with their positions.

use partie_record::span::{self, Span};

const TAB: usize = 8;
/// Maximum length in bytes of a number with a blank inside, including its closing parenthesis.
const MAX_NUMBER: usize = 5;
/// Maximum number of bytes of a page that are examined.
pub(super) const WINDOW: usize = 24 << 10;

/// A word of a page: text between blanks; or a stroke, a bar, a comma, a semicolon or an underscore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub span: Span,
    /// Line number, from 0.
    pub line: usize,
    /// Column of the first character, from 0.
    pub column: usize,
    /// Number of blank columns before the word.
    pub gap: usize,
    /// True if the word is the first of its line.
    pub first: bool,
    /// True if an empty line precedes the line of the word.
    pub blank: bool,
}

impl Word {
    pub(super) fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        self.span.of(bytes)
    }

    pub(super) fn end(&self, bytes: &[u8]) -> usize {
        self.column + width(self.of(bytes))
    }

    /// The rest of the word after `length` bytes.
    pub(super) fn behind(self, bytes: &[u8], length: usize) -> Self {
        let from = self.span.from as usize + length;
        let column = self.column + width(&self.of(bytes)[..length]);
        Self { span: Span::new(from, self.span.to as usize), column, gap: 0, first: false, ..self }
    }

    /// True if the word only separates cells.
    pub(super) fn parts(&self, bytes: &[u8]) -> bool {
        matches!(self.of(bytes), b"/" | b"|" | b"," | b";" | b"_")
    }
}

pub(super) fn width(text: &[u8]) -> usize {
    text.iter().filter(|byte| !matches!(byte, 0x80..=0xbf)).count()
}

/// The words of the last window, cached because several candidates for row 1 often share a window.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    start: Option<usize>,
    words: Vec<Word>,
}

impl LastWords {
    /// The words of the window that begins with the line at `start`, from the cache if possible.
    pub(super) fn from(&mut self, bytes: &[u8], start: usize) -> &[Word] {
        if self.start != Some(start) {
            (self.start, self.words) = (Some(start), words(bytes, start));
        }
        &self.words
    }
}

/// Splits the window that begins with the line at `start` into words.
pub(super) fn words(bytes: &[u8], start: usize) -> Vec<Word> {
    let limit = bytes.len().min(start + WINDOW);
    let (mut found, mut at, mut line, mut blank) = (Vec::new(), start, 0, false);
    while at < limit {
        let end = span::line_end(bytes, at).min(limit);
        let before = found.len();
        line_words(bytes, at..end, line, blank, &mut found);
        blank = found.len() == before;
        at = span::after_line(bytes, end).max(end + 1);
        line += 1;
    }
    found
}

fn line_words(bytes: &[u8], range: std::ops::Range<usize>, line: usize, blank: bool, found: &mut Vec<Word>) {
    let (mut at, mut column, mut gap, mut first) = (range.start, 0, 0, true);
    while at < range.end {
        match bytes[at] {
            b' ' => (column, gap) = (column + 1, gap + 1),
            b'\t' => {
                let next = (column / TAB + 1) * TAB;
                (gap, column) = (gap + next - column, next);
            }
            _ => {
                let text = &bytes[at..range.end];
                let length = parted_number(text, first || gap > 1).unwrap_or_else(|| word(text));
                found.push(Word { span: Span::new(at, at + length), line, column, gap, first, blank });
                column += width(&bytes[at..at + length]);
                at += length;
                (gap, first) = (0, false);
                continue;
            }
        }
        at += 1;
    }
}

/// Length of a row number with a blank in it at the start of a text: `12 .`, `(1 2)`. If `is_apart`, the blank may also
/// be between two digits: `1 2.`, `1 2`. A row of dots is not a closing sign.
fn parted_number(text: &[u8], is_apart: bool) -> Option<usize> {
    if !matches!(text[0], b'(' | b'0'..=b'9') {
        return None;
    }
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if let Some(inside) = text.strip_prefix(b"(") {
        let to = inside.iter().take(MAX_NUMBER).position(|byte| *byte == b')')?;
        let count = inside[..to].iter().filter(|byte| byte.is_ascii_digit()).count();
        let blanks = inside[..to].iter().filter(|byte| **byte == b' ').count();
        return (blanks == 1 && (1..=3).contains(&count) && count + blanks == to).then_some(to + 2);
    }
    let first = digits(text);
    let rest = text[first..].strip_prefix(b" ").filter(|_| (1..=2).contains(&first))?;
    let more = if is_apart { digits(rest) } else { 0 };
    // Blanks in both places: `1 2 .`.
    let more = more + usize::from(more > 0 && rest[more..].starts_with(b" ."));
    let length = first + 1 + more;
    match &rest[more..] {
        [b'.' | b')'] | [b'.' | b')', b' ', b'(' | b'0'.., ..] if first + more <= 4 => Some(length + 1),
        [b' ', b' ', ..] if first == 1 && more == 1 => Some(length),
        _ => None,
    }
}

/// True if a text begins with a number in parentheses.
fn is_number(text: &[u8]) -> bool {
    let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.get(1 + digits) == Some(&b')')
}

/// Length of the first word. A comma after digits belongs to the word, as scans may close a row number with a comma.
fn word(text: &[u8]) -> usize {
    if matches!(text[0], b'/' | b'|' | b';' | b',' | b'_') {
        return 1;
    }
    // Explicit comparisons: searching a short list of bytes would cost a call for each byte of the page.
    let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'/' | b'|' | b';' | b'_');
    let end = text.iter().position(ends).unwrap_or(text.len());
    if !text[..end].iter().any(|byte| matches!(byte, b'(' | b',')) {
        return end;
    }
    let end =
        memchr::memchr_iter(b'(', &text[1..end]).map(|at| at + 1).find(|at| is_number(&text[*at..end])).unwrap_or(end);
    let comma = text[..end].iter().position(|byte| *byte == b',');
    comma.filter(|at| !text[..*at].iter().all(u8::is_ascii_digit)).unwrap_or(end)
}
