//! From the items of a replayed record of shogi to the calls of a writer.
//!
//! Not for judging: what replay could not play is kept as a comment where the format has comments.

use super::text;
use crate::notation::csa::{CsaWriter, Version};
use crate::notation::jkf::JkfWriter;
use crate::notation::ki2::Ki2Writer;
use crate::notation::kif::KifWriter;
use crate::notation::psn::{PsnWriter, Style};
use crate::notation::shogi_names;
use crate::notation::shogi_writer::{End, Header, Lost, Played, ShogiWriter, Start, Time};
use crate::notation::usi::UsiWriter;
use crate::record::{Encoding, Format, Item, ItemKind, Outcome, Record, Terminal};
use crate::replay::{MoveEvent, ReplayVisitor, Text};
use crate::rules::shogi::{Position, Setup, Square};
use crate::rules::{Rules as _, Side};
use crate::rules::{chess, hex};

/// A format that records of shogi can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShogiTarget {
    /// KIF.
    Kif,
    /// KI2.
    Ki2,
    /// CSA of this version.
    Csa(Version),
    /// USI, the main line only.
    Usi,
    /// JKF.
    Jkf,
    /// PSN with squares written so.
    Psn(Style),
}

impl ShogiTarget {
    /// A writer of the format, for text that will be in that encoding.
    pub fn writer(self, encoding: Encoding) -> Box<dyn ShogiWriter + Send> {
        match self {
            Self::Kif => Box::new(KifWriter::new(encoding)),
            Self::Ki2 => Box::new(Ki2Writer::default()),
            Self::Csa(version) => Box::new(CsaWriter::new(version, encoding)),
            Self::Usi => Box::new(UsiWriter::new()),
            Self::Jkf => Box::new(JkfWriter::new()),
            Self::Psn(style) => Box::new(PsnWriter::new(style)),
        }
    }
}

/// What became of one record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// What the format could not hold.
    pub lost: Lost,
    /// Whether moves of any line could not be played; a last move that the record itself calls a foul aside.
    pub broken: bool,
}

/// What stands in a variation before its first move.
#[derive(Clone, Debug)]
enum Early {
    Comment(String),
    Bookmark(String),
}

/// A line of play that is open.
#[derive(Clone, Debug)]
struct Line {
    /// Moves up to here, those before the line among them.
    ply: u32,
    turn: Side,
    /// Whether a move of this line was played.
    moved: bool,
    /// The targets of the last two moves.
    target: Option<Square>,
    target_before: Option<Square>,
    /// Running totals by side, and what they were before the last move.
    totals: [u64; 2],
    totals_before: [u64; 2],
    /// Whether its end was read, and whether a word for it was told to the writer.
    ended: bool,
    end_written: bool,
    /// Whether the writer knows of the line, and what is kept until it does.
    open: bool,
    early: Vec<Early>,
    /// Whether nothing of it can be converted: it branches from nowhere.
    dead: bool,
    /// Moves that were not played, and their text.
    skipped: u32,
    text: String,
}

impl Line {
    const fn main(turn: Side) -> Self {
        Self {
            ply: 0,
            turn,
            moved: false,
            target: None,
            target_before: None,
            totals: [0; 2],
            totals_before: [0; 2],
            ended: false,
            end_written: false,
            open: true,
            early: Vec::new(),
            dead: false,
            skipped: 0,
            text: String::new(),
        }
    }

    /// The line of a variation that opens here: it replaces the last move, or what should come next.
    fn branch(&self) -> Self {
        let mut line = Self::main(self.turn);
        line.open = false;
        line.dead = self.dead || !self.moved && !self.ended && self.skipped == 0;
        if self.goes_on() || !self.moved {
            (line.ply, line.target, line.totals) = (self.ply, self.target, self.totals);
        } else {
            (line.ply, line.target, line.totals) = (self.ply - 1, self.target_before, self.totals_before);
            line.turn = self.turn.other();
        }
        line
    }

