//! A version of a text that is open in the editor.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{Position, TextDocumentContentChangeEvent, TextEdit, Uri};

use super::position::{Lines, Units};

/// Maximum bytes of a text that is judged on each change; a larger text is judged when it is saved.
const MAX_JUDGED_BYTES: usize = 20_000_000;

/// A version of a text. It is immutable: a change creates another version.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    pub(crate) lines: Arc<Lines>,
    units: Units,
    first_line: u32,
}

impl Document {
    pub(crate) fn new(uri: Uri, version: i32, text: String, units: Units) -> Self {
        let lines = Lines::of(&text, units).into();
        Self { uri, version, text: text.into(), lines, units, first_line: 0 }
    }

    /// A part of the text that begins at the start of a line. Its positions count from the start of the whole text.
    pub(crate) fn stretch(&self, stretch: Range<usize>) -> Option<Self> {
        let text = self.text.get(stretch.clone())?;
        let first_line = self.lines.position(&self.text, stretch.start).line;
        Some(Self { first_line, ..Self::new(self.uri.clone(), self.version, text.to_owned(), self.units) })
    }

    /// Applies changes, each to the result of the previous ones.
    pub(crate) fn changed(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Self {
        let text = self.changed_from_behind(&changes).unwrap_or_else(|| self.changed_one_by_one(changes));
        Self::new(self.uri.clone(), version, text, self.units)
    }

    /// Fast path: applies changes that are ordered from the end of the text to its beginning, so that no change moves a
    /// later one. `None` for another order.
    fn changed_from_behind(&self, changes: &[TextDocumentContentChangeEvent]) -> Option<String> {
        let mut parts: Vec<&str> = Vec::with_capacity(2 * changes.len() + 1);
        let mut end = self.text.len();
        let mut before = None;
        for change in changes {
            let range = change.range.filter(|range| before.is_none_or(|before| range.end <= before))?;
            let (from, to) = (self.offset(range.start), self.offset(range.end));
            parts.extend([self.text.get(to..end)?, &change.text]);
            (end, before) = (from.min(to), Some(range.start));
        }
        parts.push(&self.text[..end]);
        Some(parts.into_iter().rev().collect())
    }

    fn changed_one_by_one(&self, changes: Vec<TextDocumentContentChangeEvent>) -> String {
        let mut text = self.text.to_string();
        let mut lines = Arc::clone(&self.lines);
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let from = lines.offset(&text, range.start);
                    let to = lines.offset(&text, range.end).max(from);
                    text.replace_range(from..to, &change.text);
                }
            }
            lines = Lines::of(&text, self.units).into();
        }
        text
    }

    /// True if the text is judged on each change.
    pub(crate) fn is_small(&self) -> bool {
        self.text.len() <= MAX_JUDGED_BYTES
    }

    /// Number of lines before this document in the editor's text; 0 unless it is a part of that text.
    pub(crate) const fn lines_before(&self) -> u64 {
        self.first_line as u64
    }

    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line.saturating_sub(self.first_line);
        self.lines.offset(&self.text, Position { line, ..position })
    }

    pub(crate) fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        let mut range = self.lines.range(&self.text, span.clone());
        range.start.line += self.first_line;
        range.end.line += self.first_line;
        range
    }

    pub(crate) fn edit(&self, span: &Range<usize>, text: impl Into<String>) -> TextEdit {
        TextEdit::new(self.range(span), text.into())
    }

    /// The path of the text's file; `None` if its URI is not that of a file.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        path_of(&self.uri)
    }
}

/// The path of a URI; `None` if the URI is not that of a file.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme().is_none_or(|scheme| !scheme.as_str().eq_ignore_ascii_case("file")) {
        return None;
    }
    let path = decoded(uri.path().as_str());
    // `/c:/games` is a Windows path.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { path.as_str() }))
}

/// Decodes percent-encoding, such as `%20`, in a part of a URI.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Converts a span of the core to a range of offsets.
pub(crate) fn span(span: &Range<u64>) -> Range<usize> {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    place(span.start)..place(span.end)
}

/// True if two ranges overlap or are adjacent. An empty range touches the range that it is in or next to.
pub(crate) fn touch(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_files() {
        let path = |text: &str| text.parse::<Uri>().ok().and_then(|uri| path_of(&uri));
        assert_eq!(path("file:///a%20b/%C3%A9.pgn"), Some(PathBuf::from("/a b/é.pgn")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }

    #[test]
    fn changes_follow_each_other() {
        let uri = "untitled:a".parse::<Uri>().expect("an address");
        let document = Document::new(uri, 1, "1. e4 e5\n2. Nf3".to_owned(), Units::Utf16);
        let at = |line, from, to| lsp_types::Range::new(Position::new(line, from), Position::new(line, to));
        let change =
            |range, text: &str| TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() };
        let changed = document.changed(2, vec![change(Some(at(1, 3, 6)), "Nc3"), change(Some(at(0, 0, 0)), "x\n")]);
        assert_eq!(&*changed.text, "x\n1. e4 e5\n2. Nc3");
        assert_eq!(&*changed.changed(3, vec![change(None, "y")]).text, "y");
    }
}
