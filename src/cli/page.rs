//! Renders a Markdown page for a terminal: headings, paragraphs, lists, tables and code, wrapped at the given width.
//!
//! Supports only the Markdown that the pages of this program use.

use anstyle::{Effects, Style};
use unicode_width::UnicodeWidthStr;

/// Indent of a line of code, in columns.
const INDENT: usize = 4;
/// Minimum columns of a table cell.
const MIN_CELL_COLUMNS: usize = 12;
/// Placeholders for the beginning and end of inline code, until styles replace them.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

#[derive(Clone, Copy, Debug)]
pub(super) struct Paper {
    /// Columns of a line.
    pub(super) width: usize,
    /// True if headings and inline code have styles.
    pub(super) styled: bool,
}

/// Renders a Markdown page.
pub(super) fn render(page: &str, paper: Paper) -> String {
    let mut out = String::with_capacity(page.len());
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        match line.as_bytes() {
            [b'`', b'`', b'`', ..] => {
                for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                    push(&mut out, &format!("{:INDENT$}{code}", ""));
                }
            }
            [b'#', ..] => paper.heading(line.trim_start_matches('#').trim_start(), &mut out),
            [b'|', ..] => {
                let mut rows = vec![line];
                while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                    rows.push(row);
                }
                paper.table(&rows, &mut out);
            }
            [] => out.push('\n'),
            // Indented lines are also code.
            [b' ', b' ', b' ', b' ', ..] => push(&mut out, line),
            _ => {
                let mut text = line.to_owned();
                while let Some(more) = lines.next_if(|line| goes_on(line)) {
                    text.push(' ');
                    text.push_str(more.trim_start());
                }
                paper.paragraph(&text, &mut out);
            }
        }
    }
    out
}

/// True if a line continues the paragraph before it.
fn goes_on(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len() && rest.starts_with(". ");
    !line.is_empty() && !numbered && !["#", "|", "```", "- "].iter().any(|begin| line.starts_with(begin))
}

fn push(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Columns of a text without placeholders.
fn columns(text: &str) -> usize {
    text.split([OPEN, CLOSE]).map(UnicodeWidthStr::width).sum()
}

/// Breaks a text at blanks into lines of at most `width` columns.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    // Inline code that continues on the next line gets another placeholder there.
    let mut open = false;
    for line in &mut lines {
        if open {
            line.insert(0, OPEN);
        }
        open = line.rfind(OPEN) > line.rfind(CLOSE);
        if open {
            line.push(CLOSE);
        }
    }
    lines
}

