//! Repairs of a main line that cannot be played to its end: the input of the search, and its results as edits of the
//! text.

use super::annotator_marks;
use super::context::{GameContext, LineState};
use super::copies::{CopyPlace, OtherRecord};
use super::damaged::LineSlots;
use super::line_replayer::LineReplayer;
use super::pairs;
use super::played_on;
use super::replay_rules::ReplayRules;
use partie_notation::formats;
use partie_notation::moves::{MoveOf, Node};
use partie_record::finding::Grade;
use partie_record::message::{Message, text};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Item, ItemKind};
use partie_repair::{Change, ChangeAt, Effort, Hypothesis, Operation, ProposedEdit, Repair, Sign};
use partie_rules::{Rules as _, Side};

/// Proposals for a main line.
#[derive(Debug, Default)]
pub(super) struct Proposals {
    /// Repairs, the likeliest first.
    pub(super) repairs: Vec<Repair<ProposedEdit>>,
    /// The other record of the same game that agrees best with this one, if any.
    pub(super) other: Option<Box<OtherRecord>>,
}

/// Searches for repairs of the main line. Proposes none if they were not requested or the line is not broken.
pub(super) fn of_main_line<N: ReplayRules>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    chess960: bool,
) -> Proposals {
    if replayer.options.search != Effort::THOROUGH || main.alive && replayer.options.copies.is_none() {
        return Proposals::default();
    }
    let slots = LineSlots::of(context, 0);
    let other = pairs::of_main_line(replayer, context, &slots);
    let (other, found) = other.map(|paired| (Box::new(paired.other), paired.found)).unzip();
    if main.alive {
        return Proposals { repairs: Vec::new(), other };
    }
    let copy = other.as_ref().map(|other| &other.place);
    let found = match found {
        Some(found) => found,
        // No search can find the moves of a missing row; only another record contains them.
        None if replayer.ends_at.is_some() => return Proposals { repairs: Vec::new(), other },
        None => {
            let line = slots.damaged(replayer, context.start, &replayer.moves);
            let mut found = partie_repair::search(&line, Effort::THOROUGH);
            if played_on::was_played(replayer, &slots, &line) {
                found.doubt();
            }
            found
        }
    };
    let mut remarks = Vec::new();
    if found.capped {
        remarks.push("the search was cut short: a likelier repair may be missing".to_owned());
    }
    remarks.extend(other.as_ref().map(|other| other.remarks()).unwrap_or_default());
    if found.is_doubted() {
        remarks.push(say!("may-have-been-played").to_string());
    }
    let edits = Edits { context, notation: &replayer.notation, slots: &slots };
    let repair = |hypothesis: &Hypothesis<MoveOf<N>>, (grade, margin): (Grade, Option<f32>)| {
        let reach = hypothesis.moves.len() as u32;
        let mut repair = Repair::new(edits.edits(hypothesis, grade), grade, (hypothesis.whole, reach));
        repair.margin = margin;
        repair.evidence = evidence(hypothesis, copy);
        repair.reasons = reasons(hypothesis, copy);
        repair.remarks.clone_from(&remarks);
        repair.moves = Some(partie_repair::coordinates::<N>(&hypothesis.moves, chess960));
        repair
    };
    // The sure changes, up to the first doubtful one, are also proposed as a repair of their own.
    let broken = replayer.moves.len();
    let sure = found.sure().filter(|(sure, _)| sure.whole || sure.moves.len() > broken);
    let first = sure.map(|(sure, margin)| repair(sure, (Grade::Likely, margin)));
    let is_new = |(_, hypothesis): &(usize, &Hypothesis<MoveOf<N>>)| {
        sure.is_none_or(|(sure, _)| sure.changes != hypothesis.changes)
    };
    let others = found.hypotheses.iter().enumerate().filter(is_new);
    let guess = |(index, hypothesis)| repair(hypothesis, (Grade::Guess, found.margin(index)));
    let repairs = first.into_iter().chain(others.map(guess)).collect();
    Proposals { repairs, other }
}

