//! Shogi as it is replayed: origins and 同, 千日手, perpetual check, declarations, times.

mod books;
mod draws;
mod explain;
mod gap;
mod reading;
mod result;
mod start;
mod stated;
mod times;

use self::books::Chosen;
use self::draws::Draws;
use self::gap::Jump;
use self::reading::Written;
use self::times::Times;
use super::clocks::Clocks;
use super::collect::Collector;
use super::game::{Options, Replayed, RulesFrom, Status};
use super::head::Head;
use super::listener::Listener;
use super::played::{MainLine, Played};
use super::player::{Case, Frame, Place, Player};
use super::replayable::{Replayable, Said};
use super::{notes, text};
use crate::book::{self, Perpetual};
use crate::finding::{Code, Finding, Severity};
use crate::notation::headers::Field;
use crate::notation::japanese::{self, Usual};
use crate::notation::kanji::{Script, Symbols};
use crate::record::{Clock, Format, Kind, Record, Tag};
use crate::rules::shogi::{Move, Origin, Pattern, Position, Square};
use crate::rules::{Game as _, GameKind, Side};
use crate::span::Span;

/// What is watched while a game of shogi is replayed.
#[derive(Debug)]
pub(super) struct State {
    script: Script,
    /// Its symbols, where moves may have the usual forms of KIF.
    symbols: Option<Symbols>,
    draws: Draws,
    times: Times,
    /// The number that was read last, and how it disagrees with the count, until the move after it is judged.
    number: Option<Span>,
    jump: Option<Jump>,
    /// The book, and who names it.
    chosen: Chosen,
    /// Whether the players are called 下手 and 上手.
    handicap: bool,
    /// The usual start position.
    usual: Position,
}

impl State {
    pub(super) fn new(_: &Options) -> Self {
        Self {
            script: Script::default(),
            symbols: None,
            draws: Draws::default(),
            times: Times::default(),
            number: None,
            jump: None,
            chosen: Chosen::default(),
            handicap: false,
            usual: Position::start(),
        }
    }
}

/// The value of the header of that meaning.
fn header<'a>(bytes: &[u8], record: &'a Record, script: Script, field: Field) -> Option<&'a Tag> {
    record.tags.get(field.find(record.tags.iter().map(|tag| tag.name.of(bytes)), script)?)
}

/// What does not depend on the moves: bytes, syntax, headers.
fn about_text(text: super::Text<'_>, record: &Record, plain: bool, collector: &mut Collector) {
    if !plain {
        text::judge(text, record, collector);
    }
    notes::report(text, record, collector);
    notes::report_nested(text, record, &[], collector);
}

/// Judges a game of shogi; what is found cites books of shogi, or none.
pub(super) fn replay<L: Listener<Position>>(
    player: &mut Player<Position>,
    text: super::Text<'_>,
    record: &Record,
    head: &Head<'_>,
    plain: bool,
    listener: &mut L,
) -> Replayed {
    player.state.script = Script::from(text.encoding);
    player.state.chosen = books::choose(text, record, head, player.state.script, player.options.books.shogi);
    player.collector.begin();
    let replayed = judged(player, text, record, head, plain, listener);
    let book = player.state.chosen.book;
    for finding in &mut player.collector.findings {
        // The catalogue's own paragraph is one of chess.
        if finding.basis == finding.code.entry().basis {
            finding.basis = book.own_basis(finding.code).unwrap_or_default();
        }
    }
    Replayed { rules_from: player.state.chosen.from, ..replayed }
}

