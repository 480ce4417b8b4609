//! How the board ended, and whether the record's result fits it.

use super::draws::{DrawEvent, DrawKind, How, winner};
use super::game::{Game, Replayer};
use super::lines::{Frame, rebuild};
use super::start;
use crate::book::CannotMate;
use crate::finding::{Cause, Code, Finding, Grade, Severity};
use crate::notation::{fen, spell};
use crate::record::{Kind, Outcome, Termination};
use crate::rules::chess::dead::{self, Why};
use crate::rules::chess::{Position, Role};
use crate::rules::{Game as _, Side};
use crate::span::Span;

/// How the board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing on the board ends the game.
    None,
    /// Mate by the side that does not move.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// A dead position.
    Dead,
    /// Fifth occurrence, or third under a book that ends the game there.
    Repetition,
    /// Seventy-five moves, or fifty under a book that ends the game there.
    Counter,
}

impl End {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Dead => "dead",
            Self::Repetition => "repetition",
            Self::Counter => "counter",
        }
    }
}

/// Whether the recorded result fits the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board proves it.
    Consistent,
    /// The board contradicts it.
    Inconsistent,
    /// Nothing on the board speaks for or against it.
    Presumed,
}

impl Verdict {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Presumed => "presumed",
        }
    }
}

/// The recorded result and where it stands: the final token, else the tag.
pub(super) fn recorded(game: &Game<'_>) -> Option<(Outcome, Span)> {
    let token = game.record.result.and_then(|span| Some((Outcome::parse(span.of(game.text.bytes))?, span)));
    token.or_else(|| Some((game.head.result?, game.head.result_tag?.value)))
}

/// Result tag and final token against each other.
pub(super) fn tokens(replayer: &mut Replayer, game: &Game<'_>) {
    let Some(span) = game.record.result else {
        let end = game.record.items.last().map_or(game.record.span, |item| item.span);
        return replayer.collector.add(Code::R011, Severity::Warning, || {
            let tag = game.head.result.map(Outcome::token);
            let finding = Finding::new(Code::R011, end, "the game ends without a result token");
            match tag {
                Some(token) => finding.help(format!("add the {token} of the Result tag")).fix(Grade::Certain, token),
                None => finding.help("add 1-0, 0-1, 1/2-1/2, or * if the result is not known"),
            }
        });
    };
    let token = Outcome::parse(span.of(game.text.bytes));
    let (Some(token), Some(tagged), Some(tag)) = (token, game.head.result, game.head.result_tag) else { return };
    if token == tagged {
        return;
    }
    let open = token == Outcome::Unknown || tagged == Outcome::Unknown;
    let severity = if open { Severity::Warning } else { Severity::Error };
    replayer.collector.add(Code::R010, severity, || {
        let message = format!("the Result tag says {}, the final token {}", tagged.token(), token.token());
        let mut finding =
            Finding::new(Code::R010, span, message).help("compare with the source, and correct the one that is wrong");
        finding.causes.push(Cause { message: "the tag".into(), square: None, ply: None, span: Some(tag.span) });
        finding
    });
}

/// Judges draws and result of a main line.
pub(super) fn judge(replayer: &mut Replayer, game: &Game<'_>, main: &Frame) -> (End, Verdict) {
    let mut end = End::None;
    if main.alive {
        end = board_end(main);
        if end == End::None {
            dead_position(replayer, game, main);
            let mut moves = std::mem::take(&mut replayer.moves);
            replayer.draws.finish(&main.position, &replayer.repetition, &mut moves);
            replayer.moves = moves;
        }
    }
    replayer.draws.date(game.head.date);
    if !replayer.draws.list().is_empty() {
        events(replayer, game, main);
    }
    tokens(replayer, game);
    if let Some(ended) = replayer.draws.ended {
        end = match ended.event.kind {
            DrawKind::Dead => End::Dead,
            DrawKind::Threefold | DrawKind::Fivefold => End::Repetition,
            DrawKind::Fifty | DrawKind::SeventyFive => End::Counter,
        };
    }
    if !main.alive {
        return (end, Verdict::Presumed);
    }
    (end, verdict(replayer, game, main, end))
}

fn board_end(main: &Frame) -> End {
    if main.mate {
        return End::Checkmate;
    }
    if main.position.has_legal_move() {
        return End::None;
    }
    if main.position.in_check() { End::Checkmate } else { End::Stalemate }
}