    /// Whether a variation takes the place of what would follow the last move.
    const fn goes_on(&self) -> bool {
        self.ended || self.skipped > 0
    }
}

/// Visits one record after the other and writes them in another format.
pub struct ShogiConverter {
    writer: Box<dyn ShogiWriter + Send>,
    format: Format,
    lines: Vec<Line>,
    in_game: bool,
    /// Lines with moves that were not played.
    broken: u32,
    /// What was lost before the writer saw it.
    lost: Lost,
    /// Whether moves that cannot be played are left out rather than kept as a comment.
    stops: bool,
    /// What a server says of the end: what it stands for, who won, and whether it refused a declaration.
    server: Option<(Terminal, Option<Side>, bool)>,
}

impl ShogiConverter {
    /// A converter with that writer.
    pub fn new(writer: Box<dyn ShogiWriter + Send>) -> Self {
        let lost = Lost::default();
        Self {
            writer,
            format: Format::default(),
            lines: Vec::new(),
            in_game: false,
            broken: 0,
            lost,
            stops: false,
            server: None,
        }
    }

    /// The same, which leaves out the moves that cannot be played.
    #[must_use]
    pub fn stopping(self, stops: bool) -> Self {
        Self { stops, ..self }
    }

    /// Ends the record and adds its text to `out`; nothing if none was visited, as of a record whose
    /// start position cannot be set up.
    pub fn finish(&mut self, out: &mut String) -> Option<Converted> {
        if !std::mem::take(&mut self.in_game) {
            return None;
        }
        while self.lines.len() > 1 {
            self.close();
        }
        self.close_line();
        self.end_by_server();
        let mut lost = self.writer.finish(out);
        lost.add(&self.lost);
        Some(Converted { lost, broken: self.broken > 0 })
    }

    /// Writes the end that only a server's summary tells, where a word means the same.
    fn end_by_server(&mut self) {
        let Some((terminal, winner, reject_token)) = self.server else { return };
        let Some(line) = self.lines.first_mut().filter(|line| !line.ended && line.skipped == 0) else { return };
        let (mover, plies) = (line.turn, line.ply);
        let terminal = match (terminal, reject_token) {
            (_, true) => Terminal::FoulByMover,
            // The foul is the loser's, whose turn it need not be.
            (Terminal::FoulByMover, _) if winner == Some(mover) => Terminal::FoulByPrevious,
            (terminal, _) => terminal,
        };
        if winner.is_none_or(|winner| Outcome::won_by(winner) == terminal.outcome(mover)) {
            line.ended = true;
            self.writer.end(End { terminal: Some(terminal), mover, plies, sentence: "" });
        } else {
            self.lost.ends += 1;
        }
    }

    fn line(&mut self) -> Option<&mut Line> {
        self.lines.last_mut()
    }

    /// Tells the writer of the variation, now that something of it is certain to come.
    fn begin_line(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        if std::mem::replace(&mut line.open, true) {
            return;
        }
        self.writer.open(line.ply + 1);
        for early in std::mem::take(&mut line.early) {
            match early {
                Early::Comment(text) => self.writer.comment(&text),
                Early::Bookmark(name) => self.writer.bookmark(&name),
            }
        }
    }

    /// Tells the writer what of the line was not converted.
    fn close_line(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        if line.skipped > 0 && line.open {
            let skipped = line.skipped;
            if self.stops {
                self.lost.moves += u64::from(skipped);
                return line.text.clear();
            }
            self.writer.not_converted(skipped, line.text.trim_end());
            line.text.clear();
        }
    }

    fn open(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        let branch = line.branch();
        // A variation of the end needs an end.
        if line.open && !branch.dead && line.goes_on() && !std::mem::replace(&mut line.end_written, true) {
            let (mover, plies) = (line.turn, line.ply);
            self.writer.end(End { terminal: Some(Terminal::Interrupted), mover, plies, sentence: "" });
        }
        self.lines.push(branch);
    }