/// Returns the evidence for and against a hypothesis, as names and amounts.
fn evidence<M>(hypothesis: &Hypothesis<M>, copy: Option<&CopyPlace>) -> Vec<String> {
    let (signs, copy_sign) = (hypothesis.evidence.signs().filter(|(sign, _)| *sign != Sign::Copy), Sign::Copy);
    let of_copy = copy.map(|place| format!("{} {:.2} {place}", copy_sign.name(), hypothesis.evidence.of(copy_sign)));
    signs.map(|(sign, amount)| format!("{} {amount:.2}", sign.name())).chain(of_copy).collect()
}

/// Returns the evidence in words.
fn reasons<M>(hypothesis: &Hypothesis<M>, copy: Option<&CopyPlace>) -> Vec<Message> {
    let mut reasons = hypothesis.reasons();
    if let Some(place) = copy {
        let (letters, place) = (hypothesis.evidence.of(Sign::Copy).round() as u32, text(place.to_string()));
        reasons.push(match letters {
            0 => say!("copy-agrees", place = place),
            _ => say!("copy-has-other-letters", letters = letters, place = place),
        });
    }
    reasons
}

/// Converts hypotheses to edits of the text.
struct Edits<'a, N: ReplayRules> {
    context: &'a GameContext<'a, N>,
    notation: &'a N,
    slots: &'a LineSlots<'a>,
}

