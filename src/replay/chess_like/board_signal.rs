//! Result signals of electronic boards. Arbiters enter the result by king moves to the center, which the board sends as
//! the last moves of the game.

use super::game::{CenterMove, ChessLike as _};
use super::judge_move::JudgeMove;
use crate::collect::Collector;
use crate::context::Source;
use crate::game_report::{Replayed, Status};
use crate::line_replayer::LineReplayer;
use crate::token_rules::TokenRules as _;
use crate::verdict::Verdict;
use partie_notation::moves::Node;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::{Message, moved, text};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Outcome};
use partie_rules::Rules as _;

/// Minimum number of king steps to a center square that rules out an ordinary illegal move.
const MIN_STEPS: u8 = 3;

/// The signal at the end of a main line.
#[derive(Clone, Debug)]
pub(crate) struct BoardSignal {
    /// Plies of the game before the signal.
    pub(super) ply: u32,
    /// The span from the first move of the signal to the end of the last one.
    span: Span,
    /// Like `span`, with the move number and clocks; `None` if other text is between the moves.
    whole: Option<Span>,
    moves: String,
    meaning: Meaning,
}

/// The result that the squares of the kings encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Outcome(Outcome),
    /// Only one king moved to the center: either this side won, or the game is a draw.
    Half(Outcome),
}

impl Meaning {
    fn of(kings: &[CenterMove]) -> Self {
        let won = |is_light: bool| if is_light { Outcome::FirstWins } else { Outcome::SecondWins };
        match kings {
            [king] => Self::Half(won(king.is_light)),
            [king, other] if king.is_light == other.is_light => Self::Outcome(won(king.is_light)),
            _ => Self::Outcome(Outcome::Draw),
        }
    }

    fn agrees(self, outcome: Outcome) -> bool {
        match self {
            Self::Outcome(own) => own == outcome,
            Self::Half(won) => won == outcome || outcome == Outcome::Draw,
        }
    }

    fn said(self) -> Message {
        match self {
            Self::Outcome(Outcome::Draw) => say!("signal-draw"),
            Self::Outcome(outcome) => say!("signal-won", result = text(outcome.token())),
            Self::Half(outcome) => say!("signal-half", result = text(outcome.token())),
        }
    }
}

/// Finds the signal at the end of a main line that cannot be played to its end.
pub(super) fn find<N: JudgeMove>(
    replayer: &LineReplayer<N>,
    source: &Source<'_>,
    replayed: &Replayed,
) -> Option<BoardSignal> {
    if replayed.status != Status::Error || replayer.state.whole {
        return None;
    }
    find_in_broken(replayer, source, replayed.plies as usize)
}

#[cold]
fn find_in_broken<N: JudgeMove>(replayer: &LineReplayer<N>, source: &Source<'_>, played: usize) -> Option<BoardSignal> {
    let (bytes, record) = (source.text.bytes, source.record);
    let is_move = |item: &Item| item.line == 0 && matches!(item.kind, ItemKind::Move | ItemKind::Null);
    let places: Vec<usize> = (0..record.items.len()).filter(|at| is_move(&record.items[*at])).collect();
    let left = places.len().checked_sub(played)?;
    if !(1..=2).contains(&left) || replayer.moves.len() != played {
        return None;
    }
    let book = <N::Rules>::book(&replayer.options.books, &source.head.books);
    let start = <N::Rules>::start_of(source, &replayer.state.initial, book, &mut Collector::default())?;
    let start = Node::new(&replayer.notation, start.position);
    // The first king's move may have been legal and played; then the line broke at the second one.
    for first in [places.len().checked_sub(2).filter(|first| *first <= played), (left == 1).then_some(played)] {
        let Some(first) = first else { continue };
        let mut node = start.after_moves(&replayer.moves[..first]);
        let kings = places[first..].iter().map_while(|at| {
            let token = replayer.notation.parse(record.items[*at].span.of(bytes), &node.memory)?;
            let pattern = N::pattern(&token, &node);
            <N::Rules>::center_move(node.force(&pattern)?)
        });
        let mut kings: Vec<CenterMove> = kings.collect();
        if kings.len() < places.len() - first {
            continue;
        }
        // The other king may be in the center already.
        if kings.len() == 1
            && let Some(is_light) = <N::Rules>::center_square(node.king_of(node.turn()))
        {
            kings.push(CenterMove { is_light, steps: 0 });
        }
        if !is_certain(source, &places, first, &kings) {
            continue;
        }
        let tokens: Vec<String> =
            places[first..].iter().map(|at| source.text.show(record.items[*at].span).to_string()).collect();
        let before = start.after_moves(&replayer.moves[..first]);
        let [at, last] = [first, places.len() - 1].map(|place| record.items[places[place]].span);
        return Some(BoardSignal {
            ply: first as u32,
            span: Span { from: at.from, to: last.to },
            whole: whole(source, &places, first),
            moves: N::numbered(&before, first as u32 + 1, &tokens.join(" ")),
            meaning: Meaning::of(&kings),
        });
    }
    None
}