    fn close(&mut self) {
        if self.lines.last().is_some_and(|line| line.open) {
            self.close_line();
            self.writer.close();
        } else if let Some(line) = self.lines.last() {
            self.lost.variations += 1;
            for early in &line.early {
                match early {
                    Early::Comment(_) => self.lost.comments += 1,
                    Early::Bookmark(_) => self.lost.bookmarks += 1,
                }
            }
        }
        if self.lines.len() > 1 {
            self.lines.pop();
        }
    }

    fn comment(&mut self, source: Text<'_>, item: Item) {
        let main = self.lines.len() == 1 && self.line().is_some_and(|line| !line.moved && !line.ended);
        if main && let Some(header) = text::header_of_comment(source, self.format, item.span) {
            return self.writer.header(Header { field: header.field, name: &header.name, value: &header.value });
        }
        let comment = text::comment(source, self.format, item.span);
        match self.lines.last_mut() {
            Some(line) if !line.open => line.early.push(Early::Comment(comment.into_owned())),
            _ => self.writer.comment(&comment),
        }
    }

    /// A mark of an annotator becomes a comment.
    fn remark(&mut self, mark: &str) {
        match self.lines.last_mut() {
            Some(line) if !line.open => line.early.push(Early::Comment(mark.to_owned())),
            _ => self.writer.comment(mark),
        }
    }

    fn bookmark(&mut self, source: Text<'_>, item: Item) {
        let name = text::strip(source.decode(item.span), '&');
        match self.lines.last_mut() {
            Some(line) if !line.open => line.early.push(Early::Bookmark(name.into_owned())),
            _ => self.writer.bookmark(&name),
        }
    }

    fn time(&mut self, source: Text<'_>, item: Item) {
        let format = self.format;
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        // The cell of a move that was not played is gone with it.
        if line.skipped > 0 {
            self.lost.times += 1;
            return;
        }
        let side = if line.ended { line.turn } else { line.turn.other() };
        match text::time(format, item.span.of(source.bytes)) {
            Some((spent_ms, total)) if line.moved || line.ended => {
                let total_ms = total.unwrap_or_else(|| line.totals[side.index()].saturating_add(spent_ms));
                line.totals[side.index()] = total_ms;
                self.writer.time(Time { spent_ms, total_ms });
            }
            _ => self.lost.times += 1,
        }
    }

    /// A word that ends the line.
    fn word(&mut self, source: Text<'_>, item: Item) {
        let format = self.format;
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        if line.end_written && line.skipped == 0 {
            self.lost.ends += 1;
            return;
        }
        let word = source.decode(item.span);
        // A star ends a record without a word on how the game did.
        if word == "*" {
            return;
        }
        // After a foul that was not played it is still the turn of the one who committed it.
        let mover = if line.skipped == 1 { line.turn.other() } else { line.turn };
        let terminal = text::terminal(format, &word, mover);
        let foul = line.skipped == 1 && !line.end_written && terminal == Some(Terminal::FoulByPrevious);
        line.ended = true;
        if line.skipped > 0 && !foul {
            line.text.push_str(&source.decode(item.span));
            return;
        }
        let (mover, plies) = (line.turn, line.ply);
        // A declaration that the server refused loses the game.
        let reject_token =
            terminal == Some(Terminal::DeclaredWin) && self.server.is_some_and(|(.., reject_token)| reject_token);
        let terminal = if foul || reject_token { Some(Terminal::FoulByMover) } else { terminal };
        line.end_written = true;
        self.begin_line();
        if foul {
            self.broken -= 1;
            self.close_line();
            if let Some(line) = self.line() {
                line.skipped = 0;
            }
        }
        self.writer.end(End { terminal, mover, plies, sentence: "" });
    }

