//! The JKF writer: one JSON object, with one element of `moves` per line.
//!
//! Forks are inside of the element that they replace, so the text grows in reading order. The format has no bookmarks
//! and no fractions of seconds.

use super::moves::read_move;
use super::setup::preset;
use crate::csa;
use crate::losses::{Loss, Losses};
use crate::relative_words::Words;
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time, push_number};
use partie_record::{Terminal, limits};
use partie_rules::shogi::{Flank, Motion, Move, PieceType, Position, Square};
use partie_rules::{Rules as _, Side};

/// An open line of play, and its current element.
#[derive(Clone, Copy, Debug, Default)]
struct JkfLine {
    /// True if an element of the line was begun.
    begun: bool,
    /// True if the element has a member.
    member: bool,
    /// True if the element has a move or an end without a time.
    untimed: bool,
    /// True while the forks of the element are written.
    forks: bool,
    /// True if the line ends after the element, with an end that has no name in JKF.
    ended: bool,
}

#[derive(Clone, Debug, Default)]
pub struct JkfWriter {
    start: Start,
    headers: String,
    body: String,
    /// Comments of the current element.
    comments: String,
    lines: Vec<JkfLine>,
    /// Number of open forks that are too deep to be written.
    skipped: u32,
    lost: Losses,
}

impl JkfWriter {
    pub fn new() -> Self {
        Self::default()
    }

