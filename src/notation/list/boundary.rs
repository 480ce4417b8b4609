//! Finds the end of a game in a list: where the next line or paragraph begins another one. `evidence` detects lists.

use super::line_start::LineStart;
use partie_record::span::{after_line, line_end};

/// Maximum number of lines of prose between two games that may be a heading.
const MAX_HEADING: usize = 16;
/// Maximum distance in bytes from the end of a line to the end of its comment.
const MAX_COMMENT: usize = 64 << 10;
/// Maximum distance in bytes from the end of a line to the end of its variation, which is searched byte by byte.
const MAX_VARIATION: usize = 4 << 10;
/// Maximum number of lines before the end of a slice that are searched for the first line of a game.
const MAX_CUT_LINES: usize = 64;

/// Extent of a game without move numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Line,
    /// The lines up to an empty line.
    Paragraph,
}

/// A line that is not empty.
struct ListLine {
    from: usize,
    /// The end of the line's text, including a comment or variation that it opens.
    end: usize,
    /// True if an empty line precedes the line.
    after_empty: bool,
}

impl ListLine {
    /// The next line from `at` on; `None` if only white space is left, `Err` if more input is needed.
    fn next(bytes: &[u8], at: usize, last: bool) -> Result<Option<Self>, ()> {
        let blank = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let from = at + blank;
        if from == bytes.len() {
            return if last { Ok(None) } else { Err(()) };
        }
        let end = text_end(bytes, from);
        if end == bytes.len() && !last {
            return Err(());
        }
        let after_empty = partie_record::span::count_lines(&bytes[at..from]) > 0;
        Ok(Some(Self { from, end, after_empty }))
    }

    fn start(&self, bytes: &[u8]) -> LineStart {
        LineStart::of(&bytes[self.from..line_end(bytes, self.from)])
    }
}

/// The end of the line at `at`, or of the line that closes its last comment or variation.
pub(super) fn text_end(bytes: &[u8], at: usize) -> usize {
    closed_end(bytes, at).unwrap_or_else(|| line_end(bytes, at))
}

