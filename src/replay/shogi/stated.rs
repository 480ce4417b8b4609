//! The end and the result that a record states. Combines terminal word and its number, closing sentence, count of
//! moves, signs of the sides, and a server's summary before the result is judged. If they disagree, moves are missing
//! or doubled, and the result is not at fault.

use crate::context::{GameContext, LineState, TokenRef};
use partie_notation::moves::ShogiNotation;
use partie_notation::{ServerSays, formats, kif};
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Outcome, Terminal, Termination};
use partie_rules::{Rules as _, Side};

/// The stated end: its cause and span, the side to move, and the result that follows.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// The terminal word; `None` if a server names only the winner, or for a reason without a word.
    pub(super) terminal: Option<Terminal>,
    /// A reason without a terminal word.
    pub(super) own_reason: Option<Termination>,
    pub(super) span: Span,
    pub(super) mover: Side,
    pub(super) outcome: Outcome,
    /// The side that a sign or a server names as the offender.
    pub(super) offender: Option<Side>,
    /// The cause for which a server refuses a declaration.
    pub(super) reject_token: Option<String>,
    /// The server's result and its span, if it contradicts the terminal word.
    pub(super) against: Option<(Outcome, Span)>,
}

/// The illegal move by which a line may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foul {
    pub(super) turn: Side,
    /// True if the other side could play the move, and so moved twice (二手指し).
    pub(super) out_of_turn: bool,
}

impl Foul {
    /// Returns the offender according to the board, for records that do not name one.
    const fn by(self) -> Side {
        if self.out_of_turn { self.turn.other() } else { self.turn }
    }
}

/// The end of a line: item indices of its last move, word and sentence, with the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineEnd {
    last: Option<usize>,
    word: Option<usize>,
    sentence: Option<usize>,
    main: bool,
    /// The side to move by the count of the moves.
    by_count: Side,
    /// True if all moves could be played.
    whole: bool,
    foul: Option<Foul>,
}

impl LineEnd {
    /// Returns the end of the main line, which has `moves` moves.
    pub(super) fn of_main(context: &GameContext<'_, ShogiNotation>, moves: u32, whole: bool) -> Self {
        let last = |kind| context.record.items.iter().rposition(|item| item.line == 0 && item.kind == kind);
        Self {
            last: last(ItemKind::Move),
            word: last(ItemKind::Result),
            sentence: last(ItemKind::Ending),
            main: true,
            by_count: parity(context.start.turn(), moves),
            whole,
            foul: None,
        }
    }

    /// Sets the foul by which the line ends.
    pub(super) fn by_foul(self, foul: Option<Foul>) -> Self {
        Self { foul, ..self }
    }

    /// Returns the end of a line after an illegal move, and the first move after it; `None` if more moves follow.
    pub(super) fn behind(
        context: &GameContext<'_, ShogiNotation>,
        token: TokenRef,
        foul: Foul,
    ) -> Option<(Self, Option<Span>)> {
        let line = token.item.line;
        let mut end = Self {
            last: token.next.checked_sub(1),
            word: None,
            sentence: None,
            main: line == 0,
            by_count: foul.turn.other(),
            whole: false,
            foul: Some(foul),
        };
        let (mut next, mut at) = (None, token.next);
        let lines = &context.record.lines;
        let to = if line == 0 { usize::MAX } else { lines.get(line as usize)?.end as usize };
        while let Some(item) = context.record.items.get(at).filter(|_| at < to) {
            let place = at;
            at += 1;
            match item.kind {
                // Inner lines are skipped.
                ItemKind::Open => at = lines.get(item.line as usize).map_or(at, |inner| at.max(inner.end as usize)),
                _ if item.line != line => {}
                ItemKind::Move if next.is_some() => return None,
                ItemKind::Move => {
                    (next, end.last, end.by_count) = (Some(item.span), Some(place), foul.turn);
                }
                ItemKind::Result => end.word = Some(place),
                ItemKind::Ending => end.sentence = Some(place),
                _ => {}
            }
        }
        Some((end, next))
    }

    pub(super) fn sentence(&self, context: &GameContext<'_, ShogiNotation>) -> Option<(kif::Ending, Span)> {
        let span = context.record.items.get(self.sentence?)?.span;
        Some((kif::ending(span.of(context.text.bytes))?, span))
    }

    /// Returns the loser according to the closing sentence.
    fn loser(&self, context: &GameContext<'_, ShogiNotation>) -> Option<Side> {
        let outcome = self.sentence(context)?.0.outcome?;
        [Side::First, Side::Second].into_iter().find(|side| outcome == Outcome::won_by(side.other()))
    }
}

