//! Fixes one game. Every edit is tried before it is proposed.

use super::alone::{Alone, Among, Facts, Found, is_error_of_line};
use super::drafts::{self, Rulings, may_have_drafts, number_at};
use super::edits::{Edits, lower};
use super::merge;
use super::repair::{GameRepairs, SliceEdit};
use partie_input::Slice;
use partie_record::Record;
use partie_record::count;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::span::Span;
use partie_repair::{ProposedEdit, Repair};
use partie_replay::copies::OtherRecord;
use partie_replay::games::{Game, ReadingHints};
use partie_replay::{Options, Replayed};

/// Maximum number of times that an edited game is checked for remaining findings.
const MAX_ROUNDS: usize = 16;
/// Maximum number of edits that are tried one by one if they fail together.
const MAX_SINGLE_EDITS: usize = 32;
/// Maximum number of repairs besides the best one.
const MAX_OTHER_REPAIRS: usize = 9;

/// Fixes games, with reused buffers.
#[derive(Debug)]
pub(super) struct Fixer {
    alone: Alone,
    rulings: Rulings,
    /// The least sure grade whose edits are written; `None` writes no edit.
    write: Option<Grade>,
}

/// The bytes of a single game, its facts, and whether its main line breaks.
struct Patient<'a> {
    among: Among<'a>,
    bytes: &'a [u8],
    from: u32,
    facts: Facts,
    broken: bool,
}

impl Fixer {
    pub(super) fn new(options: &Options, given: ReadingHints, rulings: Rulings, write: Option<Grade>) -> Self {
        Self { alone: Alone::new(options, given), rulings, write }
    }

    /// Returns the repairs of a game of the slice; `None` if there is no error to fix.
    pub(super) fn fix(
        &mut self,
        slice: &Slice,
        game: &Game<'_>,
        replayed: &Replayed,
        findings: &[Finding],
    ) -> Option<GameRepairs> {
        let broken = breaking(replayed, findings);
        let selected = broken.filter(|broken| self.rulings.selection.counts(broken.code));
        if selected.is_none() && !may_have_drafts(game, findings) {
            return None;
        }
        let mut repairs = GameRepairs { broken: selected.map(|broken| place(broken, game)), ..GameRepairs::default() };
        let record = game.record;
        let (among, (from, to)) = (Among::of(slice, record), reading_range(slice, record));
        let bytes = slice.bytes.get(from as usize..to as usize)?;
        // Only part of a very long game is in the slice.
        let elided = |at: usize| at > from as usize && at <= to as usize;
        if slice.elided.iter().any(|elision| elided(elision.at)) || slice.cut_short {
            return selected.is_some().then_some(repairs);
        }
        let is_broken = broken.is_some();
        let rulings = &self.rulings;
        let look = |found: Found<'_>| drafts::drafts(found, rulings, is_broken);
        let known = self.alone.replay(among, bytes.to_vec(), look);
        let Some((facts, drafts)) = known.filter(|(facts, _)| facts.plies == replayed.plies) else {
            return selected.is_some().then_some(repairs);
        };
        let patient = Patient { among, bytes, from, facts, broken: is_broken };
        let mut drafts = drafts;
        let complete = drafts::as_complete(&mut drafts);
        let of_grade = |grade| drafts.iter().filter(move |draft| draft.grade == grade).cloned().collect::<Vec<_>>();
        let [certain, doubtful, open] = [Grade::Certain, Grade::Likely, Grade::Guess].map(of_grade);
        let mut certain = self.certain(&patient, certain, &mut repairs);
        if let Some(edit) = drafts::behind(game, &self.rulings) {
            certain = self.with_end(&patient, certain, edit);
        }
        let proposed = if selected.is_some() { replayed.repairs.as_slice() } else { &[] };
        let (best, applied) = match proposed.split_first() {
            Some((first, others)) => {
                let others = others.iter().take(MAX_OTHER_REPAIRS);
                repairs.others = others
                    .filter_map(|other| self.tried(&patient, game, (other, broken?)))
                    .map(|(other, _)| other)
                    .collect();
                self.repaired(&patient, game, (first, broken?), &certain)?
            }
            // No edit of a game is certain if its line breaks without a known repair.
            None if selected.is_some() => (None, Edits::default()),
            None => self.unbroken(&patient, &certain, doubtful, &mut repairs)?,
        };
        // In a broken line, these edits would count as repairs of the line.
        if !is_broken {
            repairs.others.extend(self.reading(&patient, &complete));
        }
        repairs.others.extend(
            open.iter().take(MAX_SINGLE_EDITS).filter_map(|edit| self.reading(&patient, std::slice::from_ref(edit))),
        );
        let best = best.or_else(|| (!repairs.others.is_empty()).then(|| repairs.others.remove(0)));
        repairs.written = applied.moved(from);
        repairs.best = best;
        repairs.is_damaged().then_some(repairs)
    }

