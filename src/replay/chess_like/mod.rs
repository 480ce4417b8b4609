//! Replay of chess and hexagonal chess: SAN and its variants, marks, draws, results.
//!
//! The differences between the two boards are in the trait `ChessLike`.

mod about;
mod board_signal;
mod chess;
mod claims;
mod closing;
mod descriptive;
mod diagram;
mod drawn;
mod draws;
mod eco;
mod evidence;
mod explain;
mod found_letters;
mod game;
mod hex;
mod hidden;
mod history;
mod hole;
mod judge_move;
mod letters;
mod look_ahead;
mod marks;
mod numbers;
mod problem;
mod reason;
mod resolve;
mod result;
mod setup_faults;
mod start;
mod state;

use self::about::about_notation;
pub(super) use self::about::about_text;
use self::board_signal::BoardSignal;
use self::found_letters::asks_for_letters;
use self::game::{ChessDialect, ChessLike, Special};
use self::judge_move::JudgeMove;
use self::letters::Doubt;
use self::marks::Played as Text;
use self::numbers::Due;
pub(super) use self::state::State;
use super::clocks::{Mover, Terms};
use super::context::{GameContext, LineState, MoveContext, ParsedToken, Source, TokenRef};
use super::game_report::{Replayed, Status};
use super::game_tags;
use super::line_replayer::LineReplayer;
use super::played::{MainLine, Played};
use super::repairs::{self, Proposals};
use super::replay_rules::{IllegalMoveOutcome, ReplayRules};
use super::token_rules::{PatternOf, TokenRules};
use super::visitor::ReplayVisitor;
use super::{notes, text, tokens};
use partie_notation::letters::Letters;
use partie_notation::moves::{MoveOf, Node};
use partie_notation::san::CheckMark;
use partie_notation::{Prose, formats, spell};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Arg, moved, square};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Clock, ItemKind, Outcome, ParseNote, RecordClass, Termination};
use partie_rules::{Rules as _, Side};

pub(super) fn replay<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    source: &Source<'_>,
    plain: bool,
    visitor: &mut L,
) -> Replayed {
    if diagram::is_torn(source) {
        return diagram::not_judged(replayer, source, plain);
    }
    let drawn = <N::Rules>::drawn(source);
    let drawn = match drawn {
        Some(drawn) if drawn.number() > 1 || matches!(source.record.class, RecordClass::Problem(_)) => {
            return on_board(replayer, source, plain, (drawn, visitor));
        }
        drawn => drawn,
    };
    let initial = replayer.state.initial.clone();
    let replayed = replay_from(replayer, source, plain, (initial, &mut *visitor));
    if let Some(hole) = replayed.as_ref().and_then(|replayed| hole::find(source, replayed)) {
        return up_to_hole(replayer, source, plain, (hole, visitor));
    }
    let signal = replayed.as_ref().and_then(|replayed| board_signal::find(replayer, source, replayed));
    if let Some(signal) = signal {
        return up_to_signal(replayer, source, plain, (signal, visitor));
    }
    match (replayed, drawn) {
        (Some(replayed), _) => replayed,
        (None, Some(drawn)) => on_board(replayer, source, plain, (drawn, visitor)),
        (None, None) => diagram::not_judged(replayer, source, plain),
    }
}

