//! Plays a line and reads the texts of its slots.

use std::cell::OnceCell;

use super::attempt::Place;
use super::confusion::{LeastCosts, Letters, nearer};
use super::line::DamagedLine;
use super::medium::Confusions;
use super::repairable::PlayedMove;
use super::repairable::Repairable;
use super::signs::{Evidence, Sign};
use partie_notation::moves::{MoveOf, Node};
use partie_record::span::Span;
use partie_rules::{Resolution, Rules as _};

/// Maximum distance of a text at the break of a line; farther texts have the same distance.
pub const FAR: f32 = 3.0;
/// Effort of writing a move in all its spellings.
const WRITING: u32 = 3;
/// Distance of each move that an ambiguous text denotes.
const OPEN: f32 = 0.15;
/// Maximum number of readings that are tried for one text, and of ambiguous texts that are followed at a time.
const MAX_READINGS: usize = 6;
const MAX_FORKS: u32 = 2;
/// Maximum length of a text that may be two moves, in bytes.
const MAX_PAIR_BYTES: usize = 24;

/// A text padded with zeros, as fast paths read more bytes at once than most moves have. Empty for a text that is too
/// long for all fast paths.
struct Padded {
    bytes: [u8; Self::MAX_BYTES + Self::BEHIND],
    length: usize,
}

impl Padded {
    const MAX_BYTES: usize = 24;
    const BEHIND: usize = 8;

    #[inline(never)]
    fn new(text: &[u8]) -> Self {
        let text = if text.len() > Self::MAX_BYTES { &[] } else { text };
        let mut bytes = [0; Self::MAX_BYTES + Self::BEHIND];
        bytes[..text.len()].copy_from_slice(text);
        Self { bytes, length: text.len() }
    }
}

/// Replays a damaged line from any of its slots, up to a maximum number of plies.
pub(super) struct SlotReplayer<'a, N: Repairable> {
    pub(super) line: &'a DamagedLine<'a, N>,
    /// Remaining effort, in plies of SAN.
    pub(super) left: u32,
    /// Confusions of the medium of the record.
    pub(super) confusions: &'static Confusions,
    /// The texts of the slots, padded for the fast paths.
    padded: Vec<Padded>,
    /// The token of each slot, parsed on demand; `None` if the text is not a move.
    tokens: Vec<OnceCell<Option<N::Token>>>,
    /// Number of ambiguous texts that are being followed.
    forks: u32,
    /// Number of moves before the first ambiguous text of which no reading leads to the end of the line.
    pub(super) open: usize,
    /// A sign that is no evidence in this line.
    meaningless: Option<Sign>,
}

impl<'a, N: Repairable> SlotReplayer<'a, N> {
    pub(super) fn new(line: &'a DamagedLine<'a, N>, left: u32) -> Self {
        let tokens = line.slots.iter().map(|_| OnceCell::new()).collect();
        let padded = line.slots.iter().map(|slot| Padded::new(slot.bytes)).collect();
        let meaningless = line.notation.meaningless(&mut line.slots.iter().map(|slot| slot.bytes));
        let confusions = line.medium.confusions();
        Self { line, left, confusions, padded, tokens, forks: 0, open: usize::MAX, meaningless }
    }

    /// Applies a function to the token of a slot; `None` if the text is not a move.
    fn by_token<T>(&self, slot: usize, memory: &N::Memory, tell: impl FnOnce(&N::Token) -> T) -> Option<T> {
        let read = || self.line.notation.parse(self.line.slots[slot].bytes, memory);
        if N::READS_BY_MEMORY {
            read().as_ref().map(tell)
        } else {
            self.tokens[slot].get_or_init(read).as_ref().map(tell)
        }
    }

    /// True if the text of a slot may be readable after some inserted move. If not, the effort for its readings is
    /// deducted here.
    pub(super) fn may_follow(&mut self, node: &Node<N>, slot: usize, moves: usize) -> bool {
        let may = N::READS_BY_MEMORY
            || self.line.slots[slot].bytes.is_empty()
            || self.by_token(slot, &node.memory, |token| N::may_reply(token, node)).unwrap_or(false);
        if !may {
            self.left = self.left.saturating_sub(N::EFFORT * moves as u32);
        }
        may
    }

