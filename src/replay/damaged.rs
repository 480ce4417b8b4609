//! The moves of a line as written, for the search for repairs.

use super::context::GameContext;
use super::line_replayer::LineReplayer;
use super::replay_rules::ReplayRules;
use partie_notation::moves::{MoveOf, Node};
use partie_notation::{Numbers, formats};
use partie_record::ItemKind;
use partie_record::span::Span;
use partie_repair::{DamagedLine, LONGEST, Repairable, Slot};

/// Number of first moves of a line searched for a readable one, and for one whose first letter has the same case.
const MAX_FIRST_MOVES: usize = 8;
const MAX_MOVES_ALIKE: usize = 16;

/// The slots of one line.
pub(super) struct LineSlots<'a> {
    pub(super) slots: Vec<Slot<'a>>,
    pub(super) places: Vec<SlotPlace>,
}

/// The spans of a slot in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotPlace {
    pub(super) token: Span,
    /// The token with the move number before it, if any.
    pub(super) numbered: Span,
}

impl<'a> LineSlots<'a> {
    /// Returns the slots of a line by its number. Stops just past `LONGEST` slots, as longer lines are not searched.
    pub(super) fn of<N: ReplayRules>(context: &GameContext<'a, N>, line: u32) -> Self {
        let (mut slots, mut places) = (Vec::new(), Vec::new());
        let mut number = None;
        let counts =
            formats::info(context.record.format).shogi.numbers != Numbers::Loose || !context.record.format.is_shogi();
        let range = context.record.lines.get(line as usize).map_or(0..0, |line| line.first as usize..line.end as usize);
        let items = context.record.items.get(range).unwrap_or_default();
        for item in items.iter().filter(|item| item.line == line) {
            if slots.len() > LONGEST {
                break;
            }
            match item.kind {
                ItemKind::Number => number = Some(item.span),
                ItemKind::Move | ItemKind::Null => {
                    let is_null = item.kind == ItemKind::Null;
                    let before = number.take();
                    slots.push(Slot {
                        bytes: if is_null { &[] } else { item.span.of(context.text.bytes) },
                        text: context.text.decode(item.span),
                        number: before.filter(|_| counts).and_then(|span| ply(context, span)),
                    });
                    let from = before.map_or(item.span.from, |number: Span| number.from);
                    places.push(SlotPlace { token: item.span, numbered: Span { from, ..item.span } });
                }
                _ => {}
            }
        }
        Self { slots, places }
    }

    /// Returns the slot of a token. Slots are in the order of play, which may differ from the order in the text.
    pub(super) fn at(&self, token: Span) -> Option<usize> {
        self.places.iter().position(|place| place.token == token)
    }

    /// Returns the line from `start` on; `played` are the moves of its first slots.
    pub(super) fn damaged<'l, N: ReplayRules>(
        &'l self,
        replayer: &'l LineReplayer<N>,
        start: &'l Node<N>,
        played: &'l [MoveOf<N>],
    ) -> DamagedLine<'l, N> {
        let known = replayer.options.known.as_ref();
        let medium = replayer.options.medium;
        DamagedLine { notation: &replayer.notation, start, played, slots: &self.slots, known, medium }
    }

    /// Writes a move in the notation of the line's first moves, preferably of one whose first letter has the same case.
    pub(super) fn written<N: Repairable>(&self, notation: &N, node: &Node<N>, mv: MoveOf<N>) -> String {
        let readable = |count: usize| {
            let texts = self.slots.iter().map(|slot| slot.bytes).take(count);
            texts.filter(|bytes| notation.parse(bytes, &node.memory).is_some())
        };
        let text = notation.written(node, mv, readable(MAX_FIRST_MOVES).next().unwrap_or_default());
        let begins = |text: &[u8]| text.first().is_some_and(u8::is_ascii_lowercase);
        let is_like = begins(text.as_bytes());
        let like = readable(MAX_MOVES_ALIKE).find(|other| begins(other) == is_like);
        like.map_or(text, |like| notation.written(node, mv, like))
    }
}

/// Converts a move number to plies, up to a constant offset.
fn ply<N: ReplayRules>(context: &GameContext<'_, N>, span: Span) -> Option<i64> {
    let text = span.of(context.text.bytes);
    let digits: Vec<u8> = text.iter().copied().filter(u8::is_ascii_digit).collect();
    let number: i64 = std::str::from_utf8(&digits).ok()?.parse().ok()?;
    if context.record.format.is_shogi() {
        return Some(number);
    }
    let dots = text.iter().filter(|byte| **byte == b'.').count();
    Some(number.checked_mul(2)? + i64::from(dots > 1))
}