/// Tests the final position; if it is dead, walks back to the first one that is.
fn dead_position(replayer: &mut Replayer, game: &Game<'_>, main: &Frame) {
    let Some(basis) = game.book.dead else { return };
    if dead::dead(&main.position).is_none() {
        return;
    }
    let Some(begin) = start::position(game, replayer.usual(), &mut super::Collector::default()) else { return };
    let mut ply = main.ply;
    let mut first = main.position.clone();
    // Positions from the start on would be a copy a ply; dead endings are short, so each is rebuilt.
    while ply > 0 {
        let before = rebuild(&begin.position, &replayer.moves[..ply as usize - 1]);
        if dead::dead(&before).is_none() {
            break;
        }
        first = before;
        ply -= 1;
    }
    replayer.draws.dead(ply, &first, basis);
}

/// Where the move of a ply stands; for ply 0 the first item or the FEN tag.
fn place(replayer: &Replayer, game: &Game<'_>, ply: u32) -> Span {
    let item = match ply.checked_sub(1) {
        Some(index) => replayer.places.get(index as usize).and_then(|place| game.record.items.get(*place as usize)),
        None => None,
    };
    let opening = || game.head.fen.map(|tag| tag.span).or_else(|| game.record.items.first().map(|item| item.span));
    item.map(|item| item.span).or_else(opening).unwrap_or(game.record.span)
}

fn events(replayer: &mut Replayer, game: &Game<'_>, main: &Frame) {
    let list = replayer.draws.list().to_vec();
    for (index, event) in list.iter().enumerate() {
        let paired = index > 0 && list[index - 1].kind == event.kind && list[index - 1].how == How::Intended;
        if event.how == How::Standing && paired {
            continue;
        }
        let standing = list.get(index + 1).filter(|next| next.kind == event.kind && next.how == How::Standing);
        let code = code_of(game, event);
        if !replayer.collector.keeps(code, Severity::Info) {
            replayer.collector.add(code, Severity::Info, || Finding::new(code, Span::default(), ""));
            continue;
        }
        let ply = standing.map_or(event.ply, |standing| standing.ply);
        let finding = event_finding(replayer, game, main, code, event, standing, place(replayer, game, ply));
        replayer.collector.add(code, Severity::Info, || finding);
    }
    let Some(ended) = replayer.draws.ended.filter(|ended| ended.event.ply < main.ply) else { return };
    let severity = replayer.draws.severity(Severity::Warning);
    let span = place(replayer, game, ended.event.ply + 1);
    let more = main.ply - ended.event.ply;
    replayer.collector.add(Code::N031, severity, || {
        let (plies, follow) = if more == 1 { ("ply", "follows") } else { ("plies", "follow") };
        let when = match ended.event.ply {
            0 => "before the first move".to_owned(),
            ply => format!("at ply {ply}"),
        };
        let message =
            format!("the game was drawn {when} ({}); {more} {plies} {follow}", reason(ended.event.kind, game));
        Finding::new(Code::N031, span, message)
            .at_ply(ended.event.ply + 1)
            .basis(ended.event.basis)
            .help("nothing that was played afterwards counts; the result is a draw")
    });
}

fn code_of(game: &Game<'_>, event: &DrawEvent) -> Code {
    match (event.kind, event.how) {
        (_, How::Automatic) if game.book.at_once => Code::D010,
        (DrawKind::Threefold, _) => Code::D001,
        (DrawKind::Fivefold, _) => Code::D002,
        (DrawKind::Fifty, _) => Code::D003,
        (DrawKind::SeventyFive, _) => Code::D004,
        (DrawKind::Dead, _) => Code::D006,
    }
}

fn reason(kind: DrawKind, game: &Game<'_>) -> String {
    match kind {
        DrawKind::Threefold => "third occurrence of a position".into(),
        DrawKind::Fivefold => "fifth occurrence of a position".into(),
        DrawKind::Fifty => "fifty moves without capture and pawn move".into(),
        DrawKind::SeventyFive => "seventy-five moves without capture and pawn move".into(),
        DrawKind::Dead => format!("no legal moves can lead to mate, {}", game.book.dead.unwrap_or_default()),
    }
}

