//! What rows need of a replay beside its findings, heard move by move into buffers that stay.

use super::analyst::Opened;
use super::castles::CastleWatch;
use super::identity::{self, Identity};
use super::material;
use super::openings::{Classifier, Opening, OpeningBook};
use super::plies::Plies;
use super::times::Times;
use crate::notation::{fen, hex_fen, sfen};
use crate::record::{Format, Item, Kind, Record};
use crate::replay::{Listener, Text};
use crate::rules::{Game, GameKind, Side, chess, hex, shogi};

/// Plies that complete fifty moves.
const FIFTY: u32 = 100;

/// What was heard of one game.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Keys of the usual start positions.
    usual: [u64; 3],
    format: Format,
    /// Whether anything was heard: not of games that are not judged.
    pub begun: bool,
    /// Whose move the first one is.
    pub first_turn: Side,
    /// The number of the first move.
    pub first_number: u32,
    /// Start position, where it is not the usual one.
    pub start: Option<String>,
    /// Plies of the main line.
    pub plies: u32,
    /// Its moves as they are written, played or not.
    pub written: u32,
    /// Captures.
    pub captures: u32,
    /// Checks given.
    pub checks: u32,
    /// Promotions.
    pub promotions: u32,
    /// Drops.
    pub drops: u32,
    /// Comments of all lines.
    pub comments: u32,
    /// First ply after which fifty moves without capture and pawn move were complete.
    pub fifty: Option<u32>,
    /// Clocks, times and evaluations.
    pub times: Times,
    /// The moves.
    pub identity: Identity,
    /// Last position.
    pub last: String,
    /// Its hash.
    pub last_key: u64,
    /// What is left on it.
    pub material: String,
    /// The plies one by one, when they are wanted.
    pub each: Option<Plies>,
    classifier: Classifier<'static>,
    castles: CastleWatch,
    /// Whether the last position is check.
    pub ends_in_check: bool,
    stopped: bool,
}

impl Heard {
    /// Hears what rows need; `moves` keeps the plies one by one, too.
    pub fn new(moves: bool, book: &'static OpeningBook) -> Self {
        let usual = [chess::Position::start().key(), shogi::Position::start().key(), hex::Position::start().key()];
        Self {
            usual,
            format: Format::default(),
            begun: false,
            first_turn: Side::First,
            first_number: 1,
            start: None,
            plies: 0,
            written: 0,
            captures: 0,
            checks: 0,
            promotions: 0,
            drops: 0,
            comments: 0,
            fifty: None,
            times: Times::default(),
            identity: Identity::default(),
            last: String::new(),
            last_key: 0,
            material: String::new(),
            each: moves.then(Plies::default),
            classifier: Classifier::new(book),
            castles: CastleWatch::new(),
            ends_in_check: false,
            stopped: false,
        }
    }

    /// Makes it ready for the next game, of which it may hear nothing.
    pub fn reset(&mut self) {
        self.begun = false;
        self.first_turn = Side::First;
        self.first_number = 1;
        self.start = None;
        self.plies = 0;
        self.written = 0;
        self.captures = 0;
        self.checks = 0;
        self.promotions = 0;
        self.drops = 0;
        self.comments = 0;
        self.fifty = None;
        self.times.begin();
        self.last.clear();
        self.material.clear();
        if let Some(each) = &mut self.each {
            each.clear();
        }
        self.stopped = false;
    }

    fn begin_game<G: Game>(
        &mut self,
        (kind, record): (GameKind, &Record),
        start: &G,
        digest: impl Fn(&G) -> u64,
        text: impl Fn(&G) -> String,
    ) {
        self.reset();
        self.begun = true;
        self.format = record.format;
        self.first_turn = start.turn();
        let usual = self.usual[kind as usize] == start.key();
        self.start = (!usual).then(|| text(start));
        self.identity.begin(kind, if usual { 0 } else { digest(start) });
        if start.quiet_plies() >= FIFTY {
            self.fifty = Some(0);
        }
    }