/// Replays a game from `initial`, unless its tags give a position. `None` if the moves show that the start position is
/// another one.
#[inline(never)]
fn replay_from<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    source: &Source<'_>,
    plain: bool,
    (initial, visitor): (N::Rules, &mut L),
) -> Option<Replayed> {
    let Source { text, record, head } = *source;
    let book = <N::Rules>::book(&replayer.options.books, &head.books);
    replayer.notation = N::of_record(text.bytes, record, replayer.options.letters);
    replayer.collector.begin();
    let judged = !replayer.options.moves_only;
    if judged {
        about_text(text, record, plain, &mut replayer.collector);
        let named = replayer.options.books.chess.or(head.books.chess).is_some();
        about_notation(record, book.name, named, &mut replayer.collector);
    }
    let Some(start) = <N::Rules>::start_of(source, &initial, book, &mut replayer.collector) else {
        if judged {
            notes::report_nested(text, record, &[], &mut replayer.collector);
            tokens::judge(record, head, false, &mut replayer.collector);
        }
        let recorded = head.recorded(record).map(|(outcome, _)| outcome);
        return Some(Replayed::nothing(<N::Rules>::KIND, Status::Unreadable, book.name, recorded));
    };
    let node = Node::new(&replayer.notation, start.position);
    let context = GameContext { text, record, head, book, start: &node };
    (replayer.state.letters, replayer.state.strange_tokens) = (Doubt::None, None);
    (replayer.state.english_fits, replayer.state.rival) = (false, None);
    replayer.state.claims.begin(book.rules.claims, <N::Rules>::odds(source, &node.board));
    let again = |replayer: &mut LineReplayer<N>| {
        replayer.collector.begin();
        if judged {
            about_text(text, record, plain, &mut replayer.collector);
        }
        <N::Rules>::start_of(source, &initial, book, &mut replayer.collector);
    };
    // Tries the letters that other games of the file prove, else the only letters that this record can have.
    let of_file = || Letters::find(record.file_letters?);
    let only = || if replayer.state.letters_vary { letters::only(&context) } else { None };
    if replayer.notation.seeks_letters()
        && replayer.options.letters.is_none()
        && let Some(letters) = of_file().or_else(only)
    {
        let english = replayer.notation.clone();
        replayer.notation = english.with_letters(letters);
        replayer.state.letters_fit = true;
        let replayed = play(replayer, &context, start.chess960, visitor);
        // For letters without a proof, the full search would give the same result: English cannot read the record, and
        // only these letters reach its end.
        if replayer.state.whole && !replayer.state.strayed {
            return Some(replayed);
        }
        replayer.notation = english;
        again(replayer);
        if judged {
            let named = replayer.options.books.chess.or(head.books.chess).is_some();
            about_notation(record, book.name, named, &mut replayer.collector);
        }
    }
    let replayed = play(replayer, &context, start.chess960, visitor);
    if !replayer.state.whole && asks_for_letters(replayer) && explain::has_foreign_letters(replayer, &context) {
        replayer.state.letters = Doubt::Letter;
    }
    let doubt = replayer.state.letters;
    let found = if doubt == Doubt::None { None } else { letters::find(&context, &replayer.notation, doubt) };
    if !found.as_ref().is_some_and(|found| found.whole) && diagram::is_missing(replayer, &context, &replayed) {
        return None;
    }
    let Some(found) = found else { return Some(replayed) };
    replayer.notation = found.notation;
    (replayer.state.letters_fit, replayer.state.english_fits) = (found.whole, found.english_fits);
    replayer.state.rival = found.rival;
    replayer.state.letters_vary = true;
    again(replayer);
    Some(play(replayer, &context, start.chess960, visitor))
}

/// Replays a record up to a missing row, which becomes the error that ends the game.
#[cold]
#[inline(never)]
fn up_to_hole<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    source: &Source<'_>,
    plain: bool,
    ((item, note), visitor): ((usize, &ParseNote), &mut L),
) -> Replayed {
    let initial = replayer.state.initial.clone();
    let finding = notes::finding(source.text, source.record, note).severity(Severity::Error);
    replayer.ends_at = Some((item, finding));
    let replayed = replay_from(replayer, source, plain, (initial, visitor));
    replayer.ends_at = None;
    // Removes the warning for the same number, which the error replaces.
    replayer.collector.take_back(0, |finding| {
        finding.code == Code::N050 && finding.span == note.span && finding.severity == Severity::Warning
    });
    replayed.unwrap_or_else(|| diagram::not_judged(replayer, source, plain))
}

/// Replays a record up to the result signal of an electronic board.
#[cold]
#[inline(never)]
fn up_to_signal<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    source: &Source<'_>,
    plain: bool,
    (signal, visitor): (BoardSignal, &mut L),
) -> Replayed {
    let initial = replayer.state.initial.clone();
    replayer.state.ends_at_signal = Some(signal.ply);
    let replayed = replay_from(replayer, source, plain, (initial, visitor));
    replayer.state.ends_at_signal = None;
    let Some(replayed) = replayed else { return diagram::not_judged(replayer, source, plain) };
    if replayer.options.moves_only {
        return replayed;
    }
    board_signal::judge(&signal, source, &mut replayer.collector, replayed)
}

/// Replays a record from the board drawn above it. The record is not judged if that is not its start position either.
#[cold]
#[inline(never)]
fn on_board<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    source: &Source<'_>,
    plain: bool,
    drawn: (N::Rules, &mut L),
) -> Replayed {
    let first = drawn.0.turn();
    let Some(replayed) = replay_from(replayer, source, plain, drawn) else {
        return diagram::not_judged(replayer, source, plain);
    };
    let class = match source.record.class {
        RecordClass::Problem(asked) => {
            problem::judge(asked, first, source.record, (&replayed, &mut replayer.collector));
            source.record.class
        }
        _ => RecordClass::Analysis,
    };
    Replayed { class, ..replayed }
}

