//! Recovers a last row that was taken for prose because its moves are unreadable. Prose that only begins with a number
//! remains prose.

use super::grammar::number_printed;
use super::reader::Reader;
use super::table_cell::cell;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Movetext, ParseNote};

/// Maximum number of rows missing before the recovered row.
const MAX_MISSING_ROWS: u32 = 2;
/// Maximum length in bytes of a word that may name a square.
const MAX_WORD: usize = 16;
/// Number of words after a row number, one of which must name a square.
const MAX_WORDS: usize = 4;
/// Maximum length in bytes of a word that names a square with a letter for its digit; longer words are mostly prose.
const MAX_SCANNED_WORD: usize = 5;

/// A row found in prose: its number, its cells, and the text after them.
struct RowLeft {
    number: Option<(u32, Span)>,
    moves: Vec<Span>,
    rest: Option<Span>,
}

impl Reader<'_, '_> {
    /// Replaces the comment after the last move by the next row, if the comment resembles one.
    pub(super) fn take_row_left(&mut self) {
        let Some(movetext) = self.movetext.filter(|_| self.table.started) else { return };
        if self.ended || self.is_written() || self.record.lines.len() > 1 {
            return;
        }
        let items = &self.record.items;
        let Some(last) = items.iter().rposition(|item| item.kind == ItemKind::Move) else { return };
        let text = items.get(last + 1).filter(|item| item.kind == ItemKind::Comment).map(|item| item.span);
        let Some(row) = text.and_then(|text| self.row_left(items[last].span, text, movetext)) else { return };
        let RowLeft { number, moves, rest } = row;
        if let Some((value, span)) = number.filter(|(value, _)| *value != self.table.number) {
            self.record.notes.push(ParseNote { code: Code::N050, span, other: self.table.last });
            self.table.number = value;
        }
        let item = |kind: ItemKind| move |span: Span| Item { span, line: 0, kind };
        let number = number.map(|(_, span)| span);
        let row = number.map(item(ItemKind::Number)).into_iter().chain(moves.into_iter().map(item(ItemKind::Move)));
        let row: Vec<Item> = row.chain(rest.map(item(ItemKind::Comment))).collect();
        self.record.items.splice(last + 1..last + 2, row);
    }

    fn row_left(&self, last: Span, text: Span, movetext: Movetext) -> Option<RowLeft> {
        let between = self.bytes.get(last.to as usize..text.from as usize)?;
        let ends = between.iter().filter(|byte| **byte == b'\n').count();
        let bytes = text.of(self.bytes);
        let line = bytes.split(|byte| *byte == b'\n').next()?;
        let number = number_printed(line).ok().map(|(rest, (value, _))| (value, line.len() - rest.len()));
        let is_due =
            |value: u32| !self.table.black && (0..=MAX_MISSING_ROWS).contains(&value.wrapping_sub(self.table.number));
        let length = match number {
            Some((value, length)) if is_due(value) && ends < 2 => length,
            None if self.table.black && ends == 0 => 0,
            _ => return None,
        };
        let rest = &bytes[length..];
        let begin = length + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let line = bytes[begin..].split(|byte| *byte == b'\n').next()?.trim_ascii_end();
        let from = text.from + begin as u32;
        let span = |from: u32, length: usize| Span { from, to: from + length as u32 };
        let is_like = match number {
            Some(_) => !line.first()?.is_ascii_lowercase() && words(line).take(MAX_WORDS).any(is_square),
            None => is_like_cell(line),
        };
        let read = cell(line, movetext);
        if !is_like && (number.is_none() || read.is_none()) {
            return None;
        }
        let white = read.unwrap_or(line.len());
        let behind = white + line[white..].iter().take_while(|byte| **byte == b' ').count();
        let black =
            cell(&line[behind..], movetext).or_else(|| is_like_cell(&line[behind..]).then(|| line.len() - behind));
        let black = black.filter(|_| number.is_some()).map(|length| span(from + behind as u32, length));
        let moves: Vec<Span> = [Some(span(from, white)), black].into_iter().flatten().collect();
        let end = moves.last()?.to;
        let rest = Span { from: end, ..text }.of(self.bytes);
        let rest = end + (rest.len() - rest.trim_ascii_start().len()) as u32;
        let number = number.map(|(value, length)| (value, span(text.from, length)));
        Some(RowLeft { number, moves, rest: (rest < text.to).then_some(Span { from: rest, ..text }) })
    }
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// True if a text begins with a capitalized word that names a square, as an unreadable cell does.
fn is_like_cell(text: &[u8]) -> bool {
    words(text).next().is_some_and(|word| word[0].is_ascii_uppercase() && is_square(word))
}

/// True if a word may name a square, even if a scan replaced its digit by a letter.
fn is_square(word: &[u8]) -> bool {
    let square = word.iter().any(|byte| (b'1'..=b'8').contains(byte));
    let bare = word.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    let is_scanned = matches!(word[..bare], [.., b'a'..=b'h' | b'B' | b'K' | b'Q' | b'R' | b't', b'l' | b'I']);
    word.len() <= MAX_WORD && (square || word.len() <= MAX_SCANNED_WORD && is_scanned)
}
