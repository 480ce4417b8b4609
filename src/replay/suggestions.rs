//! Suggests repairs of a line that cannot be played to its end, at the finding that ended it.

use super::context::{GameContext, LineState};
use super::damaged::LineSlots;
use super::line_replayer::LineReplayer;
use super::played_on;
use super::replay_rules::ReplayRules;
use partie_notation::moves::{MoveOf, Node};
use partie_record::finding::{Code, Finding, Fix, Grade};
use partie_record::message::{Message, moved, ply as at_ply};
use partie_record::say;
use partie_record::span::Span;
use partie_repair::{Change, ChangeAt, Effort, Hypothesis, Material, SearchResult, Sign};

/// Maximum number of hypotheses reported, and their maximum cost over the first one, in edits of one character.
const MAX_SUGGESTIONS: usize = 3;
const MAX_EXTRA_COST: f32 = 1.5;
/// Maximum number of earlier moves named.
const MAX_EARLIER_MOVES: usize = 2;
/// Maximum number of lines searched per game: if more break, repairs of single moves do not help.
const MAX_LINES_SEARCHED: u32 = 16;

/// Adds suggestions to the finding that ended a line, and fixes to the findings at the move that is likely wrong.
#[cold]
pub(super) fn suggest<N: ReplayRules>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    line: &LineState<N>,
) {
    // A thorough search proposes detailed repairs instead, and findings beyond the limits get no suggestions.
    let search = replayer.options.search;
    if search == Effort::THOROUGH || replayer.collector.is_full() || replayer.collector.searched >= MAX_LINES_SEARCHED {
        return;
    }
    let Some(finding) = replayer.stopped_by(line) else { return };
    let (code, span) = (finding.code, finding.span);
    let marked: Vec<String> = finding.marks.iter().map(|mark| mark.square.clone()).collect();
    if code == Code::S014 || !finding.remedies.is_empty() {
        return;
    }
    if search == Effort::NONE {
        finding.unsearched = true;
        return;
    }
    let slots = LineSlots::of(context, line.number);
    let Some(broken) = slots.at(span) else { return };
    let Some(before) = replayer.moves.len().checked_sub(broken) else { return };
    let start = context.start.after_moves(&replayer.moves[..before]);
    replayer.collector.searched += 1;
    let damaged = slots.damaged(replayer, &start, &replayer.moves[before..]);
    let mut found = partie_repair::search(&damaged, search);
    let was_played = line.number == 0 && played_on::was_played(replayer, &slots, &damaged);
    if was_played {
        found.doubt();
    }
    let teller = Teller {
        replayer,
        context,
        slots: &slots,
        start: &start,
        first: line.ply.saturating_sub(broken as u32),
        broken,
    };
    let suggestions = teller.suggestions(&found);
    let is_whole = found.hypotheses.first().is_some_and(|best| best.whole);
    let earlier = if is_whole { Vec::new() } else { teller.earlier(&marked) };
    // In reverse, as each fix is inserted at the front.
    for suggestion in suggestions.iter().rev() {
        let own = replayer.collector.findings.get_mut(line.findings..).unwrap_or_default();
        suggestion.add_fix(own.iter_mut().filter(|finding| finding.line == line.number));
    }
    if let Some(finding) = replayer.stopped_by(line) {
        if suggestions.is_empty() && code == Code::L001 {
            finding.add_help(say!("half-move-missing-or-doubled"));
        }
        if was_played {
            finding.add_help(say!("may-have-been-played"));
        }
        finding.help.splice(0..0, suggestions.into_iter().map(|suggestion| suggestion.words).chain(earlier));
    }
}

/// A suggested repair.
struct Suggestion {
    /// The span and the new text of a replaced token.
    replaced: Option<(Span, String)>,
    grade: Grade,
    words: Message,
}

impl Suggestion {
    /// Adds the new token as a fix to the findings at its span.
    fn add_fix<'a>(&self, findings: impl Iterator<Item = &'a mut Finding>) {
        let Some((span, token)) = &self.replaced else { return };
        for finding in findings.filter(|finding| finding.span == *span) {
            let fix = Fix { grade: self.grade, token: token.clone() };
            finding.fixes.retain(|other| other.token != fix.token);
            finding.fixes.insert(0, fix);
        }
    }
}

/// Puts the results of a search into words.
struct Teller<'a, N: ReplayRules> {
    replayer: &'a LineReplayer<N>,
    context: &'a GameContext<'a, N>,
    slots: &'a LineSlots<'a>,
    /// The position before the first slot.
    start: &'a Node<N>,
    /// Number of plies before the first slot.
    first: u32,
    /// The slot that cannot be played.
    broken: usize,
}

