//! The loop that reads the lines of a record.

use std::cell::OnceCell;

use super::glued::GluedMoves;
use super::grammar::{
    Declaration, Header, Position, ServerLine, Statement, cell, position, record_head, server_entry, server_line,
    statement,
};
use super::moves::read_move;
use crate::ReadOutcome;
use crate::text::{Recovered, recover};
use partie_record::finding::Code;
use partie_record::span::{Span, line_end};
use partie_record::{Format, Item, ItemKind, Record, Tag, limits};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// Tags are `V` (the version), `N+` and `N-`, `$EVENT` and similar statements, and `'CSA encoding`. [`Record::setup`]
/// contains the statements of the position: `PI`, rows, single pieces, the side to move. A record ends at a line `/`,
/// or at the head of another record after moves.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let start = record.begin(Format::Csa, bytes, at);
    let mut reader = Reader {
        bytes,
        at: start,
        record,
        declared: None,
        body: false,
        headed: false,
        server: false,
        glued: GluedMoves::default(),
    };
    let found = reader.run(last);
    let declared = reader.declared;
    let items = record.items.len() as u32;
    record.lines[0].end = items;
    if let ReadOutcome::Game(end) = found {
        record.span = Span::new(at, end);
        if let Some(declared) = declared {
            check_declaration(bytes, record, declared);
        }
    }
    found
}

/// The state while one record is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    at: usize,
    record: &'r mut Record,
    /// The first declaration of an encoding; true if it declares UTF-8.
    declared: Option<(Span, bool)>,
    /// True if a move, a time or an end was read.
    body: bool,
    /// True if a position or tags precede that move, time or end.
    headed: bool,
    /// True inside a server message: `BEGIN Time`.
    server: bool,
    /// Moves that are glued to comments.
    glued: GluedMoves,
}

impl Reader<'_, '_> {
    fn run(&mut self, last: bool) -> ReadOutcome {
        while self.at < self.bytes.len() {
            let end = line_end(self.bytes, self.at);
            if end == self.bytes.len() && !last {
                return ReadOutcome::Incomplete;
            }
            let line = &self.bytes[self.at..end];
            let from = self.at + line.len() - line.trim_ascii_start().len();
            let line = line.trim_ascii();
            if line == b"/" && self.is_game() {
                self.at = self.after(end);
                return ReadOutcome::Game(self.at);
            }
            if self.begins_another(line) {
                return ReadOutcome::Game(self.at);
            }
            if line.len() > limits::TOKEN {
                self.record.note(Code::B002, Span::new(from, from + line.len()));
                self.push(ItemKind::Skipped, from, from + line.len());
            } else if line != b"/" {
                self.line(from, from + line.len());
            }
            self.at = self.after(end);
        }
        if !self.is_game() {
            let nothing = self.record.items.is_empty();
            return match nothing {
                true => ReadOutcome::End,
                false if last => ReadOutcome::Text(self.at),
                false => ReadOutcome::Incomplete,
            };
        }
        // Slices are cut where records begin, so a record with a written end is complete.
        if !last && self.record.result.is_none() { ReadOutcome::Incomplete } else { ReadOutcome::Game(self.at) }
    }

    /// The offset after a line end.
    fn after(&self, end: usize) -> usize {
        let feed = if self.bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        (end + feed).min(self.bytes.len())
    }

    fn is_game(&self) -> bool {
        let record = &*self.record;
        self.body || !record.setup.is_empty() || !record.tags.is_empty()
    }

    /// True if a line after the moves can only belong to another game. If no start position precedes the moves, rows
    /// after them belong to this game, as in collections of problems.
    fn begins_another(&self, line: &[u8]) -> bool {
        // Called for every line; the first bytes usually decide.
        self.body
            && match line {
                [b'V' | b'N', ..] | [b'\'', b'C' | b'e', ..] => record_head(line).is_ok(),
                [b'P', ..] => self.headed && sets_pieces(line),
                _ => false,
            }
    }

    /// Marks that a move, a time or an end was read, and whether a position or tags precede it.
    fn enter_body(&mut self) {
        self.body = true;
        self.headed = !self.record.setup.is_empty() || !self.record.tags.is_empty();
    }

    /// Reads the statements of a line.
    fn line(&mut self, from: usize, end: usize) {
        let line = &self.bytes[from..end];
        if matches!(line.first(), Some(b'#' | b'A'..=b'Z')) {
            match self.server_line(line) {
                // A server message ends the game if the record has no other end.
                Some(ServerLine::Result(_)) if self.body && self.record.result.is_none() => {
                    return self.end_word(from, end);
                }
                Some(_) => return self.push(ItemKind::LineComment, from, end),
                None => {}
            }
        }
        // Once for a line, as it may hold many names.
        let moves = OnceCell::new();
        let mut at = from;
        while at < end {
            let rest = &self.bytes[at..end];
            let start = at + rest.len() - rest.trim_ascii_start().len();
            let rest = &self.bytes[start..end];
            let mut commas = memchr::memchr_iter(b',', rest);
            let comma = match rest {
                [b'\'', ..] => None,
                [b'$', ..] | [b'N', b'+' | b'-', ..] => commas
                    .find(|comma| *moves.get_or_init(|| holds_moves(line)) && begins_statement(&rest[comma + 1..])),
                _ => commas.next(),
            };
            let stop = comma.map_or(end, |comma| start + comma);
            let text = self.bytes[start..stop].trim_ascii_end();
            if !text.is_empty() {
                self.statement(start, start + text.len());
            }
            at = stop + 1;
        }
    }

