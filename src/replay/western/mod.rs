//! Chess and hexagonal chess as they are replayed: SAN in its forms, marks, draws, results.
//!
//! What the two boards do not share is said by the trait `Western`.

mod chess;
mod customs;
mod described;
mod drawn;
mod draws;
mod eco;
mod evidence;
mod explain;
mod game;
mod hex;
mod hidden;
mod history;
mod marks;
mod numbers;
mod reason;
mod resolve;
mod result;
mod start;

use self::customs::Watch;
pub(super) use self::described::Described;
use self::draws::Draws;
use self::game::Western;
use self::marks::Played as Text;
use self::numbers::Pending;
use super::collect::Collector;
use super::game::{Options, Replayed, Status};
use super::head::{self, Head};
use super::listener::Listener;
use super::played::{MainLine, Played};
use super::player::{Case, Frame, Place, Player};
use super::replayable::{Replayable, Said, Standing};
use super::{notes, text, tokens};
use crate::book::ChessRules;
use crate::finding::{Code, Finding, Severity};
use crate::notation::letters::Letters;
use crate::notation::san::CheckMark;
use crate::record::{Clock, Format, Kind, Language, Movetext, Record};
use crate::span::Span;

/// What is watched while a game is replayed.
#[derive(Debug)]
pub(super) struct State<G: Western> {
    draws: Draws,
    pending: Pending,
    /// Comments that were never closed, and hide moves.
    unclosed: Vec<Span>,
    /// The letters in force for the current game.
    letters: &'static Letters,
    /// Whether the game replays to its end with the letters that were found.
    letters_fit: bool,
    /// What the quick reader needs for them, and whose they are.
    tables: (G::Tables, &'static Letters),
    /// Set when a token could only be read with other letters.
    strange_letters: bool,
    /// Whether the record holds such a token, once that was asked.
    strange_tokens: Option<bool>,
    /// What the players decide between themselves, where the book leaves it to them.
    customs: Watch,
    /// Whether the tables read nothing quickly, as that asks for a second look.
    slow: bool,
    /// The usual start position.
    usual: G,
}

impl<G: Western> State<G> {
    pub(super) fn new(options: &Options) -> Self {
        let letters = options.letters.unwrap_or(Letters::ENGLISH);
        Self {
            draws: Draws::default(),
            pending: Pending::default(),
            unclosed: Vec::new(),
            letters,
            letters_fit: false,
            tables: (G::tables(letters), letters),
            strange_letters: false,
            strange_tokens: None,
            customs: Watch::default(),
            slow: false,
            usual: G::start(),
        }
    }

