//! The tag section: tag pairs, usually one per line, and the text beside them.

use nom::Parser;
use nom::branch::alt;

use super::Reader;
use super::bytes::is_blank;
use super::section;
use super::{fast, grammar};
use partie_record::finding::Code;
use partie_record::span::{self, Span};
use partie_record::{Tag, limits};

impl Reader<'_, '_> {
    /// `tag-section = 1*(tag-line *remark) *blank eol`, with remarks before it. A second section continues the game
    /// unless it repeats a name. Comments before and between the tags are items of the record.
    pub(crate) fn tag_section(&mut self) {
        let mut after_gap = false;
        // The first token after the last tag, and the number of line ends before this token: it begins the movetext,
        // unless another tag follows.
        let mut behind: Option<(usize, usize)> = None;
        loop {
            let gap = self.white();
            after_gap |= gap > 1;
            let Some(&byte) = self.bytes.get(self.at) else { break };
            if byte == b'[' && self.is_tag_like() {
                if after_gap && !self.record.tags.is_empty() && self.repeats_name() {
                    return;
                }
                (after_gap, behind) = (false, None);
                self.tag_line();
            } else {
                if !self.record.tags.is_empty() && !self.is_remark(gap) {
                    behind.get_or_insert((self.at, gap));
                }
                if !self.remark(gap) {
                    break;
                }
            }
            if self.unfinished {
                return;
            }
        }
        if let Some((at, gap)) = behind.filter(|_| !after_gap) {
            let byte = self.bytes[at];
            if gap == 0 && byte == b'*' || !matches!(byte, b'{' | b'[') || gap == 1 {
                self.record.note(Code::S016, Span::new(at, at + 1));
            }
        }
    }

    /// Reads text beside tags: a comment, or a line that is neither tag nor movetext. Returns false for any other text.
    fn remark(&mut self, gap: usize) -> bool {
        match self.bytes[self.at] {
            b'{' => self.comment(),
            b';' => self.rest_of_line(),
            _ if self.is_remark(gap) => {
                let end = span::line_end(self.bytes, self.at);
                self.push(partie_record::ItemKind::LineComment, self.at, end);
                self.at = end;
            }
            _ => return false,
        }
        true
    }

    /// Skips white space and returns the number of line ends in it.
    pub(crate) fn white(&mut self) -> usize {
        let Ok((rest, lines)) = grammar::whites(&self.bytes[self.at..]) else { return 0 };
        self.at = self.bytes.len() - rest.len();
        lines
    }

    /// True if the bracket at the current offset begins a line, or begins `[Name "`.
    fn is_tag_like(&self) -> bool {
        section::at_line_start(self.bytes, self.at) || section::is_tag_start(&self.bytes[self.at..])
    }

    /// True if the line at the current offset is read as a tag of the next game, damaged or not.
    pub(super) fn begins_tag(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        if rest.first() != Some(&b'[') {
            return false;
        }
        if section::is_tag_start(rest) {
            return true;
        }
        let end = self.known_line.end(self.bytes, self.at);
        self.unfinished |= end == self.bytes.len() && !self.last;
        let line = alone(&self.bytes[self.at..end]);
        let close = || line.iter().position(|byte| *byte == b']');
        grammar::tag_name(line).is_ok()
            && (line.contains(&b'"') || close().is_some_and(|close| bare_value(line, close).is_some()))
    }

    /// True for a line that is neither tag nor movetext: an escape line, or `# ...` and `=====` in hand-kept lists.
    /// Also true for a `;` comment after a tag on the same line.
    fn is_remark(&self, gap: usize) -> bool {
        let rest = &self.bytes[self.at..];
        match rest.first() {
            Some(b';') => gap == 0 && !self.record.tags.is_empty(),
            Some(b'%' | b'#' | b'=') => {
                section::at_line_start(self.bytes, self.at) && grammar::escape_line(rest).is_ok()
            }
            _ => false,
        }
    }

    fn repeats_name(&self) -> bool {
        let Ok((_, name)) = grammar::tag_name(&self.bytes[self.at..]) else { return false };
        self.record.tags.iter().any(|tag| tag.name.of(self.bytes) == name)
    }

