//! Variations: kept on an explicit stack, and skipped if they are nested too deep.

use memchr::memchr3;

use super::{Reader, comment, section};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Line, ParseNote, limits};

impl Reader<'_, '_> {
    /// `variation = "(" movetext [played / result] ")"`
    pub(crate) fn open_variation(&mut self) {
        if self.open.len() >= limits::DEPTH {
            return self.skip_variation();
        }
        let from = self.at;
        self.at += 1;
        if self.moves == 0 && self.open.is_empty() {
            self.record.note(Code::N032, Span::new(from, from + 1));
        }
        let parent = self.line;
        self.line = self.record.lines.len() as u32;
        let first = self.record.items.len() as u32;
        self.record.lines.push(Line { parent, first, end: 0 });
        self.open.push(first);
        self.push(ItemKind::Open, from, from + 1);
    }

    pub(crate) fn close_variation(&mut self) {
        let from = self.at;
        self.at += 1;
        let Some(open) = self.open.pop() else {
            return self.record.push_junk(Code::S012, Span::new(from, from + 1), self.line);
        };
        self.push(ItemKind::Close, from, from + 1);
        let child = self.record.items[open as usize].line as usize;
        self.record.lines[child].end = self.record.items.len() as u32;
        self.line = self.record.lines[child].parent;
    }

    /// Skips a variation that is nested too deep, up to its closing parenthesis.
    #[cold]
    fn skip_variation(&mut self) {
        let from = self.at;
        let mut depth = 0usize;
        let mut at = from;
        let mut resumed = false;
        loop {
            let found = memchr3(b'(', b')', b'{', &self.bytes[at..]);
            let end = found.map_or(self.bytes.len(), |found| at + found);
            // A section that begins before the parenthesis ends the game.
            if let Some(section) = section::next_section(self.bytes, at, end) {
                at = section;
                resumed = true;
                break;
            }
            at = end;
            if found.is_none() {
                self.unfinished = !self.last;
                break;
            }
            match self.bytes[at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => match comment::end(self.bytes, at, self.last) {
                    comment::End::Closed(end) => at = end - 1,
                    comment::End::Resumed(end) => {
                        at = end;
                        resumed = true;
                        break;
                    }
                    comment::End::Open => {
                        at = self.bytes.len();
                        self.unfinished = !self.last;
                        break;
                    }
                },
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        let span = Span::new(from, at);
        let other = resumed.then(|| Span::new(at, at + 1));
        self.record.notes.push(ParseNote { code: Code::B001, span, other });
        self.record.items.push(Item { span, line: self.line, kind: ItemKind::Skipped });
        self.at = at;
    }
}
