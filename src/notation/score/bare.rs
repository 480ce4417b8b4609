//! Games without moves, printed only as players and result: forfeits, positions. Closing words are read in `ending`.

use super::ending::Ending;
use super::gap::Gap;
use super::reader::{Reader, Step};
use partie_record::Outcome;
use partie_record::span::{self, Span};

/// Maximum length of a result token in bytes.
const MAX_RESULT: usize = 11;

impl Reader<'_, '_> {
    /// Reads a line that is only a result token, below the labels of the players. Rows above the labels belong to
    /// another game, whose result would also be above the labels.
    pub(super) fn result_alone(&mut self, from: usize, end: usize) -> Option<Step> {
        if !self.gap.labels || end - from > 2 * MAX_RESULT {
            return None;
        }
        let token = self.bytes[from..end].trim_ascii_end();
        let outcome = Outcome::parse(token)?;
        if self.has_begun() {
            let another = self.ended || self.knows_players();
            return (another && self.open.is_empty()).then(|| self.stop(from));
        }
        if self.is_written() {
            return None;
        }
        self.end_paragraph();
        self.push_end(Ending::Token(outcome), Span::new(from, from + token.len()));
        self.gap = Gap::default();
        self.at = span::after_line(self.bytes, end);
        Some(Step::Next)
    }

    /// True if this record has a result but no rows, so that row 1 begins the next record. A result may precede its own
    /// rows, unless labels of players come between.
    pub(super) fn is_past_bare(&self) -> bool {
        let parted = self.is_written() && (self.gap.layout.is_some() || self.gap.blanks > 1);
        self.ended && !self.table.started && (parted || self.gap.labels)
    }

    fn knows_players(&self) -> bool {
        use partie_record::Heading::{Black, White};
        let named = self.record.headings.iter().any(|(heading, _)| matches!(heading, White | Black));
        named || self.is_written()
    }
}
