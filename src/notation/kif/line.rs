//! What a line is: headers, the board, comments, branches, endings; and where the next record begins.

use super::{BOM, MAX_TOKEN, Reader, Run, Step, setup};
use crate::finding::Code;
use crate::notation::headers::Field;
use crate::notation::kanji::{Script, Symbol, Symbols};
use crate::record::{Format, ItemKind, Tag};
use crate::span::{self, Span};

/// Bytes of a line that decide what it is.
const HEAD: usize = 48;
/// Longest name of a header that nobody knows and that still begins a record.
const LONGEST_NAME: usize = 48;

impl Reader<'_, '_> {
    /// Reads one line of any kind.
    pub(super) fn line(&mut self) -> Step {
        let start = self.at;
        let stop = span::line_end(self.bytes, start);
        if stop == self.bytes.len() && !self.last {
            self.unfinished = true;
            return Step::Next;
        }
        if self.bytes[start..].starts_with(BOM) && self.content && self.is_game() {
            // A file that was put together of files.
            return self.next_record(start);
        }
        let from = start + self.symbols.blank(&self.bytes[start..stop]);
        self.at = super::after_line(self.bytes, stop);
        if from == stop {
            self.blank = true;
            return Step::Next;
        }
        let end = from + self.symbols.trim(&self.bytes[from..stop]).len();
        // A line that was too long to be kept may be cut inside of a character.
        let whole = end - from <= MAX_TOKEN;
        let (notes, cut) = (self.record.notes.len(), whole && self.bad_bytes(from, end));
        let step = self.thing(start, from, end, cut);
        if step == Step::Stop {
            // What is wrong with the line belongs to the next record.
            self.record.notes.truncate(notes);
        } else {
            self.blank = false;
            if self.bytes[from] != b'#' {
                self.run = None;
                self.content = true;
            }
        }
        step
    }

    /// Notes the first byte that no character can have; says whether the file ends inside of one.
    fn bad_bytes(&mut self, from: usize, end: usize) -> bool {
        let script = self.symbols.script();
        let Some(bad) = script.first_bad(&self.bytes[from..end]) else { return false };
        let bad = from + bad;
        let cut = end == self.bytes.len() && script.is_cut(&self.bytes[bad..end]);
        let (code, to) = if cut { (Code::S014, end) } else { (Code::S001, bad + 1) };
        self.record.note(code, Span::new(bad, to));
        cut
    }

    fn thing(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        let line = &self.bytes[from..end];
        match line[0] {
            b'#' => return self.program_line(start, from, end),
            b'*' => self.text_item(ItemKind::Comment, from, end),
            b'&' => self.text_item(ItemKind::Bookmark, from, end),
            b'|' => return self.setup_line(start, from, end),
            b'+' if line.get(1) == Some(&b'-') => return self.setup_line(start, from, end),
            b'0'..=b'9' if self.format == Format::Kif && is_numbered(line, self.symbols) => {
                return self.numbered_line(from, end, cut);
            }
            _ => return self.words(start, from, end, cut),
        }
        Step::Next
    }

    /// Lines that are known by their first words.
    fn words(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        let script = self.symbols.script();
        let line = &self.bytes[from..end];
        if is_board_head(line, self.symbols) {
            return self.setup_line(start, from, end);
        }
        if self.format == Format::Ki2
            && matches!(self.symbols.read(line), Some((Symbol::Turn(_) | Symbol::Digit(_) | Symbol::Same, _)))
            && (!line[0].is_ascii() || find_colon(line, self.symbols).is_none())
        {
            return self.move_line(from, end, cut);
        }
        let mut buffer = [0; 2 * HEAD];
        let head = script.text(&line[..line.len().min(HEAD)], &mut buffer);
        if head.starts_with("まで") {
            self.body = true;
            self.push_end(ItemKind::Ending, from, end);
            return Step::Next;
        }
        if let Some(rest) = head.strip_prefix("変化")
            && self.body
            && let Some(ply) = rest.strip_prefix(['：', ':'])
            && ply.trim_start().starts_with(|digit: char| digit.is_ascii_digit() || ('０'..='９').contains(&digit))
        {
            self.push(ItemKind::Open, from, end);
            (self.branch, self.branches, self.ended) = (true, true, false);
            return Step::Next;
        }
        if let Some(rest) = head.strip_prefix("手数") {
            if rest.starts_with('-') {
                if self.body {
                    return self.next_record(start);
                }
                self.body = true;
                self.push(ItemKind::LineComment, from, end);
                return Step::Next;
            }
            if rest.starts_with(['＝', '=']) {
                return self.setup_line(start, from, end);
            }
        }
        if matches!(head, "先手番" | "後手番" | "下手番" | "上手番" | "盤面回転" | "盤面反転") {
            return self.setup_line(start, from, end);
        }
        match find_colon(line, self.symbols) {
            Some(colon) => self.header(start, from, end, colon),
            None => self.unknown(start, from, end, cut),
        }
    }