    fn holds_strange_letters(&mut self, case: &Case<'_, G>) -> bool {
        *self.strange_tokens.get_or_insert_with(|| explain::holds_strange_letters(case))
    }
}

/// What does not depend on the moves: bytes, syntax, tags.
pub(super) fn about_text(text: super::Text<'_>, record: &Record, plain: bool, collector: &mut Collector) {
    if !plain {
        text::judge(text, record, collector);
    }
    notes::report(text, record, collector);
    head::judge(text, record, collector);
}

/// What is said of a notation that is not algebraic.
fn about_notation(record: &Record, book: &str, named: bool, collector: &mut Collector) {
    let first = || record.items.iter().find(|item| item.kind == Kind::Move).map_or(record.span, |item| item.span);
    match record.movetext {
        Movetext::Kober if !named => collector.add(Code::H021, Severity::Info, || {
            let message = format!("the notation is that of 1888, and no rule book is named: judged under {book}");
            Finding::new(Code::H021, first(), message).help("add [Rules \"kober\"], or give --rules")
        }),
        Movetext::Descriptive(language) if language != Language::English => {
            collector.add(Code::N002, Severity::Info, || {
                Finding::new(Code::N002, first(), format!("the descriptive notation is {}", language.name()))
            });
        }
        _ => {}
    }
}

/// Judges a game.
pub(super) fn replay<G: Western, L: Listener<G>>(
    player: &mut Player<G>,
    text: super::Text<'_>,
    record: &Record,
    head: &Head<'_>,
    plain: bool,
    listener: &mut L,
) -> Replayed {
    let book = G::book(&player.options.books, &head.books);
    player.state.letters = G::letters_of(record, player.options.letters);
    let usual = player.state.usual.clone();
    let source = start::Source { text, record, head };
    player.collector.begin();
    let judged = !player.options.moves_only;
    if judged {
        about_text(text, record, plain, &mut player.collector);
        let named = player.options.books.chess.or(head.books.chess).is_some();
        about_notation(record, book.name, named, &mut player.collector);
    }
    let Some(start) = G::start_of(&source, &usual, &mut player.collector) else {
        if judged {
            notes::report_nested(text, record, &[], &mut player.collector);
            tokens::judge(text, record, head, &mut player.collector);
        }
        let recorded = head.recorded(text, record).map(|(outcome, _)| outcome);
        return Replayed::nothing(G::KIND, Status::Unreadable, book.name, recorded);
    };
    let case = Case { text, record, head, book, start: &start.position };
    (player.state.strange_letters, player.state.strange_tokens) = (false, None);
    player.state.customs.begin(book.rules.customs, G::odds(&source, &start.position));
    let replayed = play(player, &case, start.chess960, listener);
    if !player.state.strange_letters {
        return replayed;
    }
    let Some((letters, whole)) = resolve::letters(&case) else { return replayed };
    player.state.letters = letters;
    player.state.letters_fit = whole;
    player.collector.begin();
    if judged {
        about_text(text, record, plain, &mut player.collector);
    }
    G::start_of(&source, &usual, &mut player.collector);
    play(player, &case, start.chess960, listener)
}

fn play<G: Western, L: Listener<G>>(
    player: &mut Player<G>,
    case: &Case<'_, G>,
    chess960: bool,
    listener: &mut L,
) -> Replayed {
    player.clocks.begin(case.head.time_control, case.book.rules.move_limit);
    if !player.state.letters.is_english() && player.options.letters.is_none() {
        letters_found(player, case);
    }
    let main = player.lines(case, listener);
    let plies = main.ply;
    if player.options.moves_only {
        let status = if player.collector.errors() > 0 { Status::Error } else { Status::Ok };
        let recorded = case.head.recorded(case.text, case.record).map(|(outcome, _)| outcome);
        return Replayed { plies, ..Replayed::nothing(G::KIND, status, case.book.name, recorded) };
    }
    player.state.pending.report(&mut player.collector);
    notes::report_nested(case.text, case.record, &player.state.unclosed, &mut player.collector);
    eco::judge(player, case, chess960);
    if main.alive {
        head::ply_count(case.text, case.head, plies, &mut player.collector);
        player.clocks.finish(plies, &mut player.collector);
    }
    let (end, verdict) = result::judge(player, case, &main);
    let status = if player.collector.errors() > 0 { Status::Error } else { Status::Ok };
    let played = if player.options.keep {
        let line = MainLine { start: case.start.clone(), moves: player.moves.clone(), last: main.position };
        G::keep(line, chess960)
    } else {
        Played::None
    };
    Replayed {
        kind: G::KIND,
        status,
        rules: case.book.name,
        rules_from: crate::replay::RulesFrom::Default,
        plies,
        end,
        draws: player.state.draws.events(),
        most_repeated: player.repetition.most,
        recorded: case.head.recorded(case.text, case.record).map(|(outcome, _)| outcome),
        verdict,
        played,
    }
}

#[cold]
fn letters_found<G: Western>(player: &mut Player<G>, case: &Case<'_, G>) {
    let first = case.record.items.iter().find(|item| item.kind == Kind::Move);
    let span = first.map_or(case.record.span, |item| item.span);
    let letters = player.state.letters;
    if !G::SEEKS_LETTERS || letters.is_kober() || letters.is_iccf() || case.book.rules.letters.contains(&letters.code) {
        return;
    }
    // The two languages have the same letters.
    let name = if matches!(letters.code, "cs" | "sk") { "Czech or Slovak" } else { letters.name };
    let how_far = if player.state.letters_fit { "to its end" } else { "farther" };
    player.collector.once(Code::N002, Severity::Info, || {
        let message = format!("the piece letters are {name}: the game replays {how_far} with them");
        Finding::new(Code::N002, span, message)
    });
}

/// Whether a move or its number follows, after a comment or two.
#[inline]
fn goes_on<G: Western>(case: &Case<'_, G>, next: usize) -> bool {
    let after = case.record.items[next..].iter().take(3).find(|item| item.kind != Kind::Comment);
    after.is_some_and(|item| matches!(item.kind, Kind::Move | Kind::Number))
}

impl<G: Western> Replayable for G {
    type Rules = ChessRules;
    type Written = G::Text;
    type Usual = G::Quick;
    type State = State<G>;

