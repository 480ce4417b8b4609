//! The KIF writer: one move a line with its origin and its time, variations after the main line.
//!
//! The text is UTF-8; `#KIF` names the encoding of the output.

use super::blocks::Blocks;
use super::ending::sentence;
use super::heading::Heading;
use super::terminal::word;
use crate::losses::{Loss, Losses};
use crate::relative_words::push_target;
use crate::shogi_names::piece;
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time, one_line, push_fraction, push_number};
use partie_record::{Encoding, Terminal};

/// Width of a move in columns; a kanji takes two.
const MOVE_COLUMNS: usize = 13;

#[derive(Clone, Debug, Default)]
pub struct KifWriter {
    encoding: Encoding,
    heading: Heading,
    blocks: Blocks,
    /// The offset where the line of the last move or end stops, and the width of its move in columns.
    end: usize,
    width: usize,
    /// True if a `+` may follow at `end`: it may not follow an end word.
    marked: bool,
    /// True if the line that stops at `end` has no time yet, and only its comments follow.
    untimed: bool,
    /// The closing sentence of each open line of play.
    sentences: Vec<String>,
    lost: Losses,
}

impl KifWriter {
    /// Creates a writer of KIF; the text will be encoded in `encoding`.
    pub fn new(encoding: Encoding) -> Self {
        Self { encoding, ..Self::default() }
    }

    /// Writes a numbered line with the text from `fill`.
    fn numbered(&mut self, ply: u32, fill: impl FnOnce(&mut String)) {
        let text = self.blocks.text();
        push_number(text, u64::from(ply), 4, ' ');
        text.push(' ');
        let from = text.len();
        fill(text);
        // A kanji has three bytes and two columns; the other characters are ASCII.
        let own = &text.as_bytes()[from..];
        let wide = own.iter().filter(|byte| **byte >= 0x80).count();
        self.width = own.len() - wide + wide / 3 * 2;
        self.end = text.len();
        text.push('\n');
        self.untimed = true;
        self.blocks.played(self.marked.then_some(self.end));
    }

    /// Writes the closing sentence of the innermost line of play.
    fn close_line(&mut self) {
        if let Some(sentence) = self.sentences.pop() {
            self.blocks.push_sentence(&sentence);
        }
    }
}

impl ShogiWriter for KifWriter {
    fn begin(&mut self, start: &Start) {
        self.heading.begin(start);
        self.blocks.begin();
        self.sentences.clear();
        self.sentences.push(String::new());
        (self.end, self.width, self.untimed, self.marked) = (0, 0, false, false);
        self.lost = Losses::default();
    }

    fn header(&mut self, header: Header<'_>) {
        self.lost.add(Loss::Headers, u64::from(!self.heading.header(header)));
    }

    fn played(&mut self, played: Played<'_>) {
        let mv = played.mv;
        self.marked = true;
        self.numbered(played.ply, |text| {
            push_target(text, mv.to(), played.previous);
            text.push_str(piece(mv.kind()));
            if mv.promotes() {
                text.push('成');
            }
            match mv.from() {
                None => text.push('打'),
                Some(from) => {
                    text.extend(['(', char::from(b'0' + from.file()), char::from(b'0' + from.rank()), ')']);
                }
            }
        });
    }

    fn keeps_sentences(&self) -> bool {
        true
    }

    fn foul(&mut self, played: Played<'_>) -> bool {
        // 打 and 成 exclude each other in KIF.
        let holds = !(played.mv.is_drop() && played.mv.promotes());
        if holds {
            self.played(played);
        }
        holds
    }

    fn time(&mut self, time: Time) {
        if !std::mem::take(&mut self.untimed) {
            self.lost.add(Loss::Times, 1);
            return;
        }
        let mut cell = String::with_capacity(40);
        cell.extend(std::iter::repeat_n(' ', MOVE_COLUMNS.saturating_sub(self.width).max(1)));
        cell.push('(');
        push_number(&mut cell, time.spent_ms / 60_000, 2, ' ');
        cell.push(':');
        push_number(&mut cell, time.spent_ms / 1000 % 60, 2, '0');
        push_fraction(&mut cell, time.spent_ms);
        cell.push('/');
        push_number(&mut cell, time.total_ms / 3_600_000, 2, '0');
        cell.push(':');
        push_number(&mut cell, time.total_ms / 60_000 % 60, 2, '0');
        cell.push(':');
        push_number(&mut cell, time.total_ms / 1000 % 60, 2, '0');
        push_fraction(&mut cell, time.total_ms);
        cell.push(')');
        // Comments may come between the move and its time.
        self.blocks.text().insert_str(self.end, &cell);
        self.blocks.lengthened(self.end, cell.len());
        self.end += cell.len();
        self.width = MOVE_COLUMNS;
        self.marked = true;
    }

    fn comment(&mut self, text: &str) {
        self.blocks.push_lines('*', text);
    }

    fn bookmark(&mut self, name: &str) {
        let (name, broken) = one_line(name);
        self.lost.add(Loss::Bookmarks, u64::from(broken));
        self.blocks.push_lines('&', &name);
    }

    fn end(&mut self, end: End<'_>) {
        let word = end.terminal.map(|terminal| (terminal, word(terminal)));
        match word {
            Some((terminal, Some(word))) => {
                self.marked = false;
                self.numbered(end.plies + 1, |text| text.push_str(word));
                if let Some(open) = self.sentences.last_mut() {
                    *open = sentence(terminal, end.plies, end.mover, self.heading.start().is_handicap());
                }
            }
            Some((_, None)) => {
                // %ERROR and %MATTA: the game was broken off, whatever the reason.
                self.lost.add(Loss::Ends, 1);
                self.end(End { terminal: Some(Terminal::Interrupted), ..end });
            }
            None => {
                if !end.word.is_empty() {
                    self.marked = false;
                    self.numbered(end.plies + 1, |text| text.push_str(end.word));
                }
                self.sentence(end.sentence);
            }
        }
    }

    fn sentence(&mut self, text: &str) {
        if let Some(open) = self.sentences.last_mut() {
            text.trim().clone_into(open);
        }
    }

    fn open(&mut self, ply: u32) {
        self.untimed = false;
        self.blocks.open(ply, self.marked.then_some(self.end));
        self.sentences.push(String::new());
    }

    fn close(&mut self) {
        self.untimed = false;
        self.close_line();
        self.blocks.close();
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        while self.sentences.len() > 1 {
            self.close();
        }
        self.close_line();
        out.push_str("#KIF version=2.0");
        if let Some(name) = self.encoding.kif_name() {
            out.push_str(" encoding=");
            out.push_str(name);
        }
        out.push('\n');
        self.heading.write(out);
        out.push_str("手数----指手---------消費時間--\n");
        self.blocks.finish(out, true);
        self.lost
    }
}
