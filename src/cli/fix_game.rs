//! What is put right in one game: edits that are tried before they are proposed. Not for files.

use super::fix_alone::{Alone, Facts, Found, is_error_of_line};
use super::fix_drafts::{self, Rulings, may_have_drafts, number_at};
use super::fix_edits::{Edits, lower};
use super::fix_today;
use crate::archive::Slice;
use crate::finding::{Finding, Grade, Severity};
use crate::repair::Repair;
use crate::replay::games::{Game, ReadingHints};
use crate::replay::{Options, Replayed};
use crate::report::{PlacedEdit, PlacedRepair};
use crate::span::Span;

/// Rounds in which the bytes that a fix leaves are looked at again.
const ROUNDS: usize = 16;
/// Edits that are tried one by one where they do not go together.
const ONE_BY_ONE: usize = 32;
/// Repairs that are proposed beside the first.
const OTHERS: usize = 9;

/// What is put right in a game; all spans are those of its slice.
#[derive(Debug, Default)]
pub(super) struct Mended {
    /// What keeps its main line from being played to its end.
    pub(super) broken: Option<Finding>,
    pub(super) best: Option<PlacedRepair>,
    pub(super) others: Vec<PlacedRepair>,
    pub(super) taken_back: Vec<PlacedEdit>,
    /// What is written of it, in the order of the text.
    pub(super) written: Vec<PlacedEdit>,
}

/// Puts games right, with the same buffers.
pub(super) struct Mender {
    alone: Alone,
    rulings: Rulings,
    /// Up to which grade edits are written; nothing where nothing is.
    write: Option<Grade>,
}

/// A game with its bytes alone, what holds of it, and what breaks it.
struct Patient<'a> {
    slice: &'a Slice,
    bytes: &'a [u8],
    from: u32,
    facts: Facts,
    broken: bool,
}

impl Mender {
    pub(super) fn new(options: &Options, given: ReadingHints, rulings: Rulings, write: Option<Grade>) -> Self {
        Self { alone: Alone::new(options, given), rulings, write }
    }

    /// What is put right in a game of the slice; nothing where nothing is wrong with it.
    pub(super) fn mend(
        &mut self,
        slice: &Slice,
        game: &Game<'_>,
        replayed: &Replayed,
        findings: &[Finding],
    ) -> Option<Mended> {
        let broken = breaking(replayed, findings);
        let selected = broken.filter(|broken| self.rulings.selection.counts(broken.code));
        if selected.is_none() && !may_have_drafts(game, findings) {
            return None;
        }
        let mut mended = Mended { broken: selected.map(|broken| place(broken, game)), ..Mended::default() };
        let record = game.record;
        let (from, to) = (record.place(record.span).from, record.source_end());
        let bytes = slice.bytes.get(from as usize..to as usize)?;
        // Of a game that is too long only a part is at hand.
        let elided = |at: usize| at > from as usize && at <= to as usize;
        if slice.elided.iter().any(|elision| elided(elision.at)) || slice.cut_short {
            return selected.is_some().then_some(mended);
        }
        let is_broken = broken.is_some();
        let rulings = &self.rulings;
        let look = |found: Found<'_>| fix_drafts::drafts(found, rulings, is_broken);
        let known = self.alone.replay(slice, bytes.to_vec(), look);
        let Some((facts, drafts)) = known.filter(|(facts, _)| facts.plies == replayed.plies) else {
            return selected.is_some().then_some(mended);
        };
        let patient = Patient { slice, bytes, from, facts, broken: is_broken };
        let (certain, doubtful): (Vec<_>, Vec<_>) = drafts.into_iter().partition(|draft| draft.grade == Grade::Certain);
        let certain = self.certain(&patient, certain, &mut mended);
        let repairs = match (selected, replayed.repairs.is_empty()) {
            (None, _) => Vec::new(),
            (Some(_), false) => replayed.repairs.clone(),
            (Some(broken), true) => fix_today::of_break(broken),
        };
        let (best, applied) = match repairs.split_first() {
            Some((first, others)) => {
                let others = others.iter().take(OTHERS);
                mended.others = others.filter_map(|other| self.other(&patient, game, other, broken?)).collect();
                self.repaired(&patient, game, (first, broken?), &certain)?
            }
            // Nothing is certain of a game that breaks where nobody knows why.
            None if selected.is_some() => (None, Edits::default()),
            None => self.unbroken(&patient, &certain, doubtful, &mut mended)?,
        };
        mended.written = applied.moved(from);
        mended.best = best;
        let something = mended.best.is_some() || mended.broken.is_some() || !mended.taken_back.is_empty();
        something.then_some(mended)
    }