    fn begin(player: &mut Player<Self>, case: &Case<'_, Self>) {
        let state = &mut player.state;
        let slow = state.customs.rules.is_some();
        if state.tables.1 != state.letters || state.slow != slow {
            let tables = G::tables(state.letters);
            state.tables = (if slow { G::without_quick(tables) } else { tables }, state.letters);
            state.slow = slow;
        }
        state.customs.again();
        state.pending.begin(case.record.format == Format::Score);
        state.unclosed.clear();
        state.draws.begin(case.book, case.head.date, case.start);
    }

    #[inline(always)]
    fn number(player: &mut Player<Self>, case: &Case<'_, Self>, span: Span) {
        player.state.pending.number(case.text, span, &mut player.collector);
    }

    fn forget_number(player: &mut Player<Self>) {
        player.state.pending.forget();
    }

    #[inline(always)]
    fn check_number(player: &mut Player<Self>, _: &Case<'_, Self>, frame: &mut Frame<Self>) {
        let (number, side) = (Western::number(&frame.position), frame.position.turn());
        let place = (frame.line, frame.ply + 1);
        player.state.pending.check(number, side, place, &mut frame.offset);
    }

    #[inline(always)]
    fn usual(player: &Player<Self>, position: &Self, bytes: &[u8], token: Span) -> Option<(G::Move, G::Quick)> {
        position.quick(&player.state.tables.0, bytes, token)
    }

    #[inline(always)]
    fn is_brief(usual: G::Quick, mv: G::Move) -> bool {
        G::quick_is_plain(usual, mv)
    }

    fn read(player: &Player<Self>, case: &Case<'_, Self>, _: &Frame<Self>, place: Place) -> Option<G::Text> {
        let text = G::read(place.item.span.of(case.text.bytes), player.state.letters)?;
        Some(with_suffix::<G>(case, place, text))
    }

    #[cold]
    fn mended(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, place: Place) -> Option<G::Text> {
        let span = place.item.span;
        let token = span.of(case.text.bytes);
        let letters = player.state.letters;
        let asked = G::SEEKS_LETTERS && player.options.letters.is_none() && letters.is_english();
        if asked && (explain::is_strange::<G>(token) || !G::STRICT && player.state.holds_strange_letters(case)) {
            player.state.strange_letters = true;
        }
        if let Some(bare) = text::unpunctuated(token)
            && let Some(read) = G::read(bare, letters)
        {
            let finding = text::punctuation(case.text, span, bare.len()).at_ply(frame.ply + 1);
            player.collector.once(Code::S015, Severity::Warning, || finding);
            return Some(with_suffix::<G>(case, place, read));
        }
        if let Some(read) = G::without_file(token, letters) {
            let message = format!("{} names no file: read as a move to that rank", case.text.show(span));
            let finding = Finding::new(Code::S015, span, message).at_ply(frame.ply + 1);
            player.collector.add(Code::S015, Severity::Warning, || finding);
            return Some(read);
        }
        let clean = text::cleaned(case.text, span)?;
        let read = G::read(clean.as_bytes(), letters)?;
        let finding = text::cleaned_finding(case.text, span, &clean).at_ply(frame.ply + 1);
        let (code, severity) = (finding.code, finding.severity);
        player.collector.once(code, severity, || finding);
        Some(with_suffix::<G>(case, place, read))
    }

    fn second_reading(player: &Player<Self>, case: &Case<'_, Self>, place: Place) -> Option<G::Text> {
        let text = G::second_reading(place.item.span.of(case.text.bytes), player.state.letters)?;
        Some(with_suffix::<G>(case, place, text))
    }

    #[inline]
    fn pattern(written: &G::Text) -> &G::Pattern {
        G::pattern_of(written)
    }

    fn is_over(player: &Player<Self>, frame: &Frame<Self>) -> bool {
        frame.line == 0 && player.state.customs.is_void(frame.ply)
    }

    fn by_custom(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &G::Text,
    ) -> Option<G::Move> {
        player.state.customs.rules?;
        customs::castling(player, case, frame, place, written)
    }