fn event_finding(
    replayer: &Replayer,
    game: &Game<'_>,
    main: &Frame,
    code: Code,
    event: &DrawEvent,
    standing: Option<&DrawEvent>,
    span: Span,
) -> Finding {
    let begin = start::position(game, replayer.usual(), &mut super::Collector::default()).map(|start| start.position);
    let position_at = |ply: u32| {
        begin.as_ref().map(|begin| rebuild(begin, &replayer.moves[..(ply as usize).min(replayer.moves.len())]))
    };
    let text_of = |ply: u32| {
        let before = position_at(ply.checked_sub(1)?)?;
        let mv = replayer.moves.get(ply as usize - 1)?;
        let first = before.turn() == Side::First;
        Some(spell::numbered(before.number(), first, &spell::san(&before, *mv, replayer.letters)))
    };
    let ply = standing.map_or(event.ply, |standing| standing.ply);
    let after = text_of(ply).map_or("in the start position".to_owned(), |text| format!("after {text}"));
    let message = match (event.kind, event.how) {
        (kind, How::Automatic) => format!("drawn {after}: {}", why(kind, game, main)),
        (DrawKind::Fifty, How::Intended) if standing.is_none() => {
            "a draw by the fifty-move rule could be claimed with the next move".into()
        }
        (_, How::Intended) if standing.is_none() => {
            "a draw by repetition could be claimed with the next move: third occurrence".into()
        }
        (DrawKind::Fifty, _) => format!("a draw by the fifty-move rule could have been claimed {after}"),
        _ => format!("a draw by repetition could have been claimed: third occurrence {after}"),
    };
    let mut finding = Finding::new(code, span, message).at_ply(ply).basis(event.basis);
    let how = |event: &DrawEvent| {
        let by = spell::side(event.by);
        match (event.how, text_of(event.ply + 1), text_of(event.ply)) {
            (How::Intended, Some(next), _) => {
                format!("by {by} before {next}, with the intended move ({})", event.basis)
            }
            (How::Intended, None, _) => format!("by {by} with the next move ({})", event.basis),
            (_, _, Some(last)) => format!("by {by} after {last}, having the move ({})", event.basis),
            _ => format!("by {by} before the first move, having the move ({})", event.basis),
        }
    };
    if event.how != How::Automatic {
        let ways: Vec<String> = std::iter::once(event).chain(standing).map(how).collect();
        let went = if ply < main.ply { "; the game went on" } else { "" };
        finding = finding.help(format!("{}{went}", ways.join(", ")));
    }
    finding.position = position_at(ply).map(|position| fen::write(&position));
    if matches!(event.kind, DrawKind::Threefold | DrawKind::Fivefold) {
        let same = position_at(ply);
        let earlier: Vec<u32> = (0..ply)
            .filter(|at| match (position_at(*at), &same) {
                (Some(position), Some(same)) => position.same_position(same),
                _ => false,
            })
            .collect();
        if !earlier.is_empty() {
            let list: Vec<String> = earlier.iter().map(u32::to_string).collect();
            finding = finding.help(format!("the same position stood on the board after plies {}", list.join(", ")));
        }
    }
    finding
}

fn why(kind: DrawKind, game: &Game<'_>, main: &Frame) -> String {
    match kind {
        DrawKind::Dead => match dead::dead(&main.position) {
            Some(Why::Material) => "too little material is left for any mate".into(),
            Some(Why::Forced) => "every line of legal moves ends without a mate".into(),
            Some(Why::Blocked) => "the position is blocked, and no legal moves can lead to mate".into(),
            None => reason(kind, game),
        },
        kind => reason(kind, game),
    }
}

/// The termination that the record states: the tag, or a comment after the last move.
fn stated(game: &Game<'_>) -> Option<(Termination, Span)> {
    let tag = game.record.tag(game.text.bytes, "Termination");
    if let (Some(kind), Some(tag)) = (game.head.termination, tag) {
        return Some((kind, tag.value));
    }
    for item in game.record.items.iter().rev() {
        match item.kind {
            Kind::Comment | Kind::LineComment if item.line == 0 => {
                if let Some(kind) = Termination::stated(item.span.of(game.text.bytes)) {
                    return Some((kind, item.span));
                }
            }
            Kind::Move | Kind::Close => return None,
            _ => {}
        }
    }
    None
}

