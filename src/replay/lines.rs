//! The loop over a game's items: main line and variations, in reading order, with
//! one frame for each variation that is open.

use super::explain;
use super::game::{Game, Replayer};
use super::marks::{self, Played};
use super::numbers::Pending;
use super::resolve;
use super::text;
use crate::finding::{Code, Finding, Severity};
use crate::notation::san::{self, CheckMark, Written};
use crate::record::{Item, Kind};
use crate::rules::chess::{Kind as MoveKind, Move, Position, Role};
use crate::rules::{Found, Game as _};

/// The state of the line that is being replayed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) position: Position,
    /// The position before the last move, where a variation would branch.
    before: Option<Position>,
    /// Plies played from the start of the game.
    pub(super) ply: u32,
    line: u32,
    /// Whether moves are still replayed.
    pub(super) alive: bool,
    /// The record's own move numbers against the true ones.
    offset: i64,
    /// Moves that were not judged.
    pub(super) skipped: u32,
    /// The move that the variation replaces, taken from the path.
    replaced: Option<(Move, u32)>,
    /// Whether the last move mated.
    pub(super) mate: bool,
    /// Index of the first item after which nothing was judged.
    pub(super) stopped: Option<u32>,
}

impl Frame {
    fn new(position: Position, ply: u32, line: u32) -> Self {
        Self {
            position,
            before: None,
            ply,
            line,
            alive: true,
            offset: 0,
            skipped: 0,
            replaced: None,
            mate: false,
            stopped: None,
        }
    }
}

impl Replayer {
    /// Replays all lines; gives the main line's end.
    pub(super) fn lines(&mut self, game: &Game<'_>, start: Position) -> Frame {
        self.english = self.letters.is_english();
        self.moves.clear();
        self.places.clear();
        self.stack.clear();
        self.repetition.begin(start.key());
        self.draws.begin(game.book, &start);
        let branches = game.record.lines.len() > 1;
        let mut frame = Frame::new(start.clone(), 0, 0);
        let mut pending = Pending::default();
        let mut at = 0;
        while let Some(&item) = game.record.items.get(at) {
            at += 1;
            match item.kind {
                Kind::Move => self.a_move(game, &start, &mut frame, &mut pending, item, at, branches),
                Kind::Number => pending.number(game.text, item.span, &mut self.collector),
                Kind::Comment if frame.line == 0 && frame.ply > 0 && frame.alive => {
                    let side = frame.position.turn().other();
                    self.clocks.comment(game.text, item.span, side, frame.ply, &mut self.collector);
                }
                Kind::Null => self.null(game, &mut frame, &mut pending, item, at),
                Kind::Open => {
                    pending = Pending::default();
                    self.open(&mut frame, item.line);
                }
                Kind::Close => {
                    pending = Pending::default();
                    self.close(&mut frame);
                }
                _ => {}
            }
        }
        while !self.stack.is_empty() {
            self.close(&mut frame);
        }
        self.not_judged(&frame);
        frame
    }

    fn open(&mut self, frame: &mut Frame, line: u32) {
        let (position, ply) = match (&frame.before, frame.alive) {
            (Some(before), true) => (before.clone(), frame.ply - 1),
            // The alternative to a move that could not be played begins where it should have been.
            (Some(before), false) => (before.clone(), frame.ply),
            (None, _) => (frame.position.clone(), frame.ply),
        };
        let mut child = Frame::new(position, ply, line);
        child.alive = frame.before.is_some();
        child.offset = frame.offset;
        if frame.alive && child.alive {
            child.replaced = self.moves.pop().zip(self.places.pop());
        }
        self.stack.push(std::mem::replace(frame, child));
    }

    fn close(&mut self, frame: &mut Frame) {
        self.not_judged(frame);
        let Some(parent) = self.stack.pop() else { return };
        let child = std::mem::replace(frame, parent);
        let base = (frame.ply as usize).saturating_sub(usize::from(child.replaced.is_some()));
        self.moves.truncate(base);
        self.places.truncate(base);
        if let Some((mv, place)) = child.replaced {
            self.moves.push(mv);
            self.places.push(place);
        }
    }

    /// Tells the finding that stopped a line how many of its moves were not judged.
    fn not_judged(&mut self, frame: &Frame) {
        if frame.alive || frame.skipped == 0 {
            return;
        }
        let finding = self.collector.findings.iter_mut().rev().find(|finding| {
            finding.line == frame.line && finding.ply == Some(frame.ply + 1) && finding.severity == Severity::Error
        });
        if let Some(finding) = finding {
            let (moves, were) = if frame.skipped == 1 { ("move", "was") } else { ("moves", "were") };
            finding.help.push(format!("{} later {moves} of this line {were} not judged", frame.skipped));
        }
    }