fn judged<L: Listener<Position>>(
    player: &mut Player<Position>,
    text: super::Text<'_>,
    record: &Record,
    head: &Head<'_>,
    plain: bool,
    listener: &mut L,
) -> Replayed {
    let (script, book) = (player.state.script, player.state.chosen.book);
    if !player.options.moves_only {
        about_text(text, record, plain, &mut player.collector);
    }
    let usual = player.state.usual.clone();
    let Some(start) = start::position(text, record, script, &usual, &mut player.collector) else {
        return Replayed::nothing(GameKind::Shogi, Status::Unreadable, book.name, None);
    };
    player.state.handicap = start.turn() == Side::Second && start::is_handicap(&start);
    // A book that forbids moves looks at each of them.
    let usual = record.format == Format::Kif && matches!(book.rules.perpetual, Perpetual::Loses(_));
    player.state.symbols = usual.then(|| script.symbols());
    let case = Case { text, record, head, book, start: &start };
    let main = player.lines(&case, listener);
    if player.options.moves_only {
        let status = if player.collector.errors() > 0 { Status::Error } else { Status::Ok };
        let nothing = Replayed::nothing(GameKind::Shogi, status, book.name, None);
        return Replayed { plies: main.ply, ..nothing };
    }
    let ended = result::judge(player, &case, &main);
    let status = if player.collector.errors() > 0 { Status::Error } else { Status::Ok };
    let played = if player.options.keep {
        Played::Shogi(Box::new(MainLine { start: start.clone(), moves: player.moves.clone(), last: main.position }))
    } else {
        Played::None
    };
    Replayed {
        kind: GameKind::Shogi,
        status,
        rules: book.name,
        rules_from: RulesFrom::Default,
        plies: main.ply,
        end: ended.end,
        draws: player.state.draws.events.clone(),
        most_repeated: player.repetition.most,
        recorded: ended.recorded,
        verdict: ended.verdict,
        played,
    }
}

/// Whether a move follows, after its number, times and comments.
fn goes_on(case: &Case<'_, Position>, next: usize) -> bool {
    let after = case.record.items[next..]
        .iter()
        .take(8)
        .find(|item| !matches!(item.kind, Kind::Comment | Kind::Time | Kind::LineComment | Kind::Number));
    after.is_some_and(|item| item.kind == Kind::Move)
}

impl Player<Position> {
    /// The target of the last move, for 同.
    fn previous(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }
}

impl Replayable for Position {
    type Rules = book::ShogiRules;
    type Written = Written;
    type Usual = Usual;
    type State = State;

    fn begin(player: &mut Player<Self>, _: &Case<'_, Self>) {
        player.state.number = None;
        player.state.draws.begin();
        player.state.times.begin();
        player.clocks = Clocks::default();
    }

    #[inline]
    fn number(player: &mut Player<Self>, case: &Case<'_, Self>, span: Span) {
        // PSN counts plies or pairs of moves, as it likes.
        player.state.number = (case.record.format != Format::Psn).then_some(span);
    }

    fn forget_number(player: &mut Player<Self>) {
        player.state.number = None;
    }

    #[inline]
    fn check_number(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &mut Frame<Self>) {
        player.state.jump = None;
        if let Some(span) = player.state.number.take() {
            let (value, expected) = (gap::value(span.of(case.text.bytes)), i64::from(frame.ply + 1) + frame.offset);
            if i64::try_from(value) != Ok(expected) {
                player.state.jump =
                    gap::wrong_number(case.text, Jump { span, value, expected }, frame, &mut player.collector);
            }
        }
    }

    #[inline(always)]
    fn usual(player: &Player<Self>, position: &Self, bytes: &[u8], token: Span) -> Option<(Move, Usual)> {
        let symbols = player.state.symbols?;
        let usual = japanese::usual(token.of(bytes), symbols)?;
        let to = match usual.to {
            Some(to) => to,
            None => player.previous()?,
        };
        let mv = match usual.from {
            Some(from) => position.from_square(usual.kind, from, to, usual.promotes)?,
            None => position.dropped(usual.kind, to)?,
        };
        Some((mv, usual))
    }

    fn read(player: &Player<Self>, case: &Case<'_, Self>, _: &Frame<Self>, place: Place) -> Option<Written> {
        let token = place.item.span.of(case.text.bytes);
        reading::read(case.record.format, token, player.state.script, player.previous())
    }

