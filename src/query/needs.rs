//! What must be known of a game before a condition can be told: columns, findings, nothing but tags.

use super::condition::{Condition, Question, Source};
use crate::analyze::column::Row as _;
use crate::analyze::rows::{GameColumns, GameRow};
use crate::analyze::tag_column::TagColumn;

/// What a condition needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Columns that replay fills.
    pub(super) columns: GameColumns,
    /// Whether the row of a game is needed at all.
    pub(super) rows: bool,
    /// Whether infos are.
    pub(super) infos: bool,
    /// Whether the tags of a record of chess tell it.
    pub(super) nothing_but_tags: bool,
}

impl Needs {
    /// What a condition needs.
    pub(super) fn of(condition: &Condition) -> Self {
        let mut needs = Self { columns: GameColumns::NONE, rows: false, infos: false, nothing_but_tags: true };
        let mut names = Vec::new();
        condition.each(&mut |question| {
            for source in question.sources().into_iter().flatten() {
                if let Source::Column(place) = source {
                    (needs.rows, needs.nothing_but_tags) = (true, false);
                    names.extend(GameRow::COLUMNS.get(*place).map(|column| column.name));
                }
                // Shogi has it from the board.
                needs.rows |= *source == Source::TagColumn(TagColumn::Outcome);
            }
            match question {
                Question::Compare(..) | Question::Find(..) | Question::In(..) | Question::Null(_) => return,
                Question::Finding(_) => (needs.rows, needs.infos) = (true, true),
                Question::Draw(_) | Question::Opening(_) => needs.rows = true,
                Question::Moves(_) => {
                    needs.rows = true;
                    names.push("moves_hash");
                }
                Question::Position(_) => {}
            }
            needs.nothing_but_tags = false;
        });
        needs.columns = GameColumns::of(|name| names.contains(&name));
        needs
    }
}
