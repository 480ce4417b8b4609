//! How the record says that it ends, and who won by it: the word at its end with its number, the closing sentence,
//! the count of the moves, the signs of the sides, the summary of a server. One place weighs them, before anything is
//! judged; where they disagree, the moves that are missing or doubled are the fault, and not the result.

use crate::notation::moves::ShogiNotation;
use crate::notation::{ServerSays, formats, kif};
use crate::record::{Item, ItemKind, Outcome, Terminal};
use crate::replay::context::{GameContext, LineState};
use crate::rules::{Rules as _, Side};
use crate::span::Span;

/// What the record states: the word, where it stands, whose turn it was, and the result that follows.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// Why the game ended; nothing where a server names the winner alone.
    pub(super) terminal: Option<Terminal>,
    pub(super) span: Span,
    pub(super) mover: Side,
    pub(super) outcome: Outcome,
    /// The side that a sign or a server names as the one that committed the foul.
    pub(super) offender: Option<Side>,
    /// What a server says against a declaration: the cause.
    pub(super) reject_token: Option<String>,
    /// What a server says of the result where the word says otherwise, and where.
    pub(super) against: Option<(Outcome, Span)>,
}

/// The closing sentence of the main line.
pub(super) fn sentence(context: &GameContext<'_, ShogiNotation>) -> Option<(kif::Ending, Span)> {
    let item = context.record.items.iter().rev().find(|item| item.line == 0 && item.kind == ItemKind::Ending)?;
    let ending = kif::ending(item.span.of(context.text.bytes))?;
    Some((ending, item.span))
}

/// What the word at the end and the server's words state together. `moves` is the number of moves of the main line.
pub(super) fn stated(context: &GameContext<'_, ShogiNotation>, moves: u32, whole: bool) -> Option<Stated> {
    let place = context.record.items.iter().rposition(|item| item.line == 0 && item.kind == ItemKind::Result);
    let word = place.and_then(|place| {
        let span = context.record.items[place].span;
        let word = span.of(context.text.bytes);
        Some((formats::terminal(context.record.format, word)?, span))
    });
    let server = (context.record.format.info().shogi.server)(context.text.bytes, context.record);
    let by_count = parity(context.start.turn(), moves);
    let ((terminal, offender), span) = match (word, &server) {
        (Some(word), _) => word,
        (None, Some(server)) => match server.terminal {
            Some(terminal) => ((terminal, server.winner.map(Side::other)), server.span),
            None => return Stated::of_server(server, by_count),
        },
        (None, None) => return None,
    };
    let mover = if whole { by_count } else { side_to_move_at_end(context, place, terminal, by_count) };
    let foul = matches!(terminal, Terminal::FoulByMover | Terminal::FoulByPrevious);
    // Only of fouls does it matter who did it; a message of a server stands after a move that was played.
    let answered = span.of(context.text.bytes).starts_with(b"#") && !whole;
    let offender = match offender {
        _ if !foul => None,
        None if answered => Some(mover.other()),
        offender => offender,
    };
    let outcome = match offender {
        Some(side) => Outcome::won_by(side.other()),
        None => terminal.outcome(mover),
    };
    let mut stated =
        Stated { terminal: Some(terminal), span, mover, outcome, offender, reject_token: None, against: None };
    if let Some(server) = server {
        stated.apply_server_result(&server, word.is_some());
    }
    Some(stated)
}

impl Stated {
    /// What a server states where nobody says why the game ended.
    fn of_server(server: &ServerSays<'_>, mover: Side) -> Option<Self> {
        let outcome = Some(outcome(server)).filter(|outcome| *outcome != Outcome::Unknown)?;
        Some(Self {
            terminal: None,
            span: server.span,
            mover,
            outcome,
            offender: None,
            reject_token: None,
            against: None,
        })
    }

    /// The umpire decides: what a server says of the result is the result. `word` says that another word stands there.
    fn apply_server_result(&mut self, server: &ServerSays<'_>, word: bool) {
        let stated = outcome(server);
        if server.refuses {
            // Who declared is the one that lost by it.
            self.reject_token = Some(server.cause.clone().into_owned());
            self.mover = server.winner.map_or(self.mover, Side::other);
            self.outcome = if stated == Outcome::Unknown { Outcome::won_by(self.mover.other()) } else { stated };
            return;
        }
        if stated == Outcome::Unknown || stated == self.outcome {
            return;
        }
        if word && self.outcome != Outcome::Unknown {
            self.against = Some((stated, server.span));
        }
        self.outcome = stated;
    }
}