/// Returns the terminal word that a tag states.
pub(super) fn terminal_of_tag(context: &GameContext<'_, ShogiNotation>) -> Option<Terminal> {
    let record = context.record;
    (formats::info(record.format).shogi.result_of_tag)(context.text.bytes, record).map(|(terminal, ..)| terminal)
}

/// Returns the result that a tag states, and its span.
pub(super) fn by_tag(context: &GameContext<'_, ShogiNotation>) -> Option<(Outcome, Span)> {
    let (text, record) = (context.text.bytes, context.record);
    let (terminal, loser, span) = (formats::info(record.format).shogi.result_of_tag)(text, record)?;
    let outcome = loser.map_or_else(|| terminal.outcome(Side::First), |loser| Outcome::won_by(loser.other()));
    Some((outcome, span))
}

/// Combines the word at the end of a line and the server's words.
pub(super) fn stated(context: &GameContext<'_, ShogiNotation>, at: &LineEnd) -> Option<Stated> {
    let LineEnd { by_count, whole, .. } = *at;
    let word = at.word.and_then(|place| {
        let span = context.record.items.get(place)?.span;
        let word = span.of(context.text.bytes);
        Some((formats::terminal(context.record.format, word)?, span))
    });
    let server =
        (formats::info(context.record.format).shogi.server)(context.text.bytes, context.record).filter(|_| at.main);
    let ((terminal, offender), span) = match (word, &server) {
        (Some(word), _) => word,
        (None, Some(server)) => match server.terminal {
            Some(terminal) => ((terminal, server.winner.map(Side::other)), server.span),
            None => return Stated::of_server(server, by_count),
        },
        (None, None) => return Stated::of_sentence(context, at).or_else(|| Stated::of_comment(context, at)),
    };
    let mover = if whole { by_count } else { side_to_move_at_end(context, at, terminal) };
    let foul = matches!(terminal, Terminal::FoulByMover | Terminal::FoulByPrevious);
    // Only fouls have an offender. The server's message (`#`) follows a move that was played.
    let answered = span.of(context.text.bytes).starts_with(b"#") && !whole;
    let offender = match offender {
        _ if !foul => None,
        None if answered => Some(mover.other()),
        // 反則負け after the foul itself: the loser, or else the board, shows the offender.
        None if !whole && terminal == Terminal::FoulByMover => {
            let winner = server.as_ref().and_then(|server| server.winner);
            match winner.map(Side::other).or_else(|| at.loser(context)) {
                Some(side) => {
                    Some(side).filter(|side| *side == mover.other() || at.foul.is_some_and(|foul| foul.by() == *side))
                }
                None => at.foul.map(Foul::by),
            }
        }
        offender => offender,
    };
    // A result token names the loser, whichever side is to move.
    let loser = word.and_then(|((terminal, side), _)| side.filter(|_| terminal == Terminal::Resignation));
    let outcome = match offender.or(loser) {
        Some(side) => Outcome::won_by(side.other()),
        None => terminal.outcome(mover),
    };
    let mut stated = Stated {
        terminal: Some(terminal),
        own_reason: None,
        span,
        mover,
        outcome,
        offender,
        reject_token: None,
        against: None,
    };
    if let Some(server) = server {
        stated.apply_server_result(&server, word.is_some());
    }
    Some(stated)
}

impl Stated {
    /// The end by a foul that only the closing sentence states, as in KI2.
    fn of_sentence(context: &GameContext<'_, ShogiNotation>, at: &LineEnd) -> Option<Self> {
        let ((ending, span), mover) = (at.sentence(context)?, at.by_count);
        let offender = at.loser(context)?;
        if !matches!(ending.cause, Some(Terminal::FoulByMover | Terminal::FoulByPrevious)) {
            return None;
        }
        let terminal = if offender == mover { Terminal::FoulByMover } else { Terminal::FoulByPrevious };
        Some(Self {
            terminal: Some(terminal),
            own_reason: None,
            span,
            mover,
            outcome: Outcome::won_by(offender.other()),
            offender: Some(offender),
            reject_token: None,
            against: None,
        })
    }

    /// The end that a server states in a comment after the last move; `None` for a foul if the board does not show the
    /// offender.
    fn of_comment(context: &GameContext<'_, ShogiNotation>, at: &LineEnd) -> Option<Self> {
        let behind = context.record.items.get(at.last? + 1..)?.iter().take_while(|item| item.line == 0 && at.main);
        let read = |item: &Item| Some((kif::ending_of_comment(item.span.of(context.text.bytes))?, item.span));
        let (ending, span) = behind.filter(|item| item.kind == ItemKind::Comment).filter_map(read).last()?;
        let is_foul = matches!(ending.cause, Some(Terminal::FoulByMover | Terminal::FoulByPrevious));
        let offender = at.foul.map(Foul::by);
        if is_foul != offender.is_some() {
            return None;
        }
        let (terminal, outcome) = match (offender, ending.cause) {
            (Some(side), _) if side == at.by_count => (Some(Terminal::FoulByMover), Outcome::won_by(side.other())),
            (Some(side), _) => (Some(Terminal::FoulByPrevious), Outcome::won_by(side.other())),
            (None, terminal) => (terminal, terminal.map_or(Outcome::Unknown, |terminal| terminal.outcome(at.by_count))),
        };
        let own_reason = ending.own_reason;
        Some(Self {
            terminal,
            own_reason,
            span,
            mover: at.by_count,
            outcome,
            offender,
            reject_token: None,
            against: None,
        })
    }