    fn forbidden(
        player: &Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        mv: G::Move,
    ) -> Option<Finding> {
        player.state.customs.rules?;
        customs::not_demanded(player, case, frame, place, mv)
    }

    fn tolerate(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &G::Text,
        finding: Box<Finding>,
    ) -> Result<Standing<G::Move>, Box<Finding>> {
        match player.state.customs.rules.and_then(|rules| rules.irregular) {
            Some(rules) if frame.line == 0 => customs::tolerate(player, case, rules, (frame, place), written, finding),
            _ => Err(finding),
        }
    }

    #[inline(always)]
    fn before(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        mv: G::Move,
        said: Said<'_, Self>,
    ) {
        let plain = match said {
            Said::Usual(usual) => G::quick_is_plain(usual, mv),
            Said::Written(written) => marks::is_plain::<G>(written, mv),
        };
        if !plain {
            marks::before(player, case, &Text::new(frame, place, mv, said, 1), &frame.position);
        }
    }

    #[inline(always)]
    fn after(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        mv: G::Move,
        said: Said<'_, Self>,
    ) -> bool {
        let marked = match said {
            Said::Usual(usual) => G::quick_check(usual),
            Said::Written(written) => G::marks(written).check,
        };
        // A check that is marked as one is no mate as long as the line goes on.
        let told = if frame.position.in_check() {
            marked == CheckMark::Check && goes_on(case, place.next)
        } else {
            marked == CheckMark::None
        };
        !told && marks::after(player, case, &Text::new(frame, place, mv, said, 0), &frame.position)
    }

    #[inline(always)]
    fn watch(player: &mut Player<Self>, _: &Case<'_, Self>, frame: &mut Frame<Self>, _: Place, irreversible: bool) {
        let side = frame.position.turn().other();
        player.clocks.moved(side, frame.ply, &mut player.collector);
        let count = player.repetition.enter(&frame.position, &player.moves, irreversible);
        player.state.draws.watch(&frame.position, count, frame.ply, frame.mate);
    }

    #[cold]
    fn unreadable(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, place: Place) -> Finding {
        explain::unreadable(player, case, frame, place)
    }

    #[cold]
    fn illegal(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &G::Text,
    ) -> Finding {
        let asked = G::SEEKS_LETTERS && player.options.letters.is_none() && player.state.letters.is_english();
        if asked && player.state.holds_strange_letters(case) {
            player.state.strange_letters = true;
        }
        Western::illegal(player, case, frame, place, written)
    }

    #[cold]
    fn ambiguous(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
        written: &G::Text,
        moves: &[G::Move],
    ) -> Option<G::Move> {
        Western::ambiguous(player, case, frame, place, written, moves)
    }

    #[cold]
    fn after_end(_: &Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, place: Place) -> Finding {
        explain::after_end(case, frame, place)
    }

    fn comment(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>, span: Span) -> Option<Clock> {
        if player.state.customs.rules.is_some() {
            player.state.customs.hear(span.of(case.text.bytes), frame.ply, span);
        }
        if frame.ply == 0 {
            return None;
        }
        let side = frame.position.turn().other();
        player.clocks.comment(case.text, span, side, frame.ply, &mut player.collector)
    }

    fn time(_: &mut Player<Self>, _: &Case<'_, Self>, _: &Frame<Self>, _: Span) {}

    fn hides_moves(
        player: &mut Player<Self>,
        case: &Case<'_, Self>,
        frame: &Frame<Self>,
        place: Place,
    ) -> Option<Finding> {
        let finding = hidden::moves(player, case, frame, place)?;
        player.state.unclosed.push(place.item.span);
        Some(finding)
    }

    fn misnumbered(player: &mut Player<Self>, frame: &Frame<Self>) {
        player.state.pending.doubt(frame.line, frame.ply);
    }

    fn line_broke(player: &mut Player<Self>, case: &Case<'_, Self>, frame: &Frame<Self>) {
        evidence::weigh(player, case, frame);
    }
}

fn with_suffix<G: Western>(case: &Case<'_, G>, place: Place, mut text: G::Text) -> G::Text {
    if let Some(suffix) = case.record.items.get(place.next).filter(|item| item.kind == Kind::Suffix) {
        G::append(&mut text, suffix.span.of(case.text.bytes));
    }
    text
}
