//! Writes a replayed game of chess or hexagonal chess as PGN.
//!
//! Moves are written while they are played. Moves that replay could not play are kept as a comment.

use super::board::MoveText;
use super::comments::{self, bare, unmark, without_clocks};
use super::kept::{self, KeptMoves, Spelling};
use super::options::{Edits, FenComments, Layout, OnBroken, Style};
use super::origins::OriginsTracker;
use super::pgn_edits::EditState;
use super::tags;
use super::writer::{GameWriter, Progress};
use partie_notation::allowance;
use partie_notation::losses::Loss;
use partie_notation::pgn::{PgnWriter, nag_of_glyph, nag_of_mark};
use partie_notation::score;
use partie_notation::spell::Names;
use partie_record::commands::with_whole_clocks;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Record, SourcePlace};
use partie_replay::{MoveEvent, ReplayVisitor, Text, stated_plies};
use partie_rules::{GameKind, Side, shogi};

/// The board of the initial position in a FEN.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ";

/// Writes one record after the other as PGN.
#[derive(Debug)]
pub(super) struct PgnConverter {
    writer: PgnWriter,
    layout: Layout,
    on_broken: OnBroken,
    names: Names,
    /// Whether letters are longer than a byte.
    wide: bool,
    /// The start of the current game's text, and the end of its tags.
    mark: usize,
    tags_end: usize,
    /// The result token, and its place in the source.
    result: &'static str,
    result_span: Option<Span>,
    style: Style,
    /// Whether the style has check marks of its own, and whether it numbers both sides' moves.
    marked: bool,
    numbers_both: bool,
    origins: OriginsTracker,
    /// Whether the output is SAN in ASCII, with numbers, check marks and no positions.
    plain: bool,
    king_takes_rook: bool,
    game: Progress,
    /// The number in the PlyCount tag.
    stated_plies: Option<u64>,
    depth: u32,
    /// Whether a move of the second player needs its number.
    needs_number: bool,
    /// `needs_number` before the most recently opened variation.
    needed_number: bool,
    /// Whether the last move is written, the start of its text, and the NAG of its mark.
    written: bool,
    from: usize,
    nag: Option<u32>,
    /// The position for the next comment.
    fen: String,
    /// The depth of the line that stopped at a move that cannot be played, and the text after that point.
    stopped: Option<u32>,
    rest: String,
    /// The place of a printed source record.
    pub(super) source: Option<SourcePlace>,
    /// The drawn board above the record as a FEN, until the tags are written.
    drawn: Option<String>,
    /// Whether the source is a printed record.
    printed: bool,
    /// Whether the printed text of the last move is ambiguous.
    open: bool,
    /// The comment with the printed text of the ambiguous move.
    remark: String,
    kept: KeptMoves,
    edits: EditState,
}

impl PgnConverter {
    pub(super) fn new(layout: Layout, on_broken: OnBroken) -> Self {
        Self {
            writer: PgnWriter::new(layout.line_length),
            layout,
            on_broken,
            names: Names::of(layout.letters),
            wide: !layout.letters.is_ascii(),
            mark: 0,
            tags_end: 0,
            result: "*",
            result_span: None,
            style: Style::San,
            marked: false,
            numbers_both: false,
            origins: OriginsTracker::default(),
            plain: false,
            king_takes_rook: false,
            game: Progress::default(),
            stated_plies: None,
            depth: 0,
            needs_number: true,
            needed_number: true,
            written: false,
            from: 0,
            nag: None,
            fen: String::new(),
            stopped: None,
            rest: String::new(),
            source: None,
            drawn: None,
            printed: false,
            open: false,
            remark: String::new(),
            kept: KeptMoves::default(),
            edits: EditState::default(),
        }
    }

