//! What rows need of a replay beside its findings, in buffers that stay.
//!
//! Nearly all of it is had at the end of a game, from the moves and positions that replay remembers and the
//! items of the record, so that replay itself is not slowed down.

use super::analyst::Opened;
use super::castles::CastleWatch;
use super::identity::Identity;
use super::openings::{Classifier, Opening, OpeningBook};
use super::plies::Plies;
use super::times::Times;
use super::told::{self, Told};
use crate::record::{Item, Kind, Record};
use crate::replay::{Line, Listener, Text};
use crate::rules::{Game, GameKind, Side, chess, hex, shogi};

/// Plies that complete fifty moves.
const FIFTY: u32 = 100;

/// What was heard of one game.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Keys of the usual start positions.
    usual: [u64; 3],
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
}

impl Heard {
    /// Hears what rows need; `moves` keeps the plies one by one, too.
    pub fn new(moves: bool, book: &'static OpeningBook) -> Self {
        let usual = [chess::Position::start().key(), shogi::Position::start().key(), hex::Position::start().key()];
        Self {
            usual,
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
    }

    fn main_line<G: Told>(&mut self, line: &Line<'_, G>) {
        self.reset();
        self.begun = true;
        self.first_turn = line.start.turn();
        self.first_number = line.start.first_number();
        let usual = self.usual[G::KIND as usize] == line.start.key();
        if !usual {
            let mut text = String::with_capacity(96);
            line.start.text(&mut text, 0);
            self.start = Some(text);
        }
        self.identity.begin(G::KIND, if usual { 0 } else { line.start.digest() });
        self.plies = line.moves.len() as u32;
        self.moves(line);
        self.items(line);
        if let Some(each) = &mut self.each {
            each.fill(line);
        }
        self.last_key = line.last.key();
        line.last.text(&mut self.last, self.plies);
        line.last.material(&mut self.material);
    }

    fn moves<G: Told>(&mut self, line: &Line<'_, G>) {
        let after = line.stood.get(1..).unwrap_or_default();
        let [mut captures, mut promotions, mut drops] = [0; 3];
        self.checks = after.iter().map(|stood| u32::from(stood.check)).sum();
        let mut nothing = false;
        for (mv, place) in line.moves.iter().zip(self.identity.moves(line.moves.len())) {
            let step = G::step(*mv);
            nothing |= G::is_null(*mv) | G::is_taken_back(*mv);
            captures += u32::from(step.captures);
            promotions += u32::from(step.promotes);
            drops += u32::from(step.drop);
            place.put(step.from, step.to, step.becomes);
        }
        (self.captures, self.promotions, self.drops) = (captures, promotions, drops);
        if nothing {
            self.nothing(line);
        }
        self.fifty = fifty(line);
    }

    /// Null moves, and moves that were taken back, among them.
    #[cold]
    fn nothing<G: Told>(&mut self, line: &Line<'_, G>) {
        told::identify::<G>(line.moves, &mut self.identity);
        let after = line.stood.get(1..).unwrap_or_default();
        let again = line.moves.iter().zip(after).filter(|(mv, stood)| G::is_taken_back(**mv) && stood.check);
        self.checks -= again.count() as u32;
    }

    fn items<G: Told>(&mut self, line: &Line<'_, G>) {
        let items = &line.record.items;
        let [mut written, mut comments, mut times] = [0; 3];
        for item in items {
            written += u32::from(matches!(item.kind, Kind::Move | Kind::Null) & (item.line == 0));
            comments += u32::from(matches!(item.kind, Kind::Comment | Kind::LineComment));
            times += u32::from(item.kind == Kind::Time);
        }
        (self.written, self.comments) = (written, comments);
        if comments + times > 0 {
            self.times(line);
        }
    }

    fn times<G: Told>(&mut self, line: &Line<'_, G>) {
        let Line { text, record, stopped, .. } = *line;
        let stopped = stopped.unwrap_or(u32::MAX);
        let mut ply = 0;
        for item in record.items.iter().filter(|item| item.line == 0).take_while(|item| item.span.from < stopped) {
            match item.kind {
                Kind::Move | Kind::Null => ply += 1,
                Kind::Comment if ply > 0 => self.times.comment(item.span.of(text.bytes), ply),
                Kind::Time => self.times.cell(item.span.of(text.bytes), record.format, ply),
                _ => {}
            }
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
                    index: opening.map_or(0, Opening::index),
                    ply: self.classifier.ply().map(narrow),
                    castles: [None; 2],
                }
            }
            GameKind::Shogi => {
                let opening = self.castles.opening();
                Opened {
                    eco: None,
                    name: opening.map(|seen| seen.shape.english),
                    index: 0,
                    ply: opening.map(|seen| narrow(seen.ply)),
                    castles: [Side::First, Side::Second]
                        .map(|side| self.castles.castle(side).map(|seen| seen.shape.english)),
                }
            }
            GameKind::Hex => Opened::default(),
        }
    }
}

impl Listener<chess::Position> for Heard {
    fn ended(&mut self, line: &Line<'_, chess::Position>) {
        self.main_line(line);
        self.classifier.line(line.stood);
    }
}

impl Listener<hex::Position> for Heard {
    fn ended(&mut self, line: &Line<'_, hex::Position>) {
        self.main_line(line);
    }
}

impl Listener<shogi::Position> for Heard {
    fn begin(&mut self, _: Text<'_>, _: &Record, start: &shogi::Position) {
        self.castles.begin(start);
    }

    #[inline(always)]
    fn moved(&mut self, _: Text<'_>, item: Item, before: &shogi::Position, _: shogi::Move, ply: u32) {
        if item.line == 0 && ply > 1 {
            self.castles.moved(before, ply - 1);
        }
    }

    fn ended(&mut self, line: &Line<'_, shogi::Position>) {
        self.main_line(line);
        if self.plies > 0 {
            self.castles.moved(line.last, self.plies);
        }
    }
}

/// The first ply after which fifty moves without capture and pawn move were complete.
fn fifty<G: Told>(line: &Line<'_, G>) -> Option<u32> {
    let mut quiet = line.start.quiet_plies();
    if quiet >= FIFTY {
        return Some(0);
    }
    if quiet as usize + line.moves.len() < FIFTY as usize {
        return None;
    }
    let mut moves = line.moves.iter().zip(1..).filter(|(mv, _)| !G::is_taken_back(**mv));
    let complete = moves.find(|(mv, _)| {
        quiet = if !G::is_null(**mv) && G::step(**mv).resets { 0 } else { quiet + 1 };
        quiet >= FIFTY
    });
    complete.map(|(_, ply)| ply)
}