fn verdict(replayer: &mut Replayer, game: &Game<'_>, main: &Frame, end: End) -> Verdict {
    let Some((outcome, span)) = recorded(game) else { return Verdict::Presumed };
    let mut inconsistent = |code: Code, severity: Severity, message: String, right: Outcome, at: Span| {
        replayer.collector.add(code, severity, || {
            Finding::new(code, at, message)
                .at_ply(main.ply)
                .basis(game.book.basis(code))
                .help(format!("the result must be {}", right.token()))
                .fix(Grade::Likely, right.token())
        });
        Verdict::Inconsistent
    };
    let token = outcome.token();
    match end {
        End::Checkmate => {
            let winner_side = main.position.turn().other();
            let right = if winner_side == Side::First { Outcome::FirstWins } else { Outcome::SecondWins };
            if outcome == Outcome::Unknown {
                return Verdict::Presumed;
            }
            if outcome == right {
                return Verdict::Consistent;
            }
            let message = format!("{} mates, but the result is {token}", spell::side(winner_side));
            inconsistent(Code::R001, Severity::Error, message, right, span)
        }
        End::Stalemate => match outcome {
            Outcome::Draw => Verdict::Consistent,
            Outcome::Unknown => Verdict::Presumed,
            _ => {
                let stale = spell::side(main.position.turn());
                let message = format!("{stale} is stalemated, but the result is {token}");
                inconsistent(Code::R002, Severity::Error, message, Outcome::Draw, span)
            }
        },
        End::Dead | End::Repetition | End::Counter => {
            if !outcome.is_decisive() {
                return if outcome == Outcome::Draw { Verdict::Consistent } else { Verdict::Presumed };
            }
            let Some(ended) = replayer.draws.ended else { return Verdict::Presumed };
            let severity = replayer.draws.severity(Severity::Error);
            let message = format!(
                "the result is {token}, but the game was drawn at ply {}: {}",
                ended.event.ply,
                reason(ended.event.kind, game)
            );
            replayer.collector.add(Code::R012, severity, || {
                Finding::new(Code::R012, span, message)
                    .at_ply(ended.event.ply)
                    .basis(ended.event.basis)
                    .help("the result must be 1/2-1/2")
                    .fix(Grade::Likely, Outcome::Draw.token())
            });
            if severity == Severity::Error { Verdict::Inconsistent } else { Verdict::Presumed }
        }
        End::None => open_board(replayer, game, main, outcome, span),
    }
}

/// Nothing on the board ends the game: what the record says must do.
fn open_board(replayer: &mut Replayer, game: &Game<'_>, main: &Frame, outcome: Outcome, span: Span) -> Verdict {
    match winner(outcome) {
        Some(side) => decisive(replayer, game, main, side, span),
        None if outcome == Outcome::Draw => drawn(replayer, game, main, span),
        None => Verdict::Presumed,
    }
}

fn decisive(replayer: &mut Replayer, game: &Game<'_>, main: &Frame, side: Side, span: Span) -> Verdict {
    let Some((kind, place)) = stated(game) else { return Verdict::Presumed };
    let position = &main.position;
    let (name, ply) = (spell::side(side), main.ply);
    let mut add = |code: Code, message: String, basis: &'static str, at: Span| {
        replayer
            .collector
            .add(code, code.entry().severity, || Finding::new(code, at, message).at_ply(ply).basis(basis));
    };
    match kind {
        Termination::Mate => {
            let message = format!("the record claims a mate by {name}; the last position is none");
            add(Code::R003, message, game.book.basis(Code::R003), place);
            return Verdict::Inconsistent;
        }
        Termination::Stalemate => {
            let moves = position.legal().len();
            add(
                Code::R022,
                format!("the record claims a stalemate; {moves} legal moves are left"),
                game.book.basis(Code::R022),
                place,
            );
            return Verdict::Inconsistent;
        }
        Termination::Time | Termination::Infraction => {
            let rule = if kind == Termination::Time { game.book.flag } else { game.book.infraction };
            let code = if kind == Termination::Time { Code::R030 } else { Code::R033 };
            match rule {
                CannotMate::Draw(basis) if !dead::can_mate(position, side) => {
                    add(
                        code,
                        format!("{name} is said to have won, but cannot mate by any legal moves: the game is drawn"),
                        basis,
                        span,
                    );
                    return Verdict::Inconsistent;
                }
                _ if kind == Termination::Time && has_little(position, side) => {
                    let left = little(position, side);
                    let message = format!(
                        "{name} wins on time with {left}; here the win stands, other rule books call it a draw"
                    );
                    add(Code::R031, message, game.book.basis(Code::R031), span);
                }
                _ => {}
            }
        }
        Termination::Resignation => {
            let mut verdict = Verdict::Presumed;
            if let CannotMate::Draw(basis) = game.book.resignation
                && !dead::can_mate(position, side)
            {
                add(
                    Code::R032,
                    format!(
                        "{name} is said to have won by resignation, but cannot mate by any legal moves: the game is drawn"
                    ),
                    basis,
                    span,
                );
                verdict = Verdict::Inconsistent;
            }
            if position.turn() == side {
                add(
                    Code::R042,
                    format!("the opponent resigned although {name} was to move"),
                    game.book.basis(Code::R042),
                    span,
                );
            }
            return verdict;
        }
        _ => {}
    }
    Verdict::Presumed
}

