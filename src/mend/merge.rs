//! One record made of two: what another record of a game adds to it. Not for what is wrong in either.

use super::drafts::encoded;
use super::repair::PlacedEdit;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::span::Span;
use partie_record::{Format, ItemKind, say};
use partie_replay::copies::OtherRecord;
use partie_replay::games::Game;
use partie_replay::repair::Operation;

/// Values of tags that say that nothing is known.
const UNKNOWN: [&str; 5] = ["", "?", "????.??.??", "*", "-"];

/// Whether games of a format can be merged: their comments and tags hold what both records say.
pub(super) fn is_mergeable(game: &Game<'_>) -> bool {
    game.record.format == Format::Pgn
}

/// The edits that put into a game what another record of it has more: tags, the moves behind its end, a comment at each place where
/// both differ, and where it was taken from.
pub(super) fn edits(game: &Game<'_>, other: &OtherRecord, differences: &[Finding]) -> Vec<PlacedEdit> {
    let merge = Merge { game, other };
    let mut edits = merge.tags();
    let differs =
        |finding: &Finding| merge.insert(finding.span.to, format!(" {{{}}}", in_comment(&finding.message.to_string())));
    edits.extend(merge.source());
    edits.extend(differences.iter().map(differs));
    edits.extend(merge.rest());
    edits.into_iter().flatten().collect()
}

struct Merge<'a> {
    game: &'a Game<'a>,
    other: &'a OtherRecord,
}

impl Merge<'_> {
    /// Tags that are unknown here and known there, and those that are there alone.
    fn tags(&self) -> Vec<Option<PlacedEdit>> {
        let record = self.game.record;
        let mut edits = Vec::new();
        let mut more = String::new();
        for (name, value) in self.other.tags.iter().filter(|(_, value)| !UNKNOWN.contains(&&**value)) {
            match self.own(name) {
                Some((span, own)) if UNKNOWN.contains(&own.as_str()) => {
                    edits.push(self.edit(record.place(span), value.to_string()));
                }
                Some(_) => {}
                None => more.push_str(&format!("\n[{name} \"{value}\"]")),
            }
        }
        if !more.is_empty() {
            edits.push(match record.tags.last() {
                Some(last) => self.insert(record.place(last.span).to, more),
                None => self.insert(record.place(record.span).from, format!("{}\n\n", more.trim_start())),
            });
        }
        edits
    }

    /// The value of a tag, and where it stands.
    fn own(&self, name: &str) -> Option<(Span, String)> {
        let text = self.game.text;
        let tag = self.game.record.tags.iter().find(|tag| text.decode(tag.name) == name)?;
        Some((tag.value, text.decode(tag.value).into_owned()))
    }

    /// Before the first move: where the other record stands, and what its tags say otherwise.
    fn source(&self) -> Option<Option<PlacedEdit>> {
        let first = self.game.record.items.first()?;
        let otherwise = self.other.tags.iter().filter_map(|(name, value)| {
            let (_, own) = self.own(name)?;
            let is_known = |value: &str| !UNKNOWN.contains(&value);
            (own != **value && is_known(&own) && is_known(value)).then(|| format!("{name} \"{value}\""))
        });
        let otherwise: Vec<String> = otherwise.collect();
        let tags = if otherwise.is_empty() { String::new() } else { format!(", which has {}", otherwise.join(", ")) };
        let text = format!("{{merged with {}{}}}\n", self.other.place, in_comment(&tags));
        Some(self.insert(self.game.record.place(first.span).from, text))
    }

    /// The moves that the other record has behind the end.
    fn rest(&self) -> Option<Option<PlacedEdit>> {
        let is_move = |kind| matches!(kind, ItemKind::Move | ItemKind::Null);
        let mut items = self.game.record.items.iter().filter(|item| item.line == 0 && is_move(item.kind));
        let last = items.next_back().filter(|_| !self.other.rest.is_empty())?;
        let text = format!(" {{from here on {}}} {}", self.other.place, self.other.rest);
        Some(self.insert(self.game.record.place(last.span).to, text))
    }

    fn insert(&self, at: u32, text: String) -> Option<PlacedEdit> {
        self.edit(Span { from: at, to: at }, text)
    }

    fn edit(&self, span: Span, text: String) -> Option<PlacedEdit> {
        let operation = if span.from == span.to { Operation::Insert } else { Operation::Replace };
        Some(PlacedEdit {
            code: Code::P001,
            severity: Severity::Info,
            message: say!("merged-with", place = partie_record::message::text(self.other.place.to_string())),
            operation,
            ply: None,
            number: String::new(),
            span,
            bytes: encoded(self.game, &text)?,
            grade: Grade::Certain,
        })
    }
}

/// A text without what would end a comment.
fn in_comment(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}
