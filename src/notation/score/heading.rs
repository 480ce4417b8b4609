//! Headings above the first row: the players, a title, pieces given as odds.
//!
//! Prose is not a heading and becomes a comment.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::map;

use super::gap::Paragraph;
use super::grammar::{self, capital, head, player};
use super::reader::Reader;
use super::sheet::{self, MAX_TITLE};
use super::table_cell::blanks;
use partie_record::span::{self, Span};
use partie_record::{Heading, ItemKind};
use partie_rules::Side;

/// True if a trimmed line is a title: it begins with a title word, is in capitals, or is a row of stars.
pub(super) fn is_title(text: &[u8]) -> bool {
    says_title(text) || looks_like_title(text)
}

/// True if a line of 5 to `MAX_TITLE` bytes is in capitals, or is a row of stars.
pub(super) fn looks_like_title(text: &[u8]) -> bool {
    if text.len() > MAX_TITLE || text.len() <= 4 {
        return false;
    }
    let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let capitals = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let stars = text.iter().all(|byte| matches!(byte, b'*' | b' '));
    // A line of single letters names the files below a diagram.
    let words = || text.split(|byte| !byte.is_ascii_alphabetic()).any(|word| word.len() > 2);
    stars || letters > 6 && capitals == letters && words() && !are_heads(text)
}

/// True if a line begins with a title word or a player's label.
pub(super) fn says_title(text: &[u8]) -> bool {
    text.len() <= MAX_TITLE && grammar::title(text).is_ok()
}

/// True if a line is the heading of White's and Black's columns: `WHITE.   BLACK.`
pub(super) fn are_heads(text: &[u8]) -> bool {
    name_end(text, Side::First).is_some_and(|(at, _)| find_black(text, at).is_some())
}

/// Length of a side's label or column heading at the start of `text`, and true if a colon ends it.
fn name_end(text: &[u8], side: Side) -> Option<(usize, bool)> {
    capital(text).ok()?;
    let label = map(player, |side| (side, true));
    let (rest, (named, colon)) = alt((label, head)).parse(text).ok()?;
    (named == side).then_some((text.len() - rest.len(), colon))
}

/// Start and end of Black's label or column heading after `from`.
fn find_black(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let words = (from + 1..text.len()).filter(|at| matches!(text[at - 1], b' ' | b'\t'));
    words.into_iter().find_map(|at| name_end(&text[at..], Side::Second).map(|(length, _)| (at, at + length)))
}

/// True if the text after `White` or `Black` continues a sentence: a possessive, or a lowercase word.
fn is_sentence(after: &[u8]) -> bool {
    let word = &after[blanks(after)..];
    let possessive = after.starts_with(b"'") || after.starts_with("’".as_bytes());
    possessive || word.first().is_some_and(u8::is_ascii_lowercase)
}

/// The player's name in a range, without surrounding blanks, parentheses and final full stop. `None` if it is empty.
fn name(bytes: &[u8], from: usize, to: usize) -> Option<Span> {
    let text = &bytes[from..to];
    let mut from = from + text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut to = from + bytes[from.min(to)..to].trim_ascii_end().len();
    if bytes.get(from) == Some(&b'(') && to > from + 1 {
        from += 1;
        let close = memchr::memchr(b')', &bytes[from..to]).unwrap_or(to - from);
        return (close > 0).then(|| Span::new(from, from + close));
    }
    // The full stop of an initial or of an abbreviated title belongs to the name.
    let last = bytes[from..to].rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    if last.len() > 3 && last.ends_with(b".") && !last.starts_with(b"-") {
        to -= 1;
    }
    (from < to).then(|| Span::new(from, to))
}

/// The end of White's name in `White: A - Black: B`, before the separator and Black's label.
fn unparted(text: &[u8], white: usize, black: usize) -> usize {
    let name = text[white..black].trim_ascii_end();
    let signs: [&[u8]; 8] = [b",", b";", b"/", b"|", b" -", " –".as_bytes(), " —".as_bytes(), b"\t-"];
    let bare = signs.iter().find_map(|sign| name.strip_suffix(*sign)).unwrap_or(name);
    white + bare.len()
}

/// Up to four columns of a line, separated by at least `gap` blanks, and their count.
fn columns(bytes: &[u8], from: usize, to: usize, gap: usize) -> ([Span; 4], usize) {
    let mut found = [Span::default(); 4];
    let (mut count, mut at, mut start) = (0, from, from);
    while at <= to && count < 4 {
        let space = blanks(&bytes[at..to]);
        if at == to || space >= gap {
            if start < at {
                found[count] = Span::new(start, at);
                count += 1;
            }
            start = at + space;
        }
        at += space.max(1);
    }
    (found, count)
}

