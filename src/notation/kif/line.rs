//! Determines the kind of a line: header, board, comment, variation, ending; and finds the start of the next record.

use super::board_lines::is_board_head;
use super::grammar::{self, Header, Line};
use super::header::find_colon;
use super::{Reader, Run, Step, sentence, setup};
use crate::japanese;
use crate::kanji::{self, Symbol, blank, symbol, text, trim};
use crate::shogi_headers::Field;
use crate::text::whole;
use partie_record::byte_order_mark;
use partie_record::finding::Code;
use partie_record::span::{self, SliceSpan, Span};
use partie_record::{Format, ItemKind, Tag, limits};

/// Maximum bytes from which the kind of a line is determined.
const MAX_HEAD_BYTES: usize = 48;
/// The name of the line by which a program marks its file.
const KIF: &[u8] = b"#KIF";
/// Maximum length of an unknown header name that still begins a record.
const MAX_NAME_BYTES: usize = 48;

impl Reader<'_, '_> {
    /// Reads one line of any kind: by the grammar, otherwise leniently.
    pub(super) fn line(&mut self) -> Step {
        let start = self.state.at;
        let input = &self.bytes[start..];
        let known = match self.format {
            Format::Kif => grammar::line(input),
            _ => grammar::plain_line(input),
        };
        match known {
            Ok((rest, line)) => self.known(start, line, self.bytes.len() - rest.len()),
            Err(_) if self.format == Format::Ki2 && self.moves_line(start) => Step::Next,
            Err(_) => self.lenient_line(),
        }
    }

    /// Handles a line of the grammar that ends before byte `next`.
    fn known(&mut self, start: usize, line: Line<'_>, next: usize) -> Step {
        let bytes = &self.bytes[start..next];
        let stop = start + bytes.strip_suffix(b"\r\n").or(bytes.strip_suffix(b"\n")).unwrap_or(bytes).len();
        let from = start + blank(&self.bytes[start..stop]);
        let end = from + trim(&self.bytes[from..stop]).len();
        self.state.at = next;
        let of_program = matches!(line, Line::Kif(_) | Line::Program);
        let step = match line {
            Line::Empty => {
                self.state.blank = true;
                return Step::Next;
            }
            Line::Kif(value) => self.kif_line(start, Span::new(from, end), value),
            Line::Program => self.program_line(start, from, end),
            Line::Comment(kind) => {
                self.text_item(kind, from, end);
                Step::Next
            }
            Line::Header(header) => self.tag(start, Span::new(from, end), header),
            Line::Setup => self.setup_line(start, from, end),
            Line::Numbered(parts) => self.whole_numbered(parts, from, ItemKind::Move),
            Line::Closing(parts) => self.whole_numbered(parts, from, ItemKind::Result),
            Line::Separator => self.separator(start, from, end),
            Line::Ending => self.ending(from, end),
            Line::Variation if self.state.body => self.variation(from, end),
            Line::Variation => self.line_by_first_words(start, from, end, false),
        };
        if step == Step::Next {
            self.note_read(of_program);
        }
        step
    }

    /// Updates the state after a line with content; a program comment may belong to the next record.
    fn note_read(&mut self, of_program: bool) {
        self.state.blank = false;
        if !of_program {
            self.state.run = None;
            self.state.content = true;
        }
    }

    /// Reads a line that the grammar rejects.
    fn lenient_line(&mut self) -> Step {
        let start = self.state.at;
        let stop = span::line_end(self.bytes, start);
        if stop == self.bytes.len() && !self.last {
            self.state.unfinished = true;
            return Step::Next;
        }
        if self.state.content && self.begins_with_mark(start) && self.is_game() {
            // A byte order mark within a text shows that several files were concatenated.
            return self.next_record(start);
        }
        let from = start + margin(&self.bytes[start..stop]);
        self.state.at = span::after_line(self.bytes, stop);
        if from == stop {
            self.state.blank = true;
            return Step::Next;
        }
        let end = from + trim(&self.bytes[from..stop]).len();
        // A line that is too long to keep may be truncated within a character, so its bytes are not checked.
        let whole = self.length(Span::new(from, end)) <= limits::TOKEN;
        let (notes, cut) = (self.record.notes.len(), whole && self.bad_bytes(from, end));
        let step = self.line_by_first_byte(start, from, end, cut);
        if step == Step::Stop {
            // Notes on this line belong to the next record.
            self.record.notes.truncate(notes);
        } else {
            self.note_read(self.bytes[from] == b'#');
        }
        step
    }

