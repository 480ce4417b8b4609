//! The CSA writer, version 2.2 or 3.0: one statement a line.
//!
//! The text is UTF-8; version 3.0 declares the encoding of the output. The format has no variations or bookmarks.
//! Headers without a statement become comments, `'KIF name=value`; 持ち時間 and 秒読み become one statement.

use super::header::{self, KIF, Version, statement};
use super::moves::{read_move, spell};
use super::time_headers::TimeHeaders;
use super::words::{self, code};
use crate::losses::{Loss, Losses};
use crate::shogi_headers::Field;
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time, lines, one_line, push_fraction, push_number};
use partie_record::{Encoding, Terminal};
use partie_rules::shogi::{Handicap, PieceType, Setup, Square};
use partie_rules::{Rules as _, Side};

/// A header that has a statement.
#[derive(Clone, Debug)]
struct Statement {
    /// Index of the statement in the order of statements.
    place: usize,
    text: String,
    /// True if the value is a date with a time.
    timed: bool,
    /// Name and value as received.
    name: String,
    value: String,
}

#[derive(Clone, Debug, Default)]
pub struct CsaWriter {
    version: Version,
    encoding: Encoding,
    start: Start,
    statements: Vec<Statement>,
    /// Statements that CSA does not define.
    unknown: String,
    others: String,
    times: TimeHeaders,
    body: String,
    /// The offset at which the time of the last move is inserted; `None` if no time can follow.
    time_at: Option<usize>,
    /// Number of open variations; they are not written.
    depth: u32,
    lost: Losses,
}

impl CsaWriter {
    /// Creates a writer for a version; the text will be encoded in `encoding`.
    pub fn new(version: Version, encoding: Encoding) -> Self {
        Self { version, encoding, ..Self::default() }
    }

    /// Writes a header that has no statement: unchanged if its name is that of a `$` statement, otherwise as a comment.
    fn other(&mut self, name: &str, value: &str) {
        let own = name.strip_prefix('$').is_some_and(|rest| {
            rest.starts_with(|first: char| first.is_ascii_uppercase())
                && rest.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b':' | b','))
        });
        if name.is_empty() || !own && name.contains(['=', '\n', '\r']) {
            self.lost.add(Loss::Headers, 1);
            return;
        }
        let (out, before, between) = if own { (&mut self.unknown, "", ":") } else { (&mut self.others, KIF, "=") };
        [before, name, between, value, "\n"].iter().for_each(|part| out.push_str(part));
    }

    fn position(&self, out: &mut String) {
        let setup = &self.start.setup;
        match self.start.handicap {
            Some(_) => {
                out.push_str("PI");
                let even = Setup::handicap(Handicap::Even);
                for at in (1..=9).flat_map(|rank| (1..=9).rev().filter_map(move |file| Square::at(file, rank))) {
                    if let (None, Some((_, kind))) = (setup.board[at.index()], even.board[at.index()]) {
                        push_piece(out, at.file(), at.rank(), kind);
                    }
                }
                out.push('\n');
            }
            None => board(out, setup),
        }
        out.push_str(if setup.turn == Side::First { "+\n" } else { "-\n" });
    }
}

fn push_piece(out: &mut String, file: u8, rank: u8, kind: PieceType) {
    out.extend([char::from(b'0' + file), char::from(b'0' + rank)]);
    out.push_str(code(kind));
}

fn board(out: &mut String, setup: &Setup) {
    for rank in 1..=9 {
        out.extend(['P', char::from(b'0' + rank)]);
        for at in (1..=9).rev().filter_map(|file| Square::at(file, rank)) {
            match setup.board[at.index()] {
                None => out.push_str(" * "),
                Some((side, kind)) => {
                    out.push(if side == Side::First { '+' } else { '-' });
                    out.push_str(code(kind));
                }
            }
        }
        out.push('\n');
    }
    for (sign, hand) in ["P+", "P-"].into_iter().zip(setup.hands) {
        if hand == [0; 7] {
            continue;
        }
        out.push_str(sign);
        for kind in PieceType::HAND.into_iter().rev() {
            for _ in 0..hand[kind.index()] {
                push_piece(out, 0, 0, kind);
            }
        }
        out.push('\n');
    }
}

impl ShogiWriter for CsaWriter {
    fn begin(&mut self, start: &Start) {
        self.start.clone_from(start);
        self.statements.clear();
        self.unknown.clear();
        self.others.clear();
        self.times.clear();
        self.body.clear();
        (self.time_at, self.depth) = (None, 0);
        self.lost = Losses::default();
        if let Some(label) = start.label_header() {
            self.other(label.name, label.value);
        }
    }