    fn write_head(&mut self, text: Text<'_>, record: &Record, (default, hexagonal): (Style, bool)) {
        self.writer.out.truncate(self.mark);
        self.game.begin();
        self.style = self.layout.style.unwrap_or(default);
        (self.marked, self.numbers_both) = (self.style.marks_checks(), self.style.numbers_both());
        let layout = &self.layout;
        self.plain = self.style == Style::San
            && !self.wide
            && layout.numbers
            && layout.checks
            && layout.fen_comments == FenComments::None;
        self.king_takes_rook = self.style.is_bare() && tags::king_takes_rook(text, record);
        (self.result, self.result_span) = (tags::result(text, record), record.result);
        self.printed = record.format == Format::Score && record.tags.is_empty();
        let head = tags::TagSettings {
            result: self.result,
            ply_count: self.layout.ply_count,
            style: self.style,
            source: self.source,
            fen: self.drawn.take(),
            // A list of games may be hexagonal although its moves also fit chess.
            variant: (record.is_hexagonal || hexagonal && !self.layout.letters.is_english()).then_some("Glinski"),
        };
        let count = self.layout.ply_count.then(|| record.tag(text.bytes, "PlyCount")).flatten();
        self.stated_plies = count.and_then(|tag| stated_plies(tag.value.of(text.bytes)));
        let lost = tags::write(&mut self.writer, text, record, head);
        self.tags_end = self.writer.out.len();
        self.writer.movetext(self.tags_end > self.mark);
        self.edits.begin = self.writer.place();
        (self.depth, self.needs_number) = (0, true);
        (self.written, self.nag, self.stopped) = (false, None, None);
        self.fen.clear();
        self.rest.clear();
        self.kept = KeptMoves::default();
        self.game.losses.add(Loss::Headers, lost);
        if self.printed {
            self.titles(text, record);
        }
    }

    /// Keeps titles without a tag, such as those of the chapter, as comments.
    #[cold]
    fn titles(&mut self, text: Text<'_>, record: &Record) {
        for span in tags::other_titles(text, record) {
            self.comment(text, span);
        }
    }

    /// Writes a record of which no move was replayed: its tags, and all movetext as a comment.
    pub(super) fn begin_unplayable(&mut self, text: Text<'_>, record: &Record) {
        self.write_head(text, record, (Style::San, false));
        for item in &record.items {
            match item.kind {
                ItemKind::Move | ItemKind::Null => self.not_played(text, *item),
                _ => self.item(text, *item),
            }
        }
        // The game is cut even if it has no moves.
        self.game.cut.get_or_insert_default();
    }

    #[inline(always)]
    const fn ignores(&self, item: Item) -> bool {
        self.layout.strip.variations && item.line != 0
    }

    /// The packed move, if no other piece can go to its target.
    #[inline(always)]
    fn unambiguous<G: MoveText>(&self, before: &G, mv: G::Move, unambiguous: bool) -> Option<(u64, usize)> {
        if unambiguous && self.style == Style::San { before.unambiguous(mv, &self.names) } else { None }
    }

    fn spelled<G: MoveText>(&mut self, before: &G, mv: G::Move) {
        self.writer.begin();
        self.from = self.writer.out.len();
        if self.marked {
            self.marked_move(before, mv);
        } else {
            before.spell(&mut self.writer.out, mv, &self.names, (self.style, self.king_takes_rook));
        }
    }

    #[cold]
    fn illegal<G: MoveText>(&mut self, before: &G, mv: G::Move, token: &[u8]) {
        self.number(before);
        self.writer.begin();
        self.from = self.writer.out.len();
        let spelling = Spelling { style: self.style, names: &self.names, king_takes_rook: self.king_takes_rook };
        self.kept.write(&mut self.writer.out, (before, mv), token, (spelling, self.layout.letters));
    }

    /// Writes a move in a notation with check marks of its own.
    #[inline(never)]
    fn marked_move<G: MoveText>(&mut self, before: &G, mv: G::Move) {
        before.marked(&mut self.writer.out, mv, self.style, self.origins.now());
        if !self.layout.checks {
            unmark(&mut self.writer.out, self.from);
        }
        self.origins.play::<G>(mv);
    }