    /// Returns the contradictions between the text of a slot and the board.
    pub(super) fn contradictions(&self, slot: usize, played: PlayedMove<'_, N>) -> Evidence {
        let (notation, bytes) = (self.line.notation, self.line.slots[slot].bytes);
        let memory = &played.before.memory;
        let evidence = self.by_token(slot, memory, |token| notation.contradictions((bytes, token), played));
        match self.meaningless {
            Some(sign) => evidence.unwrap_or_default().at_most(&[(sign, 0.0)]),
            None => evidence.unwrap_or_default(),
        }
    }

    /// Plays a line from a place as far as possible, and appends its moves. Returns the place at which it breaks.
    pub(super) fn follow(
        &mut self,
        mut node: Node<N>,
        places: &[Place<MoveOf<N>>],
        mut at: usize,
        moves: &mut Vec<MoveOf<N>>,
    ) -> usize {
        while let Some(place) = places.get(at) {
            if self.left == 0 {
                return at;
            }
            self.left = self.left.saturating_sub(N::EFFORT);
            let mv = match *place {
                Place::Move(mv) => mv,
                Place::Slot(slot) => match self.quick_reading(&node, &self.padded[slot]) {
                    Some(mv) => mv,
                    None => match self.slow_readings(&node, slot).as_slice() {
                        [] => return at,
                        [one] => *one,
                        [first, ..] if self.forks >= MAX_FORKS => *first,
                        several => {
                            let several = several.to_vec();
                            return self.follow_farthest(&node, places, at, (&several, moves));
                        }
                    },
                },
            };
            moves.push(mv);
            node.play_listed(mv);
            at += 1;
        }
        at
    }

    /// Follows each reading of a text, and keeps the reading that goes farthest.
    fn follow_farthest(
        &mut self,
        node: &Node<N>,
        places: &[Place<MoveOf<N>>],
        at: usize,
        (readings, moves): (&[MoveOf<N>], &mut Vec<MoveOf<N>>),
    ) -> usize {
        let mut best: Option<(usize, Vec<MoveOf<N>>)> = None;
        self.forks += 1;
        for mv in readings.iter().take(MAX_READINGS) {
            let mut after = node.clone();
            after.play_listed(*mv);
            let mut own = vec![*mv];
            let reach = self.follow(after, places, at + 1, &mut own);
            if best.as_ref().is_none_or(|(farthest, _)| reach > *farthest) {
                best = Some((reach, own));
            }
            if reach >= places.len() {
                break;
            }
        }
        self.forks -= 1;
        let Some((reach, own)) = best else { return at };
        if reach < places.len() && self.forks == 0 {
            self.open = self.open.min(moves.len());
        }
        moves.extend(own);
        reach
    }

    /// Reads a text in one of the commonest forms; `None` if the slow path must decide.
    #[inline(never)]
    fn quick_reading(&self, node: &Node<N>, Padded { bytes, length }: &Padded) -> Option<MoveOf<N>> {
        self.line.notation.parse_fast(node, bytes, Span::new(0, *length)).map(|(mv, _)| mv)
    }

    /// Returns the moves that the text of a slot denotes, several if it is ambiguous.
    pub(super) fn readings(&self, node: &Node<N>, slot: usize) -> Vec<MoveOf<N>> {
        let quick = self.quick_reading(node, &self.padded[slot]).map(|mv| vec![mv]);
        quick.unwrap_or_else(|| self.slow_readings(node, slot))
    }

    /// Like `readings`, for a text that the fast path does not read.
    fn slow_readings(&self, node: &Node<N>, slot: usize) -> Vec<MoveOf<N>> {
        if self.line.slots[slot].bytes.is_empty() {
            return node.null_move().filter(|_| !node.in_check()).into_iter().collect();
        }
        self.by_token(slot, &node.memory, |token| candidates(token, node)).unwrap_or_default()
    }

