//! Merges two records of one game: edits that add the data of the other record. The fixer tries them.

use super::drafts::encoded;
use super::repair::SliceEdit;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::text;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, say};
use partie_repair::Operation;
use partie_replay::copies::OtherRecord;
use partie_replay::games::Game;

/// Tag values for "unknown".
const UNKNOWN: [&str; 5] = ["", "?", "????.??.??", "*", "-"];

/// Returns the edits that merge another record into a game. They add its tags, its moves beyond the end of the game if
/// `is_whole`, a comment at each difference, and its source. `None` unless the format is PGN and the encoding can
/// represent the texts.
pub(super) fn edits(
    game: &Game<'_>,
    other: &OtherRecord,
    differences: &[Finding],
    is_whole: bool,
) -> Option<Vec<SliceEdit>> {
    if game.record.format != Format::Pgn {
        return None;
    }
    let merge = Merge { game, other };
    let mut texts = merge.tags();
    texts.extend(merge.source());
    texts.extend(differences.iter().map(|finding| merge.difference(finding)));
    texts.extend(merge.rest().filter(|_| is_whole));
    // All text inserted at one place is one edit.
    texts.sort_by_key(|(span, _)| (span.from, span.to));
    let together = texts.chunk_by(|(one, _), (other, _)| one == other);
    together
        .map(|parts| merge.edit(parts[0].0, &parts.iter().map(|(_, text)| text.as_str()).collect::<String>()))
        .collect()
}

struct Merge<'a> {
    game: &'a Game<'a>,
    other: &'a OtherRecord,
}

/// A span, and the text that replaces it.
type Replacement = (Span, String);

const fn at(at: u32) -> Span {
    Span { from: at, to: at }
}

impl Merge<'_> {
    /// Returns the tags that are missing or unknown in this record and known in the other record.
    fn tags(&self) -> Vec<Replacement> {
        let record = self.game.record;
        let mut tags = Vec::new();
        let mut more = String::new();
        for (name, value) in self.other.tags.iter().filter(|(_, value)| !UNKNOWN.contains(&&**value)) {
            match self.own(name) {
                Some((span, own)) if UNKNOWN.contains(&own.as_str()) => tags.push((span, value.to_string())),
                Some(_) => {}
                None => more.push_str(&format!("\n[{name} \"{value}\"]")),
            }
        }
        match record.tags.last() {
            _ if more.is_empty() => {}
            Some(last) => tags.push((at(last.span.to), more)),
            None => tags.push((at(record.span.from), format!("{}\n\n", more.trim_start()))),
        }
        tags
    }

    /// Returns the value of this record's tag with a name, and its span.
    fn own(&self, name: &str) -> Option<(Span, String)> {
        let text = self.game.text;
        let tag = self.game.record.tags.iter().find(|tag| text.decode(tag.name) == name)?;
        Some((tag.value, text.decode(tag.value).into_owned()))
    }

    /// Returns a comment before the first move: the place of the other record, and its different tag values.
    fn source(&self) -> Option<Replacement> {
        let first = self.game.record.items.first()?;
        let otherwise = self.other.tags.iter().filter_map(|(name, value)| {
            let (_, own) = self.own(name)?;
            let is_known = |value: &str| !UNKNOWN.contains(&value);
            (own != **value && is_known(&own) && is_known(value)).then(|| format!("{name} \"{value}\""))
        });
        let otherwise: Vec<String> = otherwise.collect();
        let tags = if otherwise.is_empty() { String::new() } else { format!(", which has {}", otherwise.join(", ")) };
        Some((at(first.span.from), format!("{{merged with {}{}}}\n", self.other.place, in_comment(&tags))))
    }

    /// Returns a comment after a move and its marks: the move of the other record.
    fn difference(&self, finding: &Finding) -> Replacement {
        let is_mark = |item: &&Item| matches!(item.kind, ItemKind::Suffix | ItemKind::Glyph | ItemKind::Nag);
        let items = &self.game.record.items;
        let next = items.partition_point(|item| item.span.from <= finding.span.from);
        let marks = items.get(next..).unwrap_or_default().iter().take_while(is_mark);
        let end = marks.last().map_or(finding.span.to, |mark| mark.span.to);
        (at(end), format!(" {{{}}}", in_comment(&finding.message.to_string())))
    }

    /// Returns the moves of the other record beyond the end of this record. They are inserted before the result.
    fn rest(&self) -> Option<Replacement> {
        let is_result = |item: &&Item| matches!(item.kind, ItemKind::Result | ItemKind::Ending);
        let last = self.game.record.items.iter().rev().find(|item| !is_result(item));
        let last = last.filter(|_| !self.other.rest.is_empty())?;
        let gap = if last.kind == ItemKind::LineComment { '\n' } else { ' ' };
        let (place, rest) = (&self.other.place, &self.other.rest);
        Some((at(last.span.to), format!("{gap}{{from here on {place}}} {rest}")))
    }

    fn edit(&self, span: Span, put: &str) -> Option<SliceEdit> {
        Some(SliceEdit {
            code: Code::P001,
            severity: Severity::Info,
            message: say!("merged-with", place = text(self.other.place.to_string())),
            operation: if span.from == span.to { Operation::Insert } else { Operation::Replace },
            ply: None,
            number: String::new(),
            span: self.game.record.place(span).of_slice(),
            bytes: encoded(self.game, put)?,
            grade: Grade::Certain,
        })
    }
}

/// Replaces braces, which would delimit a comment.
fn in_comment(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}