    #[inline(always)]
    fn number<G: MoveText>(&mut self, before: &G) {
        if !self.fen.is_empty() && self.layout.fen_comments == FenComments::Each {
            self.flush_fen();
        }
        let second = before.turn() == Side::Second;
        if self.layout.numbers && (!second || self.needs_number || self.numbers_both) {
            self.writer.number(before.number(), second);
        }
        self.needs_number = false;
    }

    /// Handles a move in a line that is not written.
    #[cold]
    fn not_written(&mut self, text: Text<'_>, item: Item) {
        self.kept.is_next = false;
        if !self.ignores(item) {
            self.rest_of(text, item.span);
        }
    }

    fn not_played(&mut self, text: Text<'_>, item: Item) {
        if self.ignores(item) {
            return;
        }
        if self.stopped.is_none() {
            self.stopped = Some(self.depth);
            let ply = (self.depth == 0).then_some(self.game.plies + 1);
            self.game.cut_at(ply, text, item);
        }
        self.rest_of(text, item.span);
    }

    fn rest_of(&mut self, text: Text<'_>, span: Span) {
        comments::keep_rest(&mut self.rest, &mut self.game.losses, self.on_broken, text, span);
    }

    #[inline(never)]
    fn item(&mut self, text: Text<'_>, item: Item) {
        match item.kind {
            ItemKind::Number | ItemKind::Suffix | ItemKind::Heading => {}
            ItemKind::Result if Some(item.span) == self.result_span => {}
            ItemKind::Open => {
                self.depth += 1;
                self.open();
            }
            ItemKind::Close => self.close(),
            _ if self.ignores(item) => {}
            ItemKind::Comment | ItemKind::LineComment => self.comment(text, item.span),
            ItemKind::Nag | ItemKind::Glyph => self.mark(text, item.span),
            ItemKind::Junk | ItemKind::Skipped => self.game.losses.add(Loss::Unread, 1),
            ItemKind::Result | ItemKind::Ending => self.game.losses.add(Loss::Ends, 1),
            ItemKind::Time => self.game.losses.add(Loss::Times, 1),
            ItemKind::Bookmark => self.game.losses.add(Loss::Bookmarks, 1),
            ItemKind::Move | ItemKind::Null => {}
        }
    }

    fn open(&mut self) {
        if self.layout.strip.variations {
            return;
        }
        if self.stopped.is_some() {
            return self.parenthesis("( ");
        }
        self.flush_fen_of_each();
        if self.marked {
            self.origins.open();
        }
        if self.writer.open() {
            self.needed_number = self.needs_number;
        }
        self.needs_number = true;
    }

    fn close(&mut self) {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        if self.layout.strip.variations {
            return;
        }
        match self.stopped {
            Some(stopped) if stopped < depth => self.parenthesis(") "),
            stopped => {
                if stopped.is_some() {
                    self.flush_rest();
                }
                if self.marked {
                    self.origins.close();
                }
                // A variation without contents is removed as if it had never been opened.
                let strip = self.layout.strip;
                let written = self.writer.close(!strip.comments && !strip.clocks && !strip.nags);
                self.needs_number = written || self.needed_number;
            }
        }
    }

    /// Copies a parenthesis of a variation to the unconverted rest, if the rest is kept.
    fn parenthesis(&mut self, sign: &str) {
        if self.on_broken.keeps_rest() {
            self.rest.push_str(sign);
        }
    }

    fn comment(&mut self, text: Text<'_>, span: Span) {
        if self.layout.strip.comments || self.printed && score::is_of_page(span.of(text.bytes)) {
            return;
        }
        let decoded = text.decode(span);
        // PGN reads allowances from escape lines only, so they are written as escape lines.
        let signs: &[char] = if self.printed { &['(', '[', '{'] } else { &['%'] };
        if let Some(allowance) = allowance::of_comment(&decoded, signs) {
            return self.writer.escape_line(format!("% {allowance}").as_bytes());
        }
        if self.on_broken == OnBroken::Keep && kept::names_illegal(&decoded) {
            return; // A new comment will list the illegal moves.
        }
        let Some(comment) = bare(&decoded) else {
            // `None` is an escape line, which is meant for programs.
            return self.game.losses.add(Loss::ProgramLines, 1);
        };
        let left = if self.layout.strip.clocks { without_clocks(comment) } else { with_whole_clocks(comment) };
        if left.trim_ascii().is_empty() && left.len() < comment.len() {
            return;
        }
        let comment = left;
        match (self.stopped, self.on_broken) {
            (None, _) => {
                self.flush_fen_of_each();
                self.writer.comment(&comment);
                self.needs_number = true;
            }
            (Some(_), on_broken) if on_broken.keeps_rest() => {
                for part in ["[", comment.trim_ascii(), "] "] {
                    self.rest.push_str(part);
                }
            }
            _ => self.game.losses.add(Loss::Comments, 1),
        }
    }