    /// Edits with which the same game is better written, as many as there are.
    fn certain(&mut self, patient: &Patient<'_>, drafts: Vec<PlacedEdit>, mended: &mut Mended) -> Edits {
        let mut edits = Edits::default();
        let drafts: Vec<PlacedEdit> =
            drafts.into_iter().filter(|draft| edits.add(draft.clone(), patient.bytes)).collect();
        if !edits.is_empty() && !self.is_better(patient, &edits) {
            edits = Edits::default();
            for draft in drafts {
                let mut tried = edits.clone();
                if tried.add(draft.clone(), patient.bytes)
                    && mended.taken_back.len() < ONE_BY_ONE
                    && self.is_better(patient, &tried)
                {
                    edits = tried;
                } else {
                    mended.taken_back.push(moved(draft, patient.from));
                }
            }
        }
        self.go_on(patient, edits, Grade::Certain)
    }

    /// Looks at what edits leave, and mends that as well where it is certain.
    fn go_on(&mut self, patient: &Patient<'_>, mut edits: Edits, grade: Grade) -> Edits {
        for _ in 0..ROUNDS {
            if edits.is_empty() {
                break;
            }
            let rulings = &self.rulings;
            let applied = edits.apply(patient.bytes);
            let look = |found: Found<'_>| fix_drafts::drafts(found, rulings, patient.broken && found.facts.errors > 0);
            let Some((facts, drafts)) = self.alone.replay(patient.slice, applied, look) else { break };
            let mut tried = edits.clone();
            let mut codes = Vec::new();
            for draft in drafts.into_iter().filter(|draft| draft.grade == Grade::Certain) {
                let (code, draft) = (draft.code, PlacedEdit { grade: lower(draft.grade, grade), ..draft });
                if tried.add_after(draft, patient.bytes) {
                    codes.push(code);
                }
            }
            let any = !codes.is_empty();
            let after = if any { self.alone.facts(patient.slice, tried.apply(patient.bytes)) } else { None };
            match after {
                Some(after) if after.mends(&facts, codes.into_iter()) => edits = tried,
                _ => break,
            }
        }
        edits
    }

    fn is_better(&mut self, patient: &Patient<'_>, edits: &Edits) -> bool {
        let after = self.alone.facts(patient.slice, edits.apply(patient.bytes));
        after.is_some_and(|after| after.mends(&patient.facts, edits.list().iter().map(|edit| edit.code)))
    }

    /// What is proposed of a game whose main line is sound, and the edits that are written of it.
    fn unbroken(
        &mut self,
        patient: &Patient<'_>,
        certain: &Edits,
        doubtful: Vec<PlacedEdit>,
        mended: &mut Mended,
    ) -> Option<(Option<PlacedRepair>, Edits)> {
        let mut all = certain.clone();
        let mut grade = Grade::Certain;
        if !doubtful.is_empty() && all.add_all(&doubtful, patient.bytes) {
            let after = self.alone.facts(patient.slice, all.apply(patient.bytes));
            // A comment that is closed gives its moves back, so that there are more.
            let sound = |facts: &Facts| facts.errors == 0 && facts.plies >= patient.facts.plies;
            if after.is_some_and(|after| sound(&after)) {
                grade = Grade::Likely;
                all = self.go_on(patient, all, grade);
            } else {
                all = certain.clone();
                mended.taken_back.extend(doubtful.into_iter().map(|edit| moved(edit, patient.from)));
            }
        }
        if all.is_empty() {
            return Some((None, all));
        }
        let facts = self.alone.facts(patient.slice, all.apply(patient.bytes))?;
        let best = PlacedRepair {
            edits: all.clone().moved(patient.from),
            grade,
            whole: facts.errors == 0 && !patient.broken,
            reach: facts.plies,
            margin: None,
            evidence: Vec::new(),
            moves: facts.moves,
        };
        Some((Some(best), self.written(certain, all, grade)))
    }

