//! The loop over a game's items: main line and variations, in reading order, with
//! one frame for each variation that is open.

use std::iter::Peekable;

use super::listener::{Line, Listener};
use super::player::{Case, Frame, Place, Player};
use super::replayable::{Replayable, Said, Standing};
use crate::finding::{Code, Finding, Severity};
use crate::record::{Kind, Note};
use crate::rules::Found;
use crate::span::Span;

/// Whether a second brace opens in a comment, as one of the notes says; notes and comments stand in the order of the
/// text.
#[cold]
#[inline(never)]
fn is_nested<'a>(notes: &mut Peekable<impl Iterator<Item = &'a Note>>, comment: Span) -> bool {
    while notes.next_if(|note| note.span.from < comment.from).is_some() {}
    notes.next_if(|note| note.span.to <= comment.to).is_some()
}

impl<G: Replayable> Player<G> {
    /// Replays all lines; gives the main line's end.
    pub(super) fn lines<L: Listener<G>>(&mut self, case: &Case<'_, G>, listener: &mut L) -> Frame<G> {
        self.moves.clear();
        self.stack.clear();
        self.trail.get_mut().begin();
        self.repetition.begin(case.start);
        G::begin(self, case);
        listener.begin(case.text, case.record, case.start);
        let mut frame = Frame::new(case.start.clone(), 0, 0);
        // Games without variations never ask for one.
        if case.record.lines.len() > 1 {
            self.items::<true, L>(case, &mut frame, listener);
        } else {
            self.items::<false, L>(case, &mut frame, listener);
        }
        while !self.stack.is_empty() {
            self.close(case, &mut frame);
        }
        self.line_ended(case, &frame);
        listener.ended(&Line {
            start: case.start,
            last: &frame.position,
            moves: &self.moves,
            stood: self.repetition.stood(),
        });
        frame
    }

