//! Printed moves that start from a diagram or in the middle of a game: without the position they cannot be judged.

use super::about::about_text;
use super::game::ChessLike as _;
use super::judge_move::JudgeMove;
use crate::collect::Collector;
use crate::context::{GameContext, Source};
use crate::damaged::LineSlots;
use crate::game_report::{Replayed, Status};
use crate::line_replayer::LineReplayer;
use partie_notation::{Prose, formats};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Heading, ItemKind, Record, RecordClass};
use partie_repair::{Effort, Hypothesis};

/// Maximum number of plies that replay from the initial position by chance: with players' names, and without.
const MAX_PLIES_BY_CHANCE: [u32; 2] = [1, 4];

/// Minimum length in plies of a line from the initial position that rules out coincidence, even after a few changes.
const MIN_PLIES_OF_GAME: usize = 12;
/// Minimum number of plies in such a line for each change.
const MIN_PLIES_PER_CHANGE: usize = 4;

/// Minimum number of moves in a table that is likely a game and not an ending from a diagram.
const MIN_MOVES_OF_GAME: usize = 24;

/// True if the record starts in the middle of a table, so that its start position is unknown.
pub(super) fn is_torn(source: &Source<'_>) -> bool {
    source.record.notes.iter().any(|note| note.code == Code::N051)
}

/// True if a record comes from a printed page and has no tags.
pub(super) fn is_printed(record: &Record) -> bool {
    formats::info(record.format).prose == Prose::Printed && record.tags.is_empty()
}

/// True if the first moves of a printed record do not fit the initial position, even after a small change.
pub(super) fn is_missing<N: JudgeMove>(
    replayer: &LineReplayer<N>,
    context: &GameContext<'_, N>,
    replayed: &Replayed,
) -> bool {
    let record = context.record;
    let named = record.headings.iter().any(|(heading, _)| matches!(heading, Heading::White | Heading::Black));
    if !is_printed(record)
        || replayed.status != Status::Error
        || replayed.plies > MAX_PLIES_BY_CHANCE[usize::from(!named)]
    {
        return false;
    }
    // An unreadable move is no evidence against the initial position, and a long table is likely a game.
    let is_long = || {
        record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move).count() >= MIN_MOVES_OF_GAME
    };
    if record.setup.is_empty() && replayer.collector.has(Code::S015) && (named || replayed.plies > 0 || is_long()) {
        return false;
    }
    let slots = LineSlots::of(context, 0);
    let Some(played) = replayer.moves.get(..replayed.plies as usize) else { return false };
    let damaged = slots.damaged(replayer, context.start, played);
    let is_one_change = |best: &Hypothesis<_>| best.follow > 0 && best.whole;
    let is_long =
        |best: &Hypothesis<_>| best.moves.len() >= MIN_PLIES_OF_GAME.max(MIN_PLIES_PER_CHANGE * best.changes.len());
    let best = |effort: Effort| partie_repair::search(&damaged, effort).hypotheses.into_iter().next();
    !best(Effort::BRIEF).is_some_and(|best| is_one_change(&best) || is_long(&best))
        && !best(Effort::OF_START).is_some_and(|best| is_long(&best))
}

/// The unreadable move that ended the replay of the main line.
fn unread_move(collector: &Collector, record: &Record) -> Option<Span> {
    let is_move = |span: Span| {
        let mut moves = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
        moves.any(|item| item.span.from <= span.from && span.from < item.span.to)
    };
    let mut unread = collector.findings.iter().filter(|finding| finding.code == Code::S015);
    unread.find(|finding| is_move(finding.span)).map(|finding| finding.span)
}

/// The report on a record that is not judged, as its start position is unknown.
pub(super) fn not_judged<N: JudgeMove>(replayer: &mut LineReplayer<N>, source: &Source<'_>, plain: bool) -> Replayed {
    let Source { text, record, head } = *source;
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move).map_or(record.span, |item| item.span);
    // A damaged move may hide a game from the initial position, whose moves would be lost without an error.
    let is_unread = !is_torn(source) && replayer.collector.has_from(Code::S015, Severity::Error);
    let unread = if is_unread { unread_move(&replayer.collector, record).unwrap_or(first) } else { first };
    let collector = &mut replayer.collector;
    collector.begin();
    if !replayer.options.moves_only {
        about_text(text, record, plain, collector);
    }
    if is_unread {
        collector.add(Code::N052, Severity::Error, || {
            Finding::new(Code::N052, unread, say!("first-move-unread", token = said(text.show(unread))))
                .help(say!("correct-or-write-position"))
        });
    } else if !is_torn(source) {
        collector.add(Code::N052, Severity::Info, || {
            Finding::new(Code::N052, first, say!("position-not-given")).help(say!("write-position-as-tag"))
        });
    }
    let book = <N::Rules>::book(&replayer.options.books, &head.books);
    let recorded = head.recorded(record).map(|(outcome, _)| outcome);
    let nothing = Replayed::nothing(<N::Rules as partie_rules::Rules>::KIND, Status::Unsupported, book.name, recorded);
    Replayed { class: RecordClass::Analysis, ..nothing }
}
