//! The end of the game in words of the record, compared with its result. The module `result` compares the board.

use super::draws::winner;
use super::game::{ChessDialect, ChessLike as _};
use crate::context::{GameContext, LineState};
use crate::draw::DrawKind;
use crate::game_tags;
use crate::line_replayer::LineReplayer;
use partie_notation::engine_text::EngineText;
use partie_notation::spell;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Message, ply as at_ply, side, text};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Closing, Item, ItemKind, Outcome, Termination};
use partie_rules::{Rules as _, Side};

/// Termination stated in words, and the span of the words.
pub(super) type StatedEnd = (Termination, Span);

/// The termination according to the record: the Termination tag, or a comment after the last move.
pub(super) fn stated<N: ChessDialect>(context: &GameContext<'_, N>) -> Option<StatedEnd> {
    let tag = context.record.tag(context.text.bytes, "Termination");
    if let (Some(kind), Some(tag)) = (context.head.termination, tag) {
        return Some((kind, tag.value));
    }
    let mut last = comments(context);
    last.find_map(|item| {
        let (bytes, words) = (context.text.bytes, inside(context, item.span));
        // `Time control` does not end a game.
        let is_end = |said: &Closing| said.manner != Some(Termination::Time) || said.winner.is_some() || said.is_drawn;
        let kind = Termination::claimed(item.span.of(bytes)).or_else(|| closing(context, words).filter(is_end)?.manner);
        Some((kind?, item.span))
    })
}

/// The fault of a draw claim in words at the end; `None` if the board supports it or the rule book has no such claim.
pub(super) fn against_claim<N: ChessDialect>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    manner: Termination,
) -> Option<Message> {
    let (draws, clock) = (&replayer.state.draws, main.position.halfmove_clock());
    let (kind, holds) = match manner {
        Termination::Repetition => (DrawKind::Threefold, draws.count >= 3),
        Termination::FiftyMoves => (DrawKind::Fifty, clock >= 100),
        _ => return None,
    };
    let rules = &context.book.rules;
    if holds || rules.repetition.is_empty() && rules.quiet.is_empty() {
        return None;
    }
    let of_kind = || draws.list().iter().filter(|event| event.kind == kind);
    if of_kind().any(|event| event.ply == main.ply) {
        // Only the player to move can claim, with a move that completes the count.
        let (by, claimant) = (main.position.turn(), claimant(context)?);
        let wrong = say!("claims-out-of-turn", claimant = side(spell::side(claimant)), by = side(spell::side(by)));
        return (claimant != by).then_some(wrong);
    }
    let missed = of_kind().next_back().map(|event| event.ply);
    let (count, (times, nearest)) = (draws.count, replayer.repetition.most);
    Some(match (kind, missed) {
        (DrawKind::Fifty, None) => say!("claims-fifty-moves", moves = clock / 2),
        (DrawKind::Fifty, Some(ply)) => say!("claims-fifty-late", moves = clock / 2, after = at_ply(ply)),
        (_, Some(ply)) => say!("claims-repetition-late", count = count, after = at_ply(ply)),
        (_, None) if times > count => {
            say!("claims-repetition-nearest", count = count, times = times, after = at_ply(nearest))
        }
        (_, None) => say!("claims-repetition", count = count),
    })
}

/// The player who claims a draw in a comment after the last move, if one is named.
pub(super) fn claimant<N: ChessDialect>(context: &GameContext<'_, N>) -> Option<Side> {
    comments(context).find_map(|item| closing(context, inside(context, item.span))?.claimant)
}

/// Comparison of the words at the end with the result; a contradiction has been reported as a finding.
pub(super) enum Words {
    Agree,
    Contradict(Closing),
}

/// Compares the words at the end with the result, and reports a contradiction.
pub(super) fn compare<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    outcome: Outcome,
) -> Words {
    let tag = context.record.tag(context.text.bytes, "Termination").map(|tag| tag.value);
    if let Some(span) = tag.filter(|span| !is_usual(context, *span, outcome))
        && let Some(said) = closing(context, span)
        && contradicts(said, main, outcome, true)
    {
        let severity = if outcome == Outcome::Unknown { Severity::Warning } else { Severity::Error };
        report(replayer, context, (span, said, say!("termination-tag")), (severity, outcome));
        return Words::Contradict(said);
    }
    for item in comments(context) {
        let span = inside(context, item.span);
        if let Some(said) = closing(context, span).filter(|said| contradicts(*said, main, outcome, false)) {
            report(replayer, context, (span, said, say!("comment-at-end")), (Severity::Warning, outcome));
            return Words::Contradict(said);
        }
    }
    Words::Agree
}

