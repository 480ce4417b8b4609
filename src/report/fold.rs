//! Folds lines at the width of a terminal: a long line continues on the next line, behind the same gutter.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Minimum columns of a terminal for folding. Narrower terminals are unreadable anyway.
const MIN_COLUMNS: usize = 20;
/// Minimum columns for the folded text beside its indent. If fewer are left, the indent is reduced.
const MIN_TEXT_COLUMNS: usize = 24;
/// Default indent of a continuation line, in spaces.
const DEFAULT_HANG: usize = 2;

/// Folds the lines of a text at `columns` columns. Never breaks paths and positions.
pub fn fold(text: &str, columns: Option<usize>) -> Cow<'_, str> {
    let is_short = |columns| text.lines().all(|line| width(line) <= columns);
    match columns {
        Some(columns) if columns >= MIN_COLUMNS && !is_short(columns) => {
            let mut out = String::with_capacity(text.len() + text.len() / 8);
            text.split_inclusive('\n').for_each(|line| fold_line(line, columns, &mut out));
            Cow::Owned(out)
        }
        _ => Cow::Borrowed(text),
    }
}

/// Splits a color sequence or one character from the beginning of a text.
fn split(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let color = text.strip_prefix("\u{1b}[").and_then(|rest| Some(text.len() - rest.len() + rest.find('m')? + 1));
    Some(text.split_at(color.unwrap_or(first.len_utf8())))
}

/// Returns the width of a text in columns, without its color sequences.
fn width(text: &str) -> usize {
    if !text.contains('\u{1b}') {
        return text.width();
    }
    let (mut columns, mut left) = (0, text);
    while let Some((part, rest)) = split(left) {
        columns += part_width(part);
        left = rest;
    }
    columns
}

fn part_width(part: &str) -> usize {
    if part.starts_with('\u{1b}') { 0 } else { part.chars().next().and_then(char::width).unwrap_or(0) }
}

/// Removes the colors of a text.
fn plain(text: &str) -> String {
    let (mut out, mut left) = (String::with_capacity(text.len()), text);
    while let Some((part, rest)) = split(left) {
        out.push_str(if part.starts_with('\u{1b}') { "" } else { part });
        left = rest;
    }
    out
}

/// The beginning of each continuation line: a gutter, and `hang` spaces.
struct Margin {
    gutter: String,
    hang: usize,
}

impl Margin {
    fn of(line: &str, columns: usize) -> Self {
        let is_bar = |c: char| matches!(c, '│' | '├' | '╰' | '╭' | '⸬');
        let bar = line.find(is_bar).filter(|at| line[..*at].chars().all(|c| c == ' ' || c.is_ascii_digit()));
        let after = bar.map_or(0, |at| {
            let behind = at + line[at..].chars().next().map_or(0, char::len_utf8);
            behind + line[behind..].find(|c| c != '▸').unwrap_or(0)
        });
        let mut gutter = String::new();
        for character in line[..after].chars() {
            gutter.push(match character {
                '│' | '├' | '╭' | '⸬' => '│',
                _ => ' ',
            });
        }
        let text = &line[after..];
        let indent = text.len() - text.trim_start_matches(' ').len();
        let hang = indent + hang(&text[indent..]);
        // A gutter is followed by one blank.
        let least = usize::from(bar.is_some()) + DEFAULT_HANG;
        let fits = gutter.width() + hang + MIN_TEXT_COLUMNS <= columns;
        Self { gutter, hang: if fits { hang } else { least } }
    }

    fn text(&self, hang: usize) -> String {
        format!("{}{}", self.gutter, " ".repeat(hang))
    }
}

/// Returns the indent of continuation lines: the width of a mark, a label such as `help: `, or the first cell of a row.
fn hang(text: &str) -> usize {
    let mark = text.len() - text.trim_start_matches(['━', '─', '╌', '┄']).len();
    if mark > 0 {
        return text[..mark].width() + 1;
    }
    if let Some(sign) = ["help: ", "note: "].into_iter().find(|sign| text.starts_with(sign)) {
        return sign.len();
    }
    let cell = text.find("  ").filter(|at| text[..*at].width() < MIN_TEXT_COLUMNS);
    cell.map_or(DEFAULT_HANG, |at| {
        let rest = text[at..].trim_start_matches(' ');
        text.width() - rest.width()
    })
}

/// True if a text begins with a position in FEN or SFEN: ranks, and side to move.
fn is_position(text: &str) -> bool {
    let mut words = text.split(' ');
    let ranks = words.next().map_or(0, |word| word.matches('/').count());
    ranks >= 7 && words.next().is_some_and(|side| matches!(side.trim_end(), "w" | "b"))
}