impl Reader<'_, '_> {
    /// Reads a paragraph above the first row.
    pub(super) fn headings(&mut self, paragraph: Paragraph) {
        let (mut at, end) = (paragraph.span.from as usize, paragraph.span.to as usize);
        let bytes = self.bytes;
        // Consecutive lines without names or column headings are one title.
        let mut title: Option<Span> = None;
        let typed = sheet::begins(&bytes[at..]);
        while at < end {
            let stop = span::line_end(bytes, at).min(end);
            let from = at + blanks(&bytes[at..stop]);
            let to = from + bytes[from..stop].trim_ascii_end().len();
            at = span::after_line(bytes, stop).min(end);
            if from == to {
                at = at.max(stop + 1);
                continue;
            }
            if self.heads(from, to, paragraph.lines) || typed && self.names_alone(from, to) {
                self.title(title.take(), paragraph);
            } else {
                let first = title.map_or(from, |span| span.from as usize);
                title = Some(Span::new(first, to));
            }
        }
        self.title(title, paragraph);
    }

    /// Reads a line that names the players, or is the heading of their columns; false for any other line.
    fn heads(&mut self, from: usize, to: usize, lines: usize) -> bool {
        let bytes = self.bytes;
        let text = &bytes[from..to];
        if text.len() > MAX_TITLE * 2 {
            return false;
        }
        // A sentence about the players is not a heading.
        let sentence = |at: &usize| text.get(*at) == Some(&b',') || is_sentence(&text[*at..]);
        if let Some((white, colon)) = name_end(text, Side::First).filter(|(at, _)| !sentence(at)) {
            let Some((black, after)) = find_black(text, white) else {
                return colon && self.player(Heading::White, from + white, to);
            };
            // Two blanks end Black's name; headings of a second pair of columns may follow.
            let last = memchr::memmem::find(&text[after..], b"  ")
                .filter(|at| *at > 0 && !text[after..after + at].trim_ascii().is_empty())
                .map_or(to, |at| from + after + at);
            if is_sentence(&text[after..]) {
                return false;
            }
            let named = self.player(Heading::White, from + white, from + unparted(text, white, black));
            let end =
                if name_end(text[after..].trim_ascii_start(), Side::First).is_some() { from + after } else { last };
            let named = self.player(Heading::Black, from + after, end) || named;
            self.names = true;
            if !named {
                self.push(ItemKind::Comment, Span::new(from, to));
            } else if last < to && end == last {
                let rest = last + bytes[last..to].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                self.record.headings.push((Heading::Event, Span::new(rest, to)));
            }
            return true;
        }
        if let Some((black, colon)) = name_end(text, Side::Second) {
            return colon && self.player(Heading::Black, from + black, to);
        }
        let (found, count) = columns(bytes, from, to, if self.names { 2 } else { 3 });
        let short = found[..count].iter().all(|span| {
            let text = span.of(bytes);
            !super::class::is_of_analysis(text)
                && text.len() <= 40
                && text[0].is_ascii_uppercase()
                && !text.iter().any(u8::is_ascii_digit)
        });
        let alone = self.names && (count == 2 || count == 4) || count == 2 && lines == 1;
        if alone && short && !self.record.headings.iter().any(|(heading, _)| *heading == Heading::White) {
            self.player(Heading::White, found[0].from as usize, found[0].to as usize);
            self.player(Heading::Black, found[1].from as usize, found[1].to as usize);
            return true;
        }
        false
    }

    /// Reads a line of a score sheet that contains only two names; false if it has other text, or a player is known.
    fn names_alone(&mut self, from: usize, to: usize) -> bool {
        let known = self.record.headings.iter().any(|(heading, _)| matches!(heading, Heading::White | Heading::Black));
        let Some(names) = sheet::names(&self.bytes[from..to]).filter(|_| !known) else { return false };
        for (heading, name) in [Heading::White, Heading::Black].into_iter().zip(names) {
            self.record.headings.push((heading, Span::new(from + name.from as usize, from + name.to as usize)));
        }
        true
    }

    pub(super) fn player(&mut self, heading: Heading, from: usize, to: usize) -> bool {
        let Some(span) = name(self.bytes, from, to) else { return false };
        if !span.of(self.bytes).iter().any(u8::is_ascii_alphanumeric) {
            return false;
        }
        self.record.headings.push((heading, span));
        true
    }

    /// Adds the text above a score as a title, as odds, or as a comment.
    fn title(&mut self, span: Option<Span>, paragraph: Paragraph) {
        let Some(span) = span else { return };
        self.players_in(span);
        let text = span.of(self.bytes);
        if let Ok((_, opened)) = grammar::odds(text) {
            let from = span.from as usize + usize::from(opened);
            let to = span.to as usize - usize::from(text.ends_with(b")"));
            self.record.headings.push((Heading::Odds, Span::new(from, to)));
            return;
        }
        let stars = text.iter().all(|byte| matches!(byte, b'*' | b' ' | b'\t'));
        let indented = paragraph.indent > 2 && paragraph.lines <= 4;
        let says = says_title(&text[..span::line_end(text, 0)]);
        let short = paragraph.lines == 1 && text.len() <= 72 && (text.starts_with(b"(") || is_title(text));
        if !stars && (indented || says && paragraph.lines <= 4 || short) {
            self.record.headings.push((Heading::Event, span));
        } else {
            self.push(ItemKind::Comment, span);
        }
    }
}
