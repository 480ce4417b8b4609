//! Claims that rule books older than the FIDE Laws leave to the players: objections, demands, announced checks, odds.
//!
//! Runs only under a rule book with such rules (`ClaimRules`). Endings by these rules are found after the replay, in
//! one pass over the main line. Only the outcome of an illegal move is decided during the replay.

mod draws;
mod following;
mod irregular;
mod remedies;
mod series;
mod table;
mod watch;
mod words;

pub(super) use irregular::{castling, not_demanded, on_illegal};
pub(super) use table::is_draw_of_giver;
pub(super) use watch::Watch;
pub(super) use words::forgotten;

use super::game::ChessDialect;
use crate::context::{GameContext, LineState};
use crate::draw::DrawKind;
use crate::line_replayer::LineReplayer;
use crate::verdict::Verdict;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Message, ply as at_ply, text};
use partie_record::say;
use partie_record::{Outcome, Termination};

/// Judges all claims that require the complete main line.
#[cold]
pub(super) fn judge<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
) {
    let Some(rules) = replayer.state.claims.rules else { return };
    draws::judge(replayer, context, rules);
    table::judge(replayer, context, rules, main);
}

/// The unmet condition of a draw that the record states. `None` if it is met, or if the book has no rule for the draw.
pub(super) fn unfounded<N: ChessDialect>(replayer: &LineReplayer<N>, stated: Termination) -> Option<Message> {
    let rules = replayer.state.claims.rules?;
    match stated {
        Termination::Repetition => {
            let series = rules.series?;
            let times = draws::running(&replayer.moves);
            Some(say!("claims-repetition-of-series", times = times, wanted = series.times))
        }
        Termination::FiftyMoves => {
            let demand = rules.demand?;
            let counted = draws::counted(replayer, demand);
            Some(match counted {
                Some(plies) => say!("claims-fifty-since-demand", moves = plies / 2),
                None => say!("claims-fifty-undemanded"),
            })
        }
        Termination::Perpetual => {
            rules.perpetual?;
            if replayer.state.draws.list().iter().any(|event| event.kind == DrawKind::PerpetualCheck) {
                return None;
            }
            Some(say!("claims-perpetual-check"))
        }
        _ => None,
    }
}

/// Reports a result in a game that is void.
pub(super) fn void_result<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    ply: u32,
) -> Verdict {
    let recorded = context.head.recorded(context.record);
    let Some((outcome, span)) = recorded.filter(|(outcome, _)| *outcome != Outcome::Unknown) else {
        return Verdict::Presumed;
    };
    let basis = context.book.rules.claims.and_then(|rules| rules.irregular).map_or("", |rules| rules.check);
    replayer.collector.add(Code::R012, Severity::Error, || {
        let message = say!("result-but-void", result = text(outcome.token()), ply = at_ply(ply));
        Finding::new(Code::R012, span, message).at_ply(ply).basis(basis).help(say!("void-result"))
    });
    Verdict::Inconsistent
}
