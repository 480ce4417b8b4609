//! The loop over a game's items: main line and variations, in reading order, with
//! one frame for each variation that is open.

use std::iter::Peekable;

use super::context::{GameContext, LineState, ParsedToken, TokenRef};
use super::line_replayer::LineReplayer;
use super::replay_rules::{IllegalMoveOutcome, ReplayRules};
use super::visitor::{Line, ReplayVisitor};
use crate::finding::{Code, Finding, Severity};
use crate::notation::moves::MoveOf;
use crate::record::{ItemKind, ParseNote};
use crate::rules::Game as _;
use crate::rules::Resolution;
use crate::span::Span;

/// Whether a second brace opens in a comment, as one of the notes says; notes and comments stand in the order of the
/// text.
#[cold]
#[inline(never)]
fn is_nested<'a>(notes: &mut Peekable<impl Iterator<Item = &'a ParseNote>>, comment: Span) -> bool {
    while notes.next_if(|note| note.span.from < comment.from).is_some() {}
    notes.next_if(|note| note.span.to <= comment.to).is_some()
}

impl<N: ReplayRules> LineReplayer<N> {
    /// Replays all lines; gives the main line's end.
    pub(super) fn lines<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        visitor: &mut L,
    ) -> LineState<N> {
        self.moves.clear();
        self.stack.clear();
        self.trail.get_mut().begin();
        self.repetition.begin(&context.start.board);
        N::begin(self, context);
        visitor.begin_game(context.text, context.record, &context.start.board);
        let mut frame = LineState::new(context.start.clone(), 0, 0);
        // Games without variations never ask for one.
        if context.record.lines.len() > 1 {
            self.items::<true, L>(context, &mut frame, visitor);
        } else {
            self.items::<false, L>(context, &mut frame, visitor);
        }
        while !self.stack.is_empty() {
            self.close(context, &mut frame);
        }
        self.line_ended(context, &frame);
        visitor.end_game(&Line {
            start: &context.start.board,
            last: &frame.position.board,
            moves: &self.moves,
            stood: self.repetition.stood(),
        });
        frame
    }

    #[inline(never)]
    fn items<const BRANCHES: bool, L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        visitor: &mut L,
    ) {
        let mut next = 0;
        let judged = !self.options.moves_only;
        let mut nested = context.record.notes.iter().filter(|note| note.code == Code::S013).peekable();
        let any_nested = nested.peek().is_some();
        while let Some(&item) = context.record.items.get(next) {
            next += 1;
            if item.kind == ItemKind::Move {
                self.a_move::<BRANCHES, L>(context, frame, TokenRef { item, next }, visitor);
                continue;
            }
            if item.kind == ItemKind::Null {
                self.a_null_move(context, frame, TokenRef { item, next }, visitor);
                continue;
            }
            visitor.token(context.text, item);
            if any_nested
                && item.kind == ItemKind::Comment
                && frame.alive
                && is_nested(&mut nested, item.span)
                && let Some(finding) = N::hides_moves(self, context, frame, TokenRef { item, next })
            {
                self.stop(frame, finding);
                continue;
            }
            match item.kind {
                ItemKind::Number if judged => N::number(self, context, item.span),
                ItemKind::Comment if judged && frame.line == 0 && frame.alive => {
                    let clock = N::comment(self, context, frame, item.span);
                    if !frame.ended {
                        visitor.clock(context.text, item, frame.ply, clock);
                    }
                }
                ItemKind::Time if judged && frame.line == 0 && frame.alive => {
                    N::time(self, context, frame, item.span);
                    // The time of the word that ends a record is none of a move.
                    if !frame.ended {
                        visitor.clock(context.text, item, frame.ply, None);
                    }
                }
                // A variation may go on where the game ended.
                ItemKind::Result | ItemKind::Ending if context.record.format.is_shogi() => frame.ended = true,
                ItemKind::Open => {
                    N::forget_number(self);
                    self.open(frame, item.line);
                }
                ItemKind::Close => {
                    N::forget_number(self);
                    self.close(context, frame);
                }
                _ => {}
            }
        }
    }

    fn open(&mut self, frame: &mut LineState<N>, line: u32) {
        if frame.ended && frame.alive {
            let mut child = LineState::new(frame.position.clone(), frame.ply, line);
            child.findings = self.collector.findings.len();
            return self.stack.push(std::mem::replace(frame, child));
        }
        let (position, ply) = match (&frame.before, frame.alive) {
            (Some(before), true) => (before.clone(), frame.ply - 1),
            // The alternative to a move that could not be played begins where it should have been.
            (Some(before), false) => (before.clone(), frame.ply),
            (None, _) => (frame.position.clone(), frame.ply),
        };
        let mut child = LineState::new(position, ply, line);
        child.alive = frame.before.is_some();
        child.offset = frame.offset;
        child.findings = self.collector.findings.len();
        if frame.alive && child.alive {
            child.replaced = self.moves.pop();
        }
        self.stack.push(std::mem::replace(frame, child));
    }

    fn close(&mut self, context: &GameContext<'_, N>, frame: &mut LineState<N>) {
        self.line_ended(context, frame);
        let Some(parent) = self.stack.pop() else { return };
        let child = std::mem::replace(frame, parent);
        let base = (frame.ply as usize).saturating_sub(usize::from(child.replaced.is_some()));
        self.moves.truncate(base);
        self.moves.extend(child.replaced);
    }

    fn line_ended(&mut self, context: &GameContext<'_, N>, frame: &LineState<N>) {
        if frame.offset != self.stack.last().map_or(0, |parent| parent.offset) {
            N::misnumbered(self, frame);
        }
        if frame.alive {
            return;
        }
        if !self.options.moves_only {
            N::line_broke(self, context, frame);
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

    #[inline(always)]
    fn a_move<const BRANCHES: bool, L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        visitor: &mut L,
    ) {
        if frame.alive
            && !frame.mate
            && let Some((mv, usual)) = self.notation.parse_fast(&frame.position, context.text.bytes, place.item.span)
            && context.record.items.get(place.next).is_none_or(|item| item.kind != ItemKind::Suffix)
        {
            N::check_number(self, context, frame);
            return self.accept_now::<BRANCHES, L>(context, frame, place, mv, ParsedToken::Fast(usual), visitor);
        }
        let ply = frame.ply;
        self.any_move(context, frame, place, visitor);
        if frame.ply == ply {
            visitor.unplayed(context.text, place.item);
        }
    }

    #[inline(never)]
    fn any_move<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        visitor: &mut L,
    ) {
        if !frame.alive {
            frame.skipped += 1;
            frame.before = None;
            return N::forget_number(self);
        }
        if N::is_over(self, frame) {
            frame.skipped += 1;
            return Self::halt(frame);
        }
        N::check_number(self, context, frame);
        let Some(written) =
            N::read(self, context, frame, place).or_else(|| N::repair_token(self, context, frame, place))
        else {
            let finding = N::unreadable(self, context, frame, place);
            return self.stop(frame, finding);
        };
        if frame.mate {
            let finding = N::after_end(self, context, frame, place);
            return self.stop(frame, finding);
        }
        if let Some(finding) = N::reject_token(self, context, frame, place, &written) {
            return self.stop(frame, finding);
        }
        match N::candidates(&written, &frame.position) {
            Resolution::Unique(mv) => match N::forbidden_by_book(self, context, frame, place, mv) {
                None => self.accept(context, frame, place, mv, &written, visitor),
                Some(finding) => self.illegal(context, frame, place, &written, finding, visitor),
            },
            Resolution::Ambiguous(moves) => match N::ambiguous(self, context, frame, place, &written, &moves) {
                Some(mv) => self.accept(context, frame, place, mv, &written, visitor),
                None => Self::halt(frame),
            },
            Resolution::None => {
                if let Some(other) = N::alternative_parse(self, context, place)
                    && let Resolution::Unique(mv) = N::candidates(&other, &frame.position)
                {
                    return self.accept(context, frame, place, mv, &other, visitor);
                }
                if !frame.position.has_legal_move() {
                    let finding = N::after_end(self, context, frame, place);
                    return self.stop(frame, finding);
                }
                if !self.options.moves_only
                    && let Some(mv) = N::custom_move(self, context, frame, place, &written)
                {
                    return self.irregular(context, frame, place, mv, &written, visitor);
                }
                let finding = N::illegal(self, context, frame, place, &written);
                self.illegal(context, frame, place, &written, finding, visitor);
            }
        }
    }

    /// A move that is illegal, or that the book forbids: it ends the line, unless the book lets it pass.
    #[cold]
    fn illegal<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        written: &N::Token,
        finding: Finding,
        visitor: &mut L,
    ) {
        // What stands only by the customs of a book is broken for every other reader.
        if self.options.moves_only {
            return self.stop(frame, finding);
        }
        match N::on_illegal(self, context, frame, place, written, Box::new(finding)) {
            Err(finding) => self.stop(frame, *finding),
            Ok(IllegalMoveOutcome::Played(mv)) => self.irregular(context, frame, place, mv, written, visitor),
            Ok(IllegalMoveOutcome::TakenBack(mv)) => {
                frame.before = may_branch(context, place.next).then(|| frame.position.clone());
                frame.ply += 1;
                self.moves.push(mv);
                self.repetition.enter(&frame.position.board, &self.moves, true);
            }
        }
    }

    /// Plays a move that no rule allows.
    #[cold]
    fn irregular<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        mv: MoveOf<N>,
        written: &N::Token,
        visitor: &mut L,
    ) {
        visitor.move_(context.text, place.item, &frame.position.board, mv, frame.ply + 1);
        frame.before = may_branch(context, place.next).then(|| frame.position.clone());
        frame.position.play(mv);
        frame.ply += 1;
        self.moves.push(mv);
        visitor.after_move(&frame.position.board);
        frame.mate = N::after(self, context, frame, place, mv, ParsedToken::Full(written));
        if frame.line == 0 {
            N::watch(self, context, frame, place, true);
        }
    }

    #[inline(never)]
    fn accept<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        mv: MoveOf<N>,
        written: &N::Token,
        visitor: &mut L,
    ) {
        self.accept_now::<true, L>(context, frame, place, mv, ParsedToken::Full(written), visitor);
    }

    #[inline(always)]
    fn accept_now<const BRANCHES: bool, L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        mv: MoveOf<N>,
        said: ParsedToken<'_, N>,
        visitor: &mut L,
    ) {
        let unambiguous = matches!(said, ParsedToken::Fast(usual) if N::is_unambiguous(usual, mv));
        visitor.move_as_written(context.text, place.item, &frame.position.board, mv, frame.ply + 1, unambiguous);
        let judged = !self.options.moves_only;
        if judged {
            N::before(self, context, frame, place, mv, said);
        }
        if BRANCHES {
            frame.before = may_branch(context, place.next).then(|| frame.position.clone());
        }
        let is_irreversible = judged && frame.position.is_irreversible(mv);
        frame.position.play(mv);
        frame.ply += 1;
        self.moves.push(mv);
        visitor.after_move(&frame.position.board);
        if !judged {
            // After mate no move is legal: nobody need ask whether it is.
            return;
        }
        frame.mate = N::after(self, context, frame, place, mv, said);
        if !BRANCHES || frame.line == 0 {
            N::watch(self, context, frame, place, is_irreversible);
        }
    }

    /// Adds the finding that ends the judging of a line.
    pub(super) fn stop(&mut self, frame: &mut LineState<N>, mut finding: Finding) {
        finding.line = frame.line;
        let (code, severity) = (finding.code, finding.severity);
        self.collector.add(code, severity, || finding);
        Self::halt(frame);
    }

    fn halt(frame: &mut LineState<N>) {
        frame.alive = false;
        frame.before = Some(frame.position.clone());
    }

    #[cold]
    fn a_null_move<L: ReplayVisitor<N::Rules>>(
        &mut self,
        context: &GameContext<'_, N>,
        frame: &mut LineState<N>,
        place: TokenRef,
        visitor: &mut L,
    ) {
        let ply = frame.ply;
        self.null(context, frame, place);
        if frame.ply == ply {
            return visitor.unplayed(context.text, place.item);
        }
        if let Some(before) = &frame.before {
            visitor.null_move(context.text, place.item, &before.board);
        }
        visitor.after_move(&frame.position.board);
    }

    #[cold]
    fn null(&mut self, context: &GameContext<'_, N>, frame: &mut LineState<N>, place: TokenRef) {
        if !frame.alive {
            frame.skipped += 1;
            return;
        }
        let ply = frame.ply + 1;
        N::check_number(self, context, frame);
        let check = frame.position.in_check();
        let severity = if frame.line == 0 || check { Severity::Error } else { Severity::Info };
        let line = frame.line;
        self.collector.add_once_per_game(Code::N024, severity, || {
            let while_check = if check { " although the king stands in check" } else { "" };
            let shown = context.text.show(place.item.span);
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
        frame.position.play_null_move();
        frame.ply = ply;
        frame.mate = false;
        if frame.line == 0 {
            self.repetition.enter(&frame.position.board, &self.moves, true);
        }
    }
}

/// Whether a variation opens before the next move.
#[inline]
fn may_branch<N: ReplayRules>(context: &GameContext<'_, N>, next: usize) -> bool {
    for item in &context.record.items[next..] {
        match item.kind {
            ItemKind::Open => return true,
            ItemKind::Move | ItemKind::Null | ItemKind::Close => return false,
            _ => {}
        }
    }
    false
}