/// True if the moves are a signal and not ordinary illegal moves. Either a king of a finished game comes from afar, or
/// the signal matches the recorded result, or the clocks end before the signal.
fn is_certain(source: &Source<'_>, places: &[usize], first: usize, kings: &[CenterMove]) -> bool {
    let steps = |king: &CenterMove| king.steps;
    let farthest = kings.iter().map(steps).max().unwrap_or_default();
    let nearest = kings.iter().map(steps).min().unwrap_or_default();
    let has_two = kings.len() == 2;
    let recorded = source.head.recorded(source.record).map(|(outcome, _)| outcome);
    let agrees = || recorded.is_some_and(|outcome| Meaning::of(kings) == Meaning::Outcome(outcome));
    // A single king ends a game only if the record has a result.
    let is_over = has_two || recorded.is_some_and(|outcome| outcome != Outcome::Unknown);
    farthest >= MIN_STEPS && is_over
        || has_two && (nearest >= 2 || agrees())
        || clocks_end_before(source, places, first)
}

/// True if the move before the signal has a clock, and the moves of the signal have none.
fn clocks_end_before(source: &Source<'_>, places: &[usize], first: usize) -> bool {
    let items = &source.record.items;
    let is_clock = |item: &Item| item.kind == ItemKind::Comment && is_of_commands(item.span.of(source.text.bytes));
    let Some(before) = first.checked_sub(1).and_then(|before| places.get(before)) else { return false };
    items[*before..places[first]].iter().any(is_clock) && !items[places[first]..].iter().any(is_clock)
}

/// True if a comment contains only engine commands.
fn is_of_commands(comment: &[u8]) -> bool {
    let inner = comment.strip_prefix(b"{").unwrap_or(comment);
    let inner = inner.strip_suffix(b"}").unwrap_or(inner).trim_ascii();
    inner.starts_with(b"[%") && inner.ends_with(b"]")
}

/// The text of the signal with its number and clocks; `None` if other text is between its moves.
fn whole(source: &Source<'_>, places: &[usize], first: usize) -> Option<Span> {
    let (bytes, items) = (source.text.bytes, &source.record.items);
    let number = places[first].checked_sub(1).filter(|before| items[*before].kind == ItemKind::Number);
    let from = number.unwrap_or(places[first]);
    let is_of_it = |item: &&Item| match item.kind {
        ItemKind::Move | ItemKind::Number => item.line == 0,
        ItemKind::Comment => is_of_commands(item.span.of(bytes)),
        _ => false,
    };
    let own = items[from..].iter().take_while(is_of_it).count();
    let last = from + own.checked_sub(1)?;
    let is_end = items[last + 1..].iter().all(|item| item.kind == ItemKind::Result && item.line == 0);
    if last < *places.last()? || !is_end {
        return None;
    }
    let (mut from, mut to) = (items[from].span.from as usize, items[last].span.to as usize);
    let blanks = |bytes: &[u8]| bytes.iter().take_while(|byte| **byte == b' ').count();
    to += blanks(bytes.get(to..)?);
    if bytes.get(to).is_none_or(|byte| byte.is_ascii_whitespace()) {
        from = bytes[..from].iter().rposition(|byte| *byte != b' ').map_or(0, |before| before + 1);
    }
    Some(Span::new(from, to))
}

/// Reports the signal, and compares it with the recorded result.
pub(super) fn judge(
    signal: &BoardSignal,
    source: &Source<'_>,
    collector: &mut Collector,
    replayed: Replayed,
) -> Replayed {
    let recorded = source.head.recorded(source.record).filter(|(outcome, _)| *outcome != Outcome::Unknown);
    let ply = signal.ply + 1;
    collector.add(Code::N031, Severity::Warning, || {
        let message = say!("board-signal", moves = moved(signal.moves.as_str()), meaning = signal.meaning.said());
        let mut finding = Finding::new(Code::N031, signal.whole.unwrap_or(signal.span), message).at_ply(ply);
        if recorded.is_none() {
            finding.add_help(say!("signal-without-result"));
        }
        finding.add_help(say!("remove-signal"));
        match signal.whole {
            Some(_) => finding.fix(Grade::Certain, ""),
            None => finding,
        }
    });
    let Some((outcome, span)) = recorded.filter(|(outcome, _)| !signal.meaning.agrees(*outcome)) else {
        return replayed;
    };
    collector.add(Code::R013, Severity::Warning, || {
        let message = say!("signal-contradicts", result = text(outcome.token()), meaning = signal.meaning.said());
        Finding::new(Code::R013, span, message).help(say!("compare-with-source"))
    });
    Replayed { verdict: Verdict::Inconsistent, ..replayed }
}