/// The side to move after so many moves.
const fn parity(first: Side, moves: u32) -> Side {
    if moves.is_multiple_of(2) { first } else { first.other() }
}

/// The result by what a server says.
fn outcome(server: &ServerSays<'_>) -> Outcome {
    match (server.winner, server.drawn) {
        (Some(winner), _) => Outcome::won_by(winner),
        (None, true) => Outcome::Draw,
        (None, false) => Outcome::Unknown,
    }
}

/// Whose turn it is at the end of a line with a fault: moves may be missing from it or stand in it twice, so that
/// their count is one witness among others.
fn side_to_move_at_end(
    context: &GameContext<'_, ShogiNotation>,
    place: Option<usize>,
    terminal: Terminal,
    by_count: Side,
) -> Side {
    let first = context.start.turn();
    let sentence = sentence(context).map(|(ending, _)| ending);
    let total = sentence.and_then(|ending| ending.plies).map(|plies| parity(first, plies));
    // The winner that the sentence names, if the word can mean that at all.
    let winner = sentence.and_then(|ending| ending.outcome).and_then(|outcome| {
        let fits = |side: &Side| terminal.outcome(*side) == outcome;
        [Side::First, Side::Second].into_iter().find(fits).filter(|_| outcome.is_decisive())
    });
    let number = place.and_then(|place| numbered(context, place)).map(|moves| parity(first, moves));
    let sign = signed(context);
    let witnesses = [Some(by_count), total, winner, number, sign];
    let votes = |side: Side| witnesses.iter().filter(|witness| **witness == Some(side)).count();
    match votes(by_count).cmp(&votes(by_count.other())) {
        std::cmp::Ordering::Less => by_count.other(),
        std::cmp::Ordering::Equal => number.or(sign).unwrap_or(by_count),
        std::cmp::Ordering::Greater => by_count,
    }
}

/// The moves before an end by the record's own numbers, where the end has one.
pub(super) fn numbered(context: &GameContext<'_, ShogiNotation>, place: usize) -> Option<u32> {
    let item = context.record.items.get(place.checked_sub(1)?).filter(|item| item.kind == ItemKind::Number)?;
    // Records that begin with a board may go on with its numbers.
    let first = context.record.items.iter().find(|item| item.kind == ItemKind::Number);
    let first = if context.record.setup.is_empty() { 1 } else { value(context, *first?)? };
    value(context, *item)?.checked_sub(first)
}

/// The number of an item.
fn value(context: &GameContext<'_, ShogiNotation>, item: Item) -> Option<u32> {
    let digits = std::str::from_utf8(item.span.of(context.text.bytes)).ok()?;
    digits.trim_end_matches('.').parse().ok()
}

/// Whose turn it is after the last move of the main line, if that bears a sign.
fn signed(context: &GameContext<'_, ShogiNotation>) -> Option<Side> {
    let item = context.record.items.iter().rev().find(|item| item.line == 0 && item.kind == ItemKind::Move)?;
    let token = item.span.of(context.text.bytes);
    // Whatever 同 means: only the sign is asked for.
    let any = context.start.king(Side::First).or(context.start.king(Side::Second));
    let written = formats::read_move(context.record.format, token, any).ok()?;
    written.side.map(Side::other)
}

/// Whether the record's own numbers, rather than the moves that stand in it, give that total.
pub(super) fn counts_by_number(
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
    total: u32,
) -> bool {
    if main.alive && main.offset == 0 {
        return false;
    }
    let items = &context.record.items;
    let end = items.iter().rposition(|item| item.line == 0 && item.kind == ItemKind::Result);
    let by_end = end.and_then(|place| numbered(context, place));
    let last = items.iter().rposition(|item| item.line == 0 && item.kind == ItemKind::Move);
    let by_move = last.and_then(|place| numbered(context, place)).map(|before| before + 1);
    by_end.or(by_move) == Some(total)
}
