//! Requests of the players between a move and the next move.

use super::super::game::ChessDialect;
use super::words::{Remedy, Word, each};
use crate::context::GameContext;
use partie_record::{Item, ItemKind};

/// Requests after a ply of the main line, and the next move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Following {
    /// The remedy that the opponent demands before the next move.
    pub(super) remedy: Option<Remedy>,
    /// True if the opponent explicitly accepts the move.
    pub(super) stands: bool,
    /// The next move of the line, and the index of the item after it.
    pub(super) reply: Option<(Item, usize)>,
}

/// Reads the items of the main line up to its next move.
pub(super) fn following<N: ChessDialect>(context: &GameContext<'_, N>, next: usize) -> Following {
    let mut following = Following::default();
    for (index, item) in context.record.items.iter().enumerate().skip(next).filter(|(_, item)| item.line == 0) {
        match item.kind {
            ItemKind::Comment => each(item.span.of(context.text.bytes), |word| match word {
                Word::Remedy(remedy) if following.remedy.is_none() => following.remedy = Some(remedy),
                Word::Stand => following.stands = true,
                _ => {}
            }),
            ItemKind::Move | ItemKind::Null => {
                following.reply = Some((*item, index + 1));
                break;
            }
            _ => {}
        }
    }
    following
}