    fn statement(&mut self, from: usize, to: usize) {
        match recover(&self.bytes[from..to], statement, <[u8]>::len) {
            Recovered::Token(Statement::UnsignedMove, []) if !self.expects_moves() => self.junk(from, to),
            Recovered::Token(Statement::Time, []) => {
                self.enter_body();
                self.glued.before_time(self.bytes, self.record);
                self.push(ItemKind::Time, from, to);
            }
            Recovered::Token(Statement::Remark, []) => {
                self.push(ItemKind::Comment, from, to);
                self.glued.comment(self.record);
            }
            Recovered::Token(Statement::Header(header), []) => self.header(header, from, to),
            Recovered::Token(Statement::Declaration(Declaration { header, is_utf8 }), []) => {
                self.declared.get_or_insert((Span::new(from, to), is_utf8));
                self.header(header, from, to);
            }
            Recovered::Token(Statement::Turn, []) if !self.body || !self.headed => {
                self.glued.begin(self.bytes[from]);
                self.record.setup.push(Span::new(from, to));
            }
            // A sign after moves is the rest of a damaged move.
            Recovered::Token(Statement::Move | Statement::UnsignedMove | Statement::Turn, []) => {
                self.enter_body();
                self.record.has_moves = true;
                self.glued.before_move(self.bytes[from], self.bytes, self.record);
                self.push(ItemKind::Move, from, to);
            }
            Recovered::Token(Statement::Position, []) => self.record.setup.push(Span::new(from, to)),
            Recovered::Token(Statement::End, []) => self.end_word(from, to),
            _ => self.junk(from, to),
        }
    }

    /// True if moves or a position were read, so that moves may follow.
    fn expects_moves(&self) -> bool {
        self.record.has_moves || !self.record.setup.is_empty()
    }

    /// Adds a statement or a message that ends the game.
    fn end_word(&mut self, from: usize, to: usize) {
        self.enter_body();
        self.push(ItemKind::Result, from, to);
        if self.record.result.is_none() {
            self.record.result = Some(Span::new(from, to));
        }
    }

    /// Recognizes a line of the server protocol within the record: `#RESIGN`, `BEGIN Time`, `Total_Time:1500`.
    fn server_line(&mut self, line: &[u8]) -> Option<ServerLine> {
        match server_line(line) {
            Ok((_, kind)) => {
                self.server = kind == ServerLine::Begin || self.server && kind != ServerLine::End;
                Some(kind)
            }
            Err(_) => (self.server && server_entry(line).is_ok()).then_some(ServerLine::Message),
        }
    }

    /// Adds a tag; its value excludes leading blanks.
    fn header(&mut self, header: Header<'_>, from: usize, to: usize) {
        let name = Span::new(from, from + header.name.len());
        let value = Span::new(to - header.value.trim_ascii_start().len(), to);
        self.record.tags.push(Tag::new(self.bytes, Span::new(from, to), name, value));
    }

    fn junk(&mut self, from: usize, to: usize) {
        self.record.push_junk(Code::S017, Span::new(from, to), 0);
    }

    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.record.items.push(Item { span: Span::new(from, to), line: 0, kind });
    }
}

/// True if a name is followed by moves on its line. The standard forbids that, but whole games are written so.
fn holds_moves(line: &[u8]) -> bool {
    let is_move = |at: usize| read_move(line[at + 1..].get(..7).unwrap_or_default()).is_ok();
    memchr::memchr_iter(b',', line).any(is_move)
}

/// True if a text after a comma begins a player, a position, a turn or a move, and is no part of a name.
fn begins_statement(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    matches!(text, [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'1'..=b'9', ..])
        || matches!(text, [b'+' | b'-', b',' | b'0'..=b'9', ..])
}

/// True if a line sets pieces on the board: `PI`, or a row whose first cell is readable.
fn sets_pieces(line: &[u8]) -> bool {
    match position(line) {
        Ok((_, Position::Initial(_))) => true,
        Ok((_, Position::Row(_, cells))) => cell(cells.trim_ascii_start()).is_ok(),
        _ => false,
    }
}

/// Notes a declared encoding that contradicts the bytes.
fn check_declaration(bytes: &[u8], record: &mut Record, (span, is_utf8): (Span, bool)) {
    let text = record.span.of(bytes);
    let utf8 = std::str::from_utf8(text).is_ok();
    let wrong = if is_utf8 { !utf8 } else { utf8 && !text.is_ascii() };
    if wrong {
        record.note(Code::S007, span);
    }
}