impl<N: ReplayRules> Teller<'_, N> {
    fn suggestions(&self, found: &SearchResult<MoveOf<N>>) -> Vec<Suggestion> {
        let Some(best) = found.hypotheses.first() else { return Vec::new() };
        let is_likely = found.grade() == Grade::Likely;
        let near = found
            .hypotheses
            .iter()
            .take_while(|hypothesis| hypothesis.whole == best.whole && hypothesis.cost <= best.cost + MAX_EXTRA_COST);
        let single = near.filter_map(|hypothesis| match hypothesis.changes.as_slice() {
            [at] => Some((hypothesis, at)),
            _ => None,
        });
        let worthwhile = single.filter(|(hypothesis, at)| is_likely || self.is_worth_telling(hypothesis, at));
        // One insertion represents all possible ones.
        let mut inserts = 0;
        let mut is_new = |at: &ChangeAt<MoveOf<N>>| {
            let is_insert = matches!(at.change, Change::Insert(_));
            inserts += u32::from(is_insert);
            !is_insert || inserts == 1
        };
        let new = worthwhile.filter(|(_, at)| is_new(at)).take(if is_likely { 1 } else { MAX_SUGGESTIONS }).enumerate();
        let grade = |index: usize| if is_likely && index == 0 { Grade::Likely } else { Grade::Guess };
        new.map(|(index, (hypothesis, at))| self.suggestion(hypothesis, at, grade(index), index == 0)).collect()
    }

    /// Names the last moves that brought the marked pieces to their squares, as the fault may be there.
    fn earlier(&self, marked: &[String]) -> Vec<Message> {
        let moves = &self.replayer.moves[self.replayer.moves.len() - self.broken..];
        let came = |square: &String| {
            let at = moves.iter().rposition(|mv| {
                let (from, to) = <N::Rules as Material>::way(*mv);
                to.to_string() == *square || from.is_some_and(|from| from.to_string() == *square)
            })?;
            (<N::Rules as Material>::way(moves[at]).1.to_string() == *square).then_some(at)
        };
        let mut came: Vec<usize> = marked.iter().filter_map(came).collect();
        came.sort_unstable();
        came.dedup();
        let words = |at: &usize| {
            let node = self.start.after_moves(&moves[..*at]);
            let ply = self.first + *at as u32 + 1;
            let token = N::numbered(&node, ply, &self.context.text.show(self.slots.places[*at].token));
            say!("earlier-move-may-be-wrong", token = moved(token))
        };
        came.iter().rev().take(MAX_EARLIER_MOVES).map(words).collect()
    }

    /// True if a guess is worth reporting: the text is near, and the change is at the break or explains what follows.
    fn is_worth_telling(&self, hypothesis: &Hypothesis<MoveOf<N>>, at: &ChangeAt<MoveOf<N>>) -> bool {
        let amount = |sign: Sign| hypothesis.evidence.signs().find(|(own, _)| *own == sign).map(|(_, amount)| amount);
        let is_here = at.slot == self.broken && matches!(at.change, Change::Replace(_));
        let follows = hypothesis.whole && hypothesis.follow > 1 || amount(Sign::Doubled).is_some();
        amount(Sign::Text).unwrap_or_default() < partie_repair::FAR && (is_here || follows)
    }

    fn suggestion(
        &self,
        hypothesis: &Hypothesis<MoveOf<N>>,
        at: &ChangeAt<MoveOf<N>>,
        grade: Grade,
        is_first: bool,
    ) -> Suggestion {
        let node = self.start.after_moves(&hypothesis.moves[..at.slot.min(hypothesis.moves.len())]);
        let ply = self.first + at.slot as u32 + 1;
        let shown = |slot: usize| self.context.text.show(self.slots.places[slot].token);
        let token = |slot: usize| moved(shown(slot));
        let numbered = |slot: usize| moved(N::numbered(&node, ply, &shown(slot)));
        let written = |mv: MoveOf<N>| self.slots.written(&self.replayer.notation, &node, mv);
        let named = |mv: MoveOf<N>| N::named(&node, ply, mv, &written(mv));
        // Without a replacement, the token after the change is replayed, too.
        let replaced = if let Change::Replace(mv) = at.change { Some(mv) } else { None };
        let reach = reach_words(hypothesis.whole, hypothesis.follow.max(u32::from(replaced.is_none())));
        let words = match at.change {
            Change::Replace(mv) if at.slot == self.broken => say!("close-and-legal", mv = named(mv), reach = reach),
            Change::Replace(mv) => {
                say!("instead-of", mv = named(mv), ply = at_ply(ply), token = token(at.slot), reach = reach)
            }
            Change::Insert(mv) => say!("with-put-in", mv = named(mv), reach = reach),
            Change::Delete(1) => say!("one-too-many", token = numbered(at.slot), reach = reach),
            Change::Delete(_) => {
                say!("pair-too-many", one = numbered(at.slot), other = token(at.slot + 1), reach = reach)
            }
            Change::Split(first, second) => {
                let after = node.after_moves(&[first]);
                let other = self.slots.written(&self.replayer.notation, &after, second);
                say!(
                    "two-moves-in-one",
                    token = numbered(at.slot),
                    one = moved(written(first)),
                    other = moved(other),
                    reach = reach
                )
            }
            Change::Swap(apart) => {
                say!("changed-places", one = numbered(at.slot), other = token(at.slot + apart), reach = reach)
            }
        };
        Suggestion {
            replaced: replaced.map(|mv| (self.slots.places[at.slot].token, written(mv))),
            grade,
            words: if is_first { words } else { say!("or-else", suggestion = words) },
        }
    }
}

/// Describes how far a line can be played, and whether to its end.
pub(super) fn reach_words(is_whole: bool, plies: u32) -> Message {
    match (is_whole, plies) {
        (true, 0) => say!("nothing-follows"),
        (true, _) => say!("replays-to-end"),
        (false, 0) => say!("next-move-fails"),
        (false, plies) => say!("more-plies-replay", plies = plies),
    }
}
