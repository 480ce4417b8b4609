//! Writer of PGN in the export format, with movetext in lines of limited width.
//!
//! Tokens are appended to the text, each after a blank. If a token is too long for its line, the blank becomes a line
//! end. The caller selects the parts of a record to write. The text is UTF-8 and is encoded later.

use std::ops::Range;

use super::bytes::is_name;

/// Maximum number of characters in a line of the PGN export format.
const DEFAULT_COLUMNS: usize = 80;

/// Maximum length in bytes of a move number and a short token, with blanks before both.
const MAX_NUMBERED: usize = 16;

/// Maximum length in bytes of a command in a comment that is kept on one line.
const MAX_COMMAND: usize = 200;

/// Writes records one after the other into one text.
#[derive(Clone, Debug)]
pub struct PgnWriter {
    pub out: Vec<u8>,
    /// Maximum number of characters in a line.
    columns: usize,
    /// Offset at which the current line begins.
    line: usize,
    /// Number of UTF-8 continuation bytes in the current line.
    wide: usize,
    /// Offset at which the last token begins.
    token: usize,
    /// True if the next token needs no blank before it: after an opening parenthesis or at the beginning of a line.
    glued: bool,
}

/// A state of a [`PgnWriter`] to which [`PgnWriter::go_back`] returns.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriterPlace {
    length: usize,
    line: usize,
    wide: usize,
    token: usize,
    glued: bool,
}

impl Default for PgnWriter {
    fn default() -> Self {
        Self::new(DEFAULT_COLUMNS)
    }
}

pub fn is_tag_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| is_name(*byte))
}

impl PgnWriter {
    /// Creates a writer of lines of at most `columns` characters; 0 means no limit.
    pub const fn new(columns: usize) -> Self {
        let columns = if columns == 0 { usize::MAX } else { columns };
        Self { out: Vec::new(), columns, line: 0, wide: 0, token: 0, glued: false }
    }

    /// Writes a tag pair. The value is as in a record, with its escapes; unescaped quotes are escaped.
    pub fn tag(&mut self, name: &[u8], value: &[u8]) {
        let out = &mut self.out;
        out.push(b'[');
        out.extend_from_slice(name);
        out.extend_from_slice(b" \"");
        let mut escaped = false;
        if value.iter().any(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r')) {
            for &byte in value {
                match byte {
                    b'"' if !escaped => out.extend_from_slice(b"\\\""),
                    b'\n' | b'\r' => out.push(b' '),
                    _ => out.push(byte),
                }
                escaped = byte == b'\\' && !escaped;
            }
        } else {
            out.extend_from_slice(value);
        }
        if escaped {
            // A trailing backslash would escape the closing quote.
            out.push(b'\\');
        }
        out.extend_from_slice(b"\"]\n");
    }

    /// Begins the movetext, after an empty line if there are tags.
    pub fn movetext(&mut self, tags: bool) {
        if tags {
            self.out.push(b'\n');
        }
        self.new_line();
    }

    /// Declares the end of the text to be the start of a line, even if text was removed before.
    pub fn new_line(&mut self) {
        (self.line, self.wide, self.glued) = (self.out.len(), 0, true);
        self.token = self.out.len();
    }

    /// The current state, for [`Self::go_back`].
    pub const fn place(&self) -> WriterPlace {
        let Self { line, wide, token, glued, .. } = *self;
        WriterPlace { length: self.out.len(), line, wide, token, glued }
    }

    /// Replaces a range of earlier text.
    pub fn insert(&mut self, range: Range<usize>, text: &[u8]) {
        let (before, after) = (self.out.len(), range.len());
        self.out.splice(range, text.iter().copied());
        debug_assert!(self.out.len() + after == before + text.len(), "a splice");
        let moved = |place: usize| (place + text.len()).saturating_sub(after);
        (self.line, self.token) = (moved(self.line), moved(self.token));
    }