fn play<N: JudgeMove, L: ReplayVisitor<N::Rules> + ?Sized>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    chess960: bool,
    visitor: &mut L,
) -> Replayed {
    let head = context.head;
    let forfeits = match head.result {
        Some(Outcome::FirstWins) if head.termination == Some(Termination::Time) => Some(Side::Second),
        Some(Outcome::SecondWins) if head.termination == Some(Termination::Time) => Some(Side::First),
        _ => None,
    };
    let board = &context.start.board;
    let second = u32::from(context.start.turn() == Side::Second);
    let plies_before = ChessLike::number(board).saturating_sub(1).saturating_mul(2).saturating_add(second);
    let (control, move_limit) = (head.time_control, context.book.rules.move_limit);
    replayer.clocks.begin(Terms { control, move_limit, forfeits, plies_before });
    if !replayer.notation.letters().is_english() && replayer.options.letters.is_none() {
        found_letters::report(replayer, context);
    }
    replayer.state.strayed = false;
    let main = replayer.lines(context, visitor);
    let plies = main.ply;
    replayer.state.whole = main.alive;
    if replayer.options.moves_only {
        let status = if replayer.collector.errors() > 0 { Status::Error } else { Status::Ok };
        let recorded = context.head.recorded(context.record).map(|(outcome, _)| outcome);
        return Replayed { plies, ..Replayed::nothing(<N::Rules>::KIND, status, context.book.name, recorded) };
    }
    replayer.state.pending.report(&mut replayer.collector);
    notes::report_nested(context.text, context.record, &replayer.state.unclosed, &mut replayer.collector);
    eco::judge(replayer, context, chess960);
    if main.alive {
        game_tags::ply_count(context.text, context.record, context.head, plies, &mut replayer.collector);
        replayer.clocks.finish(plies, &mut replayer.collector);
    }
    let stated = closing::stated(context);
    let recorded = context.head.recorded(context.record).map(|(outcome, _)| outcome);
    let claimant = stated.filter(|_| recorded == Some(Outcome::Draw)).and_then(|_| closing::claimant(context));
    let (end, verdict) = result::judge(replayer, context, &main, stated);
    let status = if replayer.collector.errors() > 0 { Status::Error } else { Status::Ok };
    let Proposals { repairs, other } = repairs::of_main_line(replayer, context, &main, chess960);
    let played = if replayer.options.keep {
        let line =
            MainLine { start: context.start.board.clone(), moves: replayer.moves.clone(), last: main.position.board };
        <N::Rules>::keep(line, chess960)
    } else {
        Played::None
    };
    Replayed {
        kind: <N::Rules>::KIND,
        status,
        rules: context.book.name,
        rules_from: crate::RulesFrom::Default,
        letters: replayer.notation.letters(),
        class: context.record.class,
        plies,
        end,
        draws: replayer.state.draws.events(),
        most_repeated: replayer.repetition.most,
        recorded,
        stated: stated.map(|(kind, _)| kind),
        claimant,
        verdict,
        played,
        repairs,
        other,
    }
}

#[inline(always)]
fn due<N: ChessDialect>(line: &LineState<N>) -> Due {
    let (number, side) = (ChessLike::number(&line.position.board), line.position.turn());
    Due { number, side, line: line.number, ply: line.ply + 1 }
}

/// True if a move or its number follows, after at most two comments.
#[inline]
fn goes_on<N: ChessDialect>(context: &GameContext<'_, N>, next: usize) -> bool {
    let after = context.record.items[next..].iter().take(3).find(|item| item.kind != ItemKind::Comment);
    after.is_some_and(|item| matches!(item.kind, ItemKind::Move | ItemKind::Number))
}

impl<N: JudgeMove> TokenRules for N {
    #[inline(always)]
    fn number(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) {
        let MoveContext { context, line, token } = at;
        let is_before_move = context.record.items.get(token.next).is_some_and(|item| item.kind == ItemKind::Move);
        let due = is_before_move.then(|| (due(line), line.offset));
        replayer.state.pending.number(context.text, token.item.span, due, &mut replayer.collector);
    }

    fn forget_number(replayer: &mut LineReplayer<Self>) {
        replayer.state.pending.forget();
    }

    #[inline(always)]
    fn check_number(replayer: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, line: &mut LineState<Self>) {
        replayer.state.pending.check(due(line), &mut line.offset);
    }

