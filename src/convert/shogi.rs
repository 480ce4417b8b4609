//! From the items of a replayed record of shogi to the calls of a writer.
//!
//! Not for judging: what replay could not play is kept as a comment where the format has comments.

use super::kept;
use super::shogi_target::ShogiTarget;
use super::text::{self, Stated};
use partie_notation::allowance;
use partie_notation::kif;
use partie_notation::shogi_headers::Field;
use partie_notation::shogi_writer::{End, Header, Played, ShogiLosses, ShogiWriter, Start, Time};
use partie_notation::{HeaderRead, TimeControl, formats, shogi_names};
use partie_record::span::Span;
use partie_record::{Encoding, Format, Item, ItemKind, Outcome, Record, Terminal};
use partie_replay::{MoveEvent, ReplayVisitor, Text, header_of_comment, problem_label};
use partie_rules::shogi::{Move, Pattern, Position, Setup, Square};
use partie_rules::{IllegalReason, Rules as _, Side, chess, hex};

/// What became of one record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// What the format could not hold.
    pub lost: ShogiLosses,
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
struct OpenLine {
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
    /// The position after an illegal move by which the line ends, and whose it was; whoever the word says, where a side
    /// moved twice.
    foul: Option<Box<(Position, Option<Side>)>>,
    /// Whether the board confirms a foul by which the line ends, and the format cannot hold it.
    foul_left_out: bool,
    /// Moves that were not played, and their text.
    skipped: u32,
    text: String,
}

impl OpenLine {
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
            foul: None,
            foul_left_out: false,
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

    /// The word for a foul that was made in this line, as its turn has it.
    fn own_foul(&self, terminal: Terminal) -> Terminal {
        match (&self.foul, terminal) {
            (Some(foul), Terminal::FoulByMover | Terminal::FoulByPrevious) if foul.1 == Some(self.turn) => {
                Terminal::FoulByMover
            }
            (Some(foul), Terminal::FoulByMover) if foul.1.is_some() => Terminal::FoulByPrevious,
            _ => terminal,
        }
    }
}

/// Visits one record after the other and writes them in another format.
pub struct ShogiConverter {
    writer: Box<dyn ShogiWriter + Send>,
    format: Format,
    /// True if the target has time controls in words.
    has_times_in_words: bool,
    lines: Vec<OpenLine>,
    in_game: bool,
    /// Whether the players are called 下手 and 上手.
    handicap: bool,
    /// Lines with moves that were not played.
    broken: u32,
    /// What was lost before the writer saw it.
    lost: ShogiLosses,
    /// Whether moves that cannot be played are left out rather than kept as a comment.
    stops: bool,
    /// The illegal move that was written, and is visited once more as one that was not played.
    written: Option<Span>,
    /// What a server says of the end: what it stands for, who won, and whether it refused a declaration.
    server: Option<(Terminal, Option<Side>, bool)>,
    /// What a tag says of the end, and the side that it says lost.
    tag: Option<(Terminal, Option<Side>)>,
}

impl ShogiConverter {
    /// A converter to that format, for text that will be in that encoding.
    pub fn new(target: ShogiTarget, encoding: Encoding) -> Self {
        let lost = ShogiLosses::default();
        Self {
            writer: target.writer(encoding),
            format: Format::default(),
            has_times_in_words: !matches!(target, ShogiTarget::Csa(_)),
            lines: Vec::new(),
            in_game: false,
            handicap: false,
            broken: 0,
            lost,
            stops: false,
            written: None,
            server: None,
            tag: None,
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
        self.end_by_tag();
        let mut lost = self.writer.finish(out);
        lost.add(&self.lost);
        Some(Converted { lost, broken: self.broken > 0 })
    }

    /// Writes the end that only a tag tells, as if its result stood behind the moves.
    fn end_by_tag(&mut self) {
        let Some((terminal, loser)) = self.tag else { return };
        let Some(line) = self.lines.first_mut().filter(|line| !line.ended && line.skipped == 0) else { return };
        let (mover, plies) = (line.turn, line.ply);
        line.ended = true;
        let stated = Stated::by_loser(terminal, loser, mover);
        let sentence = self.sentence_for(stated, mover, plies);
        self.writer.end(End { terminal: stated.word(), mover, plies, sentence: &sentence, word: "" });
    }

    /// The sentence that says what no word does.
    fn sentence_for(&self, stated: Stated, mover: Side, plies: u32) -> String {
        match stated {
            Stated::WonByMover => kif::won(plies, mover, self.handicap),
            Stated::Word(_) => String::new(),
        }
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
            (terminal, _) => line.own_foul(terminal),
        };
        if winner.is_none_or(|winner| Outcome::won_by(winner) == terminal.outcome(mover)) {
            line.ended = true;
            self.writer.end(End { terminal: Some(terminal), mover, plies, sentence: "", word: "" });
        } else {
            self.lost.ends += 1;
        }
    }