/// Like [`text_end`], but `None` if a comment or variation of the line is not closed within the limits.
pub(super) fn closed_end(bytes: &[u8], at: usize) -> Option<usize> {
    let first = line_end(bytes, at);
    let (mut at, mut depth) = (at, 0usize);
    let limit = bytes.len().min(first + MAX_COMMENT);
    while at < limit && (depth == 0 || at < first + MAX_VARIATION) {
        match bytes[at] {
            b'{' => match comment_end(&bytes[at..limit]) {
                Some(length) => at += length,
                None if at < first => {}
                None => return None,
            },
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'\n' | b'\r' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    (at == bytes.len() && depth == 0).then_some(at)
}

/// Distance from an opening brace to the brace that closes it; `None` if there is none, or another brace opens first.
fn comment_end(text: &[u8]) -> Option<usize> {
    let end = 1 + memchr::memchr2(b'{', b'}', text.get(1..)?)?;
    (text[end] == b'}').then_some(end)
}

/// The end of the game that begins at `at`: `None` if the PGN reader must find it, `Err` if more input is needed.
pub(super) fn game_end(unit: Unit, bytes: &[u8], at: usize, last: bool) -> Result<Option<usize>, ()> {
    let Some(mut line) = ListLine::next(bytes, at, last)? else { return Ok(None) };
    let mut start = line.start(bytes);
    // A heading is text before the game below it.
    let is_heading = |start: LineStart| matches!(start, LineStart::Prose | LineStart::Annotation | LineStart::Result);
    while is_heading(start) {
        let after = after_line(bytes, line.end);
        let Some(next) = ListLine::next(bytes, after, last)? else { return Ok(Some(after)) };
        start = next.start(bytes);
        if !is_heading(start) {
            return Ok(Some(after));
        }
        line = next;
    }
    if start == LineStart::Tagged {
        return Ok(None);
    }
    let is_numbered = start != LineStart::Move;
    loop {
        let after = after_line(bytes, line.end);
        let Some(next) = ListLine::next(bytes, after, last)? else { return Ok(Some(after)) };
        let goes_on = match next.start(bytes) {
            LineStart::Number | LineStart::Result | LineStart::Annotation => true,
            LineStart::FirstMove | LineStart::Tagged => false,
            LineStart::Move => is_numbered || unit == Unit::Paragraph && !next.after_empty,
            // If each line or paragraph is a game, prose in the next one does not belong to this game.
            LineStart::Prose if !is_numbered && (unit == Unit::Line || next.after_empty) => false,
            LineStart::Prose => goes_on_below(bytes, &next, last)?,
        };
        if !goes_on {
            return Ok(Some(after));
        }
        line = next;
    }
}

/// True if the game continues after a line of prose.
fn goes_on_below(bytes: &[u8], prose: &ListLine, last: bool) -> Result<bool, ()> {
    let mut end = prose.end;
    for _ in 0..MAX_HEADING {
        let Some(next) = ListLine::next(bytes, after_line(bytes, end), last)? else { return Ok(true) };
        match next.start(bytes) {
            LineStart::Prose | LineStart::Annotation => end = next.end,
            LineStart::FirstMove | LineStart::Tagged | LineStart::Move => return Ok(false),
            LineStart::Number | LineStart::Result => return Ok(true),
        }
    }
    Ok(true)
}

/// The last offset in `bytes` where a game may begin.
pub(super) fn cut(unit: Unit, bytes: &[u8]) -> Option<usize> {
    let text = bytes.trim_ascii_end();
    let mut last = None;
    let mut end = text.len();
    for _ in 0..MAX_CUT_LINES {
        let Some(line) = memchr::memrchr2(b'\n', b'\r', &text[..end]).map(|before| before + 1) else { break };
        let is_possible = unit == Unit::Line || follows_empty_line(text, line);
        match LineStart::of(&text[line..line_end(text, line)]) {
            LineStart::FirstMove | LineStart::Tagged => return Some(line),
            LineStart::Move if is_possible => {
                last.get_or_insert(line);
            }
            _ => {}
        }
        end = line - 1;
    }
    last
}

fn follows_empty_line(text: &[u8], line: usize) -> bool {
    let blank = text[..line].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    partie_record::span::count_lines(&text[line - blank..line]) > 1
}

/// The first offset after the start of `bytes` where a game begins.
pub(super) fn next(bytes: &[u8]) -> Option<usize> {
    let starts = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1).filter(|at| *at < bytes.len());
    let mut starts = starts.map(|at| (at, LineStart::of(&bytes[at..line_end(bytes, at)])));
    let begins = |start| matches!(start, LineStart::FirstMove | LineStart::Move | LineStart::Tagged);
    starts.find(|(_, start)| begins(*start)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the games of a list.
    fn games(unit: Unit, text: &str) -> Vec<&str> {
        let (mut at, mut games) = (0, Vec::new());
        while let Ok(Some(end)) = game_end(unit, text.as_bytes(), at, true) {
            assert!(end > at, "{text}");
            games.push(text[at..end].trim());
            at = end;
        }
        games
    }

    #[test]
    fn a_game_ends_where_the_next_one_begins() {
        for (unit, text, wanted) in [
            (Unit::Line, "1. e4 e5\n1. d4 d5\r\n1. c4\n", vec!["1. e4 e5", "1. d4 d5", "1. c4"]),
            (Unit::Line, "1. e4 e5 2.\nNf3\n\n3. Bc4\n\n1. d4", vec!["1. e4 e5 2.\nNf3\n\n3. Bc4", "1. d4"]),
            (Unit::Line, "1. e4\n1-0\n1. d4 {no\n1. c4}\n0-1", vec!["1. e4\n1-0", "1. d4 {no\n1. c4}\n0-1"]),
            (Unit::Line, "1. e4 e5\n\nRound 2\nA - B\n1. d4", vec!["1. e4 e5", "Round 2\nA - B", "1. d4"]),
            (Unit::Line, "1. e4 e5\nis strong\n2. Nf3\n", vec!["1. e4 e5\nis strong\n2. Nf3"]),
            (Unit::Line, "1. e4 (\n1. d4 d5 2. c4) 1... e5\n1. c4", vec!["1. e4 (\n1. d4 d5 2. c4) 1... e5", "1. c4"]),
            (Unit::Line, "1. e4 {never closed\n1. d4 {a}\n1. c4", vec!["1. e4 {never closed", "1. d4 {a}", "1. c4"]),
            (Unit::Line, "1. e4 (1. d4\n1. c4", vec!["1. e4 (1. d4", "1. c4"]),
            (Unit::Line, "e4 e5\nd4 d5\n2. c4\n", vec!["e4 e5", "d4 d5\n2. c4"]),
            (Unit::Paragraph, "e4 e5\nNf3\n\nd4 d5\nc4\n", vec!["e4 e5\nNf3", "d4 d5\nc4"]),
            (
                Unit::Paragraph,
                "e4 e5\nNf3\n\nRound 2\n\nd4 d5\n\nthe end",
                vec!["e4 e5\nNf3", "Round 2", "d4 d5", "the end"],
            ),
        ] {
            assert_eq!(games(unit, text), wanted, "{text}");
        }
    }

    #[test]
    fn more_of_the_text_is_asked_for() {
        let text = b"1. e4 e5\n1. d4 d5\n1. c4 c5\n";
        for length in 1..18 {
            assert_eq!(game_end(Unit::Line, &text[..length], 0, false), Err(()), "{length}");
        }
        assert_eq!(game_end(Unit::Line, &text[..18], 0, false), Ok(Some(9)));
        assert_eq!(cut(Unit::Line, text), Some(18));
    }
}