    #[inline(never)]
    fn items<const BRANCHES: bool, L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        listener: &mut L,
    ) {
        let mut next = 0;
        let judged = !self.options.moves_only;
        let mut nested = case.record.notes.iter().filter(|note| note.code == Code::S013).peekable();
        let any_nested = nested.peek().is_some();
        while let Some(&item) = case.record.items.get(next) {
            next += 1;
            if item.kind == Kind::Move {
                self.a_move::<BRANCHES, L>(case, frame, Place { item, next }, listener);
                continue;
            }
            if item.kind == Kind::Null {
                self.a_null_move(case, frame, Place { item, next }, listener);
                continue;
            }
            listener.item(case.text, item);
            if any_nested
                && item.kind == Kind::Comment
                && frame.alive
                && is_nested(&mut nested, item.span)
                && let Some(finding) = G::hides_moves(self, case, frame, Place { item, next })
            {
                self.stop(frame, finding);
                continue;
            }
            match item.kind {
                Kind::Number if judged => G::number(self, case, item.span),
                Kind::Comment if judged && frame.line == 0 && frame.alive => {
                    let clock = G::comment(self, case, frame, item.span);
                    if !frame.ended {
                        listener.timed(case.text, item, frame.ply, clock);
                    }
                }
                Kind::Time if judged && frame.line == 0 && frame.alive => {
                    G::time(self, case, frame, item.span);
                    // The time of the word that ends a record is none of a move.
                    if !frame.ended {
                        listener.timed(case.text, item, frame.ply, None);
                    }
                }
                // A variation may go on where the game ended.
                Kind::Result | Kind::Ending if case.record.format.is_shogi() => frame.ended = true,
                Kind::Open => {
                    G::forget_number(self);
                    self.open(frame, item.line);
                }
                Kind::Close => {
                    G::forget_number(self);
                    self.close(case, frame);
                }
                _ => {}
            }
        }
    }

    fn open(&mut self, frame: &mut Frame<G>, line: u32) {
        if frame.ended && frame.alive {
            let mut child = Frame::new(frame.position.clone(), frame.ply, line);
            child.findings = self.collector.findings.len();
            return self.stack.push(std::mem::replace(frame, child));
        }
        let (position, ply) = match (&frame.before, frame.alive) {
            (Some(before), true) => (before.clone(), frame.ply - 1),
            // The alternative to a move that could not be played begins where it should have been.
            (Some(before), false) => (before.clone(), frame.ply),
            (None, _) => (frame.position.clone(), frame.ply),
        };
        let mut child = Frame::new(position, ply, line);
        child.alive = frame.before.is_some();
        child.offset = frame.offset;
        child.findings = self.collector.findings.len();
        if frame.alive && child.alive {
            child.replaced = self.moves.pop();
        }
        self.stack.push(std::mem::replace(frame, child));
    }

    fn close(&mut self, case: &Case<'_, G>, frame: &mut Frame<G>) {
        self.line_ended(case, frame);
        let Some(parent) = self.stack.pop() else { return };
        let child = std::mem::replace(frame, parent);
        let base = (frame.ply as usize).saturating_sub(usize::from(child.replaced.is_some()));
        self.moves.truncate(base);
        self.moves.extend(child.replaced);
    }

    fn line_ended(&mut self, case: &Case<'_, G>, frame: &Frame<G>) {
        if frame.offset != self.stack.last().map_or(0, |parent| parent.offset) {
            G::misnumbered(self, frame);
        }
        if frame.alive {
            return;
        }
        if !self.options.moves_only {
            G::line_broke(self, case, frame);
        }
        if frame.skipped == 0 {
            return;
        }
        // Says how many of its moves were not judged.
        if let Some(finding) = self.stopped_by(frame) {
            let (moves, were) = if frame.skipped == 1 { ("move", "was") } else { ("moves", "were") };
            finding.help.push(format!("{} later {moves} of this line {were} not judged", frame.skipped));
        }
    }

    /// The finding that ended the judging of a line, if it is kept.
    pub(super) fn stopped_by(&mut self, frame: &Frame<G>) -> Option<&mut Finding> {
        let own = self.collector.findings.get_mut(frame.findings..).unwrap_or_default();
        own.iter_mut().rev().find(|finding| {
            finding.line == frame.line && finding.ply == Some(frame.ply + 1) && finding.severity == Severity::Error
        })
    }

    #[inline(always)]
    fn a_move<const BRANCHES: bool, L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        listener: &mut L,
    ) {
        if frame.alive
            && !frame.mate
            && let Some((mv, usual)) = G::usual(self, &frame.position, case.text.bytes, place.item.span)
            && case.record.items.get(place.next).is_none_or(|item| item.kind != Kind::Suffix)
        {
            G::check_number(self, case, frame);
            return self.accept_now::<BRANCHES, L>(case, frame, place, mv, Said::Usual(usual), listener);
        }
        let ply = frame.ply;
        self.any_move(case, frame, place, listener);
        if frame.ply == ply {
            listener.skipped(case.text, place.item);
        }
    }

    #[inline(never)]
    fn any_move<L: Listener<G>>(&mut self, case: &Case<'_, G>, frame: &mut Frame<G>, place: Place, listener: &mut L) {
        if !frame.alive {
            frame.skipped += 1;
            frame.before = None;
            return G::forget_number(self);
        }
        if G::is_over(self, frame) {
            frame.skipped += 1;
            return Self::halt(frame);
        }
        G::check_number(self, case, frame);
        let Some(written) = G::read(self, case, frame, place).or_else(|| G::mended(self, case, frame, place)) else {
            let finding = G::unreadable(self, case, frame, place);
            return self.stop(frame, finding);
        };
        if frame.mate {
            let finding = G::after_end(self, case, frame, place);
            return self.stop(frame, finding);
        }
        if let Some(finding) = G::refused(self, case, frame, place, &written) {
            return self.stop(frame, finding);
        }
        match frame.position.find(G::pattern(&written)) {
            Found::One(mv) => match G::forbidden(self, case, frame, place, mv) {
                None => self.accept(case, frame, place, mv, &written, listener),
                Some(finding) => self.illegal(case, frame, place, &written, finding, listener),
            },
            Found::Many(moves) => match G::ambiguous(self, case, frame, place, &written, &moves) {
                Some(mv) => self.accept(case, frame, place, mv, &written, listener),
                None => Self::halt(frame),
            },
            Found::None => {
                if let Some(other) = G::second_reading(self, case, place)
                    && let Found::One(mv) = frame.position.find(G::pattern(&other))
                {
                    return self.accept(case, frame, place, mv, &other, listener);
                }
                if !frame.position.has_legal_move() {
                    let finding = G::after_end(self, case, frame, place);
                    return self.stop(frame, finding);
                }
                if !self.options.moves_only
                    && let Some(mv) = G::by_custom(self, case, frame, place, &written)
                {
                    return self.irregular(case, frame, place, mv, &written, listener);
                }
                let finding = G::illegal(self, case, frame, place, &written);
                self.illegal(case, frame, place, &written, finding, listener);
            }
        }
    }

    /// A move that is illegal, or that the book forbids: it ends the line, unless the book lets it pass.
    #[cold]
    fn illegal<L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        written: &G::Written,
        finding: Finding,
        listener: &mut L,
    ) {
        // What stands only by the customs of a book is broken for every other reader.
        if self.options.moves_only {
            return self.stop(frame, finding);
        }
        match G::tolerate(self, case, frame, place, written, Box::new(finding)) {
            Err(finding) => self.stop(frame, *finding),
            Ok(Standing::Played(mv)) => self.irregular(case, frame, place, mv, written, listener),
            Ok(Standing::TakenBack(mv)) => {
                frame.before = may_branch(case, place.next).then(|| frame.position.clone());
                frame.ply += 1;
                self.moves.push(mv);
                self.repetition.enter(&frame.position, &self.moves, true);
            }
        }
    }

    /// Plays a move that no rule allows.
    #[cold]
    fn irregular<L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        mv: G::Move,
        written: &G::Written,
        listener: &mut L,
    ) {
        listener.moved(case.text, place.item, &frame.position, mv, frame.ply + 1);
        frame.before = may_branch(case, place.next).then(|| frame.position.clone());
        frame.position.play(mv);
        frame.ply += 1;
        self.moves.push(mv);
        listener.played(&frame.position);
        frame.mate = G::after(self, case, frame, place, mv, Said::Written(written));
        if frame.line == 0 {
            G::watch(self, case, frame, place, true);
        }
    }

    #[inline(never)]
    fn accept<L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        mv: G::Move,
        written: &G::Written,
        listener: &mut L,
    ) {
        self.accept_now::<true, L>(case, frame, place, mv, Said::Written(written), listener);
    }

    #[inline(always)]
    fn accept_now<const BRANCHES: bool, L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        mv: G::Move,
        said: Said<'_, G>,
        listener: &mut L,
    ) {
        let brief = matches!(said, Said::Usual(usual) if G::is_brief(usual, mv));
        listener.moved_so(case.text, place.item, &frame.position, mv, frame.ply + 1, brief);
        let judged = !self.options.moves_only;
        if judged {
            G::before(self, case, frame, place, mv, said);
        }
        if BRANCHES {
            frame.before = may_branch(case, place.next).then(|| frame.position.clone());
        }
        let irreversible = judged && frame.position.irreversible(mv);
        frame.position.play(mv);
        frame.ply += 1;
        self.moves.push(mv);
        listener.played(&frame.position);
        if !judged {
            // After mate no move is legal: nobody need ask whether it is.
            return;
        }
        frame.mate = G::after(self, case, frame, place, mv, said);
        if !BRANCHES || frame.line == 0 {
            G::watch(self, case, frame, place, irreversible);
        }
    }

    /// Adds the finding that ends the judging of a line.
    pub(super) fn stop(&mut self, frame: &mut Frame<G>, mut finding: Finding) {
        finding.line = frame.line;
        let (code, severity) = (finding.code, finding.severity);
        self.collector.add(code, severity, || finding);
        Self::halt(frame);
    }

    fn halt(frame: &mut Frame<G>) {
        frame.alive = false;
        frame.before = Some(frame.position.clone());
    }

    #[cold]
    fn a_null_move<L: Listener<G>>(
        &mut self,
        case: &Case<'_, G>,
        frame: &mut Frame<G>,
        place: Place,
        listener: &mut L,
    ) {
        let ply = frame.ply;
        self.null(case, frame, place);
        if frame.ply == ply {
            return listener.skipped(case.text, place.item);
        }
        if let Some(before) = &frame.before {
            listener.passed(case.text, place.item, before);
        }
        listener.played(&frame.position);
    }

    #[cold]
    fn null(&mut self, case: &Case<'_, G>, frame: &mut Frame<G>, place: Place) {
        if !frame.alive {
            frame.skipped += 1;
            return;
        }
        let ply = frame.ply + 1;
        G::check_number(self, case, frame);
        let check = frame.position.in_check();
        let severity = if frame.line == 0 || check { Severity::Error } else { Severity::Info };
        let line = frame.line;
        self.collector.once(Code::N024, severity, || {
            let while_check = if check { " although the king stands in check" } else { "" };
            let shown = case.text.show(place.item.span);
            let message = format!("{shown} is a null move: nothing is played{while_check}");
            let mut finding = Finding::new(Code::N024, place.item.span, message).at_ply(ply).help(
                "in a main line a move is missing here; in a variation it is an annotator's way of saying \"if nothing were done\"",
            );
            finding.line = line;
            finding
        });
        if check {
            // Passing out of check would leave a king to be taken.
            return Self::halt(frame);
        }
        let Some(pass) = frame.position.null_move() else { return Self::halt(frame) };
        frame.before = Some(frame.position.clone());
        self.moves.push(pass);
        frame.position.pass();
        frame.ply = ply;
        frame.mate = false;
        if frame.line == 0 {
            self.repetition.enter(&frame.position, &self.moves, true);
        }
    }
}

/// Whether a variation opens before the next move.
#[inline]
fn may_branch<G: Replayable>(case: &Case<'_, G>, next: usize) -> bool {
    for item in &case.record.items[next..] {
        match item.kind {
            Kind::Open => return true,
            Kind::Move | Kind::Null | Kind::Close => return false,
            _ => {}
        }
    }
    false
}