    /// Writes a NAG or a separate mark.
    fn mark(&mut self, text: Text<'_>, span: Span) {
        if self.layout.strip.nags {
            return;
        }
        let token = span.of(text.bytes);
        if self.stopped.is_some() {
            let kept = self.on_broken.keeps_rest();
            return if kept { self.rest_of(text, span) } else { self.game.losses.add(Loss::Nags, 1) };
        }
        let digits = token.strip_prefix(b"$").and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| digits.parse().ok()).or_else(|| nag_of_glyph(token)) {
            Some(nag) => self.nag(nag),
            // A mark without a NAG becomes a comment.
            None => {
                self.writer.comment(&text.decode(span));
                self.needs_number = true;
            }
        }
    }

    fn nag(&mut self, nag: u32) {
        if !self.layout.strip.nags {
            self.writer.nag(nag);
        }
    }

    #[inline]
    fn flush_fen_of_each(&mut self) {
        if self.layout.fen_comments == FenComments::Each {
            self.flush_fen();
        }
    }

    fn flush_fen(&mut self) {
        if !self.fen.is_empty() {
            self.writer.comment(&self.fen);
            self.fen.clear();
            self.needs_number = true;
        }
    }

    /// Removes the text before the first requested ply.
    #[cold]
    fn cut_off<G: MoveText>(&mut self, before: &G, ply: u32) {
        let Some(edits) = self.layout.edits else { return };
        if self.edits.before_move(&mut self.writer, edits, before, (ply, self.game.plies)) {
            (self.needs_number, self.game.plies) = (true, 0);
            if self.marked {
                self.origins.begin_game(before);
            }
        }
    }

    /// Writes the unconverted rest of a line as a comment.
    fn flush_rest(&mut self) {
        self.stopped = None;
        if !self.rest.is_empty() {
            let comment = format!("not converted: {}", self.rest.trim_end());
            self.writer.comment(&comment);
            self.rest.clear();
            self.needs_number = true;
        }
    }
}