    /// Removes the text written since [`Self::place`] returned `place`.
    pub fn go_back(&mut self, place: WriterPlace) {
        let WriterPlace { length, line, wide, token, glued } = place;
        self.out.truncate(length);
        (self.line, self.wide, self.token, self.glued) = (line, wide, token, glued);
    }

    /// Begins a token, whose text the caller appends to `out`.
    #[inline(always)]
    pub fn begin(&mut self) {
        if std::mem::replace(&mut self.glued, false) {
            return;
        }
        self.out.push(b' ');
        self.token = self.out.len();
    }

    /// Writes a token of at most seven ASCII bytes, packed in `word` with the first byte lowest. The bytes beyond
    /// `length` must be zero.
    #[inline(always)]
    pub fn short(&mut self, word: u64, length: usize) {
        let glued = std::mem::replace(&mut self.glued, false);
        let blank = usize::from(!glued);
        let word = if glued { word } else { (word << 8) | u64::from(b' ') };
        let end = self.out.len() + length + blank;
        // A token without a blank before it belongs to the previous token.
        self.token = if glued { self.token } else { self.out.len() + 1 };
        self.out.extend_from_slice(&word.to_le_bytes());
        self.out.truncate(end);
    }

    /// Ends an ASCII token, and moves it to a new line if the current one is too long.
    #[inline(always)]
    pub fn end(&mut self) {
        if self.out.len() - self.line - self.wide > self.columns {
            self.wrap();
        }
    }

    /// Ends a token that begins at `from` and may contain characters beyond ASCII.
    pub fn end_wide(&mut self, from: usize) {
        self.wide += continuation(self.out.get(from..).unwrap_or_default());
        self.end();
    }

    /// Writes an escape line, which is not part of the game: it begins with a percent sign.
    pub fn escape_line(&mut self, line: &[u8]) {
        if self.out.len() > self.line {
            self.out.push(b'\n');
        }
        self.out.extend_from_slice(line);
        self.out.push(b'\n');
        self.new_line();
    }

    fn wrap(&mut self) {
        let token = self.token;
        // A percent sign at the beginning of a line would make it an escape line.
        if token <= self.line || self.out.get(token) == Some(&b'%') {
            return;
        }
        if let Some(blank) = self.out.get_mut(token - 1) {
            *blank = b'\n';
        }
        self.line = token;
        self.wide = continuation(self.out.get(token..).unwrap_or_default());
    }

    /// Writes a complete token.
    pub fn word(&mut self, text: &[u8]) {
        self.begin();
        let from = self.out.len();
        self.out.extend_from_slice(text);
        self.end_wide(from);
    }

    /// Writes a move number, with three dots for the second player.
    #[inline]
    pub fn number(&mut self, number: u32, second: bool) {
        if number < 100 && !second {
            let (word, length) = number_word(number);
            self.short(word, length);
        } else {
            self.begin();
            push_number(&mut self.out, number);
            self.out.extend_from_slice(if second { b"..." } else { b"." });
        }
        self.end();
    }

    /// Writes a move number of the first player and a token as for [`Self::short`]; the token is not ended yet.
    #[inline(always)]
    pub fn numbered(&mut self, number: u32, word: u64, length: usize) {
        let from = self.out.len();
        if self.glued || number >= 100 || from + MAX_NUMBERED - self.line - self.wide > self.columns {
            self.number(number, false);
            return self.short(word, length);
        }
        let (digits, before) = number_word(number);
        let blank = u128::from(b' ');
        let both =
            blank | (u128::from(digits) << 8) | (blank << (8 * before + 8)) | (u128::from(word) << (8 * before + 16));
        self.token = from + before + 2;
        self.out.extend_from_slice(&both.to_le_bytes());
        self.out.truncate(from + before + 2 + length);
    }

    pub fn nag(&mut self, number: u32) {
        self.begin();
        self.out.push(b'$');
        push_number(&mut self.out, number);
        self.end();
    }