    /// `header-line = header-name *" " colon *" " value eol`
    fn header(&mut self, start: usize, from: usize, end: usize, (colon, length): (usize, usize)) -> Step {
        let (symbols, line) = (self.symbols, &self.bytes[from..end]);
        let name = symbols.trim(&line[..colon]);
        let value = symbols.trim(&line[colon + length..]);
        if setup::is_hand(name, symbols.script()) {
            return self.setup_line(start, from, end);
        }
        let known = Field::of(name, symbols.script()).is_some();
        if self.body {
            let plain = length > 1 && name.len() <= LONGEST_NAME && !name.contains(&b' ');
            if known || plain {
                return self.next_record(start);
            }
            return self.unknown(start, from, end, false);
        }
        if self.blank && known && self.record.tags.iter().any(|tag| tag.name.of(self.bytes) == name) {
            return self.next_record(start);
        }
        let value_at = if value.is_empty() { end } else { value.as_ptr() as usize - self.bytes.as_ptr() as usize };
        self.record.tags.push(Tag {
            span: Span::new(from, end),
            name: Span::new(from, from + name.len()),
            value: Span::new(value_at, value_at + value.len()),
        });
        Step::Next
    }

    /// `#KIF ...` or a comment of a program.
    fn program_line(&mut self, start: usize, from: usize, end: usize) -> Step {
        const KIF: &[u8] = b"#KIF";
        let line = &self.bytes[from..end];
        if line.starts_with(KIF) && line.get(KIF.len()).is_none_or(u8::is_ascii_whitespace) {
            // Text before the first record belongs to it.
            if self.content && self.is_game() {
                return self.next_record(start);
            }
            let value = line[KIF.len()..].trim_ascii();
            self.record.tags.push(Tag {
                span: Span::new(from, end),
                name: Span::new(from, from + KIF.len()),
                value: Span::new(end - value.len(), end),
            });
            self.content = true;
            return Step::Next;
        }
        if self.run.is_none() {
            self.run = Some(Run { at: start, items: self.record.items.len(), notes: self.record.notes.len() });
        }
        self.text_item(ItemKind::LineComment, from, end);
        Step::Next
    }

    /// A comment or a bookmark.
    fn text_item(&mut self, kind: ItemKind, from: usize, end: usize) {
        let long = end - from > MAX_TOKEN;
        if long {
            self.record.note(Code::B002, Span::new(from, end));
        }
        self.push(if long { ItemKind::Skipped } else { kind }, from, end);
    }

    /// A line of the start position.
    fn setup_line(&mut self, start: usize, from: usize, end: usize) -> Step {
        if self.body {
            return self.next_record(start);
        }
        let span = Span::new(from, end);
        let line = span.of(self.bytes);
        if line[0] == b'|' && setup::cells(line, self.symbols).count() != 9 {
            self.record.note(Code::S018, span);
        }
        self.record.setup.push(span);
        Step::Next
    }

    /// A line that is nothing of all that.
    fn unknown(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        if self.body && self.begins_in_another_script(from, end) {
            return self.next_record(start);
        }
        if !cut {
            self.record.note(Code::S017, Span::new(from, end));
        }
        self.push(ItemKind::Junk, from, end);
        Step::Next
    }

    /// Whether a header in another script than this record's stands here: files are sometimes made of
    /// records of several programs.
    fn begins_in_another_script(&self, from: usize, end: usize) -> bool {
        let line = &self.bytes[from..end];
        if line.len() > 4 * LONGEST_NAME || line.is_ascii() {
            return false;
        }
        let script = Script::of(line, None);
        script != self.symbols.script() && header_field(line, script).is_some()
    }

    /// The next record begins at `at`, or where the program comments before it begin.
    pub(super) fn next_record(&mut self, at: usize) -> Step {
        self.at = span::line_start(self.bytes, at);
        if let Some(run) = self.run.take() {
            self.at = run.at;
            self.record.items.truncate(run.items);
            self.record.notes.truncate(run.notes);
        }
        Step::Stop
    }
}

/// The meaning of a header's line.
pub(super) fn header_field(line: &[u8], script: Script) -> Option<Field> {
    let symbols = script.symbols();
    let (colon, _) = find_colon(line, symbols)?;
    Field::of(symbols.trim(&line[..colon]), script)
}

/// Whether a line is a sentence on how the game ended.
pub(super) fn is_ending(line: &[u8], script: Script) -> bool {
    let mut buffer = [0; 2 * HEAD];
    script.text(&line[..line.len().min(HEAD)], &mut buffer).starts_with("まで")
}

/// The first colon of a line, full-width or not, and its length.
fn find_colon(line: &[u8], symbols: Symbols) -> Option<(usize, usize)> {
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if rest[0] == b':' && at > 0 {
            return Some((at, 1));
        }
        match symbols.read(rest) {
            Some((Symbol::Colon, length)) if at > 0 => return Some((at, length)),
            _ => at += symbols.script().step(rest).0,
        }
    }
    None
}

/// Whether a number begins the line that stands alone or before a blank or a move.
pub(super) fn is_numbered(line: &[u8], symbols: Symbols) -> bool {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &line[digits..];
    let follows = matches!(symbols.read(rest), Some((Symbol::Digit(_) | Symbol::Same | Symbol::Turn(_), _)));
    digits > 0 && (rest.is_empty() || symbols.blank(rest) > 0 || follows)
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １`, above the board.
fn is_board_head(line: &[u8], symbols: Symbols) -> bool {
    let Some((Symbol::Digit(9), length)) = symbols.read(line) else { return false };
    let next = length + symbols.blank(&line[length..]);
    next > length && matches!(symbols.read(&line[next..]), Some((Symbol::Digit(8), _)))
}