impl<G: MoveText> ReplayVisitor<G> for PgnConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        if record.setup.len() == 8 && record.format == Format::Score {
            self.drawn = Some(start.fen()).filter(|fen| !fen.starts_with(INITIAL));
        }
        self.write_head(text, record, (G::DEFAULT_STYLE, G::KIND == GameKind::Hex));
        if self.marked {
            self.origins.begin_game(start);
        }
        if self.layout.edits.is_some_and(Edits::follow_line) {
            self.edits.begin_game(start);
        }
        if self.layout.fen_comments == FenComments::End {
            self.fen = start.fen();
        }
    }

    fn open_move(&mut self) {
        self.open = self.printed && !self.layout.strip.comments;
    }

    fn illegal_move(&mut self) {
        self.kept.is_next = true;
    }

    #[inline(always)]
    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let MoveEvent { text, item, before, mv, unambiguous, ply } = event;
        if item.line == 0 && self.layout.edits.is_some_and(Edits::cuts) {
            self.cut_off(before, ply);
        }
        if self.stopped.is_some() || self.ignores(item) {
            return self.not_written(text, item);
        }
        match self.unambiguous(before, mv, unambiguous) {
            Some((word, length)) if self.plain && before.turn() == Side::First => {
                self.needs_number = false;
                self.writer.numbered(before.number(), word, length);
            }
            Some((word, length)) => {
                self.number(before);
                self.writer.short(word, length);
            }
            None if self.kept.is_next => self.illegal(before, mv, item.span.of(text.bytes)),
            None => {
                self.number(before);
                self.spelled(before, mv);
            }
        }
        self.written = true;
        let token = item.span.of(text.bytes);
        self.kept.look_for_check(token);
        if self.open {
            self.remark = format!("printed: {}", text.decode(item.span));
        }
        self.nag = match token {
            [.., b'!' | b'?' | 0x80..] | [.., b'!' | b'?' | 0x80.., b'+' | b'#' | b',' | b'.'] => nag_of_mark(token),
            _ => None,
        };
    }

    #[inline(always)]
    fn after_move(&mut self, after: &G) {
        if !std::mem::take(&mut self.written) {
            return;
        }
        if after.in_check()
            && (self.plain || self.layout.checks && !self.style.is_bare() && !self.marked)
            && self.kept.marks_check()
        {
            self.writer.out.push(if after.has_legal_move() { b'+' } else { b'#' });
        }
        if !self.plain && (self.wide || self.marked) {
            self.writer.end_wide(self.from);
        } else {
            self.writer.end();
        }
        if let Some(nag) = self.nag.take() {
            self.nag(nag);
        }
        if std::mem::take(&mut self.open) {
            self.writer.comment(&self.remark);
            self.needs_number = true;
        }
        if self.depth == 0 {
            self.game.plies += 1;
            if self.layout.edits.is_some_and(Edits::follow_line) {
                self.edits.after_move(after);
            }
            if self.layout.fen_comments != FenComments::None {
                self.fen = after.fen();
            }
        }
    }

    fn null_move(&mut self, text: Text<'_>, item: Item, before: &G) {
        if item.line == 0 && self.layout.edits.is_some_and(Edits::cuts) {
            self.cut_off(before, self.edits.played + 1);
        }
        if self.stopped.is_some() || self.ignores(item) {
            return self.not_written(text, item);
        }
        self.number(before);
        self.writer.begin();
        self.origins.pass();
        self.from = self.writer.out.len();
        self.writer.out.extend_from_slice(if self.style == Style::Coordinates { b"0000" } else { b"--" });
        self.written = true;
    }

    #[inline(always)]
    fn token(&mut self, text: Text<'_>, item: Item) {
        self.item(text, item);
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        self.not_played(text, item);
    }
}

/// Shogi is not supported.
impl ReplayVisitor<shogi::Position> for PgnConverter {}

impl GameWriter for PgnConverter {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.writer.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    fn reset(&mut self) {
        self.game.in_game = false;
        self.writer.new_line();
    }

    fn complete(&mut self) {
        while self.depth > 0 {
            self.close();
        }
        self.flush_rest();
        self.flush_fen();
        if !self.kept.comment.is_empty() && !self.layout.strip.comments {
            self.writer.comment(&self.kept.comment);
        }
        if let Some(edits) = self.layout.edits {
            self.game.plies = self.edits.end_moves(&mut self.writer, edits).unwrap_or(self.game.plies);
            let tags = self.mark..self.tags_end;
            let (end, decided, lost) = self.edits.edit_tags(&mut self.writer, edits, tags, self.result);
            self.game.losses.add(Loss::Headers, lost);
            (self.tags_end, self.result) = (end, decided.unwrap_or(self.result));
        }
        self.writer.result(self.result);
        if self.layout.ply_count && self.tags_end > self.mark {
            // A greater stated count is kept, as it is the only trace of lost moves. A requested cut loses none.
            let is_cut = self.layout.edits.is_some_and(|edits| edits.plies.is_some() || edits.start_at.is_some());
            let stated = self.stated_plies.filter(|stated| !is_cut && *stated > u64::from(self.game.plies));
            let tag = format!("[PlyCount \"{}\"]\n", stated.unwrap_or(u64::from(self.game.plies)));
            self.writer.out.splice(self.tags_end..self.tags_end, tag.into_bytes());
        }
    }
}
