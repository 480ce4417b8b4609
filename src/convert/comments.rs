//! Comments and marks of chess games: written, or counted as lost if the target has none.

use std::borrow::Cow;

use super::options::OnBroken;
use partie_notation::losses::{Loss, Losses};
use partie_record::commands::{Command, commands};
use partie_record::span::Span;
use partie_record::{Item, ItemKind};
use partie_replay::Text;

/// Appends an unconverted move to the comment that ends its line, or counts it as lost.
pub(super) fn keep_rest(rest: &mut String, losses: &mut Losses, on_broken: OnBroken, text: Text<'_>, span: Span) {
    if on_broken.keeps_rest() {
        rest.push_str(&text.decode(span));
        rest.push(' ');
    } else {
        losses.add(Loss::Moves, 1);
    }
}

/// Removes the mark of check or mate from the move that begins at `from`.
pub(super) fn unmark(out: &mut Vec<u8>, from: usize) {
    const MARKS: [&str; 9] = [" (ch.).", " (ch.)", ", mate.", " mate", " ch", "+", "#", "†", "‡"];
    let Some(mark) = MARKS.iter().find(|mark| out[from..].ends_with(mark.as_bytes())) else { return };
    out.truncate(out.len() - mark.len());
    // The end of a sentence keeps its period.
    if mark.ends_with(['.', ')']) && out.last() != Some(&b'.') {
        out.push(b'.');
    }
}

/// The text of a comment without delimiters; `None` for an escape line.
pub(super) fn bare(comment: &str) -> Option<&str> {
    let text = comment.trim();
    match text.as_bytes().first() {
        Some(b'{') => {
            let text = &text[1..];
            Some(text.strip_suffix('}').unwrap_or(text))
        }
        Some(b';') => Some(&text[1..]),
        Some(b'%') => None,
        _ => Some(text),
    }
}

/// Removes clock commands from a comment.
pub(super) fn without_clocks(comment: &str) -> Cow<'_, str> {
    let (mut out, mut copied) = (String::new(), 0);
    let clocks = commands(comment.as_bytes()).filter(Command::is_of_clocks).map(|command| command.place);
    for (from, to) in clocks {
        out.push_str(comment.get(copied..from).unwrap_or_default());
        copied = to;
    }
    if copied == 0 {
        return comment.into();
    }
    out.push_str(&comment[copied..]);
    out.into()
}

/// Counts a comment, clock time or mark as lost, for targets without them.
pub(super) fn count_item(text: Text<'_>, item: Item, losses: &mut Losses) {
    let loss = match item.kind {
        ItemKind::Comment => {
            let comment = item.span.of(text.bytes);
            let clock = commands(comment).any(|command| command.name == b"clk");
            let bare = comment.trim_ascii_start().starts_with(b"{ [%") || comment.starts_with(b"{[%");
            let alone = bare && (comment.ends_with(b"]}") || comment.ends_with(b"] }"));
            if clock && alone { Loss::Times } else { Loss::Comments }
        }
        ItemKind::LineComment => Loss::Comments,
        ItemKind::Nag | ItemKind::Glyph => Loss::Nags,
        ItemKind::Open => Loss::Variations,
        ItemKind::Junk | ItemKind::Skipped => Loss::Unread,
        ItemKind::Result => Loss::Ends,
        _ => return,
    };
    losses.add(loss, 1);
}