    /// Notes the first invalid byte; true if the file ends within a character.
    fn bad_bytes(&mut self, from: usize, end: usize) -> bool {
        let Some(bad) = kanji::first_bad(&self.bytes[from..end]) else { return false };
        let bad = from + bad;
        let cut = end == self.bytes.len() && kanji::is_cut(&self.bytes[bad..end]);
        let (code, to) = if cut { (Code::S014, end) } else { (Code::S001, bad + 1) };
        self.record.note(code, Span::new(bad, to));
        cut
    }

    fn line_by_first_byte(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        let line = &self.bytes[from..end];
        match line[0] {
            b'#' => {
                let kif = line.strip_prefix(KIF).filter(|rest| rest.first().is_none_or(u8::is_ascii_whitespace));
                return match kif {
                    Some(value) => self.kif_line(start, Span::new(from, end), value.trim_ascii()),
                    None => self.program_line(start, from, end),
                };
            }
            b'*' => self.text_item(ItemKind::Comment, from, end),
            b'&' => self.text_item(ItemKind::Bookmark, from, end),
            b'|' => return self.row(start, from, end),
            b'+' if line.get(1) == Some(&b'-') => return self.setup_line(start, from, end),
            b'0'..=b'9' if self.format == Format::Kif && is_numbered(line) => {
                return self.numbered_line(from, end, cut);
            }
            _ => return self.line_by_first_words(start, from, end, cut),
        }
        Step::Next
    }

    /// Handles lines that their first words identify.
    fn line_by_first_words(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        let line = &self.bytes[from..end];
        if is_board_head(line) {
            return self.setup_line(start, from, end);
        }
        if self.format == Format::Ki2 && number_before_move(line).is_some() {
            return self.move_line(from, end, cut);
        }
        if self.format == Format::Ki2
            && matches!(symbol(line), Some((Symbol::Turn(_) | Symbol::Digit(_) | Symbol::Same, _)))
            && (!line[0].is_ascii() || find_colon(line).is_none())
        {
            return self.move_line(from, end, cut);
        }
        let head = text(&line[..line.len().min(MAX_HEAD_BYTES)]);
        if sentence::ending(line).is_some() {
            return self.ending(from, end);
        }
        if self.state.body && grammar::variation(line).is_ok() {
            return self.variation(from, end);
        }
        if let Some(rest) = head.strip_prefix("手数") {
            if rest.starts_with('-') {
                return self.separator(start, from, end);
            }
            if rest.starts_with(['＝', '=']) {
                return self.setup_line(start, from, end);
            }
        }
        if whole(line, grammar::to_move).is_some() || matches!(head, "盤面回転" | "盤面反転") {
            return self.setup_line(start, from, end);
        }
        match find_colon(line) {
            Some(colon) => self.header(start, Span::new(from, end), colon),
            None => self.unknown(start, from, end, cut),
        }
    }

    /// Adds the sentence that ends a line of play.
    fn ending(&mut self, from: usize, end: usize) -> Step {
        self.state.body = true;
        self.push_end(ItemKind::Ending, from, end);
        Step::Next
    }

    fn variation(&mut self, from: usize, end: usize) -> Step {
        self.push(ItemKind::Open, from, end);
        (self.state.branch, self.state.branches, self.state.ended) = (true, true, false);
        Step::Next
    }