    /// What is proposed of a game whose main line breaks, and the edits that are written of it.
    fn repaired(
        &mut self,
        patient: &Patient<'_>,
        game: &Game<'_>,
        (repair, broken): (&Repair, &Finding),
        certain: &Edits,
    ) -> Option<(Option<PlacedRepair>, Edits)> {
        let Some((mut best, own)) = self.tried(patient, game, repair, broken) else {
            return self.unbroken(patient, certain, Vec::new(), &mut Mended::default());
        };
        let mut all = own.clone();
        if !all.add_all(certain.list(), patient.bytes) {
            all = own;
        }
        if best.grade != Grade::Guess {
            // What was mended in a game that breaks is tried once more where it does not.
            let kept = self.alone.facts(patient.slice, all.apply(patient.bytes));
            if kept.is_some_and(|facts| facts.moves == best.moves) {
                all = self.go_on(patient, all, best.grade);
            } else {
                best.grade = Grade::Guess;
            }
        }
        best.edits = all.clone().moved(patient.from);
        let written = self.written(certain, all, best.grade);
        Some((Some(best), written))
    }

    /// What the run writes: all, or what is certain.
    fn written(&self, certain: &Edits, all: Edits, grade: Grade) -> Edits {
        match self.write {
            None => Edits::default(),
            Some(write) if grade as u8 <= write as u8 => all,
            Some(_) => certain.clone(),
        }
    }

    /// Another repair, as it is shown.
    fn other(
        &mut self,
        patient: &Patient<'_>,
        game: &Game<'_>,
        repair: &Repair,
        broken: &Finding,
    ) -> Option<PlacedRepair> {
        let (mut placed, edits) = self.tried(patient, game, repair, broken)?;
        placed.edits = edits.moved(patient.from);
        Some(placed)
    }

    /// A repair with its edits, replayed: where it does not do what it promised, it is a guess.
    fn tried(
        &mut self,
        patient: &Patient<'_>,
        game: &Game<'_>,
        repair: &Repair,
        broken: &Finding,
    ) -> Option<(PlacedRepair, Edits)> {
        let mut edits = Edits::default();
        for edit in &repair.edits {
            let span = game.record.place(edit.span);
            let span = Span { from: span.from.checked_sub(patient.from)?, to: span.to.checked_sub(patient.from)? };
            let placed = PlacedEdit {
                code: broken.code,
                severity: broken.severity,
                message: broken.message.clone(),
                operation: edit.operation,
                ply: edit.ply,
                number: String::new(),
                span,
                bytes: fix_drafts::bytes(game, &edit.text)?,
                grade: repair.grade,
            };
            if !edits.add(placed, patient.bytes) {
                return None;
            }
        }
        let plies: Vec<Option<u32>> = edits.list().iter().map(|edit| edit.ply).collect();
        let look = |found: Found<'_>| -> Vec<String> {
            let number = |ply: &Option<u32>| ply.map(|ply| number_at(&found.replayed.played, ply)).unwrap_or_default();
            plies.iter().map(number).collect()
        };
        let (after, numbers) = self.alone.replay(patient.slice, edits.apply(patient.bytes), look)?;
        // A repair of which nothing is known yet promises that it reaches as far as it does.
        let known = !repair.moves.is_empty();
        let reaches = after.plies >= repair.reach && after.moves.starts_with(&repair.moves);
        let holds = reaches && (!repair.whole || after.errors == 0);
        let mut placed = PlacedRepair {
            edits: Vec::new(),
            grade: if holds { repair.grade } else { Grade::Guess },
            whole: if known && holds { repair.whole } else { after.errors == 0 },
            reach: after.plies,
            margin: repair.margin,
            evidence: repair.evidence.clone(),
            moves: after.moves,
        };
        if !holds && repair.grade != Grade::Guess {
            placed
                .evidence
                .push(format!("taken back: with it the game replays {} plies, and not as promised", after.plies));
        }
        Some((placed.clone(), edits.graded(placed.grade, numbers)))
    }
}

/// What keeps the main line from being played to its end.
fn breaking<'a>(replayed: &Replayed, findings: &'a [Finding]) -> Option<&'a Finding> {
    let mut errors = findings.iter().filter(|finding| is_error_of_line(finding));
    let at = errors.clone().find(|finding| finding.ply == Some(replayed.plies + 1));
    at.or_else(|| errors.find(|_| !replayed.repairs.is_empty()))
}

/// A finding where it stands in the slice.
fn place(finding: &Finding, game: &Game<'_>) -> Finding {
    debug_assert!(finding.severity == Severity::Error);
    Finding { span: game.record.place(finding.span), ..finding.clone() }
}

fn moved(edit: PlacedEdit, by: u32) -> PlacedEdit {
    let span = Span { from: edit.span.from + by, to: edit.span.to + by };
    PlacedEdit { span, ..edit }
}
