//! Playing a line as it stands, and what the texts of its slots may mean. Not for what is changed in it.

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

/// How far the text of the move may be at which the line breaks; one that is farther counts as much.
pub const FAR: f32 = 3.0;
/// Effort of writing a move in all its ways.
const WRITING: u32 = 3;
/// How far one of several moves is from the text that may mean each of them.
const OPEN: f32 = 0.15;
/// Moves of one text that are tried, and texts of one line.
const READINGS: usize = 6;
const FORKS: u32 = 2;
/// Bytes of a text at most that may be two moves.
const LONGEST_PAIR: usize = 24;

/// A text with zeros behind it, as fast paths read more bytes at once than most moves have; of one that is too long for
/// any of them nothing.
struct Padded {
    bytes: [u8; Self::MOST + Self::BEHIND],
    length: usize,
}

impl Padded {
    const MOST: usize = 24;
    const BEHIND: usize = 8;

    #[inline(never)]
    fn new(text: &[u8]) -> Self {
        let text = if text.len() > Self::MOST { &[] } else { text };
        let mut bytes = [0; Self::MOST + Self::BEHIND];
        bytes[..text.len()].copy_from_slice(text);
        Self { bytes, length: text.len() }
    }
}

/// Plays a line from any of its places, within an effort.
pub(super) struct SlotReplayer<'a, N: Repairable> {
    pub(super) line: &'a DamagedLine<'a, N>,
    /// What is left of the effort, in plies of SAN.
    pub(super) left: u32,
    /// What was confused where the line came about.
    pub(super) confusions: &'static Confusions,
    /// The texts of the slots as the fast paths ask for them.
    padded: Vec<Padded>,
    /// What the text of each slot reads as, once it is asked for; nothing where it is no move.
    tokens: Vec<OnceCell<Option<N::Token>>>,
    /// Texts with several readings that are being followed.
    forks: u32,
    /// Moves that are played before a text for none of whose readings the line goes to its end.
    pub(super) open: usize,
    /// A sign that means nothing in this line.
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

    /// What is told by the text of a slot as it is read; nothing where it is no move.
    fn by_token<T>(&self, slot: usize, memory: &N::Memory, tell: impl FnOnce(&N::Token) -> T) -> Option<T> {
        let read = || self.line.notation.parse(self.line.slots[slot].bytes, memory);
        if N::READS_BY_MEMORY {
            read().as_ref().map(tell)
        } else {
            self.tokens[slot].get_or_init(read).as_ref().map(tell)
        }
    }

    /// Whether what stands in a slot may be read behind a move that is put in before it, whatever that move is; what its
    /// readings would cost is paid where it may not.
    pub(super) fn may_follow(&mut self, node: &Node<N>, slot: usize, moves: usize) -> bool {
        let may = N::READS_BY_MEMORY
            || self.line.slots[slot].bytes.is_empty()
            || self.by_token(slot, &node.memory, |token| N::may_reply(token, node)).unwrap_or(false);
        if !may {
            self.left = self.left.saturating_sub(N::EFFORT * moves as u32);
        }
        may
    }

    /// What the text of a slot says beside its move and the board contradicts.
    pub(super) fn contradictions(&self, slot: usize, played: PlayedMove<'_, N>) -> Evidence {
        let (notation, bytes) = (self.line.notation, self.line.slots[slot].bytes);
        let memory = &played.before.memory;
        let evidence = self.by_token(slot, memory, |token| notation.contradictions((bytes, token), played));
        match self.meaningless {
            Some(sign) => evidence.unwrap_or_default().at_most(&[(sign, 0.0)]),
            None => evidence.unwrap_or_default(),
        }
    }

    /// Plays a line from a place on as far as that goes; the moves are added.
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
                        [first, ..] if self.forks >= FORKS => *first,
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

    /// Follows each reading of a text, and keeps the one that goes farthest.
    fn follow_farthest(
        &mut self,
        node: &Node<N>,
        places: &[Place<MoveOf<N>>],
        at: usize,
        (readings, moves): (&[MoveOf<N>], &mut Vec<MoveOf<N>>),
    ) -> usize {
        let mut best: Option<(usize, Vec<MoveOf<N>>)> = None;
        self.forks += 1;
        for mv in readings.iter().take(READINGS) {
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

    /// The move of a text in one of the commonest forms.
    #[inline(never)]
    fn quick_reading(&self, node: &Node<N>, Padded { bytes, length }: &Padded) -> Option<MoveOf<N>> {
        self.line.notation.parse_fast(node, bytes, Span::new(0, *length)).map(|(mv, _)| mv)
    }

    /// The moves that a text may mean.
    pub(super) fn readings(&self, node: &Node<N>, slot: usize) -> Vec<MoveOf<N>> {
        let quick = self.quick_reading(node, &self.padded[slot]).map(|mv| vec![mv]);
        quick.unwrap_or_else(|| self.slow_readings(node, slot))
    }

    /// The same of a text that is in none of the commonest forms.
    fn slow_readings(&self, node: &Node<N>, slot: usize) -> Vec<MoveOf<N>> {
        if self.line.slots[slot].bytes.is_empty() {
            return node.null_move().filter(|_| !node.in_check()).into_iter().collect();
        }
        self.by_token(slot, &node.memory, |token| candidates(token, node)).unwrap_or_default()
    }

    /// The same of a text.
    fn readings_of(&self, node: &Node<N>, bytes: &[u8]) -> Vec<MoveOf<N>> {
        let quick = self.quick_reading(node, &Padded::new(bytes)).map(|mv| vec![mv]);
        let parse = || self.line.notation.parse(bytes, &node.memory);
        quick.or_else(|| Some(candidates(&parse()?, node))).unwrap_or_default()
    }

    /// The legal moves whose text is near to what stands in a slot, and how near.
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

    /// The same of a slot at which something else stood: where the line breaks, however far from what stands there.
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
        // As it stands it can be played, and that does not help.
        near.into_iter().filter(|(_, distance)| *distance > 0.0).collect()
    }

    /// Two moves that stand in one slot without a blank between them, if only one division of its text gives two.
    pub(super) fn split_in_two(&mut self, node: &Node<N>, slot: usize) -> Option<(MoveOf<N>, MoveOf<N>)> {
        let bytes = self.line.slots[slot].bytes;
        if bytes.len() > LONGEST_PAIR || !self.readings(node, slot).is_empty() {
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

/// The moves that a token may mean.
fn candidates<N: Repairable>(token: &N::Token, node: &Node<N>) -> Vec<MoveOf<N>> {
    match N::candidates(token, node) {
        Resolution::None => Vec::new(),
        Resolution::Unique(mv) => vec![mv],
        Resolution::Ambiguous(moves) => moves,
    }
}