impl<N: ReplayRules> Edits<'_, N> {
    fn edits(&self, hypothesis: &Hypothesis<MoveOf<N>>, grade: Grade) -> Vec<ProposedEdit> {
        let mut edits = Vec::new();
        // Slots refer to the written line, but `moves` is the repaired line: their difference so far.
        let mut shift = 0_isize;
        for at in &hypothesis.changes {
            let index = at.slot.saturating_add_signed(shift);
            let node = || self.node(&hypothesis.moves[..index.min(hypothesis.moves.len())]);
            let ply = Some(at.slot as u32 + 1);
            let mut push = |operation, span, text| edits.push(ProposedEdit { operation, ply, span, text, grade });
            match at.change {
                Change::Replace(mv) => {
                    let token = self.token(at.slot);
                    let was = token.of(self.context.text.bytes);
                    push(Operation::Replace, token, annotator_marks::kept(was, self.written(&node(), mv)));
                }
                Change::Insert(mv) => {
                    shift += 1;
                    let before = node();
                    let first = before.turn() == Side::First;
                    let (span, text) = self.insertion(at, &self.written(&before, mv), first);
                    push(Operation::Insert, span, text);
                }
                Change::Delete(count) => {
                    shift -= count as isize;
                    match self.row(at.slot, count) {
                        Some(row) => push(Operation::Delete, row, String::new()),
                        None => (at.slot..at.slot + count)
                            .for_each(|slot| push(Operation::Delete, self.deletion(slot), String::new())),
                    }
                }
                Change::Split(first, second) => {
                    shift += 1;
                    let (before, after) = (node(), self.node(&hypothesis.moves[..=index]));
                    let texts = [self.written(&before, first), self.written(&after, second)];
                    push(Operation::Replace, self.token(at.slot), texts.join(" "));
                }
                Change::Swap(apart) => {
                    let other = at.slot + apart;
                    let text = |slot: usize| self.slots.slots[slot].text.to_string();
                    let first = (self.token(at.slot), text(other));
                    let second = (self.token(other), text(at.slot));
                    push(Operation::Swap, first.0, first.1);
                    let ply = Some(other as u32 + 1);
                    edits.push(ProposedEdit { operation: Operation::Swap, ply, span: second.0, text: second.1, grade });
                }
            }
        }
        in_order(edits)
    }

    fn token(&self, slot: usize) -> Span {
        self.slots.places[slot].token
    }

    fn node(&self, moves: &[MoveOf<N>]) -> Node<N> {
        self.context.start.after_moves(moves)
    }

    fn written(&self, node: &Node<N>, mv: MoveOf<N>) -> String {
        self.slots.written(self.notation, node, mv)
    }

    /// True if every move is on a line of its own.
    fn in_lines(&self) -> bool {
        let Some([first, second]) = self.slots.places.get(..2).map(|places| [places[0].token, places[1].token]) else {
            return false;
        };
        let between = Span { from: first.to, to: second.from }.of(self.context.text.bytes);
        self.context.record.format.is_shogi() && memchr::memchr2(b'\n', b'\r', between).is_some()
    }

    /// Returns the offset of the list element with the move of a slot, in JSON formats whose moves are objects.
    fn element(&self, slot: usize) -> Option<u32> {
        let bytes = self.context.text.bytes;
        let token = self.slots.places.get(slot)?.token;
        let is_object = formats::info(self.context.record.format).is_json && token.of(bytes).starts_with(b"{");
        memchr::memrchr(b'{', bytes.get(..token.from as usize)?).filter(|_| is_object).map(|at| at as u32)
    }

    /// Returns the span at which a move is inserted before a slot, and the move's text with separators. `first` is true
    /// for the first move of a pair.
    fn insertion(&self, at: &ChangeAt<MoveOf<N>>, text: &str, first: bool) -> (Span, String) {
        let bytes = self.context.text.bytes;
        let Some(place) = self.slots.places.get(at.slot) else {
            let end = self.slots.places.last().map_or(self.context.record.span.to, |place| place.token.to);
            return (Span { from: end, to: end }, format!(" {text}"));
        };
        if let Some(from) = self.element(at.slot) {
            return (Span { from, to: from }, format!("{{\"move\":{text}}},\n"));
        }
        if self.in_lines() {
            let from = line_start(bytes, place.numbered.from);
            let number = match self.slots.slots[at.slot].number {
                Some(number) if self.context.record.format.is_shogi() => format!("{:>4} ", number - 1),
                _ => String::new(),
            };
            return (Span { from, to: from }, format!("{number}{text}\n"));
        }
        // In a pair that lost its first move, the move number precedes the second move.
        let from = if first { place.token.from } else { place.numbered.from };
        (Span { from, to: from }, format!("{text} "))
    }

    /// Returns the span of `count` slots, from their move number to the next slot, if it contains only moves and
    /// numbers.
    fn row(&self, slot: usize, count: usize) -> Option<Span> {
        let from = self.slots.places.get(slot).filter(|_| count > 1 && !self.in_lines())?.numbered.from;
        let last = self.slots.places.get(slot + count - 1)?;
        let to = self.slots.places.get(slot + count).map_or(last.token.to, |next| next.numbered.from);
        let stands_in = |item: &&Item| item.span.from < to && item.span.to > from;
        let is_of_row = |item: &Item| matches!(item.kind, ItemKind::Move | ItemKind::Null | ItemKind::Number);
        self.context.record.items.iter().filter(stands_in).all(is_of_row).then_some(Span { from, to })
    }

    /// Returns the span to delete with a slot.
    fn deletion(&self, slot: usize) -> Span {
        let (bytes, place) = (self.context.text.bytes, self.slots.places[slot]);
        if let (Some(from), Some(to)) = (self.element(slot), self.element(slot + 1)) {
            return Span { from, to };
        }
        if self.in_lines() {
            let next = self.slots.places.get(slot + 1).map_or(place.token.to, |next| next.numbered.from);
            return Span { from: line_start(bytes, place.numbered.from), to: line_start(bytes, next) };
        }
        let blank = bytes.get(place.token.to as usize).is_some_and(|byte| *byte == b' ');
        Span { to: place.token.to + u32::from(blank), ..place.token }
    }
}

fn line_start(bytes: &[u8], at: u32) -> u32 {
    let before = bytes.get(..at as usize).unwrap_or_default();
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |feed| feed as u32 + 1)
}

/// Sorts edits by text order. Not generic, so that it is compiled once for all notations.
fn in_order(mut edits: Vec<ProposedEdit>) -> Vec<ProposedEdit> {
    edits.sort_by_key(|edit| edit.span.from);
    edits
}