    fn line(&mut self) -> Option<&mut OpenLine> {
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
            self.writer.end(End { terminal: Some(Terminal::Interrupted), mover, plies, sentence: "", word: "" });
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

    /// Writes a header. A time control of CSA becomes words if the target has words.
    fn header(&mut self, header: &HeaderRead<'_>) {
        let is_time =
            matches!(header.field, Some(Field::TimeControl | Field::FirstTimeControl | Field::SecondTimeControl));
        let is_stated = is_time && self.has_times_in_words && self.format == Format::Csa;
        let words = if is_stated { TimeControl::csa_in_words(&header.value) } else { None };
        let value = words.as_deref().unwrap_or(&header.value);
        self.writer.header(Header { field: header.field, name: &header.name, value });
    }

    fn comment(&mut self, source: Text<'_>, item: Item) {
        let main = self.lines.len() == 1 && self.line().is_some_and(|line| !line.moved && !line.ended);
        if main && let Some(header) = header_of_comment(source, self.format, item.span) {
            // The writer decides the handicap.
            if header.field == Some(Field::Handicap) {
                return;
            }
            return self.header(&header);
        }
        let comment = text::comment(source, self.format, item.span);
        match self.lines.last_mut() {
            Some(line) if !line.open => line.early.push(Early::Comment(comment.into_owned())),
            _ => self.writer.comment(&comment),
        }
        self.end_by_comment(source, item);
    }

    /// Writes the end word for a foul that only a comment of a server reports.
    fn end_by_comment(&mut self, source: Text<'_>, item: Item) {
        let Some(line) = self.lines.last_mut() else { return };
        if line.foul.is_none() || line.ended || line.skipped > 0 || !kif::tells_foul(item.span.of(source.bytes)) {
            return;
        }
        (line.ended, line.end_written) = (true, true);
        let (mover, plies) = (line.turn, line.ply);
        let terminal = Some(line.own_foul(Terminal::FoulByPrevious));
        self.writer.end(End { terminal, mover, plies, sentence: "", word: "" });
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
        // The cell of a move that was not played stays beside it.
        if line.skipped > 0 {
            if self.stops || !line.open || !self.writer.keeps_comments() {
                self.lost.times += 1;
            } else {
                line.text.push_str(&source.decode(item.span));
                line.text.push(' ');
            }
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
        let stated = text::stated(format, &word, mover);
        let terminal = stated.and_then(Stated::word);
        let foul =
            line.skipped == 1 && line.foul_left_out && !line.end_written && terminal == Some(Terminal::FoulByPrevious);
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
        let terminal = terminal.map(|terminal| line.own_foul(terminal));
        let sentence = stated.map(|stated| self.sentence_for(stated, mover, plies)).unwrap_or_default();
        let Some(line) = self.lines.last_mut() else { return };
        // A variation of the end needs a word, whatever a sentence says.
        line.end_written = sentence.is_empty();
        if !line.open && !line.end_written {
            self.lost.ends += 1;
            return;
        }
        self.begin_line();
        if foul {
            self.broken -= 1;
            self.close_line();
            if let Some(line) = self.line() {
                line.skipped = 0;
            }
        }
        let word = if stated.is_none() { word.trim() } else { "" };
        self.writer.end(End { terminal, mover, plies, sentence: &sentence, word });
    }

    /// A sentence on how the line ended.
    fn sentence(&mut self, source: Text<'_>, item: Item) {
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        let again = std::mem::replace(&mut line.ended, true);
        // One of no bytes stands for nothing.
        if item.span.is_empty() || line.skipped > 0 {
            return;
        }
        let (mover, plies) = (line.turn, line.ply);
        // As it will be read again: broken characters have been replaced.
        let sentence = source.decode(item.span);
        let counts = kif::ending(sentence.as_bytes()).is_some_and(|ending| ending.plies.is_none_or(|n| n == plies));
        if again {
            // In its own words, unless it counts moves that are not there.
            if counts && line.end_written {
                self.writer.sentence(&sentence);
            }
            return;
        }
        let own_words = line.open && self.writer.keeps_sentences() && text::has_own_reason(&sentence);
        let terminal = if own_words { None } else { text::terminal_of(&sentence, mover) };
        // Who loses by a foul that the board confirms, as the king was taken, did not resign.
        let is_foul =
            terminal == Some(Terminal::Resignation) && line.foul.as_ref().is_some_and(|foul| foul.1 == Some(mover));
        let terminal = if is_foul { Some(Terminal::FoulByMover) } else { terminal };
        // A variation of the end needs a word, whatever the sentence says.
        line.end_written = terminal.is_some();
        if terminal.is_none() && !line.open {
            // Neither a move nor an end: nothing that could be a variation.
            self.lost.ends += 1;
            return;
        }
        self.begin_line();
        self.writer.end(End { terminal, mover, plies, sentence: &sentence, word: "" });
        if counts && terminal.is_some() {
            self.writer.sentence(&sentence);
        }
    }
}

impl ReplayVisitor<Position> for ShogiConverter {
    fn begin_game(&mut self, source: Text<'_>, record: &Record, position: &Position) {
        self.format = record.format;
        self.lines.clear();
        self.lines.push(OpenLine::main(position.turn()));
        (self.in_game, self.broken, self.lost, self.written) = (true, 0, ShogiLosses::default(), None);
        let format = &formats::info(record.format).shogi;
        self.server =
            (format.server)(source.bytes, record).and_then(|says| Some((says.terminal?, says.winner, says.refuses)));
        self.tag = (format.result_of_tag)(source.bytes, record).map(|(terminal, loser, _)| (terminal, loser));
        let mut start = Start::new(Setup::from(position));
        (format.about_start)(source.bytes, record, source.encoding, &mut start);
        self.handicap = start.is_handicap();
        if start.handicap.is_none() {
            start.label = problem_label(source, record).unwrap_or_default();
        }
        self.writer.begin(&start);
        for tag in &record.tags {
            if let Some(header) = text::header(source, record.format, tag, self.handicap) {
                self.header(&header);
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
            ItemKind::LineComment => match allowance::of_comment(&source.decode(item.span), &['#', '\'', '*']) {
                Some(allowance) => self.remark(allowance),
                None => self.lost.program_lines += 1,
            },
            ItemKind::Junk | ItemKind::Skipped => self.lost.unread += 1,
            ItemKind::Nag | ItemKind::Glyph => self.remark(text::glyph(&source.decode(item.span))),
            _ => {}
        }
    }

    fn illegal_move(&mut self) {
        self.remark(kept::ILLEGAL);
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

    fn foul(&mut self, item: Item, before: &Position, pattern: &Pattern) {
        let out_of_turn = before.illegal_reasons(pattern).iter().any(|why| matches!(why, IllegalReason::OtherSide));
        let twice = if out_of_turn { before.out_of_turn(pattern) } else { None };
        if let Some(mv) = twice.or_else(|| before.foul(pattern))
            && self.write_foul(before, mv)
        {
            if let Some(foul) = self.line().and_then(|line| line.foul.as_mut()).filter(|_| out_of_turn) {
                foul.1 = None;
            }
            self.written = Some(item.span);
        } else if let Some(line) = self.line() {
            line.foul_left_out = true;
        }
    }

    fn unplayed(&mut self, source: Text<'_>, item: Item) {
        if self.written.take() == Some(item.span) || self.takes_king(source, item) {
            return;
        }
        let text = source.decode(item.span);
        self.not_played(&text);
    }
}

impl ShogiConverter {
    /// Writes an illegal move, or the one that takes a king; whether the format can hold it.
    fn write_foul(&mut self, before: &Position, mv: Move) -> bool {
        let Some(line) = self.lines.last().filter(|line| !line.dead && !line.ended) else { return false };
        if !line.open {
            self.begin_line();
        }
        let Some(line) = self.lines.last_mut() else { return false };
        let ply = line.ply + 1;
        if !self.writer.foul(Played { before, mv, previous: line.target, ply }) {
            return false;
        }
        line.moved = true;
        line.ply = ply;
        line.turn = before.turn().other();
        line.target_before = line.target.replace(mv.to());
        line.totals_before = line.totals;
        let offender = line.foul.take().map_or(Some(before.turn()), |foul| foul.1);
        line.foul = Some(Box::new((before.after_foul(mv), offender)));
        true
    }

    /// Whether a move that is not played takes the king that a foul left in check, and was written.
    fn takes_king(&mut self, source: Text<'_>, item: Item) -> bool {
        let Some(line) = self.lines.last().filter(|line| line.skipped == 0) else { return false };
        let Some(foul) = &line.foul else { return false };
        let Ok(written) = formats::read_move(self.format, item.span.of(source.bytes), line.target) else {
            return false;
        };
        let position = foul.0.clone();
        position.takes_king(&written.pattern).is_some_and(|mv| self.write_foul(&position, mv))
    }

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

/// Records of chess are not for this converter.
impl ReplayVisitor<chess::Position> for ShogiConverter {}
impl ReplayVisitor<hex::Position> for ShogiConverter {}