    fn read_token(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Option<N::Token> {
        let MoveContext { context, line, token } = at;
        let token = replayer.notation.parse(token.item.span.of(context.text.bytes), &line.position.memory)?;
        Some(with_suffix::<N>(context, at.token, token))
    }

    fn stated_pattern(token: &N::Token, line: &LineState<Self>) -> PatternOf<Self> {
        N::pattern(token, &line.position)
    }

    #[cold]
    fn repair_token(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Option<N::Token> {
        let MoveContext { context, line, token } = at;
        let span = token.item.span;
        let token = span.of(context.text.bytes);
        let memory = &line.position.memory;
        let asked = asks_for_letters(replayer);
        if asked
            && (explain::is_foreign_letter(&explain::in_all_letters(&replayer.notation), token, memory)
                || !N::STRICT && explain::has_foreign_letters(replayer, context))
        {
            replayer.state.letters = Doubt::Letter;
        }
        replayer.state.strayed |= line.number == 0;
        if let Some(bare) = text::unpunctuated(token)
            && let Some(read) = replayer.notation.parse(bare, memory)
        {
            let finding = text::punctuation(context.text, span, bare.len()).at_ply(line.ply + 1);
            replayer.collector.add_once_per_game(Code::S015, Severity::Warning, || finding);
            return Some(with_suffix::<N>(context, at.token, read));
        }
        if let Some(read) = replayer.notation.without_file(token) {
            let message = say!("names-no-file", token = moved(context.text.show(span)));
            let finding = Finding::new(Code::S015, span, message).at_ply(line.ply + 1);
            replayer.collector.add(Code::S015, Severity::Warning, || finding);
            return Some(read);
        }
        let clean = text::cleaned(context.text, span)?;
        let read = replayer.notation.parse(clean.as_bytes(), memory)?;
        let finding = text::cleaned_finding(context.text, span, &clean).at_ply(line.ply + 1);
        let (code, severity) = (finding.code, finding.severity);
        replayer.collector.add_once_per_game(code, severity, || finding);
        Some(with_suffix::<N>(context, at.token, read))
    }

    fn alternative_parse(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        token: TokenRef,
    ) -> Option<N::Token> {
        let text = replayer.notation.alternative_parse(token.item.span.of(context.text.bytes))?;
        replayer.state.strayed = true;
        Some(with_suffix::<N>(context, token, text))
    }

    fn custom_move(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &N::Token,
    ) -> Option<MoveOf<N>> {
        replayer.state.claims.rules?;
        claims::castling(replayer, at, written)
    }

    fn in_full(replayer: &mut LineReplayer<Self>, line: &LineState<Self>, written: &N::Token) {
        if line.number == 0 && N::marks(written).pawn_letter && asks_for_letters(replayer) {
            replayer.state.letters = replayer.state.letters.max(Doubt::Meaning);
        }
    }

    fn misnumbered(replayer: &mut LineReplayer<Self>, line: &LineState<Self>) {
        replayer.state.pending.mark_doubtful(line.number, line.ply);
    }

    fn numbered(node: &Node<Self>, _: u32, text: &str) -> String {
        spell::numbered(node.number(), node.turn() == Side::First, text)
    }

    fn named(node: &Node<Self>, ply: u32, mv: MoveOf<Self>, text: &str) -> Arg {
        let components = <N::Rules>::components(mv);
        let (mv, from) = (moved(Self::numbered(node, ply, text)), square(components.from));
        match components.special {
            Special::Castling => mv,
            _ if text.contains(&components.to.to_string()) => say!("move-from", mv = mv, from = from).into(),
            _ => say!("move-from-to", mv = mv, from = from, to = square(components.to)).into(),
        }
    }
}

impl<N: JudgeMove> ReplayRules for N {
    fn begin(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>) {
        if replayer.state.claims.rules.is_some() || replayer.state.ends_at_signal.is_some() {
            replayer.notation = replayer.notation.clone().without_fast();
        }
        let state = &mut replayer.state;
        state.claims.again();
        state.pending.begin(formats::info(context.record.format).prose == Prose::Printed, context.head.fen.is_some());
        state.unclosed.clear();
        state.look_ahead.begin(context.record.items.len());
        state.draws.begin(context.book, context.head.date, &context.start.board);
    }

    fn is_over(replayer: &LineReplayer<Self>, line: &LineState<Self>) -> bool {
        line.number == 0 && replayer.state.claims.is_void(line.ply)
    }

    fn gives_turn(context: &GameContext<'_, Self>, line: &LineState<Self>) -> bool {
        // Pawn and two moves: the giver passes once, before their own first move.
        line.ply < 2 && context.start.board.pawn_giver() == Some(line.position.turn())
    }

    fn is_beside_game(replayer: &LineReplayer<Self>, line: &LineState<Self>) -> bool {
        line.number == 0 && replayer.state.ends_at_signal == Some(line.ply)
    }

    fn forbidden_by_book(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>, mv: MoveOf<N>) -> Option<Finding> {
        replayer.state.claims.rules?;
        claims::not_demanded(replayer, at, mv)
    }

    fn on_illegal(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &N::Token,
        finding: Box<Finding>,
    ) -> Result<IllegalMoveOutcome<MoveOf<N>>, Box<Finding>> {
        match replayer.state.claims.rules.and_then(|rules| rules.irregular) {
            Some(rules) if at.line.number == 0 => claims::on_illegal(replayer, at, rules, written, finding),
            _ => Err(finding),
        }
    }

    #[inline(always)]
    fn before(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        mv: MoveOf<N>,
        parsed: ParsedToken<'_, Self>,
    ) {
        let MoveContext { context, line, token } = at;
        let plain = match parsed {
            ParsedToken::Fast(fast) => N::is_unambiguous(fast, mv),
            ParsedToken::Full(written) => marks::is_plain::<N>(written, mv),
        };
        if !plain {
            marks::before(replayer, context, &Text::new(line, token, mv, parsed, 1), &line.position);
        }
    }

    #[inline(always)]
    fn after(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        mv: MoveOf<N>,
        parsed: ParsedToken<'_, Self>,
    ) -> bool {
        let MoveContext { context, line, token } = at;
        let marked = match parsed {
            ParsedToken::Fast(fast) => N::fast_check(fast),
            ParsedToken::Full(written) => N::marks(written).check,
        };
        // A marked check cannot be mate if the line goes on.
        let consistent = if line.position.in_check() {
            marked == CheckMark::Check && goes_on(context, token.next)
        } else {
            marked == CheckMark::None
        };
        !consistent && marks::after(replayer, context, &Text::new(line, token, mv, parsed, 0), &line.position)
    }

    #[inline(always)]
    fn watch(
        replayer: &mut LineReplayer<Self>,
        _: &GameContext<'_, Self>,
        line: &mut LineState<Self>,
        is_irreversible: bool,
    ) {
        let side = line.position.turn().other();
        replayer.clocks.moved(Mover { side, ply: line.ply }, &mut replayer.collector);
        let count = replayer.repetition.enter(&line.position.board, &replayer.moves, is_irreversible);
        replayer.state.draws.watch(&line.position.board, count, line.ply, line.mate);
    }

    #[cold]
    fn unreadable(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding {
        explain::unreadable(replayer, at)
    }

    #[cold]
    fn illegal(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, written: &N::Token) -> Finding {
        let MoveContext { context, .. } = at;
        replayer.state.strayed |= at.line.number == 0;
        let asked = asks_for_letters(replayer);
        if asked && (explain::has_foreign_letters(replayer, context) || explain::has_unmarked_pawn_letter(at, written))
        {
            replayer.state.letters = Doubt::Letter;
        } else if asked && at.line.number == 0 && (N::marks(written).pawn_letter || explain::may_name_another(at)) {
            replayer.state.letters = replayer.state.letters.max(Doubt::Meaning);
        }
        JudgeMove::illegal(replayer, at, written)
    }

    #[cold]
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &N::Token,
        moves: &[MoveOf<N>],
    ) -> Option<MoveOf<N>> {
        replayer.state.strayed |= at.line.number == 0;
        JudgeMove::ambiguous(replayer, at, written, moves)
    }

    #[cold]
    fn after_end(_: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding {
        explain::after_end(at)
    }

    fn comment(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        line: &LineState<Self>,
        span: Span,
    ) -> Option<Clock> {
        if replayer.state.claims.rules.is_some() {
            replayer.state.claims.comment(span.of(context.text.bytes), line.ply, span);
        }
        if line.ply == 0 {
            return None;
        }
        let side = line.position.turn().other();
        replayer.clocks.comment(context.text, span, Mover { side, ply: line.ply }, &mut replayer.collector)
    }

    fn hides_moves(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Option<Finding> {
        let MoveContext { token, .. } = at;
        let finding = hidden::moves(replayer, at)?;
        replayer.state.unclosed.push(token.item.span);
        Some(finding)
    }

    fn line_broke(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &LineState<Self>) {
        evidence::collect_evidence(replayer, context, line);
    }
}

fn with_suffix<N: ChessDialect>(context: &GameContext<'_, N>, token: TokenRef, mut text: N::Token) -> N::Token {
    if let Some(suffix) = context.record.items.get(token.next).filter(|item| item.kind == ItemKind::Suffix) {
        N::append(&mut text, suffix.span.of(context.text.bytes));
    }
    text
}
