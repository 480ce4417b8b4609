//! Findings about a whole file: its encodings, line ends and notation of tags.

use std::path::Path;

use super::odd_tags::{OddTagsOfFile, OddTagsOfSlice};
use super::seen::EndsSeen;
use partie_input::{Doubt, Slice};
use partie_notation::formats;
use partie_record::finding::{Code, Finding};
use partie_record::message::text as said;
use partie_record::span::Span;
use partie_record::{Encoding, say};

/// Properties of a file, collected from its slices.
#[derive(Clone, Debug, Default)]
pub struct WholeFile {
    /// The encoding of the first game that is not plain ASCII.
    encoding: Option<Encoding>,
    mixed: bool,
    /// True once a finding reported that the encoding is a guess. `reported` is the same for a wrong extension.
    guessed: bool,
    reported: bool,
    ends: EndsSeen,
    odd_tags: OddTagsOfFile,
}

/// The game at which a finding about its file is reported.
#[derive(Clone, Copy, Debug)]
pub struct FirstOfEncoding<'a> {
    pub slice: &'a Slice,
    pub path: &'a str,
    /// Number of the game in the file, from 1.
    pub game: u64,
    pub encoding: Encoding,
    /// The span of the game in the slice.
    pub span: Span,
}

impl WholeFile {
    /// Returns findings about the file for a game in a new encoding, with the number of that game; 0 for the whole
    /// file.
    pub fn encoding(&mut self, first: &FirstOfEncoding<'_>) -> Vec<(Finding, u64)> {
        let FirstOfEncoding { slice, game, encoding, span, .. } = *first;
        let mut found = Vec::new();
        if slice.format.is_shogi() {
            found.extend(self.extension(first).map(|finding| (finding, 0)));
        }
        if encoding.is_code_page()
            && !self.guessed
            && let Some(Doubt { at, is_guessed, likely, next }) =
                slice.undeclared.doubt(span.of(&slice.bytes), encoding)
        {
            self.guessed = true;
            let at = span.from + at as u32;
            let (likely, next) = (said(likely.name()), said(next.name()));
            let (message, help) = if is_guessed {
                (say!("guessed-encoding", encoding = likely, next = next.clone()), say!("look-at-names", next = next))
            } else {
                let help = say!("name-the-encoding", encoding = likely.clone());
                (say!("unknown-encoding", encoding = likely, next = next), help)
            };
            let span = Span { from: at, to: at + 1 };
            found.push((Finding::new(Code::S008, span, message).help(help), game));
        }
        let known = *self.encoding.get_or_insert(encoding);
        if known != encoding && !std::mem::replace(&mut self.mixed, true) {
            let (known, own) = (said(known.name()), said(encoding.name()));
            let message = say!("mixed-encodings", before = known, game = game, encoding = own);
            found.push((Finding::new(Code::S005, span, message), game));
        }
        found
    }

    /// Returns the finding for a shogi file whose extension implies another encoding than its bytes have.
    fn extension(&mut self, first: &FirstOfEncoding<'_>) -> Option<Finding> {
        let FirstOfEncoding { path, encoding, span, .. } = *first;
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase).unwrap_or_default();
        let wanted = match formats::is_utf8_by_extension(&extension) {
            Some(false) if encoding == Encoding::Utf8 => Encoding::ShiftJis,
            Some(true) if encoding != Encoding::Utf8 => Encoding::Utf8,
            _ => return None,
        };
        if std::mem::replace(&mut self.reported, true) {
            return None;
        }
        let named = |encoding: Encoding| said(encoding.name());
        let help = match formats::other_extension(&extension) {
            Some(other) => say!("rename-or-save", extension = said(other), encoding = named(wanted)),
            None => say!("save-it-in", encoding = named(wanted)),
        };
        let (extension, means) = (said(extension), named(wanted));
        let message = say!("extension-means", extension = extension, means = means, encoding = named(encoding));
        Some(Finding::new(Code::S007, Span { to: span.from, ..span }, message).help(help))
    }

    /// Adds the line ends of a slice.
    pub fn add_ends(&mut self, ends: EndsSeen) {
        self.ends.lf |= ends.lf;
        self.ends.crlf |= ends.crlf;
        self.ends.cr |= ends.cr;
    }

    /// Returns the finding for mixed line ends, or for CR alone.
    pub fn line_ends(&self) -> Option<Finding> {
        let EndsSeen { lf, crlf, cr } = self.ends;
        let kinds = u8::from(lf) + u8::from(crlf) + u8::from(cr);
        let what = match () {
            () if kinds > 1 => say!("mixed-line-ends"),
            () if cr => say!("lines-end-in-cr"),
            () => return None,
        };
        Some(Finding::new(Code::S006, Span::new(0, 0), what))
    }

    /// Adds the tags of a slice; `before` counts the games and lines before it.
    pub fn add_odd_tags(&mut self, slice: &Slice, before: (u64, u64), tags: &OddTagsOfSlice) {
        self.odd_tags.add(slice, before, tags);
    }

    /// Returns a finding for each code of tags that are not in PGN's notation, with the number of the first such game
    /// and the line.
    pub fn odd_tags(&self) -> Vec<(Finding, u64, u64)> {
        self.odd_tags.findings().collect()
    }
}
