//! Classifies printed records as games, analyses or problems. Legality is not considered.

use super::reader::Reader;
use super::stipulation;
use partie_record::span::Span;
use partie_record::{Heading, ItemKind, RecordClass};

/// Maximum length in bytes of a text searched for the phrases below.
const MAX_TEXT: usize = 300;
/// Phrases, in lower case, above lines of analysis.
const ANALYSES: &[&[u8]] = &[
    b"variation",
    b"variante",
    b"beginning at",
    b"beginning from",
    b"beginning also",
    b"commencing at",
    b"varying from",
    b"analysis",
];
/// Phrases, in lower case, above games that were played.
const PLAYED: &[&[u8]] = &[
    b"between",
    b"played",
    b"(by ",
    b" vs",
    b" v. ",
    b"match",
    b"tournament",
    b"won by",
    b"gespielt",
    b"partie entre",
    b"--from ",
    b"against m",
];

impl Reader<'_, '_> {
    /// The class of the finished record.
    pub(super) fn class(&self) -> RecordClass {
        let record = &self.record;
        if self.is_written() || !record.has_moves {
            return RecordClass::Game;
        }
        let first = record.items.iter().find(|item| item.kind == ItemKind::Move).map_or(0, |item| item.span.from);
        if let Some(asked) = stipulation::beside_board(self.bytes, &record.setup, first as usize) {
            return RecordClass::Problem(asked);
        }
        let is_named = |(heading, _): &(Heading, Span)| matches!(heading, Heading::White | Heading::Black);
        let named = record.headings.iter().any(is_named);
        let torn = self.table.first > 1;
        let titles = || record.headings.iter().filter(|heading| !is_named(heading)).map(|(_, span)| *span);
        let before = record.items.iter().take_while(|item| item.kind == ItemKind::Comment).map(|item| item.span);
        let above = || titles().chain(before.clone());
        let any = |words: &[&[u8]]| above().any(|span| says(span.of(self.bytes), words));
        let titled = titles().any(|span| says(span.of(self.bytes), ANALYSES));
        let is_shown = !self.resigned && above().next().is_some() && !named && !any(PLAYED);
        if torn || titled && !any(PLAYED) || is_shown { RecordClass::Analysis } else { RecordClass::Game }
    }
}

/// True if a title belongs to a line of analysis.
pub(super) fn is_of_analysis(title: &[u8]) -> bool {
    says(title, ANALYSES)
}

/// True if a text of at most `MAX_TEXT` bytes contains one of several phrases, in any case.
fn says(text: &[u8], words: &[&[u8]]) -> bool {
    if text.len() > MAX_TEXT {
        return false;
    }
    let text = text.to_ascii_lowercase();
    words.iter().any(|word| memchr::memmem::find(&text, word).is_some())
}
