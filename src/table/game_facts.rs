//! Collects the facts of a replay that rows need besides findings, in reused buffers.
//!
//! The replay passes comments and clocks when it has just parsed them. All other facts are computed at the end of the
//! game, from the moves and positions that the replay keeps. Not for tags (see `tags`) or findings.

use super::MoveColumns;
use super::identity::Identity;
use super::opened::Opened;
use super::opening_tracker::OpeningTracker;
use super::plies::Plies;
use super::row_rules::{self, RowRules};
use super::times::Times;
use partie_notation::formats;
use partie_openings::OpeningBook;
use partie_record::{Clock, Format, Item, ItemKind, Record};
use partie_replay::{Line, MoveEvent, ReplayVisitor, Text};
use partie_rules::{GameKind, Rules as _, Side, chess, hex, shogi};

/// Number of plies without a capture or pawn move in the fifty-move rule.
const FIFTY_MOVES_PLIES: u32 = 100;
/// A null move in UCI notation.
const NULL_MOVE: &str = "0000";

/// The requested facts of a main line.
#[derive(Clone, Copy, Debug)]
pub struct AskedFacts {
    /// Any fact that needs a pass over all moves.
    pub moves: bool,
    /// The final position as text.
    pub last: bool,
    /// The material of the final position.
    pub material: bool,
    /// The moves as a list.
    pub list: bool,
    /// Complete lists of clocks, times and evaluations.
    pub times: bool,
}

#[derive(Clone, Debug)]
pub struct GameFacts {
    /// Zobrist keys of the initial positions.
    initial: [u64; 3],
    /// True if the replay visited the game; it skips games that are not judged.
    pub begun: bool,
    /// The side to move at the start.
    pub first_turn: Side,
    /// The number of the first move.
    pub first_number: u32,
    /// True if move numbers count plies.
    pub numbers_plies: bool,
    /// The start position, unless it is the initial one.
    pub start: Option<String>,
    /// Played plies of the main line.
    pub plies: u32,
    /// Written moves of the main line, played or not.
    pub written: u32,
    pub captures: u32,
    pub checks: u32,
    pub promotions: u32,
    pub drops: u32,
    pub comments: u32,
    /// First ply after which fifty moves without a capture or pawn move were complete.
    pub fifty: Option<u32>,
    pub times: Times,
    pub identity: Identity,
    pub last: String,
    pub last_key: u64,
    /// The material of the final position.
    pub material: String,
    /// The moves in coordinates, separated by spaces, if requested.
    pub moves: String,
    /// The plies one by one, if requested.
    pub each: Option<Plies>,
    format: Format,
    /// True if comments use the syntax of shogi programs.
    remarks: bool,
    asked: AskedFacts,
    /// Moves of the main line that could not be played.
    skipped: u32,
    openings: OpeningTracker,
}

impl GameFacts {
    /// Collects the `asked` facts, and with `moves` also the plies for these columns of the table of moves.
    pub fn new(asked: AskedFacts, moves: Option<MoveColumns>, book: Option<&'static OpeningBook>) -> Self {
        let initial =
            [chess::Position::start().zobrist(), shogi::Position::start().zobrist(), hex::Position::start().zobrist()];
        Self {
            initial,
            begun: false,
            first_turn: Side::First,
            first_number: 1,
            numbers_plies: false,
            start: None,
            plies: 0,
            written: 0,
            captures: 0,
            checks: 0,
            promotions: 0,
            drops: 0,
            comments: 0,
            fifty: None,
            times: Times::new(moves.is_some() || asked.times),
            identity: Identity::default(),
            last: String::new(),
            last_key: 0,
            material: String::new(),
            moves: String::new(),
            each: moves.map(Plies::new),
            format: Format::default(),
            remarks: false,
            asked,
            skipped: 0,
            openings: OpeningTracker::new(book),
        }
    }

    /// Resets the facts for the next game: the replay may never visit it.
    pub fn reset(&mut self) {
        self.clear_line();
        self.clear_replay(Side::First);
    }

    /// Resets the facts of the main line. A record that fails as chess may be replayed again as another game.
    fn clear_line(&mut self) {
        self.begun = false;
        self.first_turn = Side::First;
        self.first_number = 1;
        self.numbers_plies = false;
        self.start = None;
        self.plies = 0;
        self.written = 0;
        self.captures = 0;
        self.checks = 0;
        self.promotions = 0;
        self.drops = 0;
        self.fifty = None;
        self.last.clear();
        self.material.clear();
        self.moves.clear();
        if let Some(each) = &mut self.each {
            each.clear();
        }
    }

    /// Resets the facts that are collected during the replay.
    fn clear_replay(&mut self, first_turn: Side) {
        self.skipped = 0;
        self.comments = 0;
        self.times.begin(first_turn);
        self.identity.reset();
    }

    fn main_line<G: RowRules>(&mut self, line: &Line<'_, G>) {
        self.clear_line();
        self.begun = true;
        self.first_turn = line.start.turn();
        self.first_number = line.start.first_number();
        self.numbers_plies = G::NUMBERS_PLIES;
        let initial = self.initial[G::KIND as usize] == line.start.zobrist();
        if !initial {
            let mut text = String::with_capacity(96);
            line.start.text(&mut text, 0);
            self.start = Some(text);
        }
        self.plies = line.moves.len() as u32;
        self.written = self.plies + self.skipped;
        if self.asked.moves {
            self.identity.begin(G::KIND, if initial { 0 } else { line.start.digest() });
            self.moves(line);
        }
        if let Some(each) = &mut self.each {
            each.fill(line);
        }
        if self.asked.list {
            list_moves(line, &mut self.moves);
        }
        self.last_key = line.last.zobrist();
        if self.asked.last {
            line.last.text(&mut self.last, self.plies);
        }
        if self.asked.material {
            line.last.material(&mut self.material);
        }
    }

