//! Replay of shogi: origins and 同, 千日手, perpetual check, declarations, times.

mod books;
mod draws;
mod explain;
mod gap;
mod header;
mod limits;
pub(crate) mod other_game;
mod reading;
mod result;
mod start;
mod state;
mod stated;
mod tsume;

use self::gap::Jump;
pub use self::header::{header_of_comment, header_of_tag, problem_label};
use self::other_game::OtherGame;
pub(super) use self::state::State;
use super::clocks::Clocks;
use super::collect::Collector;
use super::context::{GameContext, LineState, MoveContext, ParsedToken, Source};
use super::game_report::{Replayed, RulesFrom, Status};
use super::line_replayer::LineReplayer;
use super::played::{MainLine, Played};
use super::repairs::{self, Proposals};
use super::replay_rules::ReplayRules;
use super::token_rules::{PatternOf, TokenRules};
use super::visitor::ReplayVisitor;
use super::{notes, text};
use partie_notation::letters::Letters;
use partie_notation::moves::{Node, ShogiNotation};
use partie_notation::{MoveForm, Numbers, ShogiFormat, ShogiToken, formats};
use partie_record::book::Perpetual;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::span::Span;
use partie_record::{ItemKind, Record, say};
use partie_rules::shogi::{Move, Origin, Position, Square};
use partie_rules::{Rules as _, Side};

/// Judges bytes, syntax and headers, which do not depend on the moves.
fn about_text(text: super::Text<'_>, record: &Record, plain: bool, collector: &mut Collector) {
    if !plain || formats::info(record.format).is_json {
        text::judge(text, record, collector);
    }
    notes::report(text, record, collector);
    notes::report_nested(text, record, &[], collector);
}

/// Judges a game of shogi; its findings cite shogi rule books only.
pub(super) fn replay<L: ReplayVisitor<Position> + ?Sized>(
    replayer: &mut LineReplayer<ShogiNotation>,
    source: &Source<'_>,
    plain: bool,
    visitor: &mut L,
) -> Replayed {
    let Source { text, record, head } = *source;
    replayer.notation = ShogiNotation { format: record.format, fast: None };
    replayer.state.chosen = books::choose(text, record, head, replayer.options.books.shogi);
    replayer.collector.begin();
    if let Some(other) = other_game::of(text, record) {
        return unsupported(replayer, source, plain, &other);
    }
    let replayed = replay_under_book(replayer, source, plain, visitor);
    let book = replayer.state.chosen.book;
    for finding in &mut replayer.collector.findings {
        // The catalog cites a chess rule book.
        if finding.basis == finding.code.entry().basis {
            finding.basis = book.own_basis(finding.code).unwrap_or_default();
        }
    }
    Replayed { rules_from: replayer.state.chosen.from, ..replayed }
}

/// Reports a record of another game of the family. Its moves and pieces differ from shogi, so its lines are not judged.
#[cold]
fn unsupported(
    replayer: &mut LineReplayer<ShogiNotation>,
    source: &Source<'_>,
    plain: bool,
    other: &OtherGame,
) -> Replayed {
    let Source { text, record, .. } = *source;
    if !plain {
        text::judge(text, record, &mut replayer.collector);
    }
    replayer.collector.add(Code::H020, Severity::Info, || {
        Finding::new(Code::H020, other.place, say!("variant-not-judged", variant = said(other.name.as_str())))
    });
    Replayed::nothing(Position::KIND, Status::Unsupported, replayer.state.chosen.book.name, None)
}