    #[inline(always)]
    fn any_item(&mut self, text: Text<'_>, item: Item) {
        match item.kind {
            Kind::Comment => {
                self.comments += 1;
                if item.line == 0 && self.plies > 0 && !self.stopped {
                    self.times.comment(item.span.of(text.bytes), self.plies);
                }
            }
            Kind::LineComment => self.comments += 1,
            Kind::Time if item.line == 0 && !self.stopped => {
                self.times.cell(item.span.of(text.bytes), self.format, self.plies);
            }
            Kind::Null if item.line == 0 && !self.stopped => {
                self.plies += 1;
                self.identity.null();
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn any_move<G: Game>(&mut self, before: &G, ply: u32) {
        self.plies = ply;
        self.written += 1;
        // A check that stood there before the first move was given by nobody.
        self.checks += u32::from(before.in_check() && ply > 1);
        if before.quiet_plies() >= FIFTY && self.fifty.is_none() {
            self.fifty = Some(ply - 1);
        }
    }

    fn skip(&mut self, item: Item) {
        if item.line == 0 {
            self.written += 1;
            self.stopped = true;
        }
    }

    /// How the game was opened.
    pub fn opened(&self, kind: GameKind) -> Opened {
        let narrow = |ply: u32| u16::try_from(ply).unwrap_or(u16::MAX);
        match kind {
            _ if !self.begun => Opened::default(),
            GameKind::Chess => {
                let opening = self.classifier.opening();
                Opened {
                    eco: opening.map(Opening::eco),
                    name: opening.map(Opening::name),
                    ply: self.classifier.ply().map(narrow),
                    castles: [None; 2],
                }
            }
            GameKind::Shogi => {
                let opening = self.castles.opening();
                Opened {
                    eco: None,
                    name: opening.map(|seen| seen.shape.english),
                    ply: opening.map(|seen| narrow(seen.ply)),
                    castles: [Side::First, Side::Second]
                        .map(|side| self.castles.castle(side).map(|seen| seen.shape.english)),
                }
            }
            GameKind::Hex => Opened::default(),
        }
    }

    fn end_game<G: Game>(&mut self, main: &G) {
        self.ends_in_check = main.in_check();
        self.checks += u32::from(self.plies > 0 && self.ends_in_check);
        if main.quiet_plies() >= FIFTY && self.fifty.is_none() {
            self.fifty = Some(self.plies);
        }
        self.last_key = main.key();
    }
}

impl Listener<chess::Position> for Heard {
    fn begin(&mut self, _: Text<'_>, record: &Record, start: &chess::Position) {
        self.classifier.begin();
        self.begin_game((GameKind::Chess, record), start, identity::chess_start, fen::write);
        self.first_number = start.number();
    }

    #[inline(always)]
    fn item(&mut self, text: Text<'_>, item: Item) {
        self.any_item(text, item);
    }

    #[inline(always)]
    fn moved(&mut self, _: Text<'_>, item: Item, before: &chess::Position, mv: chess::Move, ply: u32) {
        if item.line != 0 {
            return;
        }
        self.any_move(before, ply);
        self.captures += u32::from(mv.captured.is_some());
        self.promotions += u32::from(mv.promotion.is_some());
        self.classifier.moved(before, ply - 1);
        self.identity.chess(mv);
        if let Some(each) = &mut self.each {
            each.chess(before, mv, ply);
        }
    }

    fn skipped(&mut self, _: Text<'_>, item: Item) {
        self.skip(item);
    }

    fn ended(&mut self, main: &chess::Position) {
        self.end_game(main);
        self.classifier.moved(main, self.plies);
        fen::push(&mut self.last, main);
        material::chess(&mut self.material, main);
    }
}

impl Listener<hex::Position> for Heard {
    fn begin(&mut self, _: Text<'_>, record: &Record, start: &hex::Position) {
        self.begin_game((GameKind::Hex, record), start, identity::hex_start, hex_fen::write);
        self.first_number = start.number();
    }

    #[inline(always)]
    fn item(&mut self, text: Text<'_>, item: Item) {
        self.any_item(text, item);
    }

    #[inline(always)]
    fn moved(&mut self, _: Text<'_>, item: Item, before: &hex::Position, mv: hex::Move, ply: u32) {
        if item.line != 0 {
            return;
        }
        self.any_move(before, ply);
        self.captures += u32::from(mv.captured.is_some());
        self.promotions += u32::from(mv.promotion.is_some());
        self.identity.hex(mv);
        if let Some(each) = &mut self.each {
            each.hex(before, mv, ply);
        }
    }

    fn skipped(&mut self, _: Text<'_>, item: Item) {
        self.skip(item);
    }

    fn ended(&mut self, main: &hex::Position) {
        self.end_game(main);
        self.last = hex_fen::write(main);
        material::hex(&mut self.material, main);
    }
}

impl Listener<shogi::Position> for Heard {
    fn begin(&mut self, _: Text<'_>, record: &Record, start: &shogi::Position) {
        let text = |start: &shogi::Position| sfen::write(&shogi::Setup::from(start), 1);
        self.castles.begin(start);
        self.begin_game((GameKind::Shogi, record), start, identity::shogi_start, text);
    }

    #[inline(always)]
    fn item(&mut self, text: Text<'_>, item: Item) {
        self.any_item(text, item);
    }

    #[inline(always)]
    fn moved(&mut self, _: Text<'_>, item: Item, before: &shogi::Position, mv: shogi::Move, ply: u32) {
        if item.line != 0 {
            return;
        }
        self.any_move(before, ply);
        self.captures += u32::from(mv.captured().is_some());
        self.promotions += u32::from(mv.promotes());
        self.drops += u32::from(mv.is_drop());
        if ply > 1 {
            self.castles.moved(before, ply - 1);
        }
        self.identity.shogi(mv);
        if let Some(each) = &mut self.each {
            each.shogi(before, mv, ply);
        }
    }

    fn skipped(&mut self, _: Text<'_>, item: Item) {
        self.skip(item);
    }

    fn ended(&mut self, main: &shogi::Position) {
        self.end_game(main);
        if self.plies > 0 {
            self.castles.moved(main, self.plies);
        }
        self.last = sfen::write(&shogi::Setup::from(main), self.plies + 1);
        material::shogi(&mut self.material, main);
    }
}
