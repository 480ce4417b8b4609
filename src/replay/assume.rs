//! Replacements for a move that cannot be played, proved by the rest of the record. Either both players overlooked that
//! the move is illegal, or the record should have another move.

use super::context::MoveContext;
use super::damaged::LineSlots;
use super::line_replayer::LineReplayer;
use super::played_on;
use super::replay_rules::ReplayRules;
use partie_notation::moves::MoveOf;
use partie_record::finding::Grade;
use partie_repair::{Change, ChangeAt, Effort};
use partie_rules::Rules as _;

/// Maximum number of assumed moves in one game.
const MAX_ASSUMED_MOVES: u32 = 8;
/// Minimum number of plies, played after an illegal move, that show that the players overlooked it.
const MIN_PLIES_AFTER: usize = 6;

/// An assumed move, with its text.
#[derive(Debug)]
pub(super) struct AssumedMove<N: ReplayRules> {
    pub(super) mv: MoveOf<N>,
    pub(super) text: String,
    pub(super) token: N::Token,
}

pub(super) enum Assumed<N: ReplayRules> {
    /// The move was played although no rule allows it.
    Played(AssumedMove<N>),
    Meant(AssumedMove<N>),
    /// The move is kept as written, whatever follows.
    Kept(AssumedMove<N>),
}

/// Returns the move to play for a main-line token that cannot be played. `written` is the parsed token; `None` if it is
/// unreadable.
#[cold]
pub(super) fn assumed_move<N: ReplayRules>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    written: Option<&N::Token>,
) -> Option<Assumed<N>> {
    let MoveContext { context, line, .. } = at;
    if replayer.options.keeps_illegal {
        let token = written?.clone();
        let mv = line.position.clone().force(&N::stated_pattern(&token, line))?;
        return Some(Assumed::Kept(AssumedMove { mv, text: String::new(), token }));
    }
    if !replayer.options.assume
        || replayer.options.moves_only
        || line.number != 0
        || replayer.collector.assumed >= MAX_ASSUMED_MOVES
    {
        return None;
    }
    let slots = LineSlots::of(context, 0);
    let slot = replayer.moves.len();
    let damaged = slots.damaged(replayer, context.start, &replayer.moves);
    // A likely repair is a single change after which the line can be played to its end. Searching for several changes
    // costs a hundred times as much, and they would never be taken.
    let mut found = partie_repair::search(&damaged, Effort::OF_ONE_MOVE);
    if played_on::was_played(replayer, &slots, &damaged) {
        found.doubt();
    }
    if let Some(best) = found.hypotheses.first()
        && let [ChangeAt { slot: changed, change: Change::Replace(mv) }] = best.changes.as_slice()
        && *changed == slot
        && found.grade() == Grade::Likely
    {
        // With this move the rest of the record can be played.
        let text = replayer.notation.written(&line.position, *mv, &[]);
        let token = replayer.notation.parse(text.as_bytes(), &line.position.memory)?;
        return Some(Assumed::Meant(AssumedMove { mv: *mv, text, token }));
    }
    let token = written?.clone();
    let mut node = line.position.clone();
    let mv = node.force(&N::stated_pattern(&token, line))?;
    let reach = played_on::reach(&damaged, node, slot + 1);
    // After an overlooked check, one more fitting move is enough.
    let is_again = replayer.collector.assumed > 0 && line.position.in_check();
    let follow = if is_again { 1 } else { MIN_PLIES_AFTER };
    let goes_on = reach >= slots.slots.len().min(slot + 1 + follow) && reach > slot + 1;
    goes_on.then(|| Assumed::Played(AssumedMove { mv, text: String::new(), token }))
}
