//! Watching for draws: repetition, counters, and what the book makes of them.

use super::game::ChessLike;
use crate::draw::{DrawEvent, DrawKind, How};
use partie_record::Outcome;
use partie_record::book::{ChessRules, Count, Effect, Month, RuleBook};
use partie_rules::Side;

use crate::repetition::Repetition;

/// What would have ended the game, had its clause been in force on the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooEarly {
    pub(super) event: DrawEvent,
    /// Since when the clause is in force.
    pub(super) since: Month,
}

/// The watch over one main line.
#[derive(Debug, Default)]
pub(super) struct Draws {
    book: Option<&'static RuleBook<ChessRules>>,
    events: Vec<DrawEvent>,
    /// The first end without a claim.
    pub(super) ended: Option<DrawEvent>,
    /// What ends a game only since a later day than that of this one.
    too_early: Vec<TooEarly>,
    /// The last month in which the game can have been played, as far as that is known.
    date: Option<Month>,
    /// Least quiet plies at which anything happens.
    least_quiet: u32,
    /// Occurrences of the last position.
    pub(super) count: u32,
}

impl Draws {
    pub(super) fn begin<G: ChessLike>(&mut self, book: &'static RuleBook<ChessRules>, date: Option<Month>, start: &G) {
        self.book = Some(book);
        self.date = date;
        self.events.clear();
        self.ended = None;
        self.too_early.clear();
        self.count = 1;
        self.least_quiet = book.rules.quiet.first().map_or(u32::MAX, |count| count.at);
        if start.halfmove_clock() >= self.least_quiet {
            self.quiet(start, 0, false);
        }
    }

    pub(super) fn events(&self) -> Vec<DrawEvent> {
        self.events.clone()
    }

    /// Whether an event ends a game only since a later day, and since when.
    pub(super) fn too_early_for(&self, event: &DrawEvent) -> Option<TooEarly> {
        self.too_early.iter().find(|early| early.event == *event).copied()
    }

    /// The first event that would have ended the game on a later day.
    pub(super) fn too_early(&self) -> Option<TooEarly> {
        self.too_early.first().copied()
    }

    pub(super) fn list(&self) -> &[DrawEvent] {
        &self.events
    }

    /// A position of the main line, after `ply` plies, occurring for the `count`th time.
    #[inline]
    pub(super) fn watch<G: ChessLike>(&mut self, position: &G, count: u32, ply: u32, mate: bool) {
        self.count = count;
        if count >= 3 {
            self.repeated(position, count, ply);
        }
        if position.halfmove_clock() >= self.least_quiet {
            self.quiet(position, ply, mate);
        }
    }

    #[cold]
    fn repeated<G: ChessLike>(&mut self, position: &G, count: u32, ply: u32) {
        let Some(book) = self.book else { return };
        for rule in book.rules.repetition.iter().filter(|rule| count >= rule.at) {
            let kind = if rule.at >= 5 { DrawKind::Fivefold } else { DrawKind::Threefold };
            self.reached(rule, kind, position, ply);
        }
    }

    #[cold]
    fn quiet<G: ChessLike>(&mut self, position: &G, ply: u32, mate: bool) {
        let Some(book) = self.book else { return };
        if mate || self.ended.is_some() && self.events.iter().any(|event| event.kind == DrawKind::Fifty) {
            return;
        }
        for rule in book.rules.quiet.iter().filter(|rule| position.halfmove_clock() >= rule.at) {
            let kind = if rule.at >= 150 { DrawKind::SeventyFive } else { DrawKind::Fifty };
            if self.events.iter().any(|event| event.kind == kind) {
                continue;
            }
            // Stalemate goes before the counters.
            if !position.has_legal_move() {
                return;
            }
            self.reached(rule, kind, position, ply);
        }
    }

    fn reached<G: ChessLike>(&mut self, rule: &Count, kind: DrawKind, position: &G, ply: u32) {
        if self.ended.is_some() || self.events.iter().any(|event| event.kind == kind) {
            return;
        }
        let by = position.turn();
        match rule.effect {
            Effect::Claim { intended, standing } => {
                if ply > 0 {
                    self.events.push(DrawEvent {
                        kind,
                        ply: ply - 1,
                        how: How::Intended,
                        by: by.other(),
                        basis: intended,
                    });
                }
                self.events.push(DrawEvent { kind, ply, how: How::Standing, by, basis: standing });
            }
            Effect::Ends { basis, since } => {
                let event = DrawEvent { kind, ply, how: How::Automatic, by, basis };
                self.events.push(event);
                match since.filter(|since| self.date.is_some_and(|date| date < *since)) {
                    None => self.ended = Some(event),
                    Some(since) => self.too_early.push(TooEarly { event, since }),
                }
            }
        }
    }

