//! Passes a replayed shogi record to the writer of a format.
//!
//! Moves that replay could not play are kept as a comment, if the format has comments.

use super::kept;
use super::open_line::{Early, OpenLine};
use super::shogi_target::ShogiTarget;
use super::text::{self, Stated};
use partie_notation::allowance;
use partie_notation::kif;
use partie_notation::losses::{Loss, Losses};
use partie_notation::shogi_headers::Field;
use partie_notation::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time};
use partie_notation::{HeaderRead, TimeControl, formats, shogi_names};
use partie_record::span::Span;
use partie_record::{Encoding, Format, Item, ItemKind, Outcome, Record, Terminal};
use partie_replay::{MoveEvent, ReplayVisitor, Text, header_of_comment, problem_label};
use partie_rules::shogi::{Move, Pattern, Position, Setup};
use partie_rules::{IllegalReason, Rules as _, Side, chess, hex};

/// The conversion result of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// Parts that the format could not contain.
    pub lost: Losses,
    /// Whether any line has moves that could not be played, except for a last move that the record reports as a foul.
    pub broken: bool,
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
    /// Number of lines with moves that were not played.
    broken: u32,
    /// Losses that the converter counted, without those of the writer.
    lost: Losses,
    /// Whether moves that cannot be played are omitted rather than kept as a comment.
    stops: bool,
    /// The illegal move that was just written; replay visits it again as unplayed.
    written: Option<Span>,
    /// The end in a server's summary: terminal, winner, and whether the server refused a declaration.
    server: Option<(Terminal, Option<Side>, bool)>,
    /// The end in a tag: terminal and loser.
    tag: Option<(Terminal, Option<Side>)>,
    /// The end in a server's comment after the last move.
    said: Option<Terminal>,
}

