//! The moves of a line as they stand in the text, for those who look for what was meant.

use super::context::GameContext;
use super::line_replayer::LineReplayer;
use super::replay_rules::ReplayRules;
use partie_notation::moves::{MoveOf, Node};
use partie_notation::{Numbers, formats};
use partie_record::ItemKind;
use partie_record::span::Span;
use partie_repair::{DamagedLine, LONGEST, Repairable, Slot};

/// Moves of a line that show its form, and among which one that begins alike is looked for.
const FIRST: usize = 8;
const FIRST_ALIKE: usize = 16;

/// The slots of one line.
pub(super) struct LineSlots<'a> {
    pub(super) slots: Vec<Slot<'a>>,
    pub(super) places: Vec<SlotPlace>,
}

/// Where a slot stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotPlace {
    pub(super) token: Span,
    /// From its number on, if it has one.
    pub(super) numbered: Span,
}

impl<'a> LineSlots<'a> {
    /// The slots of a line by its number; of one that is too long to be searched, as many as show that.
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

    /// The slot of a token. Slots stand in the order of play, which is not always that of the text.
    pub(super) fn at(&self, token: Span) -> Option<usize> {
        self.places.iter().position(|place| place.token == token)
    }

    /// The line from a position on, with the moves of its first slots.
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

    /// The text of a move, in the form of the first moves of the line; of one that begins as it does, if there is one.
    pub(super) fn written<N: Repairable>(&self, notation: &N, node: &Node<N>, mv: MoveOf<N>) -> String {
        let readable = |count: usize| {
            let texts = self.slots.iter().map(|slot| slot.bytes).take(count);
            texts.filter(|bytes| notation.parse(bytes, &node.memory).is_some())
        };
        let text = notation.written(node, mv, readable(FIRST).next().unwrap_or_default());
        let begins = |text: &[u8]| text.first().is_some_and(u8::is_ascii_lowercase);
        let is_like = begins(text.as_bytes());
        let like = readable(FIRST_ALIKE).find(|other| begins(other) == is_like);
        like.map_or(text, |like| notation.written(node, mv, like))
    }
}

/// The ply that a number says, from any beginning.
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