    fn mended(_: &mut Player<Self>, _: &Case<'_, Self>, _: &Frame<Self>, _: Place) -> Option<Written> {
        None
    }

    #[inline]
    fn pattern(written: &Written) -> &Pattern {
        &written.pattern
    }

    fn refused(
        player: &Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &Written,
    ) -> Option<Finding> {
        if let Some(side) = written.side.filter(|side| *side != frame.position.turn()) {
            let finding = explain::other_side(player, case, frame, place, side);
            return Some(gap::explained(player, case, frame, place, finding));
        }
        // KIF writes an origin or 打; what ends with the file before either is cut off.
        let end = place.item.span.to as usize == case.text.bytes.len() && case.text.last;
        let cut = end && case.record.format == Format::Kif && written.pattern.origin == Origin::Unstated;
        cut.then(|| explain::cut_off(player, case, frame, place))
    }

    fn forbidden(
        player: &Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        mv: Move,
    ) -> Option<Finding> {
        let Perpetual::Forbidden(basis) = case.book.rules.perpetual else { return None };
        if frame.line != 0 || !player.repetition.twice {
            return None;
        }
        let first = draws::repeats_by_check(player, &frame.position, mv)?;
        Some(explain::perpetual(player, case, frame, place, first, basis))
    }

    #[inline]
    fn before(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        _: Move,
        said: Said<'_, Self>,
    ) {
        if player.state.jump.is_some() {
            gap::misnumbered(player, frame);
        }
        if let Said::Written(written) = said
            && case.record.format == Format::Ki2
            && (written.pattern.flank.is_some() || written.pattern.motion.is_some())
        {
            reading::words(player, case, frame, place, written);
        }
    }

    #[inline]
    fn after(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        _: Move,
        _: Said<'_, Self>,
    ) -> bool {
        let check = frame.position.in_check();
        if frame.line == 0 {
            player.state.draws.checks.push(check);
        }
        check && !goes_on(case, place.next) && !frame.position.has_legal_move()
    }

    #[inline]
    fn watch(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &mut Frame<Self>, _: Place, _: bool) {
        let count = player.repetition.enter_any(&frame.position, &player.moves);
        if count >= 4 {
            draws::repeated(player, case, frame, count);
        }
        player.state.draws.count = count;
        if let Some((limit, basis)) = case.book.rules.limit
            && frame.ply >= limit
        {
            player.state.draws.limit(frame.ply, frame.position.turn(), frame.position.in_check(), basis);
        }
    }

    #[cold]
    fn unreadable(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, place: Place) -> Finding {
        let finding = explain::unreadable(player, case, frame, place);
        gap::explained(player, case, frame, place, finding)
    }

    #[cold]
    fn illegal(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &Written,
    ) -> Finding {
        let finding = explain::illegal(player, case, frame, place, written);
        if finding.code == Code::R043 { finding } else { gap::explained(player, case, frame, place, finding) }
    }

    #[cold]
    fn ambiguous(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        _: &Written,
        moves: &[Move],
    ) -> Option<Move> {
        let finding = explain::ambiguous(player, case, frame, place, moves);
        let finding = gap::explained(player, case, frame, place, finding);
        player.collector.add(Code::L036, Severity::Error, || finding);
        None
    }

    #[cold]
    fn after_end(player: &Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, place: Place) -> Finding {
        let finding = explain::after_end(player, case, frame, place);
        gap::explained(player, case, frame, place, finding)
    }

    fn comment(_: &mut Player<Self>, _: &Case<'_, Self>, _: &Frame<Self>, _: Span) -> Option<Clock> {
        None
    }

    #[inline]
    fn misnumbered(player: &mut Player<Self>, frame: &Frame<Self>) {
        gap::numbers_go_on(player, frame);
    }

    fn time(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, span: Span) {
        // The cell of a closing word is that of the side to move.
        let side = if frame.ended { frame.position.turn() } else { frame.position.turn().other() };
        player.state.times.cell(case.text, case.record.format, span, side, frame, &mut player.collector);
    }
}