/// King alone, or with what many servers call too little.
fn has_little(position: &Position, side: Side) -> bool {
    let count = |role| position.men(side, role).count_ones();
    let heavy = count(Role::Pawn) + count(Role::Rook) + count(Role::Queen);
    heavy == 0 && matches!((count(Role::Knight), count(Role::Bishop)), (0, 0) | (1 | 2, 0) | (0, 1))
}

fn little(position: &Position, side: Side) -> &'static str {
    match (position.men(side, Role::Knight).count_ones(), position.men(side, Role::Bishop).count_ones()) {
        (0, 0) => "a bare king",
        (1, _) => "king and knight",
        (2, _) => "king and two knights",
        _ => "king and bishop",
    }
}

fn drawn(replayer: &mut Replayer, game: &Game<'_>, main: &Frame, span: Span) -> Verdict {
    let position = &main.position;
    let holds = |kind: DrawKind, now: bool| {
        now || replayer.draws.list().iter().any(|event| event.kind == kind && event.ply == main.ply)
    };
    let threefold = holds(DrawKind::Threefold, replayer.draws.count >= 3);
    let fifty = holds(DrawKind::Fifty, position.quiet_plies() >= 100);
    let stated = stated(game);
    let mut add = |code: Code, message: String, at: Span, help: &str| {
        let basis = game.book.basis(code);
        replayer.collector.add(code, code.entry().severity, || {
            let finding = Finding::new(code, at, message).at_ply(main.ply).basis(basis);
            if help.is_empty() { finding } else { finding.help(help) }
        });
    };
    match stated {
        Some((Termination::Stalemate, place)) => {
            let moves = position.legal();
            let example = moves.first().map(|mv| spell::san(position, *mv, replayer.letters)).unwrap_or_default();
            let number = if moves.len() == 1 {
                "1 legal move is".to_owned()
            } else {
                format!("{} legal moves are", moves.len())
            };
            add(Code::R022, format!("the record claims a stalemate; {number} left, for instance {example}"), place, "");
            return Verdict::Inconsistent;
        }
        Some((Termination::Repetition, place)) if !threefold => {
            let count = replayer.draws.count;
            add(
                Code::D011,
                format!("the record claims a draw by repetition; the final position stands for time {count} of 3"),
                place,
                "the players may have agreed to a draw, or moves are missing",
            );
            return Verdict::Inconsistent;
        }
        Some((Termination::FiftyMoves, place)) if !fifty => {
            let moves = position.quiet_plies() / 2;
            add(
                Code::D011,
                format!("the record claims a draw by the fifty-move rule; {moves} of 50 moves were made"),
                place,
                "",
            );
            return Verdict::Inconsistent;
        }
        _ => {}
    }
    if threefold || fifty {
        return Verdict::Consistent;
    }
    let early = main.ply < 2 && game.head.fen.is_none();
    match (early, game.book.early_agreement) {
        (true, Some(_)) => {
            add(
                Code::R021,
                "a draw is recorded before both sides have made a move".into(),
                span,
                "an agreement counts only after a move of each side",
            );
        }
        _ if stated.is_none() => {
            add(Code::R020, "drawn without a basis on the board: agreement is presumed".into(), span, "");
        }
        _ => {}
    }
    Verdict::Presumed
}