    /// Adds the heading of the moves.
    fn separator(&mut self, start: usize, from: usize, end: usize) -> Step {
        if self.state.body {
            return self.next_record(start);
        }
        self.state.body = true;
        self.push(ItemKind::Heading, from, end);
        Step::Next
    }

    /// Handles a header of any name, given the offset and length of its colon.
    fn header(&mut self, start: usize, line: Span, (colon, length): (usize, usize)) -> Step {
        let text = line.of(self.bytes);
        let name = trim(&text[..colon]);
        if whole(name, grammar::hand_owner).is_some() {
            return self.setup_line(start, line.from as usize, line.to as usize);
        }
        let (field, value) = (Field::of(name), trim(&text[colon + length..]));
        self.tag(start, line, Header { field, name, is_wide: length > 1, value })
    }

    /// Adds a header that is not part of the start position.
    fn tag(&mut self, start: usize, line: Span, header: Header<'_>) -> Step {
        let (from, end) = (line.from as usize, line.to as usize);
        let Header { field, name, is_wide, value } = header;
        if self.state.body {
            let plain = is_wide && name.len() <= MAX_NAME_BYTES && !name.contains(&b' ');
            if field.is_some() || plain {
                return self.next_record(start);
            }
            return self.unknown(start, from, end, false);
        }
        let behind_board = self.state.board.is_whole();
        if field.is_some() && (self.state.blank || behind_board) {
            let again = self.record.tags.iter().any(|tag| tag.name.of(self.bytes) == name);
            if behind_board {
                let is_handicap = field == Some(Field::Handicap) && setup::is_handicap(value);
                if self.header_behind_board(start, again, is_handicap) == Step::Stop {
                    return Step::Stop;
                }
            } else if again {
                return self.next_record(start);
            }
        }
        let value_at = if value.is_empty() { end } else { value.as_ptr() as usize - self.bytes.as_ptr() as usize };
        let (name, value) = (Span::new(from, from + name.len()), Span::new(value_at, value_at + value.len()));
        self.record.tags.push(Tag::new(self.bytes, Span::new(from, end), name, value));
        self.state.known |= field.is_some();
        Step::Next
    }

    /// Adds `#KIF` with the rest of its line as a tag.
    fn kif_line(&mut self, start: usize, line: Span, value: &[u8]) -> Step {
        // Earlier text without a game belongs to the record that begins here.
        if self.state.content && self.is_game() {
            return self.next_record(start);
        }
        let (from, end) = (line.from as usize, line.to as usize);
        let (name, value) = (Span::new(from, from + KIF.len()), Span::new(end - value.len(), end));
        self.record.tags.push(Tag::new(self.bytes, line, name, value));
        self.state.known = true;
        self.state.content = true;
        // Program comments before the `#KIF` line belong to this record.
        self.state.run = None;
        Step::Next
    }

    /// Adds a comment of a program.
    fn program_line(&mut self, start: usize, from: usize, end: usize) -> Step {
        if self.state.run.is_none() {
            self.state.run = Some(Run { at: start, items: self.record.items.len() });
        }
        self.text_item(ItemKind::LineComment, from, end);
        Step::Next
    }

    /// Adds a comment or a bookmark.
    fn text_item(&mut self, kind: ItemKind, from: usize, end: usize) {
        let long = self.length(Span::new(from, end)) > limits::TOKEN;
        if long {
            self.record.note(Code::B002, Span::new(from, end));
        }
        self.push(if long { ItemKind::Skipped } else { kind }, from, end);
    }

    /// Adds a line of the start position.
    fn setup_line(&mut self, start: usize, from: usize, end: usize) -> Step {
        if self.state.body {
            return self.next_record(start);
        }
        let line = Span::new(from, end);
        if self.position_line(start, line.of(self.bytes)) == Step::Stop {
            return Step::Stop;
        }
        self.record.setup.push(line);
        Step::Next
    }

