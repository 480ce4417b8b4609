//! Positions in a text as editors count them: lines from 0, and UTF-16 units or UTF-8 bytes in a line. Not for
//! positions of findings on the command line.

use lsp_types::{Position, PositionEncodingKind, Range};

/// The unit in which positions in a line are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    Utf16,
}

impl Units {
    /// UTF-8 bytes if the editor supports them, otherwise UTF-16 units.
    pub(crate) fn of(offered: Option<&[PositionEncodingKind]>) -> Self {
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Self::Utf8,
            false => Self::Utf16,
        }
    }

    pub(crate) const fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The starts of the lines of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    units: Units,
}

impl Lines {
    /// Finds the lines of a text, which end with LF, CR or CR LF.
    pub(crate) fn of(text: &str, units: Units) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let ends = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        Self { starts: std::iter::once(0).chain(ends.map(|at| at + 1)).collect(), units }
    }

    /// The start of a line, and its text without the line end.
    fn line<'t>(&self, text: &'t str, line: usize) -> (usize, &'t str) {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        (start, text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']))
    }

    /// The offset of a position. A position beyond the end of its line, or of the text, maps to that end.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let (start, line) = self.line(text, position.line as usize);
        let mut left = position.character as usize;
        let size = |character: char| match self.units {
            Units::Utf8 => character.len_utf8(),
            Units::Utf16 => character.len_utf16(),
        };
        for (at, character) in line.char_indices() {
            if left < size(character) {
                return start + at;
            }
            left -= size(character);
        }
        start + line.len()
    }

    /// The position of an offset.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &text[self.starts[line]..offset];
        let character = match self.units {
            Units::Utf8 => before.len(),
            Units::Utf16 => before.encode_utf16().count(),
        };
        Position::new(line as u32, character as u32)
    }

    pub(crate) fn range(&self, text: &str, span: std::ops::Range<usize>) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// The offset at which the line that contains `offset` starts.
    pub(crate) fn line_start(&self, offset: usize) -> usize {
        self.starts[self.starts.partition_point(|start| *start <= offset) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = "a\r\nü😀b\n\rz\n";
        for units in [Units::Utf8, Units::Utf16] {
            let lines = Lines::of(text, units);
            for (at, _) in text.char_indices().filter(|(_, sign)| !matches!(sign, '\n' | '\r')) {
                assert_eq!(lines.offset(text, lines.position(text, at)), at, "{units:?} {at}");
            }
        }
        let lines = Lines::of(text, Units::Utf16);
        assert_eq!(lines.position(text, 9), Position::new(1, 3));
        assert_eq!(lines.offset(text, Position::new(1, 99)), 10);
        assert_eq!(lines.offset(text, Position::new(99, 0)), text.len());
        // A position inside of a character maps to its beginning.
        assert_eq!(lines.offset(text, Position::new(1, 2)), 5);
    }
}