    /// A sentence on how the line ended.
    fn sentence(&mut self, source: Text<'_>, item: Item) {
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        let again = std::mem::replace(&mut line.ended, true);
        // A sentence beside a word says nothing more; one of no bytes stands for nothing.
        if again || item.span.is_empty() || line.skipped > 0 {
            return;
        }
        let (mover, plies) = (line.turn, line.ply);
        // As it will be read again: broken characters have been replaced.
        let sentence = source.decode(item.span);
        let terminal = text::terminal_of(&sentence, mover);
        // A variation of the end needs a word, whatever the sentence says.
        line.end_written = terminal.is_some();
        if terminal.is_none() && !line.open {
            // Neither a move nor an end: nothing that could be a variation.
            self.lost.ends += 1;
            return;
        }
        self.begin_line();
        self.writer.end(End { terminal, mover, plies, sentence: &sentence });
    }
}

impl ReplayVisitor<Position> for ShogiConverter {
    fn begin_game(&mut self, source: Text<'_>, record: &Record, position: &Position) {
        self.format = record.format;
        self.lines.clear();
        self.lines.push(Line::main(position.turn()));
        (self.in_game, self.broken, self.lost) = (true, 0, Lost::default());
        let format = &record.format.info().shogi;
        self.server =
            (format.server)(source.bytes, record).and_then(|says| Some((says.terminal?, says.winner, says.refuses)));
        let mut start = Start::new(Setup::from(position));
        (format.about_start)(source.bytes, record, source.encoding, &mut start);
        self.writer.begin(&start);
        for tag in &record.tags {
            if let Some(header) = text::header(source, record.format, tag, start.is_handicap()) {
                self.writer.header(Header { field: header.field, name: &header.name, value: &header.value });
            }
        }
    }

    fn token(&mut self, source: Text<'_>, item: Item) {
        match item.kind {
            ItemKind::Comment => self.comment(source, item),
            ItemKind::Bookmark => self.bookmark(source, item),
            ItemKind::Time => self.time(source, item),
            ItemKind::Result => self.word(source, item),
            ItemKind::Ending => self.sentence(source, item),
            ItemKind::Open => self.open(),
            ItemKind::Close => self.close(),
            // The heading of the moves is rewritten.
            ItemKind::LineComment => self.lost.program_lines += u64::from(!is_heading(source, item)),
            ItemKind::Junk | ItemKind::Skipped => self.lost.unread += 1,
            ItemKind::Nag | ItemKind::Glyph => self.remark(text::glyph(&source.decode(item.span))),
            _ => {}
        }
    }

    #[inline]
    fn move_(&mut self, event: MoveEvent<'_, Position>) {
        let MoveEvent { before, mv, ply, .. } = event;
        let Some(line) = self.lines.last() else { return };
        if line.dead || line.ended {
            return self.not_played(&shogi_names::kif(mv, None));
        }
        if !line.open {
            self.begin_line();
        }
        let Some(line) = self.lines.last_mut() else { return };
        line.moved = true;
        line.ply = ply;
        line.turn = before.turn().other();
        line.target_before = line.target.replace(mv.to());
        line.totals_before = line.totals;
        let previous = line.target_before;
        self.writer.played(Played { before, mv, previous, ply });
    }

    fn unplayed(&mut self, source: Text<'_>, item: Item) {
        let text = source.decode(item.span);
        self.not_played(&text);
    }
}

impl ShogiConverter {
    /// A move that is not converted.
    fn not_played(&mut self, text: &str) {
        let Some(line) = self.lines.last_mut() else { return };
        self.broken += u32::from(line.skipped == 0);
        line.skipped += 1;
        line.text.push_str(text);
        line.text.push(' ');
        // Where the line went on after its end, positions and plies are no longer those of the writer.
        line.dead |= line.ended;
        if !line.open {
            self.lost.moves += 1;
        }
    }
}

/// `手数----指手---------消費時間--`
fn is_heading(source: Text<'_>, item: Item) -> bool {
    source.decode(item.span).starts_with("手数-")
}

/// Records of chess are not for this converter.
impl ReplayVisitor<chess::Position> for ShogiConverter {}
impl ReplayVisitor<hex::Position> for ShogiConverter {}
