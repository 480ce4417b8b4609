//! The loop over a game's items: main line and variations, in reading order, with a state for each open variation.

use std::iter::Peekable;

use super::assume::{self, Assumed};
use super::context::{GameContext, LineState, ParsedToken, TokenRef};
use super::line_replayer::LineReplayer;
use super::replay_rules::{IllegalMoveOutcome, ReplayRules};
use super::suggestions;
use super::visitor::{Line, MoveEvent, ReplayVisitor};
use partie_notation::moves::MoveOf;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::moved;
use partie_record::say;
use partie_record::span::Span;
use partie_record::{ItemKind, ParseNote};
use partie_rules::{Resolution, Rules as _};

/// True if a note reports a second opening brace in a comment. Notes and comments are in text order.
#[cold]
#[inline(never)]
fn is_nested<'a>(notes: &mut Peekable<impl Iterator<Item = &'a ParseNote>>, comment: Span) -> bool {
    while notes.next_if(|note| note.span.from < comment.from).is_some() {}
    notes.next_if(|note| note.span.to <= comment.to).is_some()
}

/// The replay of one record: the buffers, the game, and its visitor.
struct Replay<'r, N: ReplayRules, L: ?Sized> {
    replayer: &'r mut LineReplayer<N>,
    context: &'r GameContext<'r, N>,
    visitor: &'r mut L,
}

impl<N: ReplayRules> LineReplayer<N> {
    /// Replays all lines; returns the state at the end of the main line.
    pub(super) fn lines<L: ReplayVisitor<N::Rules> + ?Sized>(
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
        let mut line = LineState::new(context.start.clone(), 0, 0);
        let mut replay = Replay { replayer: self, context, visitor };
        // Without variations, the fast path keeps no position to branch from.
        if context.record.lines.len() > 1 {
            replay.items::<true>(&mut line);
        } else {
            replay.items::<false>(&mut line);
        }
        while !self.stack.is_empty() {
            self.close(context, &mut line);
        }
        self.line_ended(context, &line);
        visitor.end_game(&Line {
            start: &context.start.board,
            last: &line.position.board,
            moves: &self.moves,
            positions: self.repetition.positions(),
        });
        line
    }

    fn open(&mut self, line: &mut LineState<N>, number: u32) {
        if line.ended && line.alive {
            let mut child = LineState::new(line.position.clone(), line.ply, number);
            child.findings = self.collector.findings.len();
            return self.stack.push(std::mem::replace(line, child));
        }
        let (position, ply) = match (&line.before, line.alive) {
            (Some(before), true) => (before.clone(), line.ply - 1),
            // A variation on a move that could not be played starts at that move's position.
            (Some(before), false) => (before.clone(), line.ply),
            (None, _) => (line.position.clone(), line.ply),
        };
        let mut child = LineState::new(position, ply, number);
        child.alive = line.before.is_some();
        child.offset = line.offset;
        child.findings = self.collector.findings.len();
        if line.alive && child.alive {
            child.replaced = self.moves.pop();
        }
        self.stack.push(std::mem::replace(line, child));
    }

    fn close(&mut self, context: &GameContext<'_, N>, line: &mut LineState<N>) {
        self.line_ended(context, line);
        let Some(parent) = self.stack.pop() else { return };
        let child = std::mem::replace(line, parent);
        let base = (line.ply as usize).saturating_sub(usize::from(child.replaced.is_some()));
        self.moves.truncate(base);
        self.moves.extend(child.replaced);
    }

    fn line_ended(&mut self, context: &GameContext<'_, N>, line: &LineState<N>) {
        if line.offset != self.stack.last().map_or(0, |parent| parent.offset) {
            N::misnumbered(self, line);
        }
        if line.alive {
            return;
        }
        if !self.options.moves_only {
            N::line_broke(self, context, line);
            suggestions::suggest(self, context, line);
        }
        if line.skipped == 0 {
            return;
        }
        if let Some(finding) = self.stopped_by(line) {
            finding.add_help(say!("later-moves-not-judged", moves = line.skipped));
        }
    }

    /// Adds the finding that ends the judging of a line.
    fn stop(&mut self, line: &mut LineState<N>, mut finding: Finding) {
        finding.line = line.number;
        let (code, severity) = (finding.code, finding.severity);
        self.collector.add(code, severity, || finding);
        line.halt();
    }
}