    fn line(&mut self) -> &mut JkfLine {
        if self.lines.is_empty() {
            self.lines.push(JkfLine::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Closes the previous element and begins another one.
    fn element(&mut self) {
        self.close_element();
        let line = self.line();
        let begun = std::mem::replace(line, JkfLine { begun: true, ..JkfLine::default() }).begun;
        self.body.push_str(if begun { ",\n{" } else { "{" });
    }

    fn close_element(&mut self) {
        if self.line().begun {
            self.flush_comments();
            if self.line().forks {
                self.body.push(']');
            }
            self.body.push('}');
        }
    }

    /// Writes an element that contains the end of a line.
    fn special(&mut self, sign: &str, name: &str) {
        self.element();
        self.member("special");
        self.line().untimed = true;
        for part in ["\"", sign, name, "\""] {
            self.body.push_str(part);
        }
    }

    /// Writes the name of a member.
    fn member(&mut self, name: &str) {
        let line = self.line();
        let comma = std::mem::replace(&mut line.member, true);
        if comma {
            self.body.push(',');
        }
        push_string(&mut self.body, name);
        self.body.push(':');
    }

    fn flush_comments(&mut self) {
        if !self.comments.is_empty() {
            self.member("comments");
            self.body.push('[');
            self.body.push_str(&self.comments);
            self.body.push(']');
            self.comments.clear();
        }
    }

    fn initial(&self, out: &mut String) {
        let setup = &self.start.setup;
        out.push_str("\"initial\":{\"preset\":\"");
        if let Some(handicap) = self.start.handicap {
            out.push_str(preset(handicap));
            out.push_str("\"}");
            return;
        }
        out.push_str("OTHER\",\"data\":{\"color\":");
        out.push(color(setup.turn));
        out.push_str(",\"board\":[");
        for file in 1..=9 {
            out.push_str(if file > 1 { ",[" } else { "[" });
            for rank in 1..=9 {
                if rank > 1 {
                    out.push(',');
                }
                match Square::at(file, rank).and_then(|at| setup.board[at.index()]) {
                    None => out.push_str("{}"),
                    Some((side, kind)) => {
                        out.push_str("{\"color\":");
                        out.push(color(side));
                        for part in [",\"kind\":\"", csa::code(kind), "\"}"] {
                            out.push_str(part);
                        }
                    }
                }
            }
            out.push(']');
        }
        out.push_str("],\"hands\":[");
        for (index, hand) in setup.hands.iter().enumerate() {
            out.push_str(if index > 0 { ",{" } else { "{" });
            for kind in PieceType::HAND {
                if kind != PieceType::Pawn {
                    out.push(',');
                }
                for part in ["\"", csa::code(kind), "\":"] {
                    out.push_str(part);
                }
                push_number(out, u64::from(hand[kind.index()]), 1, '0');
            }
            out.push('}');
        }
        out.push_str("]}}");
    }
}

const fn color(side: Side) -> char {
    if side as u8 == Side::First as u8 { '0' } else { '1' }
}

fn push_string(out: &mut String, text: &str) {
    if let Ok(quoted) = serde_json::to_string(text) {
        out.push_str(&quoted);
    }
}

fn push_place(out: &mut String, at: Square) {
    out.push_str("{\"x\":");
    out.push(char::from(b'0' + at.file()));
    out.push_str(",\"y\":");
    out.push(char::from(b'0' + at.rank()));
    out.push('}');
}

fn push_relative(out: &mut String, words: Words) {
    out.push_str(",\"relative\":\"");
    if let Some(flank) = words.flank {
        out.push(match flank {
            Flank::Left => 'L',
            Flank::Straight => 'C',
            Flank::Right => 'R',
        });
    }
    if let Some(motion) = words.motion {
        out.push(match motion {
            Motion::Up => 'U',
            Motion::Sideways => 'M',
            Motion::Back => 'D',
        });
    }
    if words.drop {
        out.push('H');
    }
    out.push('"');
}

fn push_span(out: &mut String, name: &str, milliseconds: u64) {
    let seconds = milliseconds / 1000;
    out.push_str(name);
    for (name, value) in [("{\"h\":", seconds / 3600), (",\"m\":", seconds / 60 % 60), (",\"s\":", seconds % 60)] {
        out.push_str(name);
        push_number(out, value, 1, '0');
    }
    out.push('}');
}

/// Appends the object of a move played from `before`.
pub fn spell(out: &mut String, before: &Position, mv: Move, previous: Option<Square>) {
    out.push_str("{\"color\":");
    out.push(color(before.turn()));
    if let Some(from) = mv.from() {
        out.push_str(",\"from\":");
        push_place(out, from);
    }
    out.push_str(",\"to\":");
    push_place(out, mv.to());
    for part in [",\"piece\":\"", csa::code(mv.kind()), "\""] {
        out.push_str(part);
    }
    if previous == Some(mv.to()) {
        out.push_str(",\"same\":true");
    }
    let words = Words::of(before, mv);
    if words.may_promote || mv.promotes() {
        out.push_str(if mv.promotes() { ",\"promote\":true" } else { ",\"promote\":false" });
    }
    if let Some(captured) = mv.captured() {
        for part in [",\"capture\":\"", csa::code(captured), "\""] {
            out.push_str(part);
        }
    }
    if words.flank.is_some() || words.motion.is_some() || words.drop {
        push_relative(out, words);
    }
    out.push('}');
}

impl ShogiWriter for JkfWriter {
    fn begin(&mut self, start: &Start) {
        self.start.clone_from(start);
        self.headers.clear();
        self.body.clear();
        self.comments.clear();
        self.lines.clear();
        self.skipped = 0;
        self.lost = Losses::default();
        self.element();
        if let Some(label) = start.label_header() {
            self.header(label);
        }
    }

    fn header(&mut self, header: Header<'_>) {
        if !self.headers.is_empty() {
            self.headers.push(',');
        }
        push_string(&mut self.headers, header.name);
        self.headers.push(':');
        push_string(&mut self.headers, header.value);
    }

    fn played(&mut self, played: Played<'_>) {
        if self.skipped > 0 {
            return;
        }
        let Played { before, mv, previous, .. } = played;
        self.element();
        self.member("move");
        self.line().untimed = true;
        spell(&mut self.body, before, mv, previous);
    }

    fn foul(&mut self, played: Played<'_>) -> bool {
        let mut text = String::new();
        spell(&mut text, played.before, played.mv, played.previous);
        let holds = read_move(text.as_bytes(), played.previous).is_ok_and(|read| played.is_read_as(&read.pattern));
        if holds {
            self.played(played);
        }
        holds
    }

    fn time(&mut self, time: Time) {
        if self.skipped > 0 {
            return;
        }
        let line = self.line();
        if line.forks || !std::mem::take(&mut line.untimed) {
            self.lost.add(Loss::Times, 1);
            return;
        }
        self.lost.add(Loss::Times, u64::from(!time.spent_ms.is_multiple_of(1000)));
        self.member("time");
        push_span(&mut self.body, "{\"now\":", time.spent_ms);
        push_span(&mut self.body, ",\"total\":", time.total_ms);
        self.body.push('}');
    }

    fn comment(&mut self, text: &str) {
        if self.skipped > 0 {
            self.lost.add(Loss::Comments, 1);
            return;
        }
        if self.line().forks {
            self.element();
        }
        if !self.comments.is_empty() {
            self.comments.push(',');
        }
        push_string(&mut self.comments, text);
    }

    fn bookmark(&mut self, _: &str) {
        self.lost.add(Loss::Bookmarks, 1);
    }

    fn end(&mut self, end: End<'_>) {
        if self.skipped > 0 {
            return;
        }
        let Some(terminal) = end.terminal else {
            self.lost.add(Loss::Ends, 1);
            return;
        };
        self.lost.add(Loss::Ends, u64::from(csa::name(terminal).is_none()));
        // A missing end is better than a false one.
        let Some(name) = csa::nearest(terminal) else {
            (self.line().untimed, self.line().ended) = (false, true);
            return;
        };
        let sign = match (terminal, end.mover) {
            (Terminal::FoulByPrevious, Side::First) => "-",
            (Terminal::FoulByPrevious, Side::Second) => "+",
            _ => "",
        };
        self.special(sign, name);
    }

    fn open(&mut self, _: u32) {
        if self.skipped > 0 || self.lines.len() > limits::NESTED {
            self.skipped += 1;
            self.lost.add(Loss::Variations, 1);
            return;
        }
        // A variation of an end needs an element for the end.
        if self.line().ended {
            self.special("", csa::BROKEN_OFF);
        }
        self.flush_comments();
        let forks = std::mem::replace(&mut self.line().forks, true);
        if forks {
            self.body.push(',');
        } else {
            self.member("forks");
            self.body.push('[');
        }
        self.body.push('[');
        self.lines.push(JkfLine::default());
    }

    fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if self.lines.len() > 1 {
            self.close_element();
            self.body.push(']');
            self.lines.pop();
        }
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        while self.lines.len() > 1 {
            self.close();
        }
        self.close_element();
        for part in ["{\"header\":{", &self.headers, "},\n"] {
            out.push_str(part);
        }
        self.initial(out);
        for part in [",\n\"moves\":[", &self.body, "]}\n"] {
            out.push_str(part);
        }
        self.lost
    }
}
