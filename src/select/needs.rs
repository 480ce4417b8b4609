//! The inputs that a condition needs: tags, columns, findings, or the comparison with other games.

use super::condition::{Condition, Question, Source};
use partie_table::column::Row as _;
use partie_table::{GameColumns, GameRow};

#[derive(Clone, Debug)]
pub(super) struct Needs {
    /// Columns that replay fills, by their names.
    pub(super) names: Vec<&'static str>,
    /// Whether the row of a game is needed.
    pub(super) rows: bool,
    /// Whether duplicates must be found first.
    pub(super) duplicates: bool,
    pub(super) infos: bool,
    /// True if tags decide a record of chess.
    pub(super) nothing_but_tags: bool,
}

impl Needs {
    pub(super) fn of(condition: &Condition) -> Self {
        let mut needs =
            Self { names: Vec::new(), rows: false, duplicates: false, infos: false, nothing_but_tags: true };
        condition.each(&mut |question| {
            question.sources().into_iter().flatten().for_each(|source| needs.add(source));
            match question {
                Question::Compare(..) | Question::Find(..) | Question::In(..) | Question::Null(_) => return,
                Question::Finding(_) => (needs.rows, needs.infos) = (true, true),
                Question::Draw(_) | Question::Opening(_) => needs.rows = true,
                Question::Moves(_) => {
                    needs.rows = true;
                    needs.names.push("moves_hash");
                }
                Question::Position(_) => {}
                // `of_copies` replaces this question before any game is evaluated.
                Question::Duplicate => {
                    needs.duplicates = true;
                    return;
                }
            }
            needs.nothing_but_tags = false;
        });
        needs
    }

    pub(super) fn add(&mut self, source: &Source) {
        if let Source::Column(place) = source {
            (self.rows, self.nothing_but_tags) = (true, false);
            self.names.extend(GameRow::COLUMNS.get(*place).map(|column| column.name));
        }
        // For shogi, the outcome comes from the board and not from a tag.
        self.rows |= *source == Source::Outcome;
    }

    /// The columns that replay fills.
    pub(super) fn columns(&self) -> GameColumns {
        GameColumns::of(|name| self.names.contains(&name))
    }
}