    /// Adds a row of the board, with any number of cells.
    fn row(&mut self, start: usize, from: usize, end: usize) -> Step {
        let (step, span) = (self.setup_line(start, from, end), Span::new(from, end));
        if step == Step::Next && setup::cells(span.of(self.bytes)).count() != 9 {
            self.record.note(Code::S018, span);
        }
        step
    }

    /// Handles a line of no known kind.
    fn unknown(&mut self, start: usize, from: usize, end: usize, cut: bool) -> Step {
        if self.state.body && self.begins_in_another_encoding(Span::new(from, end)) {
            return self.next_record(start);
        }
        match cut {
            true => self.push(ItemKind::Junk, from, end),
            false => self.record.push_junk(Code::S017, Span::new(from, end), 0),
        }
        Step::Next
    }

    /// True if a byte order mark precedes the line in the source, in any encoding.
    fn begins_with_mark(&self, start: usize) -> bool {
        match self.decoded {
            None => byte_order_mark::length_at(self.bytes, start) > 0,
            Some(_) => {
                !self.bytes[start].is_ascii() && self.source.begins_with_mark(self.place(Span::new(start, start)))
            }
        }
    }

    /// The span of a line in the source.
    fn place(&self, line: Span) -> SliceSpan {
        self.decoded.map_or(line.into(), |decoded| decoded.place(line))
    }

    /// Length of a line in the source, or in the decoded text if it is at most `limits::TOKEN` there.
    fn length(&self, line: Span) -> usize {
        if line.len() <= limits::TOKEN { line.len() } else { self.place(line).len() }
    }

    /// True if a header in another encoding than this record's begins here: some files combine records of several
    /// programs.
    fn begins_in_another_encoding(&self, line: Span) -> bool {
        let line = self.place(line);
        line.len() <= 4 * MAX_NAME_BYTES && self.source.begins_in_another_encoding(line)
    }

    /// Ends this record: the next one begins at `at`, or at the program comments before it.
    pub(super) fn next_record(&mut self, at: usize) -> Step {
        self.state.at = span::line_start(self.bytes, at);
        if let Some(run) = self.state.run.take() {
            self.state.at = run.at;
            self.record.items.truncate(run.items);
            // Notes on the first line of the run were added before the run was stored, so they are found by position.
            while self.record.notes.last().is_some_and(|note| note.span.from as usize >= run.at) {
                self.record.notes.pop();
            }
        }
        Step::Stop
    }
}

/// Length of the margin of a line: white space, and the quote signs of mail, `>` and `＞`.
pub(super) fn margin(line: &[u8]) -> usize {
    let mut at = blank(line);
    while let Some(sign) = [">", "＞"].into_iter().find(|sign| line[at..].starts_with(sign.as_bytes())) {
        at += sign.len();
        at += blank(&line[at..]);
    }
    at
}

/// Lengths of a number before a move of KI2, without and with the blanks after it: `1.▲７六歩`, `2 △３四歩`. Without a sign
/// after the number, the move must have its mark.
pub(super) fn number_before_move(line: &[u8]) -> Option<(usize, usize)> {
    let mut digits = 0;
    while let Some((Symbol::Digit(_), length)) = symbol(&line[digits..]) {
        digits += length;
    }
    let rest = &line[digits..];
    let part = [".", "．", "、", ")", "）", ":", "："].into_iter().find(|part| rest.starts_with(part.as_bytes()));
    let before = part.map_or(0, str::len);
    let at = digits + before + blank(&rest[before..]);
    let marked = matches!(symbol(&line[at..]), Some((Symbol::Turn(_), _)));
    let is_one = digits > 0 && (marked || part.is_some() && japanese::lex(&line[at..]).is_ok());
    is_one.then_some((digits + before, at))
}

/// True if a line begins with a number that is alone, or before a blank or a move.
pub(super) fn is_numbered(line: &[u8]) -> bool {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &line[digits..];
    let follows = matches!(symbol(rest), Some((Symbol::Digit(_) | Symbol::Same | Symbol::Turn(_), _)));
    digits > 0 && (rest.is_empty() || blank(rest) > 0 || follows)
}