impl<N: ReplayRules, L: ReplayVisitor<N::Rules> + ?Sized> Replay<'_, N, L> {
    #[inline(never)]
    fn items<const BRANCHES: bool>(&mut self, line: &mut LineState<N>) {
        let context = self.context;
        let mut next = 0;
        let compared = !self.replayer.options.moves_only && self.replayer.ends_at.is_none();
        let mut nested = context.record.notes.iter().filter(|note| note.code == Code::S013).peekable();
        let any_nested = nested.peek().is_some();
        while let Some(&item) = context.record.items.get(next) {
            next += 1;
            if item.kind == ItemKind::Move {
                self.a_move::<BRANCHES>(line, TokenRef { item, next });
                continue;
            }
            if item.kind == ItemKind::Null {
                self.a_null_move(line, TokenRef { item, next });
                continue;
            }
            if item.kind == ItemKind::Number {
                let token = TokenRef { item, next };
                if compared {
                    N::number(self.replayer, line.at(context, token));
                } else if self.replayer.ends_at.is_some() {
                    self.end_at_hole(line, token);
                }
                continue;
            }
            self.visitor.token(context.text, item);
            if any_nested
                && item.kind == ItemKind::Comment
                && line.alive
                && is_nested(&mut nested, item.span)
                && let Some(finding) = N::hides_moves(self.replayer, line.at(context, TokenRef { item, next }))
            {
                self.replayer.stop(line, finding);
                continue;
            }
            match item.kind {
                ItemKind::Comment if self.is_judged(line) => {
                    let clock = N::comment(self.replayer, context, line, item.span);
                    if !line.ended {
                        self.visitor.clock(context.text, item, line.ply, clock);
                    }
                }
                ItemKind::Time if self.is_judged(line) => {
                    N::time(self.replayer, context, line, item.span);
                    // The time at the word that ends a record belongs to no move.
                    if !line.ended {
                        self.visitor.clock(context.text, item, line.ply, None);
                    }
                }
                // A variation may start where the game ended.
                ItemKind::Result | ItemKind::Ending if context.record.format.is_shogi() => line.ended = true,
                ItemKind::Open => {
                    N::forget_number(self.replayer);
                    self.replayer.open(line, item.line);
                }
                ItemKind::Close => {
                    N::forget_number(self.replayer);
                    self.replayer.close(context, line);
                }
                _ => {}
            }
        }
    }

    /// True if comments and times of a line are judged.
    fn is_judged(&self, line: &LineState<N>) -> bool {
        line.number == 0 && line.alive && !self.replayer.options.moves_only
    }

    /// Ends the line at the move number after missing moves; other move numbers are checked.
    #[cold]
    fn end_at_hole(&mut self, line: &mut LineState<N>, token: TokenRef) {
        let is_it = |(at, _): &(usize, Finding)| at + 1 == token.next && line.alive;
        if let Some((_, finding)) = self.replayer.ends_at.clone().filter(is_it) {
            self.replayer.stop(line, finding.at_ply(line.ply + 1));
        }
        if !self.replayer.options.moves_only {
            N::number(self.replayer, line.at(self.context, token));
        }
    }

    #[inline(always)]
    fn a_move<const BRANCHES: bool>(&mut self, line: &mut LineState<N>, token: TokenRef) {
        let context = self.context;
        if line.alive
            && !line.mate
            && let Some((mv, fast)) =
                self.replayer.notation.parse_fast(&line.position, context.text.bytes, token.item.span)
            && context.record.items.get(token.next).is_none_or(|item| item.kind != ItemKind::Suffix)
        {
            N::check_number(self.replayer, context, line);
            return self.accept_now::<BRANCHES>(line, token, mv, ParsedToken::Fast(fast));
        }
        let ply = line.ply;
        self.any_move(line, token);
        if line.ply == ply {
            self.visitor.unplayed(context.text, token.item);
        }
    }

    #[inline(never)]
    fn any_move(&mut self, line: &mut LineState<N>, token: TokenRef) {
        let context = self.context;
        if !line.alive {
            line.skipped += 1;
            line.before = None;
            return N::forget_number(self.replayer);
        }
        if N::is_over(self.replayer, line) {
            line.skipped += 1;
            return line.halt();
        }
        if N::is_beside_game(self.replayer, line) {
            line.skipped += 1;
            return N::forget_number(self.replayer);
        }
        N::check_number(self.replayer, context, line);
        let read = N::read_token(self.replayer, line.at(context, token))
            .or_else(|| N::repair_token(self.replayer, line.at(context, token)));
        let Some(written) = read else {
            let finding = N::unreadable(self.replayer, line.at(context, token));
            return self.stop_or_assume(line, token, None, finding);
        };
        if line.mate {
            return self.after_end(line, token, &written);
        }
        if let Some(finding) = N::reject_token(self.replayer, line.at(context, token), &written) {
            return self.reject(line, token, &written, finding);
        }
        match N::candidates(&written, &line.position) {
            Resolution::Unique(mv) => match N::forbidden_by_book(self.replayer, line.at(context, token), mv) {
                None => self.accept(line, token, mv, &written),
                Some(finding) => self.illegal(line, token, &written, finding),
            },
            Resolution::Ambiguous(moves) => {
                let chosen = self.replayer.collector.chosen;
                match N::ambiguous(self.replayer, line.at(context, token), &written, &moves) {
                    Some(mv) => {
                        if self.replayer.collector.chosen > chosen {
                            self.visitor.open_move();
                        }
                        self.accept(line, token, mv, &written);
                    }
                    None => line.halt(),
                }
            }
            Resolution::None => self.no_legal_move_fits(line, token, &written),
        }
    }

    /// Handles a readable text that no legal move fits.
    #[cold]
    fn no_legal_move_fits(&mut self, line: &mut LineState<N>, token: TokenRef, written: &N::Token) {
        let context = self.context;
        if let Some(other) = N::alternative_parse(self.replayer, context, token)
            && let Resolution::Unique(mv) = N::candidates(&other, &line.position)
        {
            return self.accept(line, token, mv, &other);
        }
        if !line.position.has_legal_move() {
            return self.after_end(line, token, written);
        }
        if !self.replayer.options.moves_only
            && let Some(mv) = N::custom_move(self.replayer, line.at(context, token), written)
        {
            return self.irregular(line, token, mv, written);
        }
        let finding = N::illegal(self.replayer, line.at(context, token), written);
        if finding.code == Code::R043 {
            return self.reject(line, token, written, finding);
        }
        self.illegal(line, token, written, finding);
    }

    /// Handles a move after mate or stalemate: it ends the line, possibly as a foul that the record marks.
    #[cold]
    fn after_end(&mut self, line: &mut LineState<N>, token: TokenRef, written: &N::Token) {
        if let Some(foul) = N::foul_after_end(self.replayer, line.at(self.context, token), written) {
            return self.reject(line, token, written, foul);
        }
        let finding = N::after_end(self.replayer, line.at(self.context, token));
        self.stop_or_keep(line, token, written, finding);
    }

    /// Ends the line. A foul is never repaired by assumption: the record itself marks it as illegal.
    #[cold]
    fn reject(&mut self, line: &mut LineState<N>, token: TokenRef, written: &N::Token, finding: Finding) {
        if finding.code == Code::R043 {
            self.visitor.foul(token.item, &line.position.board, &N::stated_pattern(written, line));
        }
        self.replayer.stop(line, finding);
    }

    /// Handles a move that is illegal or forbidden by the rule book: it ends the line, unless the book tolerates it.
    #[cold]
    fn illegal(&mut self, line: &mut LineState<N>, token: TokenRef, written: &N::Token, finding: Finding) {
        // Readers of the moves alone do not know the exceptions of rule books, so the move is illegal for them.
        if self.replayer.options.moves_only {
            return self.stop_or_keep(line, token, written, finding);
        }
        match N::on_illegal(self.replayer, line.at(self.context, token), written, Box::new(finding)) {
            Err(finding) => self.stop_or_assume(line, token, Some(written), *finding),
            Ok(IllegalMoveOutcome::Played(mv)) => self.irregular(line, token, mv, written),
            Ok(IllegalMoveOutcome::TakenBack(mv)) => {
                line.before = may_branch(self.context, token.next).then(|| line.position.clone());
                line.ply += 1;
                self.replayer.moves.push(mv);
                self.replayer.repetition.enter(&line.position.board, &self.replayer.moves, true);
            }
        }
    }

    /// Ends the line, unless illegal moves are kept as written.
    #[cold]
    fn stop_or_keep(&mut self, line: &mut LineState<N>, token: TokenRef, written: &N::Token, finding: Finding) {
        if !self.replayer.options.keeps_illegal {
            return self.replayer.stop(line, finding);
        }
        self.stop_or_assume(line, token, Some(written), finding);
    }

    /// Ends the line, unless the rest of the record shows which move was played.
    #[cold]
    fn stop_or_assume(
        &mut self,
        line: &mut LineState<N>,
        token: TokenRef,
        written: Option<&N::Token>,
        mut finding: Finding,
    ) {
        let Some(assumed) = assume::assumed_move(self.replayer, line.at(self.context, token), written) else {
            return self.replayer.stop(line, finding);
        };
        finding.add_help(match &assumed {
            Assumed::Played(_) => say!("assumed-played"),
            Assumed::Meant(meant) => say!("assumed-to-mean", mv = moved(meant.text.as_str())),
            Assumed::Kept(_) => say!("kept-though-illegal"),
        });
        finding.line = line.number;
        self.replayer.collector.add(finding.code, finding.severity, || finding);
        self.replayer.collector.assumed += 1;
        match assumed {
            Assumed::Played(played) => self.irregular(line, token, played.mv, &played.token),
            Assumed::Meant(meant) => {
                self.visitor.open_move();
                self.accept(line, token, meant.mv, &meant.token);
            }
            Assumed::Kept(kept) => {
                self.visitor.illegal_move();
                self.irregular(line, token, kept.mv, &kept.token);
            }
        }
    }

    /// Plays a move that no rule allows.
    #[cold]
    fn irregular(&mut self, line: &mut LineState<N>, token: TokenRef, mv: MoveOf<N>, written: &N::Token) {
        let context = self.context;
        self.visitor.open_move();
        self.visitor.move_(MoveEvent {
            text: context.text,
            item: token.item,
            before: &line.position.board,
            mv,
            ply: line.ply + 1,
            unambiguous: false,
        });
        line.before = may_branch(context, token.next).then(|| line.position.clone());
        line.position.play(mv);
        line.ply += 1;
        self.replayer.moves.push(mv);
        self.visitor.after_move(&line.position.board);
        if self.replayer.options.moves_only {
            return;
        }
        line.mate = N::after(self.replayer, line.at(context, token), mv, ParsedToken::Full(written));
        if line.number == 0 {
            N::watch(self.replayer, context, line, true);
        }
    }

    #[inline(never)]
    fn accept(&mut self, line: &mut LineState<N>, token: TokenRef, mv: MoveOf<N>, written: &N::Token) {
        N::in_full(self.replayer, line, written);
        self.accept_now::<true>(line, token, mv, ParsedToken::Full(written));
    }

    #[inline(always)]
    fn accept_now<const BRANCHES: bool>(
        &mut self,
        line: &mut LineState<N>,
        token: TokenRef,
        mv: MoveOf<N>,
        parsed: ParsedToken<'_, N>,
    ) {
        let context = self.context;
        self.visitor.move_(MoveEvent {
            text: context.text,
            item: token.item,
            before: &line.position.board,
            mv,
            ply: line.ply + 1,
            unambiguous: matches!(parsed, ParsedToken::Fast(fast) if N::is_unambiguous(fast, mv)),
        });
        let judged = !self.replayer.options.moves_only;
        if judged {
            N::before(self.replayer, line.at(context, token), mv, parsed);
        }
        if BRANCHES {
            line.before = may_branch(context, token.next).then(|| line.position.clone());
        }
        let is_irreversible = judged && line.position.is_irreversible(mv);
        line.position.play(mv);
        line.ply += 1;
        self.replayer.moves.push(mv);
        self.visitor.after_move(&line.position.board);
        if !judged {
            // No check for mate: after mate no move is legal in any case.
            return;
        }
        line.mate = N::after(self.replayer, line.at(context, token), mv, parsed);
        if !BRANCHES || line.number == 0 {
            N::watch(self.replayer, context, line, is_irreversible);
        }
    }

    #[cold]
    fn a_null_move(&mut self, line: &mut LineState<N>, token: TokenRef) {
        let ply = line.ply;
        self.null(line, token);
        if line.ply == ply {
            return self.visitor.unplayed(self.context.text, token.item);
        }
        if let Some(before) = &line.before {
            self.visitor.null_move(self.context.text, token.item, &before.board);
        }
        self.visitor.after_move(&line.position.board);
    }

    #[cold]
    fn null(&mut self, line: &mut LineState<N>, token: TokenRef) {
        let (context, replayer) = (self.context, &mut *self.replayer);
        if !line.alive {
            line.skipped += 1;
            return;
        }
        let ply = line.ply + 1;
        N::check_number(replayer, context, line);
        let check = line.position.in_check();
        let odds = line.number == 0 && !check && N::gives_turn(context, line);
        let severity = if (line.number == 0 || check) && !odds { Severity::Error } else { Severity::Info };
        let number = line.number;
        replayer.collector.add_once_per_game(Code::N024, severity, || {
            let shown = moved(context.text.show(token.item.span));
            let message = match (check, odds) {
                (true, _) => say!("null-move-in-check", token = shown),
                (false, true) => say!("null-move-of-odds", token = shown),
                (false, false) => say!("null-move", token = shown),
            };
            let mut finding = Finding::new(Code::N024, token.item.span, message).at_ply(ply);
            if !odds {
                finding = finding.help(say!("null-move-means"));
            }
            finding.line = number;
            finding
        });
        if check {
            // A null move out of check would leave a king to be captured.
            return line.halt();
        }
        let Some(pass) = line.position.null_move() else { return line.halt() };
        line.before = Some(line.position.clone());
        replayer.moves.push(pass);
        line.position.play_null_move();
        line.ply = ply;
        line.mate = false;
        if line.number == 0 {
            replayer.repetition.enter(&line.position.board, &replayer.moves, true);
        }
    }
}

/// True if a variation opens before the next move.
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
