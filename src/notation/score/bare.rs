//! Games of which a page has the players and the result, and no move: forfeits, positions. Not for their words of the end.

use super::ending::Ending;
use super::gap::Gap;
use super::reader::{Reader, Step};
use partie_record::Outcome;
use partie_record::span::{self, Span};

/// Longest result token, in bytes.
const LONGEST: usize = 11;

impl Reader<'_, '_> {
    /// A line that is a result token, below the labels of the players: the end of a game whose rows stand above them is
    /// above them too, so that this is the end of another one.
    pub(super) fn result_alone(&mut self, from: usize, end: usize) -> Option<Step> {
        if !self.gap.labels || end - from > 2 * LONGEST {
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

    /// Whether a first row begins the next record, where the end of this one was read and no row: a result may stand above
    /// the rows of its own game, unless other players stand between.
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