    fn header(&mut self, header: Header<'_>) {
        let name = header.name.trim();
        let (value, broken) = one_line(header.value);
        self.lost.add(Loss::Headers, u64::from(broken));
        let dated = matches!(header.field, Some(Field::Date | Field::EndDate)).then(|| header::date(&value)).flatten();
        let (text, timed) = dated.as_ref().map_or((&*value, false), |(text, timed)| (text.as_str(), *timed));
        let held = match header.field {
            Some(Field::Impasse) if self.version == Version::V30 && value.is_ascii() && !value.is_empty() => {
                Some((usize::MAX, "$JISHOGI"))
            }
            Some(field) => statement(field, text, self.version),
            None => None,
        };
        let Some((place, word)) = held else {
            let from = self.others.len();
            self.other(name, &value);
            if let Some(field) = header.field.filter(|_| self.others.len() > from) {
                self.times.add(field, &value, from..self.others.len());
            }
            return;
        };
        let colon = if word.starts_with('$') { ":" } else { "" };
        let text = format!("{word}{colon}{text}\n");
        let new = Statement { place, text, timed, name: name.to_owned(), value: value.into_owned() };
        match self.statements.iter_mut().find(|other| other.place == place) {
            None => self.statements.push(new),
            // Of several dates, a date with a time becomes the statement; the other dates become comments.
            Some(old) if new.timed && !old.timed => {
                let old = std::mem::replace(old, new);
                self.other(&old.name, &old.value);
            }
            Some(_) => self.other(&new.name, &new.value),
        }
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        spell(&mut self.body, played.before.turn(), played.mv.from(), played.mv.to(), played.mv.after());
        self.body.push('\n');
        self.time_at = Some(self.body.len());
    }

    fn foul(&mut self, played: Played<'_>) -> bool {
        let mut text = String::with_capacity(8);
        spell(&mut text, played.before.turn(), played.mv.from(), played.mv.to(), played.mv.after());
        // CSA names only the piece after the move, so the text of an illegal move may match a legal one.
        let holds = read_move(text.as_bytes()).is_ok_and(|written| played.is_read_as(&written.pattern));
        if holds {
            self.played(played);
        }
        holds
    }

    fn time(&mut self, time: Time) {
        if self.depth > 0 {
            return;
        }
        let Some(at) = self.time_at.take() else {
            self.lost.add(Loss::Times, 1);
            return;
        };
        let mut text = String::with_capacity(16);
        text.push('T');
        push_number(&mut text, time.spent_ms / 1000, 1, '0');
        match self.version {
            Version::V22 => self.lost.add(Loss::Times, u64::from(!time.spent_ms.is_multiple_of(1000))),
            Version::V30 => push_fraction(&mut text, time.spent_ms),
        }
        text.push('\n');
        self.body.insert_str(at, &text);
    }

    fn comment(&mut self, text: &str) {
        if self.depth > 0 {
            self.lost.add(Loss::Comments, 1);
            return;
        }
        for line in lines(text) {
            self.body.push_str("'*");
            self.body.push_str(line);
            self.body.push('\n');
        }
    }

    fn bookmark(&mut self, _: &str) {
        self.lost.add(Loss::Bookmarks, 1);
    }

    fn end(&mut self, end: End<'_>) {
        if self.depth > 0 {
            return;
        }
        let Some(terminal) = end.terminal else {
            self.lost.add(Loss::Ends, 1);
            return;
        };
        let (word, exact) = nearest(terminal, self.version);
        self.lost.add(Loss::Ends, u64::from(!exact));
        // A missing end is better than a false one.
        let Some(word) = word else {
            self.time_at = None;
            return;
        };
        self.body.push('%');
        if terminal == Terminal::FoulByPrevious {
            self.body.push(if end.mover == Side::First { '-' } else { '+' });
        }
        self.body.push_str(word);
        self.body.push('\n');
        self.time_at = Some(self.body.len());
    }

    fn open(&mut self, _: u32) {
        self.depth += 1;
        self.lost.add(Loss::Variations, 1);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        if self.version == Version::V30
            && let Some(name) = self.encoding.kif_name()
        {
            let name = if self.encoding == Encoding::ShiftJis { "SHIFT_JIS" } else { name };
            for part in ["'CSA encoding=", name, "\n"] {
                out.push_str(part);
            }
        }
        out.push_str(if self.version == Version::V30 { "V3.0\n" } else { "V2.2\n" });
        let times = match self.statements.iter().any(|statement| statement.text.starts_with("$TIME")) {
            true => Vec::new(),
            false => self.times.statements(self.version, &mut self.others),
        };
        let stated = self.statements.iter().map(|statement| (statement.place, statement.text.as_str()));
        let mut statements: Vec<_> = stated.chain(times.iter().map(|(place, line)| (*place, line.as_str()))).collect();
        statements.sort_by_key(|(place, _)| *place);
        statements.iter().for_each(|(_, line)| out.push_str(line));
        out.push_str(&self.unknown);
        out.push_str(&self.others);
        self.position(out);
        out.push_str(&self.body);
        self.lost
    }
}

/// The word for an end; true if it is exact.
fn nearest(terminal: Terminal, version: Version) -> (Option<&'static str>, bool) {
    if terminal == Terminal::MaxMoves && version == Version::V22 {
        return (Some("HIKIWAKE"), false);
    }
    (words::nearest(terminal), words::name(terminal).is_some())
}