    /// The usual move of the usual game, without a call; everything else goes the long way.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the loop's state, kept in registers")]
    fn a_move(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        pending: &mut Pending,
        item: Item,
        next: usize,
        branches: bool,
    ) {
        if frame.alive
            && self.english
            && !frame.mate
            && let Some(usual) = san::usual(item.span.of(game.text.bytes))
        {
            let suffix = game.record.items.get(next).is_some_and(|item| item.kind == Kind::Suffix);
            if let Some(mv) = frame.position.only(usual.role, usual.from, usual.to).filter(|_| !suffix) {
                let (number, side) = (frame.position.number(), frame.position.turn());
                pending.check(number, side, frame.ply + 1, &mut frame.offset, &mut self.collector);
                let plain = !usual.origin && usual.captures == mv.captured.is_some();
                let marked = if usual.check { CheckMark::Check } else { CheckMark::None };
                return self.accept_now(
                    game,
                    start,
                    frame,
                    item,
                    next,
                    branches,
                    || usual.written(),
                    mv,
                    plain,
                    marked,
                );
            }
        }
        self.any_move(game, start, frame, pending, item, next, branches);
    }

    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "the loop's state")]
    fn any_move(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        pending: &mut Pending,
        item: Item,
        next: usize,
        branches: bool,
    ) {
        if !frame.alive {
            frame.skipped += 1;
            frame.before = None;
            *pending = Pending::default();
            return;
        }
        let ply = frame.ply + 1;
        let (number, side) = (frame.position.number(), frame.position.turn());
        pending.check(number, side, ply, &mut frame.offset, &mut self.collector);
        let token = item.span.of(game.text.bytes);
        let read = if self.english { san::read(token) } else { san::read_with(token, self.letters) };
        let Ok((_, written)) = read else {
            return self.unreadable(game, start, frame, item, next, branches);
        };
        self.written(game, start, frame, item, next, branches, written);
    }

    #[expect(clippy::too_many_arguments, reason = "the loop's state")]
    fn written(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        item: Item,
        next: usize,
        branches: bool,
        mut written: Written,
    ) {
        if let Some(suffix) = game.record.items.get(next).filter(|item| item.kind == Kind::Suffix) {
            san::append_word(suffix.span.of(game.text.bytes), &mut written);
        }
        if frame.mate {
            return self.stop(
                frame,
                item,
                explain::after_end(game, self, frame.position.in_check(), item, frame.ply + 1),
            );
        }
        match frame.position.find(&written.pattern) {
            Found::One(mv) => self.accept(game, start, frame, item, next, branches, &written, mv),
            Found::Many(moves) => self.ambiguous(game, start, frame, item, next, branches, &written, &moves),
            Found::None => self.illegal(game, frame, item, next, &written),
        }
    }

    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "the loop's state")]
    fn accept(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        item: Item,
        next: usize,
        branches: bool,
        written: &Written,
        mv: Move,
    ) {
        let plain = marks::is_plain(written, mv);
        self.accept_now(game, start, frame, item, next, branches, || written.clone(), mv, plain, written.check);
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the loop's state, kept in registers")]
    fn accept_now(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        item: Item,
        next: usize,
        branches: bool,
        written: impl Fn() -> Written,
        mv: Move,
        plain: bool,
        marked: CheckMark,
    ) {
        let ply = frame.ply + 1;
        let side = frame.position.turn();
        if !plain {
            let played = Played {
                written: &written(),
                mv,
                span: item.span,
                ply,
                line: frame.line,
                long_form: self.options.long_form,
            };
            marks::before(game.text, &played, &frame.position, self.letters, &mut self.collector);
        }
        if branches && may_branch(game, next) {
            frame.before = Some(frame.position.clone());
        } else {
            frame.before = None;
        }
        let irreversible = frame.position.irreversible(mv);
        frame.position.play(mv);
        frame.ply = ply;
        self.moves.push(mv);
        self.places.push(next as u32 - 1);
        let check = frame.position.in_check();
        // A check that is marked as one is no mate as long as the line goes on.
        let told = if check { marked == CheckMark::Check && goes_on(game, next) } else { marked == CheckMark::None };
        frame.mate = false;
        if !told {
            let moves = &self.moves;
            let before = || rebuild(start, &moves[..moves.len() - 1]);
            let played = Played {
                written: &written(),
                mv,
                span: item.span,
                ply,
                line: frame.line,
                long_form: self.options.long_form,
            };
            frame.mate = marks::after(game.text, &played, &frame.position, before, self.letters, &mut self.collector);
        }
        if frame.line == 0 {
            self.clocks.moved(side, ply, &mut self.collector);
            let count = self.repetition.enter(&frame.position, &self.moves, irreversible);
            self.draws.watch(&frame.position, count, ply, frame.mate);
        }
    }

    /// Several moves fit: the rest of the line may settle it.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "the loop's state")]
    fn ambiguous(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        item: Item,
        next: usize,
        branches: bool,
        written: &Written,
        moves: &[Move],
    ) {
        let ranked = resolve::farthest(game, self.letters, &frame.position, moves, next);
        let settled = resolve::settles(&ranked);
        let severity = if settled { Severity::Warning } else { Severity::Error };
        let finding =
            explain::ambiguous(game, frame.line, &frame.position, item, frame.ply + 1, &ranked, settled, self.letters);
        self.collector.add(Code::L036, severity, || finding);
        if settled {
            self.accept(game, start, frame, item, next, branches, written, ranked[0].0);
        } else {
            self.halt(frame, item);
        }
    }

    #[cold]
    fn illegal(&mut self, game: &Game<'_>, frame: &mut Frame, item: Item, next: usize, written: &Written) {
        if self.options.letters.is_none() && self.letters.is_english() && explain::strange_letters_follow(game) {
            self.strange_letters = true;
        }
        if !frame.position.has_legal_move() {
            return self.stop(
                frame,
                item,
                explain::after_end(game, self, frame.position.in_check(), item, frame.ply + 1),
            );
        }
        let finding = explain::illegal(self, game, &frame.position, frame.line, item, next, frame.ply + 1, written);
        self.stop(frame, item, finding);
    }

    fn stop(&mut self, frame: &mut Frame, item: Item, mut finding: Finding) {
        finding.line = frame.line;
        let (code, severity) = (finding.code, finding.severity);
        self.collector.add(code, severity, || finding);
        self.halt(frame, item);
    }

    fn halt(&mut self, frame: &mut Frame, item: Item) {
        frame.alive = false;
        frame.before = Some(frame.position.clone());
        frame.stopped = Some(item.span.from);
    }

    /// A token that is no move: other letters, look-alikes, or junk.
    #[cold]
    fn unreadable(
        &mut self,
        game: &Game<'_>,
        start: &Position,
        frame: &mut Frame,
        item: Item,
        next: usize,
        branches: bool,
    ) {
        let token = item.span.of(game.text.bytes);
        if self.options.letters.is_none() && self.letters.is_english() && explain::is_strange(token) {
            self.strange_letters = true;
        }
        if let Some(bare) = text::unpunctuated(token)
            && let Ok((_, written)) = san::read_with(bare, self.letters)
        {
            let finding = text::punctuation(game.text, item.span, bare.len()).at_ply(frame.ply + 1);
            self.collector.once(Code::S015, Severity::Warning, || finding);
            return self.written(game, start, frame, item, next, branches, written);
        }
        if let Some(clean) = text::cleaned(game.text, item.span)
            && let Ok((_, written)) = san::read_with(clean.as_bytes(), self.letters)
        {
            let finding = text::cleaned_finding(game.text, item.span, &clean).at_ply(frame.ply + 1);
            let (code, severity) = (finding.code, finding.severity);
            self.collector.once(code, severity, || finding);
            return self.written(game, start, frame, item, next, branches, written);
        }
        let finding = explain::unreadable(self, game, &frame.position, item, frame.ply + 1, next);
        self.stop(frame, item, finding);
    }

    #[cold]
    fn null(&mut self, game: &Game<'_>, frame: &mut Frame, pending: &mut Pending, item: Item, next: usize) {
        if !frame.alive {
            frame.skipped += 1;
            return;
        }
        let ply = frame.ply + 1;
        pending.check(frame.position.number(), frame.position.turn(), ply, &mut frame.offset, &mut self.collector);
        let check = frame.position.in_check();
        let severity = if frame.line == 0 || check { Severity::Error } else { Severity::Info };
        let line = frame.line;
        self.collector.once(Code::N024, severity, || {
            let while_check = if check { " although the king stands in check" } else { "" };
            let mut finding = Finding::new(Code::N024, item.span, format!("{} is a null move: nothing is played{while_check}", game.text.show(item.span)))
                .at_ply(ply)
                .help("in a main line a move is missing here; in a variation it is an annotator's way of saying \"if nothing were done\"");
            finding.line = line;
            finding
        });
        if check {
            // Passing out of check would leave a king to be taken.
            return self.halt(frame, item);
        }
        frame.before = Some(frame.position.clone());
        let king = frame.position.king(frame.position.turn());
        let pass =
            Move { from: king, to: king, role: Role::King, promotion: None, captured: None, kind: MoveKind::Plain };
        frame.position.pass();
        frame.ply = ply;
        frame.mate = false;
        self.moves.push(pass);
        self.places.push(next as u32 - 1);
        if frame.line == 0 {
            self.repetition.enter(&frame.position, &self.moves, true);
        }
    }
}

/// Whether a move or its number follows, after a comment or two.
#[inline]
fn goes_on(game: &Game<'_>, next: usize) -> bool {
    let after = game.record.items[next..].iter().take(3).find(|item| item.kind != Kind::Comment);
    after.is_some_and(|item| matches!(item.kind, Kind::Move | Kind::Number))
}

/// Whether a variation opens before the next move.
#[inline]
fn may_branch(game: &Game<'_>, next: usize) -> bool {
    for item in &game.record.items[next..] {
        match item.kind {
            Kind::Open => return true,
            Kind::Move | Kind::Null | Kind::Close => return false,
            _ => {}
        }
    }
    false
}

/// The position after the moves of a path.
pub(super) fn rebuild(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for mv in moves {
        if mv.from == mv.to { position.pass() } else { position.play(*mv) }
    }
    position
}