/// The comments of the main line after its last move, in reverse order.
fn comments<'a, N: ChessDialect>(context: &'a GameContext<'_, N>) -> impl Iterator<Item = &'a Item> {
    let items = context.record.items.iter().rev();
    let main = items.filter(|item| item.line == 0);
    main.take_while(|item| !matches!(item.kind, ItemKind::Move | ItemKind::Null))
        .filter(|item| matches!(item.kind, ItemKind::Comment | ItemKind::LineComment))
}

/// The words of a comment, without commands around them and without an engine's text before them.
fn inside<N: ChessDialect>(context: &GameContext<'_, N>, comment: Span) -> Span {
    let bytes = context.text.bytes;
    let mut span = comment;
    loop {
        let text = span.of(bytes);
        let from = match text {
            [b'[', b'%', ..] => memchr::memchr(b']', text).map_or(text.len(), |end| end + 1),
            [b'{' | b';', ..] => 1,
            [first, ..] if first.is_ascii_whitespace() => 1,
            _ => 0,
        };
        let to = usize::from(matches!(text[from..], [.., last] if last == b'}' || last.is_ascii_whitespace()));
        if from == 0 && to == 0 {
            return Span { from: span.from + EngineText::parse(text).length as u32, ..span };
        }
        span = Span { from: span.from + from as u32, to: span.to - to as u32 };
    }
}

/// The end of the game according to the words in a span.
fn closing<N: ChessDialect>(context: &GameContext<'_, N>, span: Span) -> Option<Closing> {
    if span.of(context.text.bytes).is_empty() {
        return None;
    }
    let names = game_tags::players(context.text.bytes, context.record)
        .map(|name| name.map(|name| context.text.decode(name)).unwrap_or_default());
    Closing::parse(&context.text.decode(span), names.each_ref().map(AsRef::as_ref))
}

/// Fast path for the texts that servers write in millions of games: `Normal`, `NAME won by resignation` of the
/// winner, `Game drawn by agreement` of a draw.
fn is_usual<N: ChessDialect>(context: &GameContext<'_, N>, span: Span, outcome: Outcome) -> bool {
    let value = span.of(context.text.bytes);
    let [first, second] = game_tags::players(context.text.bytes, context.record);
    let named = match outcome {
        Outcome::FirstWins => first,
        Outcome::SecondWins => second,
        Outcome::Draw => return value.starts_with(b"Game drawn by "),
        _ => None,
    };
    let won = |name: Span| {
        let name = name.of(context.text.bytes);
        !name.is_empty() && value.strip_prefix(name).is_some_and(|rest| rest.starts_with(b" won "))
    };
    value.eq_ignore_ascii_case(b"normal") || named.is_some_and(won)
}

fn contradicts<N: ChessDialect>(said: Closing, main: &LineState<N>, outcome: Outcome, is_tag: bool) -> bool {
    let is_manner_of_draw = matches!(
        said.manner,
        Some(
            Termination::Agreement
                | Termination::Repetition
                | Termination::FiftyMoves
                | Termination::Perpetual
                | Termination::Material
        )
    );
    match outcome {
        Outcome::FirstWins | Outcome::SecondWins => match said.winner {
            Some(side) => winner(outcome) != Some(side),
            // A claim may be wrong, and the game goes on (FIDE 9.5.3).
            None => said.is_drawn && !said.is_claimed || is_tag && is_manner_of_draw,
        },
        Outcome::Draw => match (said.winner, said.manner) {
            (Some(_), Some(Termination::Time)) if said.names_material => false,
            // A flag, an infraction or a resignation does not lose if the opponent cannot mate.
            (Some(side), Some(Termination::Time | Termination::Infraction | Termination::Resignation)) => {
                main.position.can_mate(side)
            }
            (Some(_), _) => true,
            (None, manner) => {
                let both_can = [Side::First, Side::Second].into_iter().all(|side| main.position.can_mate(side));
                !said.is_drawn && manner == Some(Termination::Resignation) && both_can
            }
        },
        Outcome::Unknown => is_tag && said.winner.is_some(),
        _ => false,
    }
}

fn report<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    (span, said, place): (Span, Closing, Message),
    (severity, outcome): (Severity, Outcome),
) {
    replayer.collector.add(Code::R013, severity, || {
        let means = match said.winner {
            Some(winner) => say!("side-won", winner = side(spell::side(winner))),
            None if said.is_drawn => say!("game-was-drawn"),
            None if said.manner == Some(Termination::Resignation) => say!("somebody-resigned"),
            None => say!("game-was-drawn"),
        };
        let message = say!(
            "words-against-result",
            place = place,
            means = means,
            words = text(context.text.show(span)),
            result = text(outcome.token())
        );
        Finding::new(Code::R013, span, message).help(say!("correct-the-wrong-one"))
    });
}