fn replay_under_book<L: ReplayVisitor<Position> + ?Sized>(
    replayer: &mut LineReplayer<ShogiNotation>,
    source: &Source<'_>,
    plain: bool,
    visitor: &mut L,
) -> Replayed {
    let Source { text, record, head } = *source;
    let book = replayer.state.chosen.book;
    if !replayer.options.moves_only {
        about_text(text, record, plain, &mut replayer.collector);
    }
    let initial = replayer.state.initial.clone();
    let Some(position) = start::position(text, record, &initial, &mut replayer.collector) else {
        return Replayed::nothing(Position::KIND, Status::Unreadable, book.name, None);
    };
    replayer.state.handicap = position.turn() == Side::Second && start::is_handicap(&position);
    // The fast path skips the check for moves that the rule book forbids.
    let forbids_none = matches!(book.rules.perpetual, Perpetual::Loses(_));
    replayer.notation.fast = forbids_none.then_some(shogi_format(record).moves);
    let node = Node::new(&replayer.notation, position);
    let context = GameContext { text, record, head, book, start: &node };
    let main = replayer.lines(&context, visitor);
    if replayer.options.moves_only {
        let status = if replayer.collector.errors() > 0 { Status::Error } else { Status::Ok };
        let nothing = Replayed::nothing(Position::KIND, status, book.name, None);
        return Replayed { plies: main.ply, ..nothing };
    }
    if !record.setup.is_empty() {
        let first = replayer.moves.first().map(|mv| node.board.after_moves(&[*mv]));
        start::judge_kings(&context, first.as_ref(), &mut replayer.collector);
        tsume::judge(replayer, &context, &main);
    }
    let ended = result::judge(replayer, &context, &main);
    let status = if replayer.collector.errors() > 0 { Status::Error } else { Status::Ok };
    let Proposals { repairs, other } = repairs::of_main_line(replayer, &context, &main, false);
    let played = if replayer.options.keep {
        Played::Shogi(Box::new(MainLine {
            start: node.board.clone(),
            moves: replayer.moves.clone(),
            last: main.position.board,
        }))
    } else {
        Played::None
    };
    Replayed {
        kind: Position::KIND,
        status,
        rules: book.name,
        rules_from: RulesFrom::Default,
        letters: Letters::ENGLISH,
        class: record.class,
        plies: main.ply,
        end: ended.end,
        draws: replayer.state.draws.events.clone(),
        most_repeated: replayer.repetition.most,
        recorded: ended.recorded,
        stated: ended.stated,
        claimant: None,
        verdict: ended.verdict,
        played,
        repairs,
        other,
    }
}

/// Returns the shogi properties of the record's format.
#[inline]
fn shogi_format(record: &Record) -> &'static ShogiFormat {
    &formats::info(record.format).shogi
}

/// True if a move follows, after its number, times and comments.
fn goes_on(context: &GameContext<'_, ShogiNotation>, next: usize) -> bool {
    let after = context.record.items[next..].iter().take(8).find(|item| {
        !matches!(item.kind, ItemKind::Comment | ItemKind::Time | ItemKind::LineComment | ItemKind::Number)
    });
    after.is_some_and(|item| item.kind == ItemKind::Move)
}

/// Stores the foul that ends the main line, for the judgment of its result.
fn own_foul(
    replayer: &mut LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    out_of_turn: bool,
    finding: Finding,
) -> Finding {
    if at.line.number == 0 {
        replayer.state.foul = Some(stated::Foul { turn: at.line.position.turn(), out_of_turn });
    }
    finding
}

impl LineReplayer<ShogiNotation> {
    /// Returns the target of the last move, for 同.
    fn previous(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }
}

impl TokenRules for ShogiNotation {
    #[inline]
    fn number(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) {
        let MoveContext { context, token, .. } = at;
        replayer.state.number = (shogi_format(context.record).numbers != Numbers::Loose).then_some(token.item.span);
    }

    fn forget_number(replayer: &mut LineReplayer<Self>) {
        replayer.state.number = None;
    }

    #[inline]
    fn check_number(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &mut LineState<Self>) {
        replayer.state.jump = None;
        if let Some(span) = replayer.state.number.take() {
            let (value, expected) = (gap::value(span.of(context.text.bytes)), i64::from(line.ply + 1) + line.offset);
            if i64::try_from(value) != Ok(expected) {
                replayer.state.jump =
                    gap::wrong_number(context.text, Jump { span, value, expected }, line, &mut replayer.collector);
            }
        }
    }

    fn stated_pattern(token: &ShogiToken, _: &LineState<Self>) -> PatternOf<Self> {
        token.pattern.clone()
    }

    fn reject_token(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &ShogiToken,
    ) -> Option<Finding> {
        let MoveContext { context, line, token } = at;
        if let Some(side) = written.side.filter(|side| *side != line.position.turn()) {
            let finding = explain::other_side(replayer, at, side);
            if result::ends_by_foul(at, written, true) {
                return Some(own_foul(replayer, at, true, explain::foul(at, finding)));
            }
            return Some(gap::explained(replayer, at, finding));
        }
        // These formats always write the origin or 打, so a last move without one was truncated.
        let end = token.item.span.to as usize == context.text.bytes.len() && context.text.last;
        let origins = || shogi_format(context.record).moves == MoveForm::Origins;
        let cut = end && origins() && written.pattern.origin == Origin::Unstated;
        cut.then(|| explain::cut_off(replayer, at))
    }

