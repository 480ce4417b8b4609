//! Writer of PSN: tags, an empty line, and movetext in lines of at most 80 columns.
//!
//! Times are comments, `{[%emt 0:00:12]}`. The termination is a word in the movetext. The tags Result and Termination
//! repeat that of the main line. Bookmarks are lost. The text is UTF-8; the caller encodes it.

use super::moves::{Style, read_move, spell};
use super::tags::{OTHER, handicap, is_structure, name};
use super::tokens::time;
use super::words::{termination, word};
use crate::kif::ending;
use crate::losses::{Loss, Losses};
use crate::sfen;
use crate::shogi_headers::Field;
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time, one_line, push_fraction, push_number};
use partie_record::{Outcome, Terminal};
use partie_rules::shogi::Handicap;
use partie_rules::{Rules as _, Side};

const MAX_COLUMNS: usize = 80;

#[derive(Clone, Debug, Default)]
pub struct PsnWriter {
    style: Style,
    start: Start,
    tags: String,
    body: String,
    /// Offset of the current line in `body`.
    line: usize,
    /// True if the next move of the second player needs its number.
    numbered: bool,
    /// True if the next token follows without a blank.
    glued: bool,
    depth: usize,
    /// Termination of the main line, and its outcome.
    end: Option<(Option<Terminal>, Outcome)>,
    /// The next word to be written.
    token: String,
    lost: Losses,
}

impl PsnWriter {
    pub fn new(style: Style) -> Self {
        Self { style, ..Self::default() }
    }

    fn tag(&mut self, name: &str, value: &str) {
        let (value, broken) = one_line(value);
        self.lost.add(Loss::Headers, u64::from(broken));
        push_tag(&mut self.tags, name, &value);
    }

    fn flush(&mut self) {
        let width = self.token.len();
        if std::mem::replace(&mut self.glued, false) {
            // No white space before the token.
        } else if self.body.len() - self.line + 1 + width > MAX_COLUMNS {
            self.body.push('\n');
            self.line = self.body.len();
        } else {
            self.body.push(' ');
        }
        self.body.push_str(&self.token);
        self.token.clear();
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push_str("\"]\n");
}

/// True if a header can be a tag under its own name.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() < 64
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name != OTHER
        && !is_structure(name.as_bytes())
        && super::field(name.as_bytes()).is_none()
}

impl ShogiWriter for PsnWriter {
    fn begin(&mut self, start: &Start) {
        self.start.clone_from(start);
        self.tags.clear();
        self.body.clear();
        self.token.clear();
        (self.line, self.numbered, self.glued, self.depth) = (0, true, true, 0);
        (self.end, self.lost) = (None, Losses::default());
        if let Some(label) = start.label_header() {
            self.header(label);
        }
    }

    fn header(&mut self, header: Header<'_>) {
        match header.field {
            // The tag `Handicap` defines a position, so it is never written as a header.
            Some(field) if field != Field::Handicap && name(field).is_some() => {
                self.tag(name(field).unwrap_or_default(), header.value);
            }
            _ if is_name(header.name) => self.tag(header.name, header.value),
            _ if header.name.contains('：') => self.lost.add(Loss::Headers, 1),
            _ => self.tag(OTHER, &format!("{}：{}", header.name, header.value)),
        }
    }

    fn played(&mut self, played: Played<'_>) {
        let second = played.before.turn() == Side::Second;
        if !second || std::mem::replace(&mut self.numbered, false) {
            // 上手 moves first in handicap games: then the first pair lacks its first half.
            let late = self.start.setup.turn == Side::Second;
            let number = played.ply.saturating_add(u32::from(late)).div_ceil(2);
            push_number(&mut self.token, u64::from(number), 1, '0');
            self.token.push_str(if second { "..." } else { "." });
            self.flush();
        }
        self.numbered = false;
        spell(&mut self.token, played.before, played.mv, self.style);
        self.flush();
    }

    fn foul(&mut self, played: Played<'_>) -> bool {
        let mut text = String::new();
        spell(&mut text, played.before, played.mv, self.style);
        let holds = read_move(text.as_bytes(), None).is_ok_and(|pattern| played.is_read_as(&pattern));
        if holds {
            self.played(played);
        }
        holds
    }

    fn time(&mut self, time: Time) {
        let seconds = time.spent_ms / 1000;
        self.token.push_str("{[%emt ");
        push_number(&mut self.token, seconds / 3600, 1, '0');
        for part in [seconds / 60 % 60, seconds % 60] {
            self.token.push(':');
            push_number(&mut self.token, part, 2, '0');
        }
        push_fraction(&mut self.token, time.spent_ms);
        self.token.push_str("]}");
        // The blank inside the token must not become a line end.
        self.flush();
    }

    fn comment(&mut self, text: &str) {
        self.lost.add(Loss::Comments, u64::from(text.contains('}')));
        // A comment that reads as a time must remain a comment.
        let guard = match text.as_bytes().first() {
            Some(b'[') if text.starts_with("[%emt ") => " ",
            Some(b'(' | b' ' | b'0'..=b'9') if time(format!("{{{text}}}").as_bytes()).is_some() => "  ",
            _ => "",
        };
        self.token.push('{');
        self.token.push_str(guard);
        self.token.extend(text.chars().map(|character| if character == '}' { ')' } else { character }));
        self.token.push('}');
        self.flush();
        if let Some(at) = self.body.rfind('\n').filter(|at| *at >= self.line) {
            self.line = at + 1;
        }
        self.numbered = true;
    }

    fn bookmark(&mut self, _: &str) {
        self.lost.add(Loss::Bookmarks, 1);
    }

    fn end(&mut self, end: End<'_>) {
        let (outcome, token) = match end.terminal {
            Some(terminal) => (terminal.outcome(end.mover), word(terminal)),
            // A token preserves the result that a sentence states, but not its reason.
            None => {
                let said = ending(end.sentence.as_bytes());
                self.lost
                    .add(Loss::Ends, u64::from(said.is_none_or(|said| said.cause.is_some() || said.outcome.is_none())));
                match said.and_then(|said| said.outcome) {
                    Some(outcome) if outcome != Outcome::Unknown => (outcome, outcome.token()),
                    _ => return,
                }
            }
        };
        if self.depth == 0 {
            self.end = Some((end.terminal, outcome));
        }
        self.token.push_str(token);
        self.flush();
        self.numbered = true;
    }

    fn open(&mut self, _: u32) {
        self.depth += 1;
        self.token.push('(');
        self.flush();
        (self.glued, self.numbered) = (true, true);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.glued = true;
        self.token.push(')');
        self.flush();
        self.numbered = true;
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        while self.depth > 0 {
            self.close();
        }
        out.push_str(&self.tags);
        push_tag(out, "Variant", "shogi");
        match self.start.handicap {
            Some(Handicap::Even) if self.start.plies == 0 => {}
            Some(known) if known != Handicap::Even && self.start.plies == 0 => {
                push_tag(out, "Handicap", handicap(known));
            }
            _ => push_tag(out, "SFEN", &sfen::write(&self.start.setup, self.start.plies.saturating_add(1))),
        }
        let result = self.end.map_or("*", |(_, outcome)| outcome.token());
        push_tag(out, "Result", result);
        if let Some((Some(terminal), _)) = self.end {
            push_tag(out, "Termination", termination(terminal));
        }
        out.push('\n');
        if self.end.is_none() {
            self.token.push('*');
            self.flush();
        }
        out.push_str(&self.body);
        out.push_str("\n\n");
        self.lost
    }
}