    /// Writes a comment, given without its braces. White space becomes a blank, or a line end if the line is full.
    /// Commands (`[%clk 0:01:00]`) remain on one line.
    pub fn comment(&mut self, text: &str) {
        let mut first = true;
        let mut rest = text.trim();
        if rest.is_empty() {
            self.word(b"{}");
        }
        while !rest.is_empty() {
            let (word, left) = split_word(rest);
            self.begin();
            let from = self.out.len();
            if std::mem::take(&mut first) {
                self.out.push(b'{');
            }
            // A closing brace would end the comment.
            self.out.extend(word.bytes().map(|byte| match byte {
                b'}' => b')',
                b'\n' | b'\r' => b' ',
                _ => byte,
            }));
            rest = left.trim_start();
            if rest.is_empty() {
                self.out.push(b'}');
            }
            self.end_wide(from);
        }
    }

    /// Opens a variation. Returns false if it is the first token in another variation.
    pub fn open(&mut self) -> bool {
        let inner = self.glued && self.out.last() == Some(&b'(');
        self.begin();
        self.out.push(b'(');
        self.glued = true;
        !inner
    }

    /// Closes a variation. Unless `keep` is true, an empty one is removed, and false is returned.
    pub fn close(&mut self, keep: bool) -> bool {
        if std::mem::take(&mut self.glued) && !keep {
            self.out.pop();
            match self.out.last() {
                Some(b' ') => self.out.truncate(self.out.len() - 1),
                _ => self.glued = true,
            }
            return false;
        }
        self.out.push(b')');
        self.end();
        true
    }

    /// Writes the result, which ends the record.
    pub fn result(&mut self, token: &str) {
        self.word(token.as_bytes());
        self.out.extend_from_slice(b"\n\n");
    }
}

/// Number of UTF-8 continuation bytes.
fn continuation(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 == 0x80).count()
}

/// A number below 100 with its full stop, packed in a `u64` with its length.
#[inline(always)]
fn number_word(number: u32) -> (u64, usize) {
    let (tens, ones) = (u64::from(number / 10), u64::from(number % 10));
    let (zero, dot) = (u64::from(b'0'), u64::from(b'.'));
    let short = (zero + ones) | (dot << 8);
    if tens > 0 { ((zero + tens) | (short << 8), 3) } else { (short, 2) }
}

#[inline]
fn push_number(out: &mut Vec<u8>, number: u32) {
    let (mut digits, mut at, mut rest) = ([0u8; 10], 10, number);
    while at > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// The first word of a text, and the rest; a command with its blanks is one word.
fn split_word(text: &str) -> (&str, &str) {
    let mut from = 0;
    if text.starts_with("[%")
        && let Some(end) = text.bytes().take(MAX_COMMAND).position(|byte| byte == b']')
    {
        from = end;
    }
    let end = text[from..].find(|c: char| c.is_ascii_whitespace()).map_or(text.len(), |at| from + at);
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(writer: PgnWriter) -> String {
        String::from_utf8(writer.out).unwrap_or_default()
    }

    #[test]
    fn a_token_that_goes_beyond_the_line_begins_the_next() {
        let mut writer = PgnWriter::new(12);
        writer.tag(b"White", b"a \"b\" \\\"c\\\" \\");
        writer.movetext(true);
        writer.number(1, false);
        writer.word(b"e4");
        writer.open();
        writer.number(1, false);
        writer.word(b"d4");
        writer.close(false);
        writer.comment(" one  [%clk 0:01:00]\ntwo} ");
        writer.nag(14);
        writer.comment("  ");
        writer.result("1-0");
        assert_eq!(
            text(writer),
            "[White \"a \\\"b\\\" \\\"c\\\" \\\\\"]\n\n1. e4 (1.\nd4) {one\n[%clk 0:01:00]\ntwo)} $14 {}\n1-0\n\n"
        );
    }

    #[test]
    fn lines_are_measured_in_characters() {
        let mut writer = PgnWriter::new(6);
        writer.movetext(false);
        for _ in 0..3 {
            writer.word("♘f3".as_bytes());
        }
        writer.comment("éé éé %x");
        assert_eq!(text(writer), "♘f3\n♘f3\n♘f3\n{éé éé %x}");
    }
}