    fn tag_line(&mut self) {
        let from = self.at;
        let rest = &self.bytes[from..];
        let tag = self.fast.then(|| fast::tag(rest)).flatten();
        let tag = tag.or_else(|| alt((grammar::tag, grammar::lenient_tag)).parse(rest).ok());
        if let Some((left, (name, value))) = tag {
            let offset = |part: &[u8]| part.as_ptr() as usize - self.bytes.as_ptr() as usize;
            let (name_at, value_at) = (offset(name), offset(value));
            self.at = self.bytes.len() - left.len();
            let name = Span::new(name_at, name_at + name.len());
            let value = Span::new(value_at, value_at + value.len());
            let tag = Tag::new(self.bytes, Span::new(from, self.at), name, value);
            if tag.span.len() > limits::TOKEN {
                self.record.note(Code::B003, tag.span);
            }
            self.record.tags.push(tag);
            return;
        }
        self.broken_tag(from);
    }

    /// Reads a tag that does not end properly, as far as its line can be understood.
    #[cold]
    fn broken_tag(&mut self, from: usize) {
        let mut end = self.known_line.end(self.bytes, from);
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return;
        }
        let line = alone(&self.bytes[from..end]);
        let quote = line.iter().position(|byte| *byte == b'"');
        let mut value = None;
        match (quote, quote.and_then(|first| closing(line, first + 1))) {
            (Some(first), _) if let Some((whole, close)) = unopened(line, first) => {
                value = Some(whole);
                end = from + close + 1;
            }
            // A value with unescaped quotes: it ends at the last quote before the bracket.
            (Some(first), Some((last, close))) => {
                value = Some((first + 1, last));
                end = from + close + 1;
            }
            // An opening quote without a closing one.
            (Some(only), None) if let Some((single, close)) = unclosed(line, only) => {
                value = Some(single);
                end = from + close + 1;
            }
            // `"O"Neil]`: text directly after the last quote belongs to the value, as no bracket follows the quote.
            (Some(first), None) if let Some((whole, close)) = glued(line, first) => {
                value = Some(whole);
                end = from + close + 1;
            }
            (Some(first), None) => {
                let last = line.iter().rposition(|byte| *byte == b'"').filter(|last| *last > first);
                value = Some((first + 1, last.unwrap_or(line.len())));
                // A line end in the value: the next line ends it if it ends like a tag.
                let next = self.next_line(end);
                let text = &self.bytes[next.0..next.1];
                if last.is_none() && text.ends_with(b"\"]") && !text.starts_with(b"[") {
                    end = next.1;
                    value = Some((first + 1, end - 2 - from));
                }
            }
            // Without quotes, the tag and its value end at the bracket.
            (None, _) => {
                if let Some(close) = line.iter().position(|byte| *byte == b']') {
                    end = from + close + 1;
                    value = bare_value(line, close);
                }
            }
        }
        let whole = Span::new(from, end);
        if end - from > limits::TOKEN {
            self.record.note(Code::B003, whole);
        }
        if self.record.is_crowded() {
            // A damaged file may contain a million broken tags.
            self.at = end;
            return self.record.push_junk(Code::H003, whole, self.line);
        }
        self.record.note(Code::H003, whole);
        if let (Some((start, stop)), Ok((_, name))) = (value, grammar::tag_name(&self.bytes[from..])) {
            let at = name.as_ptr() as usize - self.bytes.as_ptr() as usize;
            let value = Span::new(from + start, from + stop);
            let value = within_quotes(value.of(self.bytes)).map_or(value, |(before, after)| Span {
                from: value.from + before as u32,
                to: value.to - after as u32,
            });
            self.record.tags.push(Tag::new(self.bytes, whole, Span::new(at, at + name.len()), value));
        }
        // Text after the bracket on the same line is movetext.
        self.at = end;
    }

    fn next_line(&self, end: usize) -> (usize, usize) {
        let mut start = end;
        if self.bytes.get(start) == Some(&b'\r') {
            start += 1;
        }
        if self.bytes.get(start) == Some(&b'\n') {
            start += 1;
        }
        (start, span::line_end(self.bytes, start))
    }
}

/// Lengths in bytes of other quotes inside the quotes of PGN, at both ends of a value or at one end: `“Smith”`.
fn within_quotes(value: &[u8]) -> Option<(usize, usize)> {
    let text = str::from_utf8(value).ok()?;
    let quote = |character: char| matches!(character, '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '\'' | '‘' | '’');
    let before = text.chars().next().filter(|first| quote(*first)).map_or(0, char::len_utf8);
    let rest = &text[before..];
    let after = rest.chars().next_back().filter(|last| quote(*last)).map_or(0, char::len_utf8);
    // An apostrophe at only one end is part of a name.
    (before + after > 0 && rest.len() > after && before.min(after) > 0 || before.max(after) > 1 && !rest.is_empty())
        .then_some((before, after))
}