impl ShogiConverter {
    /// A converter to a format; `encoding` is the encoding of the output.
    pub fn new(target: ShogiTarget, encoding: Encoding) -> Self {
        let lost = Losses::default();
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
            said: None,
        }
    }

    /// Sets whether moves that cannot be played are omitted.
    #[must_use]
    pub fn stopping(self, stops: bool) -> Self {
        Self { stops, ..self }
    }

    /// Ends the record and appends its text to `out`. `None` if no game was visited, as for a record with an invalid
    /// start position.
    pub fn finish(&mut self, out: &mut String) -> Option<Converted> {
        if !std::mem::take(&mut self.in_game) {
            return None;
        }
        while self.lines.len() > 1 {
            self.close();
        }
        self.close_line();
        self.end_by_server();
        self.end_by_comment();
        self.end_by_tag();
        let mut lost = self.writer.finish(out);
        lost.absorb(&self.lost);
        Some(Converted { lost, broken: self.broken > 0 })
    }

    /// Writes the end from a server's comment, as if its word followed the moves.
    fn end_by_comment(&mut self) {
        let Some(terminal) = self.said else { return };
        let Some(line) = self.lines.first_mut().filter(|line| !line.ended && line.skipped == 0) else { return };
        let is_foul = matches!(terminal, Terminal::FoulByMover | Terminal::FoulByPrevious);
        if is_foul != line.foul.is_some() {
            return;
        }
        (line.ended, line.end_written) = (true, true);
        let terminal = if is_foul { line.own_foul(Terminal::FoulByPrevious) } else { terminal };
        let (mover, plies) = (line.turn, line.ply);
        self.writer.end(End { terminal: Some(terminal), mover, plies, sentence: "", word: "" });
    }

    /// Writes the end from a tag, as if its result followed the moves.
    fn end_by_tag(&mut self) {
        let Some((terminal, loser)) = self.tag else { return };
        let Some(line) = self.lines.first_mut().filter(|line| !line.ended && line.skipped == 0) else { return };
        let (mover, plies) = (line.turn, line.ply);
        line.ended = true;
        let stated = Stated::by_loser(terminal, loser, mover);
        let sentence = self.sentence_for(stated, mover, plies);
        self.writer.end(End { terminal: stated.word(), mover, plies, sentence: &sentence, word: "" });
    }

    /// The closing sentence for an end that has no end word.
    fn sentence_for(&self, stated: Stated, mover: Side, plies: u32) -> String {
        match stated {
            Stated::WonByMover => kif::won(plies, mover, self.handicap),
            Stated::Word(_) => String::new(),
        }
    }

    /// Writes the end from a server's summary, if a word has the same meaning.
    fn end_by_server(&mut self) {
        let Some((terminal, winner, reject_token)) = self.server else { return };
        let Some(line) = self.lines.first_mut().filter(|line| !line.ended && line.skipped == 0) else { return };
        let (mover, plies) = (line.turn, line.ply);
        let terminal = match (terminal, reject_token) {
            (_, true) => Terminal::FoulByMover,
            // The loser committed the foul, whoever is to move.
            (Terminal::FoulByMover, _) if winner == Some(mover) => Terminal::FoulByPrevious,
            (terminal, _) => line.own_foul(terminal),
        };
        if winner.is_none_or(|winner| Outcome::won_by(winner) == terminal.outcome(mover)) {
            line.ended = true;
            self.writer.end(End { terminal: Some(terminal), mover, plies, sentence: "", word: "" });
        } else {
            self.lost.add(Loss::Ends, 1);
        }
    }

    fn line(&mut self) -> Option<&mut OpenLine> {
        self.lines.last_mut()
    }

    /// Opens the variation in the writer before its first item.
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

    /// Passes the unconverted rest of the line to the writer.
    fn close_line(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        if line.skipped > 0 && line.open {
            let skipped = line.skipped;
            if self.stops {
                self.lost.add(Loss::Moves, u64::from(skipped));
                return line.text.clear();
            }
            self.writer.not_converted(skipped, line.text.trim_end());
            line.text.clear();
        }
    }

    fn open(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        let branch = line.branch();
        // A variation that replaces the end needs an end word.
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
            self.lost.add(Loss::Variations, 1);
            for early in &line.early {
                match early {
                    Early::Comment(_) => self.lost.add(Loss::Comments, 1),
                    Early::Bookmark(_) => self.lost.add(Loss::Bookmarks, 1),
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
        if let [line] = self.lines.as_slice()
            && line.skipped == 0
        {
            self.said =
                kif::ending_of_comment(item.span.of(source.bytes)).and_then(|ending| ending.cause).or(self.said);
        }
    }

    /// Writes an annotator's mark as a comment.
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
        // The time of an unplayed move remains next to it.
        if line.skipped > 0 {
            if self.stops || !line.open || !self.writer.keeps_comments() {
                self.lost.add(Loss::Times, 1);
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
            _ => self.lost.add(Loss::Times, 1),
        }
    }

    /// Writes an end word of the line.
    fn word(&mut self, source: Text<'_>, item: Item) {
        let format = self.format;
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        if line.end_written && line.skipped == 0 {
            self.lost.add(Loss::Ends, 1);
            return;
        }
        let word = source.decode(item.span);
        // A star ends a record without a result.
        if word == "*" {
            return;
        }
        // After a foul that was not played, the offender is still to move.
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
        // A variation that replaces the end needs a word, even if there is a sentence.
        line.end_written = sentence.is_empty();
        if !line.open && !line.end_written {
            self.lost.add(Loss::Ends, 1);
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

    /// Writes a sentence about the end of the line.
    fn sentence(&mut self, source: Text<'_>, item: Item) {
        let Some(line) = self.lines.last_mut().filter(|line| !line.dead) else { return };
        let again = std::mem::replace(&mut line.ended, true);
        // An empty sentence is a placeholder.
        if item.span.is_empty() || line.skipped > 0 {
            return;
        }
        let (mover, plies) = (line.turn, line.ply);
        // Compare the decoded text, as it will be read back: invalid characters are replaced.
        let sentence = source.decode(item.span);
        let counts = kif::ending(sentence.as_bytes()).is_some_and(|ending| ending.plies.is_none_or(|n| n == plies));
        if again {
            // Keep the original sentence, unless it counts moves that are missing.
            if counts && line.end_written {
                self.writer.sentence(&sentence);
            }
            return;
        }
        let own_words = line.open && self.writer.keeps_sentences() && text::has_own_reason(&sentence);
        let terminal = if own_words { None } else { text::terminal_of(&sentence, mover) };
        // A player whose foul the board confirms, as the king was captured, did not resign.
        let is_foul =
            terminal == Some(Terminal::Resignation) && line.foul.as_ref().is_some_and(|foul| foul.1 == Some(mover));
        let terminal = if is_foul { Some(Terminal::FoulByMover) } else { terminal };
        // A variation that replaces the end needs a word, even if there is a sentence.
        line.end_written = terminal.is_some();
        if terminal.is_none() && !line.open {
            // Without a move or an end word, there is no variation.
            self.lost.add(Loss::Ends, 1);
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
        (self.in_game, self.broken, self.lost, self.written) = (true, 0, Losses::default(), None);
        let format = &formats::info(record.format).shogi;
        self.server =
            (format.server)(source.bytes, record).and_then(|says| Some((says.terminal?, says.winner, says.refuses)));
        self.said = None;
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
                None => self.lost.add(Loss::ProgramLines, 1),
            },
            ItemKind::Junk | ItemKind::Skipped => self.lost.add(Loss::Unread, 1),
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
        // A comment before the last move ends no game.
        self.said = None;
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
    /// Writes an illegal move, or the capture of a king; returns false if the format cannot contain it.
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
        // A comment before the last move ends no game.
        self.said = None;
        line.moved = true;
        line.ply = ply;
        line.turn = before.turn().other();
        line.target_before = line.target.replace(mv.to());
        line.totals_before = line.totals;
        let offender = line.foul.take().map_or(Some(before.turn()), |foul| foul.1);
        line.foul = Some(Box::new((before.after_foul(mv), offender)));
        true
    }

    /// Writes an unplayed move if it captures the king that a foul left in check; returns true if it was written.
    fn takes_king(&mut self, source: Text<'_>, item: Item) -> bool {
        let Some(line) = self.lines.last().filter(|line| line.skipped == 0) else { return false };
        let Some(foul) = &line.foul else { return false };
        let Ok(written) = formats::read_move(self.format, item.span.of(source.bytes), line.target) else {
            return false;
        };
        let position = foul.0.clone();
        position.takes_king(&written.pattern).is_some_and(|mv| self.write_foul(&position, mv))
    }

    /// Keeps the text of a move that is not converted.
    fn not_played(&mut self, text: &str) {
        let Some(line) = self.lines.last_mut() else { return };
        self.broken += u32::from(line.skipped == 0);
        line.skipped += 1;
        line.text.push_str(text);
        line.text.push(' ');
        // If the line continues after its end, its positions and plies differ from the writer's.
        line.dead |= line.ended;
        if !line.open {
            self.lost.add(Loss::Moves, 1);
        }
    }
}

/// Chess is not supported.
impl ReplayVisitor<chess::Position> for ShogiConverter {}
impl ReplayVisitor<hex::Position> for ShogiConverter {}
