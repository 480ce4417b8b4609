//! Writes positions as lines: the final position of each game, or all positions of its main line.

use super::comments;
use super::writer::{GameWriter, Progress};
use partie_notation::losses::Loss;
use partie_notation::{fen, hex_fen, sfen};
use partie_record::{Format, Item, ItemKind, Record, TagKind};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi::Setup;
use partie_rules::{Rules, chess, hex, shogi};

/// The format of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// FEN with both counters, for either board.
    Fen,
    /// EPD: four fields, with the counters as operations.
    Epd,
    Sfen,
}

/// A game with writable positions.
pub(super) trait PositionText: Rules {
    /// Formats the position after `ply` moves.
    fn line(&self, form: Form, ply: u32) -> String;
    /// The field of `last` for this kind of game.
    fn slot(last: &mut Last) -> &mut Option<Self>;
}

/// The last position of the main line, by kind of game.
#[derive(Debug, Default)]
pub(super) struct Last {
    chess: Option<chess::Position>,
    hex: Option<hex::Position>,
    shogi: Option<shogi::Position>,
}

impl PositionText for chess::Position {
    fn line(&self, form: Form, _: u32) -> String {
        let text = fen::write(self);
        let mut fields = text.rsplitn(3, ' ');
        match (form, fields.next(), fields.next(), fields.next()) {
            (Form::Epd, Some(number), Some(quiet), Some(four)) => format!("{four} hmvc {quiet}; fmvn {number};"),
            _ => text,
        }
    }

    fn slot(last: &mut Last) -> &mut Option<Self> {
        &mut last.chess
    }
}

impl PositionText for hex::Position {
    fn line(&self, _: Form, _: u32) -> String {
        hex_fen::write(self)
    }

    fn slot(last: &mut Last) -> &mut Option<Self> {
        &mut last.hex
    }
}

impl PositionText for shogi::Position {
    fn line(&self, _: Form, ply: u32) -> String {
        sfen::write(&Setup::from(self), ply + 1)
    }

    fn slot(last: &mut Last) -> &mut Option<Self> {
        &mut last.shogi
    }
}

/// Writes the positions of one record after the other.
#[derive(Debug)]
pub(super) struct PositionConverter {
    form: Form,
    every: bool,
    out: Vec<u8>,
    mark: usize,
    last: Last,
    /// The operations of the record as written, each after a space.
    operations: String,
    /// Whether the last move belongs to the main line.
    main: bool,
    game: Progress,
}

impl PositionConverter {
    pub(super) fn new(form: Form, every: bool) -> Self {
        Self {
            form,
            every,
            out: Vec::new(),
            mark: 0,
            last: Last::default(),
            operations: String::new(),
            main: false,
            game: Progress::default(),
        }
    }

    fn push_line(&mut self, line: &str) {
        self.out.extend_from_slice(line.as_bytes());
        // Operations belong to the position before the moves.
        if self.game.plies == 0 {
            self.out.extend_from_slice(self.operations.as_bytes());
        }
        self.out.push(b'\n');
    }

    /// Keeps the operations of a position for EPD; returns the number of lost tags.
    fn take_tags(&mut self, text: Text<'_>, record: &Record) -> usize {
        self.operations.clear();
        if !record.format.is_position_list() {
            return record.tags.len();
        }
        let operations = || record.tags.iter().filter(|tag| tag.kind != Some(TagKind::Fen));
        if self.form != Form::Epd || record.format != Format::Epd {
            return operations().count();
        }
        for tag in operations() {
            self.operations.push(' ');
            self.operations.push_str(&text.decode(tag.span));
            self.operations.push(';');
        }
        0
    }

    fn position<G: PositionText>(&mut self, position: &G) {
        if self.every {
            self.push_line(&position.line(self.form, self.game.plies));
        } else {
            *G::slot(&mut self.last) = Some(position.clone());
        }
    }
}

impl<G: PositionText> ReplayVisitor<G> for PositionConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.out.truncate(self.mark);
        self.last = Last::default();
        self.main = false;
        self.game.begin();
        let lost = self.take_tags(text, record);
        self.game.losses.add(Loss::Headers, lost as u64);
        self.position(start);
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        match item.kind {
            ItemKind::Time => self.game.losses.add(Loss::Times, 1),
            ItemKind::Bookmark => self.game.losses.add(Loss::Bookmarks, 1),
            ItemKind::Ending => self.game.losses.add(Loss::Ends, 1),
            _ => comments::count_item(text, item, &mut self.game.losses),
        }
    }

    #[inline(always)]
    fn move_(&mut self, event: MoveEvent<'_, G>) {
        self.main = event.item.line == 0;
    }

    fn null_move(&mut self, _: Text<'_>, item: Item, _: &G) {
        self.main = item.line == 0;
    }

    fn after_move(&mut self, after: &G) {
        if std::mem::take(&mut self.main) {
            self.game.plies += 1;
            self.position(after);
        }
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        if item.line == 0 {
            self.game.not_played(text, item);
        }
    }
}

impl GameWriter for PositionConverter {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    fn complete(&mut self) {
        let (form, plies) = (self.form, self.game.plies);
        let last = std::mem::take(&mut self.last);
        let line = last.chess.map(|position| position.line(form, plies));
        let line = line.or_else(|| last.hex.map(|position| position.line(form, plies)));
        if let Some(line) = line.or_else(|| last.shogi.map(|position| position.line(form, plies))) {
            self.push_line(&line);
        }
    }
}