    #[inline]
    fn misnumbered(replayer: &mut LineReplayer<Self>, line: &LineState<Self>) {
        gap::numbers_go_on(replayer, line);
    }

    fn numbered(_: &Node<Self>, ply: u32, text: &str) -> String {
        format!("{ply}手目 {text}")
    }
}

impl ReplayRules for ShogiNotation {
    fn begin(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>) {
        (replayer.state.number, replayer.state.foul) = (None, None);
        replayer.state.draws.begin();
        replayer.state.times.begin(context);
        replayer.clocks = Clocks::default();
    }

    fn forbidden_by_book(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>, mv: Move) -> Option<Finding> {
        let MoveContext { context, line, .. } = at;
        let Perpetual::Forbidden(basis) = context.book.rules.perpetual else { return None };
        if line.number != 0 || !replayer.repetition.twice {
            return None;
        }
        let first = draws::repeats_by_check(replayer, &line.position, mv)?;
        Some(explain::perpetual(replayer, at, first, basis))
    }

    #[inline]
    fn before(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, _: Move, parsed: ParsedToken<'_, Self>) {
        let MoveContext { context, line, .. } = at;
        if replayer.state.jump.is_some() {
            gap::misnumbered(replayer, line);
        }
        if let ParsedToken::Full(written) = parsed
            && written.pattern.after.is_some()
            && let Some(kind) = written.pattern.kind
        {
            reading::named_after_move(replayer, at, kind);
        }
        if let ParsedToken::Full(written) = parsed
            && shogi_format(context.record).moves == MoveForm::RelativeWords
            && (written.pattern.flank.is_some() || written.pattern.motion.is_some())
        {
            reading::words(replayer, at, written);
        }
    }

    #[inline]
    fn after(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, _: Move, _: ParsedToken<'_, Self>) -> bool {
        let MoveContext { context, line, token } = at;
        let check = line.position.in_check();
        if line.number == 0 {
            replayer.state.draws.checks.push(check);
        }
        check && !goes_on(context, token.next) && !line.position.has_legal_move()
    }

    #[inline]
    fn watch(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &mut LineState<Self>, _: bool) {
        let count = replayer.repetition.enter_any(&line.position.board, &replayer.moves);
        if count >= 4 {
            draws::repeated(replayer, context, line, count);
        }
        replayer.state.draws.count = count;
        if let Some((limit, basis)) = context.book.rules.limit
            && line.ply >= limit
        {
            replayer.state.draws.limit(line.ply, line.position.turn(), line.position.in_check(), basis);
        }
    }

    #[cold]
    fn unreadable(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding {
        let finding = explain::unreadable(replayer, at);
        gap::explained(replayer, at, finding)
    }

    #[cold]
    fn illegal(replayer: &mut LineReplayer<Self>, at: MoveContext<'_, Self>, written: &ShogiToken) -> Finding {
        let (finding, out_of_turn) = explain::illegal(replayer, at, written);
        if result::ends_by_foul(at, written, out_of_turn) {
            return own_foul(replayer, at, out_of_turn, explain::foul(at, finding));
        }
        gap::explained(replayer, at, finding)
    }

    #[cold]
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        _: &ShogiToken,
        moves: &[Move],
    ) -> Option<Move> {
        let finding = explain::ambiguous(replayer, at, moves);
        let finding = gap::explained(replayer, at, finding);
        replayer.collector.add(Code::L036, Severity::Error, || finding);
        None
    }

    #[cold]
    fn foul_after_end(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        written: &ShogiToken,
    ) -> Option<Finding> {
        let (finding, out_of_turn) = explain::illegal(replayer, at, written);
        let is_foul = result::ends_by_foul(at, written, out_of_turn);
        is_foul.then(|| own_foul(replayer, at, out_of_turn, explain::foul(at, finding)))
    }

    #[cold]
    fn after_end(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>) -> Finding {
        let finding = explain::after_end(replayer, at);
        gap::explained(replayer, at, finding)
    }

    fn line_broke(replayer: &mut LineReplayer<Self>, _: &GameContext<'_, Self>, line: &LineState<Self>) {
        gap::explains_break(replayer, line);
    }

    fn time(replayer: &mut LineReplayer<Self>, context: &GameContext<'_, Self>, line: &LineState<Self>, span: Span) {
        replayer.state.times.cell(context, span, line, &mut replayer.collector);
    }
}