/// Start and end of the unquoted value in `[Name value]`, before the bracket.
fn bare_value(line: &[u8], close: usize) -> Option<(usize, usize)> {
    let (rest, _) = grammar::tag_name(line).ok()?;
    let after = line.len() - rest.len();
    let value = line[..close].get(after..)?;
    let blanks = value.iter().take_while(|byte| is_blank(**byte)).count();
    let length = value.trim_ascii().len();
    (blanks > 0 && length > 0).then_some((after + blanks, after + blanks + length))
}

/// The value of `[Name value"]`, which begins before the first quote, and the offset of its bracket. Paired quotes
/// belong to the value.
fn unopened(line: &[u8], first: usize) -> Option<((usize, usize), usize)> {
    let (start, _) = bare_value(line, first)?;
    let close = closing(line, start).map(|(_, close)| close);
    let close = close.or_else(|| line.iter().rposition(|byte| *byte == b']').filter(|close| *close > first))?;
    let mut end = start + line[start..close].trim_ascii_end().len();
    let quotes = line[start..end].iter().filter(|byte| **byte == b'"').count();
    if quotes % 2 == 1 && line[end - 1] == b'"' {
        end = start + line[start..end - 1].trim_ascii_end().len();
    }
    Some(((start, end), close))
}

/// The value of `[Name "value]`, which has no second quote, and the offset of its bracket; empty for `[Name "]`.
fn unclosed(line: &[u8], only: usize) -> Option<((usize, usize), usize)> {
    let start = only + 1;
    if line[start..].contains(&b'"') {
        return None;
    }
    let close = line.trim_ascii_end().len().checked_sub(1).filter(|close| line[*close] == b']' && *close >= start)?;
    Some(((start, start + line[start..close].trim_ascii_end().len()), close))
}

/// The part of a line up to the end of its first tag; another tag may follow the bracket.
fn alone(line: &[u8]) -> &[u8] {
    let follows = |close: &usize| section::is_tag_start(line[close + 1..].trim_ascii_start());
    memchr::memchr_iter(b']', line).find(follows).map_or(line, |close| &line[..=close])
}

/// The value of `[Name "O"Neil]`, which continues directly after its last quote, and the offset of the bracket.
fn glued(line: &[u8], first: usize) -> Option<((usize, usize), usize)> {
    let last = line.iter().rposition(|byte| *byte == b'"').filter(|last| *last > first)?;
    line.get(last + 1).filter(|byte| !byte.is_ascii_whitespace() && **byte != b']')?;
    let close = line.trim_ascii_end().len().checked_sub(1).filter(|close| line[*close] == b']' && *close > last)?;
    Some(((first + 1, first + 1 + line[first + 1..close].trim_ascii_end().len()), close))
}

/// The first quote from `at` on that is followed by a closing bracket, and the offset of that bracket.
fn closing(line: &[u8], at: usize) -> Option<(usize, usize)> {
    memchr::memchr_iter(b']', line).find_map(|close| {
        let before = line[..close].trim_ascii_end();
        (close > at && before.len() > at && before.last() == Some(&b'"')).then(|| (before.len() - 1, close))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_glued_to_a_quote_belongs_to_the_value() {
        for (line, value) in [
            ("[White \"O\"Neil]", Some("O\"Neil")),
            ("[White \"Jack \"The Hat\" O\"Neil ]", Some("Jack \"The Hat\" O\"Neil")),
            ("[White \"Smith\" x]", None),
            ("[White \"Smith\"", None),
        ] {
            let found = glued(line.as_bytes(), 7).map(|((from, to), _)| &line[from..to]);
            assert_eq!(found, value, "{line}");
        }
        assert_eq!(alone(b"[White \"O\"Neil] [Black \"X\"]"), b"[White \"O\"Neil]");
    }

    #[test]
    fn quotes_of_printers_are_none_of_a_value() {
        for (value, quotes) in
            [("“Smith”", Some((3, 3))), ("„Smith“", Some((3, 3))), ("'Smith'", Some((1, 1))), ("Smith”", Some((0, 3)))]
        {
            assert_eq!(within_quotes(value.as_bytes()), quotes, "{value}");
        }
        for value in ["'t Hart", "Smith", "”", ""] {
            assert_eq!(within_quotes(value.as_bytes()), None, "{value}");
        }
    }
}