fn fold_line(line: &str, columns: usize, out: &mut String) {
    if width(line) <= columns {
        return out.push_str(line);
    }
    let text = line.trim_end();
    let margin = Margin::of(&plain(text), columns);
    // Never breaks a line within its gutter.
    let start = margin.gutter.width();
    let (mut at, mut left) = (0, text);
    let mut begun = false;
    while !left.is_empty() {
        let (blanks, word, rest) = next_word(left, at < start);
        let is_whole = is_position(&plain(word));
        let needed = width(word);
        if begun && at + blanks.len() + needed > columns {
            let hang = if is_whole { usize::from(!margin.gutter.is_empty()) } else { margin.hang };
            let before = margin.text(hang);
            out.push('\n');
            out.push_str(&before);
            at = before.width();
        } else {
            out.push_str(blanks);
            at += blanks.len();
        }
        // Breaks a word that is too long for any line, unless it is a path.
        if at + needed > columns && !is_whole && !word.contains(['/', '\\']) {
            at = break_word(word, (at, columns), &margin, out);
        } else {
            out.push_str(word);
            at += needed;
        }
        begun |= at > start;
        left = rest;
    }
    out.push_str(if line.ends_with('\n') { "\n" } else { "" });
}

/// Returns the blanks before the next word, the word, and the remaining text. A position is one word, and so is each
/// character of the gutter.
fn next_word(text: &str, is_gutter: bool) -> (&str, &str, &str) {
    let (blanks, text) = text.split_at(text.len() - text.trim_start_matches(' ').len());
    let end = match text {
        _ if is_position(&plain(text)) => text.len(),
        _ if is_gutter => split(text).map_or(0, |(part, _)| part.len()),
        _ => text.find(' ').unwrap_or(text.len()),
    };
    let (word, rest) = text.split_at(end);
    (blanks, word, rest)
}

/// Appends a word broken over several lines, and returns the column after it.
fn break_word(word: &str, (mut at, columns): (usize, usize), margin: &Margin, out: &mut String) -> usize {
    let mut left = word;
    while let Some((part, rest)) = split(left) {
        if at + part_width(part) > columns {
            let before = margin.text(margin.hang);
            out.push('\n');
            out.push_str(&before);
            at = before.width();
        }
        out.push_str(part);
        at += part_width(part);
        left = rest;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_line_stands_behind_its_gutter() {
        for (text, columns, folded) in [
            ("short\nlines\n", 20, "short\nlines\n"),
            (
                "error[L010]: the knight on c6 is pinned to the king\n",
                40,
                "error[L010]: the knight on c6 is pinned\n  to the king\n",
            ),
            (
                "   ├ help: a half-move may be missing: with 7... Bf5\n",
                40,
                "   ├ help: a half-move may be missing:\n   │       with 7... Bf5\n",
            ),
            (
                "   ╰ FIDE 3.9.2; partie explain L010, or the book\n",
                40,
                "   ╰ FIDE 3.9.2; partie explain L010, or\n       the book\n",
            ),
            (
                "24 │     ━━━ pinned by the bishop on b5 there\n",
                38,
                "24 │     ━━━ pinned by the bishop on\n   │         b5 there\n",
            ),
            (
                "   ╭▸ a/path/that/is/longer/than/the/line.pgn:1:2   game 1\n",
                30,
                "   ╭▸ a/path/that/is/longer/than/the/line.pgn:1:2\n   │    game 1\n",
            ),
            (
                "   │    a b c d      8/8/8/8/8/8/8/8 w - - 0 1\n",
                40,
                "   │    a b c d\n   │ 8/8/8/8/8/8/8/8 w - - 0 1\n",
            ),
            (
                "results       first player 2, drawn 0, second 1\n",
                40,
                "results       first player 2, drawn 0,\n              second 1\n",
            ),
            ("△４五歩同銀同歩同金打ち込み同玉\n", 20, "△４五歩同銀同歩同金\n  打ち込み同玉\n"),
        ] {
            assert_eq!(fold(text, Some(columns)), folded);
            assert_eq!(fold(text, None), text);
        }
    }

    #[test]
    fn colors_have_no_width() {
        let text = "\u{1b}[1;91merror[L010]\u{1b}[0m: the knight on c6 is\n";
        assert_eq!(fold(text, Some(36)), text);
        let folded = fold(text, Some(26));
        assert_eq!(folded, "\u{1b}[1;91merror[L010]\u{1b}[0m: the knight on\n  c6 is\n");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text =
            "   ├ help: close to it and legal: 4手目 ３五歩(34); the game then replays to its end and more\nx y z "
                .repeat(3);
        for columns in 40..100 {
            assert!(fold(&text, Some(columns)).lines().all(|line| width(line) <= columns), "{columns}");
        }
    }
}
