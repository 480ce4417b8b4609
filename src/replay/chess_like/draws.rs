//! Detects draws by repetition and by move counters, under a rule book.

use super::game::ChessLike;
use crate::draw::{DrawEvent, DrawKind, How};
use partie_record::Outcome;
use partie_record::book::{ChessRules, Count, Effect, Month, RuleBook};
use partie_rules::Side;

use crate::repetition::Repetition;

/// A draw by a rule that was not yet in force on the day of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooEarly {
    pub(super) event: DrawEvent,
    /// First month in which the rule is in force.
    pub(super) since: Month,
}

/// The draws of one main line.
#[derive(Debug, Default)]
pub(super) struct Draws {
    book: Option<&'static RuleBook<ChessRules>>,
    events: Vec<DrawEvent>,
    /// The earliest draw without a claim.
    pub(super) ended: Option<DrawEvent>,
    /// Draws by rules that came into force after the game.
    too_early: Vec<TooEarly>,
    /// The last month in which the game can have been played; `None` if unknown.
    date: Option<Month>,
    /// Minimum halfmove clock to which a rule of the book applies.
    least_quiet: u32,
    /// Number of occurrences of the last position.
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

    /// The entry of an event whose rule came into force after the game.
    pub(super) fn too_early_for(&self, event: &DrawEvent) -> Option<TooEarly> {
        self.too_early.iter().find(|early| early.event == *event).copied()
    }

    /// The first event whose rule came into force after the game.
    pub(super) fn too_early(&self) -> Option<TooEarly> {
        self.too_early.first().copied()
    }

    pub(super) fn list(&self) -> &[DrawEvent] {
        &self.events
    }

    /// Processes a position of the main line after `ply` plies, which occurs for the `count`th time.
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
            // Stalemate takes precedence over the counters.
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
                if let Some(basis) = intended.filter(|_| ply > 0) {
                    let (ply, by) = (ply - 1, by.other());
                    self.events.push(DrawEvent { kind, ply, how: How::Intended, by, basis });
                }
                self.events.push(DrawEvent { kind, ply, how: How::Standing, by, basis: standing });
            }
            Effect::Ends { basis, since } => {
                let since = since.filter(|since| self.date.is_some_and(|date| date < *since));
                if since.is_some() && self.was_claim(rule) {
                    return;
                }
                let event = DrawEvent { kind, ply, how: How::Automatic, by, basis };
                self.events.push(event);
                match since {
                    None => self.ended = Some(event),
                    Some(since) => self.too_early.push(TooEarly { event, since }),
                }
            }
        }
    }

    /// True if a count that draws by itself was a claim before the rule was in force.
    fn was_claim(&self, rule: &Count) -> bool {
        let rules = self.book.iter().flat_map(|book| book.rules.repetition.iter().chain(book.rules.quiet));
        rules.filter(|other| other.at == rule.at).any(|other| matches!(other.effect, Effect::Claim { .. }))
    }

    /// Adds claims with an intended move in the final position, unless an earlier claim of the same kind exists.
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
            // Below this halfmove clock no move can complete the claim.
            let least = if kind == DrawKind::Threefold { 7 } else { at - 1 };
            if position.halfmove_clock() < least || kind == DrawKind::Threefold && !repetition.twice {
                continue;
            }
            if !completing(position, repetition, moves, (kind, at)).is_empty() {
                self.events.push(DrawEvent { kind, ply, how: How::Intended, by: position.turn(), basis });
            }
        }
    }

    /// Adds the first dead position, found backward from the end. Later events are removed.
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

    /// Adds a draw found after the replay. If `ends`, the earliest such draw ends the game.
    pub(super) fn found(&mut self, event: DrawEvent, ends: bool) {
        self.events.insert(self.events.partition_point(|before| before.ply <= event.ply), event);
        if ends && self.ended.is_none_or(|ended| event.ply < ended.ply) {
            self.ended = Some(event);
        }
    }
}

/// The count at which a player may claim a draw, and the rule's paragraph on claims with an intended move.
fn claimable(rules: &[Count]) -> Option<(u32, &'static str)> {
    rules.iter().find_map(|rule| match rule.effect {
        Effect::Claim { intended, .. } => Some((rule.at, intended?)),
        Effect::Ends { .. } => None,
    })
}

/// The moves of the final position with which a player may claim a draw of a kind.
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

/// The legal moves of the final position that complete a count and do not end the game otherwise.
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

/// The winner of a decisive outcome.
pub(super) const fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::FirstWins => Some(Side::First),
        Outcome::SecondWins => Some(Side::Second),
        _ => None,
    }
}