    /// True if findings with this code are selected.
    pub(super) fn counts(&self, code: Code) -> bool {
        self.rulings.selection.counts(code)
    }

    /// Merges another record into the game, in addition to its written edits. Returns true if the merged game keeps its
    /// moves and has no more errors than before.
    pub(super) fn merge(
        &mut self,
        (slice, game): (&Slice, &Game<'_>),
        (other, differences): (&OtherRecord, &[Finding]),
        repairs: &mut GameRepairs,
    ) -> bool {
        let record = game.record;
        let (from, to) = reading_range(slice, record);
        let Some(bytes) = slice.bytes.get(from as usize..to as usize).filter(|_| !slice.cut_short) else {
            return false;
        };
        let (among, mut edits) = (Among::of(slice, record), Edits::default());
        let own = |edit: &SliceEdit| {
            let span = Span { from: edit.span.from.checked_sub(from)?, to: edit.span.to.checked_sub(from)? };
            Some(SliceEdit { span, ..edit.clone() })
        };
        let add = |edits: &mut Edits, placed: &[SliceEdit]| {
            let placed: Option<Vec<SliceEdit>> = placed.iter().map(own).collect();
            placed.is_some_and(|placed| edits.add_all(&placed, bytes))
        };
        if !add(&mut edits, &repairs.written) {
            return false;
        }
        let Some(before) = self.alone.facts(among, edits.apply(bytes)) else { return false };
        let Some(merged) = merge::edits(game, other, differences, before.errors == 0) else { return false };
        if !add(&mut edits, &merged) {
            return false;
        }
        let after = self.alone.facts(among, edits.apply(bytes));
        let holds = |after: &Facts| after.errors <= before.errors && after.moves.starts_with(&before.moves);
        let holds = after.is_some_and(|after| holds(&after));
        if holds {
            repairs.written = edits.moved(from);
        }
        holds
    }

    /// Selects as many edits as possible that remove findings without changing the game.
    fn certain(&mut self, patient: &Patient<'_>, drafts: Vec<SliceEdit>, repairs: &mut GameRepairs) -> Edits {
        let mut edits = Edits::default();
        let drafts: Vec<SliceEdit> =
            drafts.into_iter().filter(|draft| edits.add(draft.clone(), patient.bytes)).collect();
        if !edits.is_empty() && !self.is_better(patient, &edits) {
            edits = Edits::default();
            for draft in drafts {
                let mut tried = edits.clone();
                if tried.add(draft.clone(), patient.bytes)
                    && repairs.taken_back.len() < MAX_SINGLE_EDITS
                    && self.is_better(patient, &tried)
                {
                    edits = tried;
                } else {
                    repairs.taken_back.push(moved(draft, patient.from));
                }
            }
        }
        self.go_on(patient, edits, Grade::Certain)
    }

    /// Adds white space after the game, unless this changes the game.
    fn with_end(&mut self, patient: &Patient<'_>, edits: Edits, end: SliceEdit) -> Edits {
        let span = Span { from: end.span.from - patient.from, to: end.span.to - patient.from };
        let (before, mut tried) = (self.alone.facts(patient.among, edits.apply(patient.bytes)), edits.clone());
        let added = tried.add(SliceEdit { span, ..end }, patient.bytes);
        let after = self.alone.facts(patient.among, tried.apply(patient.bytes));
        let same = before.zip(after).is_some_and(|(before, after)| after.improves(&before, std::iter::empty()));
        if added && same { tried } else { edits }
    }

    /// Adds edits for certain findings that remain in the edited game, in at most `MAX_ROUNDS` rounds.
    fn go_on(&mut self, patient: &Patient<'_>, mut edits: Edits, grade: Grade) -> Edits {
        for _ in 0..MAX_ROUNDS {
            if edits.is_empty() {
                break;
            }
            let rulings = &self.rulings;
            let applied = edits.apply(patient.bytes);
            let look = |found: Found<'_>| drafts::drafts(found, rulings, patient.broken && found.facts.errors > 0);
            let Some((facts, drafts)) = self.alone.replay(patient.among, applied.clone(), look) else { break };
            let mut next = Edits::default();
            for draft in drafts.into_iter().filter(|draft| draft.grade == Grade::Certain) {
                next.add(SliceEdit { grade: lower(draft.grade, grade), ..draft }, &applied);
            }
            // Some of these edits may exclude each other.
            let together = self.add_after(patient, (&edits, &facts), next.list());
            match together.or_else(|| self.add_each_after(patient, (&edits, facts), next.list())) {
                Some((more, _)) => edits = more,
                None => break,
            }
        }
        edits
    }

    /// Adds edits of the edited text and replays the game; `None` if they do not improve it.
    fn add_after(
        &mut self,
        patient: &Patient<'_>,
        (edits, before): (&Edits, &Facts),
        next: &[SliceEdit],
    ) -> Option<(Edits, Facts)> {
        let (mut tried, mut codes) = (edits.clone(), Vec::new());
        // In reverse order, so that the places of earlier edits do not shift.
        for draft in next.iter().rev() {
            if tried.add_after(draft.clone(), patient.bytes) {
                codes.push(draft.code);
            }
        }
        let after = if codes.is_empty() { None } else { self.alone.facts(patient.among, tried.apply(patient.bytes)) };
        after.filter(|after| after.improves(before, codes.into_iter())).map(|after| (tried, after))
    }

    /// Tries the edits `next` one by one, and keeps each that improves the game.
    fn add_each_after(
        &mut self,
        patient: &Patient<'_>,
        (edits, mut before): (&Edits, Facts),
        next: &[SliceEdit],
    ) -> Option<(Edits, Facts)> {
        let mut made: Option<Edits> = None;
        for draft in next.iter().rev().take(MAX_SINGLE_EDITS) {
            let known = made.as_ref().unwrap_or(edits);
            if let Some((more, after)) = self.add_after(patient, (known, &before), std::slice::from_ref(draft)) {
                (made, before) = (Some(more), after);
            }
        }
        made.map(|made| (made, before))
    }

    fn is_better(&mut self, patient: &Patient<'_>, edits: &Edits) -> bool {
        let after = self.alone.facts(patient.among, edits.apply(patient.bytes));
        after.is_some_and(|after| after.improves(&patient.facts, edits.list().iter().map(|edit| edit.code)))
    }

    /// Proposes edits without a repair of the main line. Also returns the edits to write.
    fn unbroken(
        &mut self,
        patient: &Patient<'_>,
        certain: &Edits,
        doubtful: Vec<SliceEdit>,
        repairs: &mut GameRepairs,
    ) -> Option<(Option<Repair<SliceEdit>>, Edits)> {
        let mut all = certain.clone();
        let mut grade = Grade::Certain;
        if !doubtful.is_empty() && all.add_all(&doubtful, patient.bytes) {
            let after = self.alone.facts(patient.among, all.apply(patient.bytes));
            // Closing a comment may release moves that it contained, so there may be more plies.
            let sound = |facts: &Facts| facts.errors == 0 && facts.plies >= patient.facts.plies;
            if after.is_some_and(|after| sound(&after)) {
                grade = Grade::Likely;
                all = self.go_on(patient, all, grade);
            } else {
                all = certain.clone();
                repairs.taken_back.extend(doubtful.into_iter().map(|edit| moved(edit, patient.from)));
            }
        }
        if all.is_empty() {
            return Some((None, all));
        }
        let facts = self.alone.facts(patient.among, all.apply(patient.bytes))?;
        let mut best = facts.into_repair(all.clone().moved(patient.from), grade);
        best.whole &= !patient.broken;
        Some((Some(best), self.written(certain, all, grade)))
    }

    /// Returns a guess: one reading of an ambiguous text, or the assumption that a record is complete.
    fn reading(&mut self, patient: &Patient<'_>, together: &[SliceEdit]) -> Option<Repair<SliceEdit>> {
        let mut edits = Edits::default();
        if together.is_empty() || !edits.add_all(together, patient.bytes) {
            return None;
        }
        let facts = self.alone.facts(patient.among, edits.apply(patient.bytes))?;
        Some(facts.into_repair(edits.moved(patient.from), Grade::Guess))
    }

    /// Proposes a repair of a broken main line. Also returns the edits to write.
    fn repaired(
        &mut self,
        patient: &Patient<'_>,
        game: &Game<'_>,
        (repair, broken): (&Repair<ProposedEdit>, &Finding),
        certain: &Edits,
    ) -> Option<(Option<Repair<SliceEdit>>, Edits)> {
        let Some((mut best, own)) = self.tried(patient, game, (repair, broken)) else {
            return self.unbroken(patient, certain, Vec::new(), &mut GameRepairs::default());
        };
        let mut all = own.clone();
        if !all.add_all(certain.list(), patient.bytes) {
            all = own;
        }
        if best.grade != Grade::Guess {
            // Edits that were tried in the broken game are tried once more in the repaired game.
            let kept = self.alone.facts(patient.among, all.apply(patient.bytes));
            if kept.is_some_and(|facts| Some(facts.moves) == best.moves) {
                all = self.go_on(patient, all, best.grade);
            } else {
                best.grade = Grade::Guess;
            }
        }
        best.edits = all.clone().moved(patient.from);
        let written = self.written(certain, all, best.grade);
        Some((Some(best), written))
    }

    /// Returns the edits that the run writes: all edits, only the certain ones, or none.
    fn written(&self, certain: &Edits, all: Edits, grade: Grade) -> Edits {
        match self.write {
            None => Edits::default(),
            Some(write) if grade as u8 <= write as u8 => all,
            Some(_) => certain.clone(),
        }
    }

    /// Applies a repair and replays the game. If the replay does not match the search, the repair becomes a guess.
    fn tried(
        &mut self,
        patient: &Patient<'_>,
        game: &Game<'_>,
        (repair, broken): (&Repair<ProposedEdit>, &Finding),
    ) -> Option<(Repair<SliceEdit>, Edits)> {
        let mut edits = Edits::default();
        for edit in &repair.edits {
            let span = game.record.place(edit.span).of_slice();
            let span = Span { from: span.from.checked_sub(patient.from)?, to: span.to.checked_sub(patient.from)? };
            let placed = SliceEdit {
                code: broken.code,
                severity: broken.severity,
                message: broken.message.clone(),
                operation: edit.operation,
                ply: edit.ply,
                number: String::new(),
                span,
                bytes: drafts::encoded(game, &edit.text)?,
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
        let (after, numbers) = self.alone.replay(patient.among, edits.apply(patient.bytes), look)?;
        let reaches =
            after.plies >= repair.reach && repair.moves.as_ref().is_none_or(|moves| after.moves.starts_with(moves));
        let holds = reaches && (!repair.whole || after.errors == 0);
        let grade = if holds { repair.grade } else { Grade::Guess };
        let edits = edits.graded(grade, numbers);
        let mut placed = after.into_repair(edits.clone().moved(patient.from), grade);
        placed.whole = if holds { repair.whole } else { placed.whole };
        placed.margin = repair.margin;
        placed.evidence.clone_from(&repair.evidence);
        placed.reasons.clone_from(&repair.reasons);
        placed.remarks.clone_from(&repair.remarks);
        if !holds && repair.grade != Grade::Guess {
            let plies = count(placed.reach.into(), "ply", "plies");
            placed.remarks.push(format!("taken back: with it the game replays {plies}, and not as promised"));
        }
        Some((placed, edits))
    }
}

/// Returns the error that prevents the main line from being played to its end.
fn breaking<'a>(replayed: &Replayed, findings: &'a [Finding]) -> Option<&'a Finding> {
    let mut errors = findings.iter().filter(|finding| is_error_of_line(finding));
    let at = errors.clone().find(|finding| finding.ply == Some(replayed.plies + 1));
    at.or_else(|| errors.find(|_| !replayed.repairs.is_empty()))
}

/// Returns the range of bytes in which a record is read alone.
fn reading_range(slice: &Slice, record: &Record) -> (u32, u32) {
    let span = record.reading_span(&slice.bytes);
    (span.from, record.source_end().max(span.to))
}

/// Returns the finding with its span in the slice.
fn place(finding: &Finding, game: &Game<'_>) -> Finding {
    debug_assert!(finding.severity == Severity::Error);
    Finding { span: game.record.place(finding.span).of_slice(), ..finding.clone() }
}

fn moved(edit: SliceEdit, by: u32) -> SliceEdit {
    let span = Span { from: edit.span.from + by, to: edit.span.to + by };
    SliceEdit { span, ..edit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::Record;
    use partie_repair::Operation;
    use partie_replay::games::SliceReader;
    use partie_replay::{Replayer, Wanted};

    /// An edit that replaces the first `was`, or inserts a text before it.
    fn edit(text: &str, operation: Operation, was: &str, is: &str) -> ProposedEdit {
        let from = text.find(was).expect("it stands there");
        let to = if operation == Operation::Insert { from } else { from + was.len() };
        ProposedEdit { operation, ply: Some(5), span: Span::new(from, to), text: is.to_owned(), grade: Grade::Likely }
    }

    /// Fixes a game with one proposed repair. Returns its repairs, and the text with the written edits.
    fn fix(text: &str, edits: Vec<ProposedEdit>, reach: u32, moves: &str) -> (GameRepairs, String) {
        let slice = Slice { bytes: text.as_bytes().to_vec(), last: true, ..Slice::default() };
        let mut record = Record::default();
        assert!(SliceReader::new(&slice, 0).read_next(&mut record));
        let game = Game::new(&slice, true, &mut record, ReadingHints::default());
        let mut replayer = Replayer::new(Options::default(), Wanted::default());
        let mut replayed = replayer.replay(game.text, game.record, true);
        let mut repair = Repair::new(edits, Grade::Likely, (true, reach));
        (repair.margin, repair.moves) = (Some(2.0), Some(moves.to_owned()));
        replayed.repairs = vec![repair];
        let rulings = Rulings::default();
        let mut fixer = Fixer::new(&Options::default(), ReadingHints::default(), rulings, Some(Grade::Likely));
        let repairs = fixer.fix(&slice, &game, &replayed, &replayer.collector.findings).expect("it breaks");
        let mut written = text.to_owned();
        for edit in repairs.written.iter().rev() {
            let is = std::str::from_utf8(&edit.bytes).expect("UTF-8");
            written.replace_range(edit.span.from as usize..edit.span.to as usize, is);
        }
        (repairs, written)
    }

    const HEAD: &str = "[Event \"?\"]\n[Result \"*\"]\n\n";
    const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";

    fn game(moves: &str) -> String {
        format!("{HEAD}{moves} *\n")
    }

    #[test]
    fn repairs_of_every_kind_are_written() {
        let sound = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6");
        for (damaged, operation, was, is) in [
            ("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6", Operation::Replace, "Bb6", "Bb5"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6", Operation::Insert, "4. Ba4", "a6 "),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb5 a6 4. Ba4 Nf6", Operation::Delete, "Bb5 ", ""),
        ] {
            let text = game(damaged);
            let (repairs, written) = fix(&text, vec![edit(&text, operation, was, is)], 8, MOVES);
            let best = repairs.best.expect("a repair");
            assert_eq!(
                (written.as_str(), best.grade, best.whole, best.reach),
                (sound.as_str(), Grade::Likely, true, 8)
            );
            assert_eq!(
                (best.moves.as_deref(), best.margin, best.edits[0].operation),
                (Some(MOVES), Some(2.0), operation)
            );
        }
        let text = game("1. e4 e5 2. Nf3 Bb5 3. Nc6 a6 4. Ba4 Nf6");
        let swap =
            ["Bb5", "Nc6"].map(|was| edit(&text, Operation::Swap, was, if was == "Bb5" { "Nc6" } else { "Bb5" }));
        assert_eq!(fix(&text, swap.to_vec(), 8, MOVES).1, sound);
    }

    #[test]
    fn what_does_not_replay_as_promised_is_a_guess() {
        let text = game("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6");
        for (is, reach, moves) in [("Be2", 8, MOVES), ("Bb5", 9, MOVES), ("Bb5", 8, "e2e4 e7e6"), ("Qb5", 8, "")] {
            let (repairs, written) = fix(&text, vec![edit(&text, Operation::Replace, "Bb6", is)], reach, moves);
            let best = repairs.best.expect("a repair");
            assert_eq!((written.as_str(), best.grade), (text.as_str(), Grade::Guess), "{is} {reach} {moves}");
            assert!(best.remarks.iter().any(|remark| remark.starts_with("taken back")), "{:?}", best.remarks);
        }
    }

    /// Findings that remain after a repair are fixed too, and are no surer than the repair.
    #[test]
    fn what_a_repair_leaves_is_repaired_too() {
        let text = game("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4+ Nf6 5. 0-0");
        let (repairs, written) = fix(&text, vec![edit(&text, Operation::Replace, "Bb6", "Bb5")], 9, "");
        assert_eq!(written, game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O"));
        assert!(repairs.written.iter().all(|edit| edit.grade == Grade::Likely));
    }
}