    /// Like `readings`, for any text.
    fn readings_of(&self, node: &Node<N>, bytes: &[u8]) -> Vec<MoveOf<N>> {
        let quick = self.quick_reading(node, &Padded::new(bytes)).map(|mv| vec![mv]);
        let parse = || self.line.notation.parse(bytes, &node.memory);
        quick.or_else(|| Some(candidates(&parse()?, node))).unwrap_or_default()
    }

    /// Returns the legal moves whose text is near the text of a slot, with their distances.
    pub(super) fn distances(
        &self,
        node: &Node<N>,
        slot: usize,
        legal: &[MoveOf<N>],
        limit: f32,
    ) -> Vec<(MoveOf<N>, f32)> {
        let readings = self.readings(node, slot);
        let slot = &self.line.slots[slot];
        let Some(written) = Letters::of(&self.line.notation.tidy(&slot.text)) else { return Vec::new() };
        let mut near = Vec::new();
        let mut least = LeastCosts::new(&written, self.confusions);
        for mv in legal {
            let common = self.line.notation.common_letters(*mv, &slot.text);
            let mut nearest = readings.contains(mv).then_some(if readings.len() > 1 { OPEN } else { 0.0 });
            if nearest != Some(0.0) && least.may_be_near(common.iter().flatten(), limit) {
                self.line.notation.visit_texts(node, *mv, &slot.text, &mut |text| {
                    if let Some(text) = Letters::of(text).filter(|text| least.may_be_near(text.all(), limit)) {
                        nearest = nearer(nearest, written.distance(&text, self.confusions, limit));
                    }
                });
            }
            near.extend(nearest.map(|distance| (*mv, distance)));
        }
        near
    }

    /// Returns the moves that may replace the text of a slot, with their distances. At the break (`limit` is `FAR`),
    /// these are all legal moves.
    pub(super) fn near(
        &mut self,
        node: &Node<N>,
        slot: usize,
        legal: &[MoveOf<N>],
        limit: f32,
    ) -> Vec<(MoveOf<N>, f32)> {
        self.left = self.left.saturating_sub(WRITING * N::EFFORT * legal.len() as u32);
        let near = self.distances(node, slot, legal, limit);
        if limit == FAR {
            let distance = |mv| near.iter().find(|(other, _)| *other == mv).map_or(FAR, |(_, distance)| *distance);
            return legal.iter().map(|mv| (*mv, distance(*mv))).collect();
        }
        // Replacing the text by the move as written changes nothing.
        near.into_iter().filter(|(_, distance)| *distance > 0.0).collect()
    }

    /// Returns two moves that share a slot without a blank between them; `None` unless exactly one pair is possible.
    pub(super) fn split_in_two(&mut self, node: &Node<N>, slot: usize) -> Option<(MoveOf<N>, MoveOf<N>)> {
        let bytes = self.line.slots[slot].bytes;
        if bytes.len() > MAX_PAIR_BYTES || !self.readings(node, slot).is_empty() {
            return None;
        }
        let mut found = None;
        for middle in 2..bytes.len().saturating_sub(1) {
            let (one, other) = bytes.split_at(middle);
            let [first] = self.readings_of(node, one)[..] else { continue };
            let mut after = node.clone();
            after.play_listed(first);
            let other = other.trim_ascii_start();
            if let [second] = self.readings_of(&after, other)[..] {
                if found.is_some_and(|found| found != (first, second)) {
                    return None;
                }
                found = Some((first, second));
            }
        }
        found
    }
}

/// Returns the moves that a token denotes, several if it is ambiguous.
fn candidates<N: Repairable>(token: &N::Token, node: &Node<N>) -> Vec<MoveOf<N>> {
    match N::candidates(token, node) {
        Resolution::None => Vec::new(),
        Resolution::Unique(mv) => vec![mv],
        Resolution::Ambiguous(moves) => moves,
    }
}