impl Paper {
    fn styled(self, text: &str, style: Style) -> String {
        if self.styled { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Replaces backticks of inline code by placeholders if the page is styled, and links by their texts.
    fn inline(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut code = false;
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let link = (!code && sign == '[').then(|| rest[1..].split_once("](")).flatten();
            if let Some((name, after)) = link.filter(|(name, _)| !name.contains(['[', ']']))
                && let Some((_, after)) = after.split_once(')')
            {
                out.push_str(name);
                rest = after;
                continue;
            }
            if sign == '`' {
                code = !code;
            }
            out.push(match sign {
                '`' if self.styled => {
                    if code {
                        OPEN
                    } else {
                        CLOSE
                    }
                }
                sign => sign,
            });
            rest = &rest[sign.len_utf8()..];
        }
        out
    }

    fn heading(self, text: &str, out: &mut String) {
        let text: String = self.inline(text).split([OPEN, CLOSE]).collect();
        for line in wrap(&text, self.width) {
            push(out, &self.styled(&line, Style::new().bold()));
        }
    }

    /// Replaces the placeholders in a line by styles.
    fn with_styles(self, line: &str) -> String {
        let style = Style::new().effects(Effects::UNDERLINE);
        line.replace(OPEN, &style.to_string()).replace(CLOSE, &format!("{style:#}"))
    }

    /// Renders a paragraph, or a list item with indented text.
    fn paragraph(self, text: &str, out: &mut String) {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let sign = match text.as_bytes().get(digits..) {
            Some([b'-', b' ', ..]) if digits == 0 => 2,
            Some([b'.', b' ', ..]) if digits > 0 => digits + 2,
            _ => 0,
        };
        let (sign, text) = text.split_at(sign);
        for (index, line) in wrap(&self.inline(text), self.width.saturating_sub(sign.len())).iter().enumerate() {
            let before = if index == 0 { sign } else { &" ".repeat(sign.len()) };
            push(out, &format!("{before}{}", self.with_styles(line)));
        }
    }

    /// Renders a table with wrapped cells. A row with an empty first cell continues the row above it.
    fn table(self, lines: &[&str], out: &mut String) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for line in lines {
            let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| self.inline(cell.trim())).collect();
            if cells.iter().all(|cell| cell.chars().all(|sign| matches!(sign, '-' | ':'))) {
                continue;
            }
            match rows.last_mut() {
                Some(above) if cells[0].is_empty() => {
                    for (above, cell) in above.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
                        above.push(' ');
                        above.push_str(&cell);
                    }
                }
                _ => rows.push(cells),
            }
        }
        let widths = self.widths(&rows);
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let parts = cells.iter().zip(&widths).map(|(cell, width)| {
                    let part = cell.get(line).map_or("", String::as_str);
                    let blank = (width + 2).saturating_sub(columns(part));
                    format!("{}{}", self.with_styles(part), " ".repeat(blank))
                });
                let text: String = parts.collect();
                let text = text.trim_end();
                push(out, &if index == 0 { self.styled(text, Style::new().bold()) } else { text.to_owned() });
            }
            if index == 0 {
                let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                push(out, &rule.join("  "));
            }
        }
    }

    /// The widths of the columns: as wide as their cells, but the widest are narrowed until the row fits.
    fn widths(self, rows: &[Vec<String>]) -> Vec<usize> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell)).max();
        let mut widths: Vec<usize> = (0..count).map(|at| widest(at).unwrap_or(0)).collect();
        let room = self.width.saturating_sub(2 * count.saturating_sub(1));
        while widths.iter().sum::<usize>() > room {
            let Some(most) = widths.iter_mut().max().filter(|most| **most > MIN_CELL_COLUMNS) else { break };
            *most -= 1;
        }
        widths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# L010 pinned\n\nIt `stands` between\ntwo others, see [the book](fide.md).\n\n```pgn bad\n1. e4\n\n2. d4 *\n```\n\n- first of\n  all\n- `a b`\n\n| clause | what |\n|--------|------|\n| mate   | ends |\n|        | it   |\n";

    #[test]
    fn a_page_is_plain_where_it_is_no_terminal() {
        let shown = render(PAGE, Paper { width: 24, styled: false });
        let expected = "L010 pinned\n\nIt `stands` between two\nothers, see the book.\n\n    1. e4\n\n    2. d4 *\n\n- first of all\n- `a b`\n\nclause  what\n──────  ───────\nmate    ends it\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_page_has_styles_on_a_terminal() {
        let shown = render(PAGE, Paper { width: 80, styled: true });
        assert!(shown.starts_with("\u{1b}[1mL010 pinned\u{1b}[0m\n"), "{shown}");
        assert!(shown.contains("It \u{1b}[4mstands\u{1b}[0m between two others"), "{shown}");
        assert!(!shown.contains(['`', OPEN, CLOSE]));
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let pages = partie_record::finding::CATALOGUE.iter().map(partie_record::finding::Entry::page);
        for page in pages.chain(partie_record::book::BOOKS.iter().map(|book| book.page())) {
            let shown = render(page, Paper { width: 60, styled: false });
            // An address cannot be folded.
            for line in shown.lines().filter(|line| !line.starts_with("    ") && !line.contains("://")) {
                assert!(UnicodeWidthStr::width(line) <= 60, "{line}");
            }
            assert!(!shown.contains("```") && !shown.contains("|--"), "{shown}");
        }
    }
}