    /// Claims with a move intended in the final position, where none was possible before.
    pub(super) fn finish<G: ChessLike>(&mut self, position: &G, repetition: &Repetition, moves: &mut Vec<G::Move>) {
        let Some(book) = self.book else { return };
        if self.ended.is_some() {
            return;
        }
        let ply = moves.len() as u32;
        for (rules, kind) in [(book.rules.repetition, DrawKind::Threefold), (book.rules.quiet, DrawKind::Fifty)] {
            let Some((at, basis)) = claimable(rules) else { continue };
            if self.events.iter().any(|event| event.kind == kind) {
                continue;
            }
            // Too few quiet plies for the claim whatever is played.
            let least = if kind == DrawKind::Threefold { 7 } else { at - 1 };
            if position.halfmove_clock() < least || kind == DrawKind::Threefold && !repetition.twice {
                continue;
            }
            if !completing(position, repetition, moves, (kind, at)).is_empty() {
                self.events.push(DrawEvent { kind, ply, how: How::Intended, by: position.turn(), basis });
            }
        }
    }

    /// Adds the dead position that was found from the end backwards.
    pub(super) fn dead<G: ChessLike>(&mut self, ply: u32, position: &G, basis: &'static str) {
        if self.ended.is_some_and(|ended| ended.ply <= ply) {
            return;
        }
        self.events.retain(|event| event.ply <= ply);
        self.too_early.retain(|early| early.event.ply <= ply);
        let event = DrawEvent { kind: DrawKind::Dead, ply, how: How::Automatic, by: position.turn(), basis };
        self.events.push(event);
        self.ended = Some(event);
    }

    /// Adds a draw that was found after the replay; of those that end the game the earliest counts.
    pub(super) fn found(&mut self, event: DrawEvent, ends: bool) {
        self.events.insert(self.events.partition_point(|before| before.ply <= event.ply), event);
        if ends && self.ended.is_none_or(|ended| event.ply < ended.ply) {
            self.ended = Some(event);
        }
    }
}

/// The count at which a player may claim a draw, and the paragraph of the claim with the intended move.
fn claimable(rules: &[Count]) -> Option<(u32, &'static str)> {
    rules.iter().find_map(|rule| match rule.effect {
        Effect::Claim { intended, .. } => Some((rule.at, intended)),
        Effect::Ends { .. } => None,
    })
}

/// The moves that a player may write down in the final position to claim a draw of a kind.
pub(super) fn intended<G: ChessLike>(
    book: &RuleBook<ChessRules>,
    position: &G,
    repetition: &Repetition,
    moves: &[G::Move],
    kind: DrawKind,
) -> Vec<G::Move> {
    let rules = if kind == DrawKind::Threefold { book.rules.repetition } else { book.rules.quiet };
    let Some((at, _)) = claimable(rules) else { return Vec::new() };
    completing(position, repetition, &mut moves.to_vec(), (kind, at))
}

/// The legal moves of the final position that would complete a count and end nothing otherwise.
fn completing<G: ChessLike>(
    position: &G,
    repetition: &Repetition,
    moves: &mut Vec<G::Move>,
    (kind, at): (DrawKind, u32),
) -> Vec<G::Move> {
    let mut all = position.legal();
    all.retain(|mv| {
        if position.is_irreversible(*mv) && kind == DrawKind::Threefold {
            return false;
        }
        let mut after = position.clone();
        after.play(*mv);
        if kind == DrawKind::Fifty {
            return after.halfmove_clock() >= at && after.has_legal_move();
        }
        moves.push(*mv);
        let count = repetition.would_be(&after, moves);
        moves.pop();
        count >= at
    });
    all
}

/// Who is said to have lost, for a decisive outcome.
pub(super) const fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::FirstWins => Some(Side::First),
        Outcome::SecondWins => Some(Side::Second),
        _ => None,
    }
}