    /// Returns the server's result, for a record without a terminal word.
    fn of_server(server: &ServerSays<'_>, mover: Side) -> Option<Self> {
        let outcome = Some(outcome(server)).filter(|outcome| *outcome != Outcome::Unknown)?;
        Some(Self {
            terminal: None,
            own_reason: None,
            span: server.span,
            mover,
            outcome,
            offender: None,
            reject_token: None,
            against: None,
        })
    }

    /// Applies the server's result, which is final. `word` is true if the record also has a terminal word.
    fn apply_server_result(&mut self, server: &ServerSays<'_>, word: bool) {
        let stated = outcome(server);
        if server.refuses {
            // The player who declared loses.
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

/// Returns the side to move after a number of moves.
const fn parity(first: Side, moves: u32) -> Side {
    if moves.is_multiple_of(2) { first } else { first.other() }
}

/// Returns the result according to a server.
fn outcome(server: &ServerSays<'_>) -> Outcome {
    match (server.winner, server.drawn) {
        (Some(winner), _) => Outcome::won_by(winner),
        (None, true) => Outcome::Draw,
        (None, false) => Outcome::Unknown,
    }
}

/// Returns the side to move at the end of a broken line. Moves may be missing or doubled, so their count is only one of
/// several witnesses.
fn side_to_move_at_end(context: &GameContext<'_, ShogiNotation>, at: &LineEnd, terminal: Terminal) -> Side {
    let (first, by_count) = (context.start.turn(), at.by_count);
    let sentence = at.sentence(context).map(|(ending, _)| ending);
    let total = sentence.and_then(|ending| ending.plies).map(|plies| parity(first, plies));
    // The side to move with which the terminal word gives the same winner as the sentence, if any.
    let winner = sentence.and_then(|ending| ending.outcome).and_then(|outcome| {
        let fits = |side: &Side| terminal.outcome(*side) == outcome;
        [Side::First, Side::Second].into_iter().find(fits).filter(|_| outcome.is_decisive())
    });
    let number = at.word.and_then(|place| numbered(context, place)).map(|moves| parity(first, moves));
    let sign = at.last.and_then(|place| signed(context, place));
    let witnesses = [Some(by_count), total, winner, number, sign];
    let votes = |side: Side| witnesses.iter().filter(|witness| **witness == Some(side)).count();
    match votes(by_count).cmp(&votes(by_count.other())) {
        std::cmp::Ordering::Less => by_count.other(),
        std::cmp::Ordering::Equal => number.or(sign).unwrap_or(by_count),
        std::cmp::Ordering::Greater => by_count,
    }
}

/// Returns the number of moves before a terminal word by the record's own numbers; `None` if the word has no number.
pub(super) fn numbered(context: &GameContext<'_, ShogiNotation>, place: usize) -> Option<u32> {
    let item = context.record.items.get(place.checked_sub(1)?).filter(|item| item.kind == ItemKind::Number)?;
    // Records that begin with a board may continue the numbers of the original game.
    let first = context.record.items.iter().find(|item| item.kind == ItemKind::Number);
    let first = if context.record.setup.is_empty() { 1 } else { value(context, *first?)? };
    value(context, *item)?.checked_sub(first)
}

/// Returns the number of an item.
fn value(context: &GameContext<'_, ShogiNotation>, item: Item) -> Option<u32> {
    let digits = std::str::from_utf8(item.span.of(context.text.bytes)).ok()?;
    digits.trim_end_matches('.').parse().ok()
}

/// Returns the side to move after a move, if the move has a sign.
fn signed(context: &GameContext<'_, ShogiNotation>, place: usize) -> Option<Side> {
    let item = context.record.items.get(place)?;
    let token = item.span.of(context.text.bytes);
    // Any square serves as the target of 同, as only the sign is used.
    let any = context.start.king(Side::First).or(context.start.king(Side::Second));
    let written = formats::read_move(context.record.format, token, any).ok()?;
    written.side.map(Side::other)
}

/// True if the record's own numbers give that total, and not the count of its moves.
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
