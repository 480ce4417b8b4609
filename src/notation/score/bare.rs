//! Games without moves, of which a page has only the players and the result: forfeits, positions. Closing words are
//! read in `ending`.

use super::ending::Ending;
use super::gap::Gap;
use super::reader::{Reader, Step};
use partie_record::Outcome;
use partie_record::span::{self, Span};

/// Maximum length of a result token in bytes.
const LONGEST: usize = 11;

impl Reader<'_, '_> {
    /// Reads a line that is only a result token, below the labels of the players. If the rows of a game were above the
    /// labels, its result would be too; so this result ends another game.
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

    /// True if a first row begins the next record because this one has an end but no rows. A result may precede the
    /// rows of its own game, unless labels of players come between.
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