    fn moves<G: RowRules>(&mut self, line: &Line<'_, G>) {
        let after = line.positions.get(1..).unwrap_or_default();
        self.checks = after.iter().map(|record| u32::from(record.check)).sum();
        let numbers = self.identity.moves(line.moves.len());
        for (mv, place) in line.moves.iter().zip(numbers.iter_mut()) {
            *place = G::number(*mv).to_le_bytes();
        }
        // A separate loop compiles to vector code.
        let (mut nothing, [mut promotions, mut drops]) = (false, [0; 2]);
        for number in numbers {
            let facts = G::facts(u16::from_le_bytes(*number));
            nothing |= facts.nothing;
            promotions += u32::from(facts.promotes);
            drops += u32::from(facts.drops);
        }
        (self.promotions, self.drops) = (promotions, drops);
        self.captures = G::captures(line);
        self.fifty = fifty(line);
        if nothing {
            self.nothing(line);
        }
    }

    /// Corrects the facts of a game with null moves or takebacks, which the fast path counts wrongly.
    #[cold]
    fn nothing<G: RowRules>(&mut self, line: &Line<'_, G>) {
        row_rules::identify::<G>(line.moves, &mut self.identity);
        let after = line.positions.get(1..).unwrap_or_default();
        let again = line.moves.iter().zip(after).filter(|(mv, record)| G::is_taken_back(**mv) && record.check);
        self.checks -= again.count() as u32;
        self.fifty = fifty_of_any(line);
    }

    /// The opening of the game.
    pub fn opened(&self, kind: GameKind) -> Opened {
        if self.begun { (row_rules::of(kind).opened)(&self.openings) } else { Opened::default() }
    }
}

impl<G: RowRules> ReplayVisitor<G> for GameFacts {
    fn begin_game(&mut self, _: Text<'_>, record: &Record, start: &G) {
        self.clear_replay(start.turn());
        self.format = record.format;
        self.remarks = record.format.is_shogi() && !formats::info(record.format).shogi.has_pgn_tags;
        start.begins(&mut self.openings);
    }

    #[inline(always)]
    fn token(&mut self, _: Text<'_>, item: Item) {
        self.comments += u32::from(matches!(item.kind, ItemKind::Comment | ItemKind::LineComment));
    }

    #[inline(always)]
    fn clock(&mut self, text: Text<'_>, item: Item, ply: u32, clock: Option<Clock>) {
        let bytes = item.span.of(text.bytes);
        match item.kind {
            // A time before the first move belongs to no ply.
            _ if ply == 0 => {}
            ItemKind::Time => self.times.cell(bytes, self.format, ply),
            _ if self.remarks => self.times.remark(bytes, self.format, ply),
            _ => self.times.comment(bytes, ply, clock),
        }
    }

    #[inline(always)]
    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let MoveEvent { item, before, ply, .. } = event;
        if item.line == 0 {
            before.position_reached(ply - 1, &mut self.openings);
        }
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        if item.line == 0 {
            self.skipped += 1;
            self.identity.unplayed(item.span.of(text.bytes));
        }
    }

    fn end_game(&mut self, line: &Line<'_, G>) {
        self.main_line(line);
        G::ended(line, &mut self.openings);
    }
}

/// Writes the moves in coordinates, separated by spaces.
#[cold]
fn list_moves<G: RowRules>(line: &Line<'_, G>, text: &mut String) {
    for mv in line.moves.iter().filter(|mv| !G::is_taken_back(**mv)) {
        if !text.is_empty() {
            text.push(' ');
        }
        if G::is_null(*mv) {
            text.push_str(NULL_MOVE);
        } else {
            G::coordinates(*mv).as_text(|mv| text.push_str(mv));
        }
    }
}

/// First ply after which fifty moves without a capture or pawn move were complete, if there are no null moves or
/// takebacks.
fn fifty<G: RowRules>(line: &Line<'_, G>) -> Option<u32> {
    let mut needed = FIFTY_MOVES_PLIES.saturating_sub(line.start.halfmove_clock()) as usize;
    let mut from = 0;
    // The plies must contain no reset of the halfmove clock, so the search continues after the last reset.
    loop {
        match line.moves.get(from..from + needed)?.iter().rposition(|mv| G::step(*mv).resets) {
            Some(at) => from += at + 1,
            None => return Some((from + needed) as u32),
        }
        needed = FIFTY_MOVES_PLIES as usize;
    }
}

/// First ply after which fifty moves without a capture or pawn move were complete: null moves count, takebacks do not.
fn fifty_of_any<G: RowRules>(line: &Line<'_, G>) -> Option<u32> {
    let mut quiet = line.start.halfmove_clock();
    if quiet >= FIFTY_MOVES_PLIES {
        return Some(0);
    }
    let mut moves = line.moves.iter().zip(1..).filter(|(mv, _)| !G::is_taken_back(**mv));
    let complete = moves.find(|(mv, _)| {
        quiet = if !G::is_null(**mv) && G::step(**mv).resets { 0 } else { quiet + 1 };
        quiet >= FIFTY_MOVES_PLIES
    });
    complete.map(|(_, ply)| ply)
}
