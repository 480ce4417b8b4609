//! Repairs of a main line that cannot be played to its end: what the search needs of the record.

use super::context::{GameContext, LineState};
use super::line_replayer::LineReplayer;
use super::replay_rules::ReplayRules;
use crate::repair::Repair;

/// What may have stood in the main line, the likeliest first; nothing if it was not asked for or nothing is broken.
pub(super) fn of_main_line<N: ReplayRules>(
    replayer: &LineReplayer<N>,
    _context: &GameContext<'_, N>,
    main: &LineState<N>,
    _chess960: bool,
) -> Vec<Repair> {
    if !replayer.options.repair || main.alive {
        return Vec::new();
    }
    Vec::new()
}
