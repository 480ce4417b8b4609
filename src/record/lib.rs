//! Types shared by all code that reads and judges game records: a [`Record`] as written (tags, items in reading order,
//! lines), its [`finding`]s, the rule [`book`]s that they cite, [`span`]s of its text, and text that is safe to be
//! [`shown`].
//!
//! Buffers are reused from game to game. Legality is not checked here: moves are spans of text until `replay` parses
//! them.

pub mod book;
pub mod byte_order_mark;
mod choices;
mod clock;
mod closing;
mod closing_tokens;
mod closing_words;
pub mod commands;
mod counted;
mod decoded;
mod encoding;
pub mod finding;
pub mod folded;
mod format;
pub mod limits;
mod line_record;
pub mod markup;
pub mod message;
mod movetext;
mod outcome;
pub mod player_name;
pub mod shown;
pub mod span;
mod stipulation;
mod tag_kind;
mod terminal;
mod unknown_name;
mod word_rows;

pub use choices::Choices;
pub use clock::Clock;
pub use closing::Closing;
pub use counted::{and, count, count_with_zero, format_thousands, plural};
pub use decoded::Decoded;
pub use encoding::Encoding;
pub use format::Format;
pub use movetext::{Heading, Language, Movetext};
pub use outcome::{LENIENT_RESULTS, Outcome, STANDARD_RESULTS, Termination};
pub use stipulation::{Aim, Stipulation};
pub use tag_kind::{ROSTER, TagKind};
pub use terminal::Terminal;
pub use unknown_name::{UnknownName, close_names, did_you_mean};
pub use word_rows::word_rows;

use crate::finding::Code;
use crate::span::{SliceSpan, Span, indentation_start};

/// Kind of a stretch of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A move, not yet parsed.
    Move,
    Null,
    /// A move number with its dots, or dots alone.
    Number,
    /// `{...}`; the span includes the braces.
    Comment,
    /// `;` to the end of the line, or an escape line.
    LineComment,
    /// The row above the moves of KIF: `手数----指手---------消費時間--`.
    Heading,
    /// `$14`.
    Nag,
    /// A traditional mark on its own: `!?`, `+-`, `N`.
    Glyph,
    /// A word that belongs to the move before it: `e.p.`, `ch`.
    Suffix,
    /// Opens a variation; the item's line is the variation. It follows the move it replaces,
    /// also in formats that write variations after the main line: there items are in the
    /// order of replay, not of their spans.
    Open,
    /// Closes a variation; the item's line is the variation.
    Close,
    /// A result token, or the word that ends a record (投了, `%TORYO`).
    Result,
    /// The time of the move before it, as a cell of its own: `( 0:01/00:00:01)`, `T12`.
    Time,
    /// A bookmark: `&読み込み時表示`.
    Bookmark,
    /// A sentence on how the game ended: `まで123手で先手の勝ち`.
    Ending,
    /// Unreadable text; a note has the reason.
    Junk,
    /// Text that is too long or too deep to keep; a note has the reason.
    Skipped,
}

/// A stretch of movetext. Bytes between items are white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub span: Span,
    /// The line to which the item belongs, as an index into [`Record::lines`].
    pub line: u32,
    pub kind: ItemKind,
}

/// The main line or a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the line from which this line branches; for the main line, its own index.
    pub parent: u32,
    /// Index of the line's first item (the `Open` of a variation).
    pub first: u32,
    /// Index after the line's last item.
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub span: Span,
    pub name: Span,
    /// The value between the quotes, escapes kept.
    pub value: Span,
    /// The meaning of the tag's name in PGN, if known.
    pub kind: Option<TagKind>,
}

impl Tag {
    /// Creates a tag from the spans of the pair, of its name and of its value in `bytes`.
    #[inline]
    pub fn new(bytes: &[u8], span: Span, name: Span, value: Span) -> Self {
        Self { span, name, value, kind: TagKind::of(name.of(bytes)) }
    }
}

/// Purpose of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordClass {
    /// A game that was played.
    #[default]
    Game,
    /// Moves shown by an author: a variation, a line from a diagram.
    Analysis,
    /// The solution of a problem, from the problem's board.
    Problem(Stipulation),
}

impl RecordClass {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Analysis => "analysis",
            Self::Problem(_) => "problem",
        }
    }
}

/// Place of a printed record in its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The page, if transcribers marked it.
    pub page: Option<u32>,
    /// The line of the title in the file, or of the first row if there is no title, from 1.
    pub line: u64,
}

/// Maximum number of notes before unreadable stretches of a record are joined.
const MAX_SEPARATE_NOTES: usize = 1000;

/// A problem that the format's parser noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNote {
    pub code: Code,
    pub span: Span,
    /// Another place that explains the problem, such as where parsing resumed.
    pub other: Option<Span>,
}

/// One game as written. All spans are offsets in the slice, or in [`Decoded`] if that is not empty: [`Record::text`]
/// returns the right bytes.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub format: Format,
    /// The notation of the moves.
    pub movetext: Movetext,
    /// Game, analysis or problem, as far as the text shows.
    pub class: RecordClass,
    /// From the first byte of the game to the first byte of the next.
    pub span: Span,
    /// The lines of a page where this game shares rows with another game, in one column each.
    pub page: Option<Span>,
    /// Tag pairs in reading order.
    pub tags: Vec<Tag>,
    /// Headings above the moves of a printed score that are in no tag pair.
    pub headings: Vec<(Heading, Span)>,
    pub items: Vec<Item>,
    /// The start position if no tag has it: board rows and pieces in hand, a line each, or one SFEN.
    pub setup: Vec<Span>,
    /// Lines; the main line is the first.
    pub lines: Vec<Line>,
    /// Notes of the parser in reading order.
    pub notes: Vec<ParseNote>,
    /// True if the file is a list of hexagonal games, which does not name the board.
    pub is_hexagonal: bool,
    /// True if any line has an item of kind `Move` or `Null`.
    pub has_moves: bool,
    /// The result token at the end of the main line.
    pub result: Option<Span>,
    /// The outcome at [`Self::result`], for chess and its variants: a token, or words such as `Resigns` and `Drawn`.
    pub outcome: Option<Outcome>,
    /// The text that all spans refer to, if the source is escaped or in another encoding than UTF-8.
    pub decoded: Decoded,
    /// The code of the piece letters that other games of the file prove, if the moves of this game fit several.
    pub file_letters: Option<&'static str>,
    /// The encoding of the source bytes as stated by the file, as JSON does for a record of another file.
    pub stated_encoding: Option<Encoding>,
    /// The place in the book from which the record was converted, if the file states it.
    pub source_place: Option<SourcePlace>,
    /// The encoding from which the record was decoded, even if no byte changed; `None` if the parser does not decode.
    pub encoding: Option<Encoding>,
}

impl Record {
    /// Prepares for the next game and keeps the buffers.
    pub fn clear(&mut self) {
        self.format = Format::default();
        self.class = RecordClass::default();
        self.span = Span::default();
        self.page = None;
        self.movetext = Movetext::default();
        self.setup.clear();
        self.tags.clear();
        self.headings.clear();
        self.items.clear();
        self.lines.clear();
        self.notes.clear();
        self.has_moves = false;
        self.is_hexagonal = false;
        self.result = None;
        self.outcome = None;
        self.decoded.clear();
        self.file_letters = None;
        self.source_place = None;
        self.stated_encoding = None;
        self.encoding = None;
    }

    /// Prepares for a game of a format that begins at `at`: begins the main line and notes a byte order mark. Returns
    /// the offset of the text after the mark.
    pub fn begin(&mut self, format: Format, bytes: &[u8], at: usize) -> usize {
        self.clear();
        self.format = format;
        self.begin_line(bytes, at)
    }

    /// Begins the main line and notes a byte order mark at `at`. Returns the offset of the text after the mark.
    #[inline]
    pub fn begin_line(&mut self, bytes: &[u8], at: usize) -> usize {
        self.lines.push(Line { parent: 0, first: 0, end: 0 });
        let end = at + byte_order_mark::length_at(bytes, at);
        if end > at {
            self.note(Code::S006, Span::new(at, end));
        }
        end
    }

    /// Frees the buffers that a long game enlarged.
    pub fn release(&mut self) {
        if self.items.capacity().max(self.notes.capacity()).max(self.tags.capacity()) > limits::KEPT {
            *self = Self::default();
        }
    }

    /// Returns the bytes that the spans refer to; `bytes` is the slice.
    #[inline]
    pub fn text<'a>(&'a self, bytes: &'a [u8]) -> &'a [u8] {
        self.decoded.bytes().unwrap_or(bytes)
    }

    /// Maps a span to the slice.
    #[inline]
    pub fn place(&self, span: Span) -> SliceSpan {
        self.decoded.place(span)
    }

    /// The span in the slice of all bytes needed to read the record: its own, the page that it shares with another
    /// game, and in a printed score the blanks before it, which are columns of the page.
    pub fn reading_span(&self, slice: &[u8]) -> Span {
        let span = self.place(self.page.map_or(self.span, |page| page.cover(self.span))).of_slice();
        match self.format {
            Format::Score => Span { from: indentation_start(slice, span.from as usize) as u32, ..span },
            _ => span,
        }
    }

    /// Returns the record with spans of the slice, for callers that need the exact bytes of the file.
    pub fn placed(&self) -> Self {
        let place = |span: Span| self.place(span).of_slice();
        let mut placed = Self { span: place(self.span), decoded: Decoded::default(), ..self.clone() };
        for tag in &mut placed.tags {
            (tag.span, tag.name, tag.value) = (place(tag.span), place(tag.name), place(tag.value));
        }
        placed.page = self.page.map(place);
        placed.items.iter_mut().for_each(|item| item.span = place(item.span));
        placed.headings.iter_mut().for_each(|(_, span)| *span = place(*span));
        placed.setup.iter_mut().for_each(|span| *span = place(*span));
        placed.result = self.result.map(place);
        for note in &mut placed.notes {
            note.span = place(note.span);
            note.other = note.other.map(place);
        }
        placed
    }

    /// End of the record in the slice.
    #[inline]
    pub fn source_end(&self) -> u32 {
        self.decoded.source_end().unwrap_or(self.span.to)
    }

    pub fn note(&mut self, code: Code, span: Span) {
        self.notes.push(ParseNote { code, span, other: None });
    }

    /// Adds an item, as `Skipped` if it is longer than [`limits::TOKEN`].
    pub fn push_bounded(&mut self, item: Item) {
        let kind = if item.span.len() > limits::TOKEN {
            self.note(Code::B002, item.span);
            ItemKind::Skipped
        } else {
            item.kind
        };
        self.items.push(Item { kind, ..item });
    }

    /// True if the record has so many notes that unreadable stretches are joined.
    pub fn is_crowded(&self) -> bool {
        self.notes.len() >= MAX_SEPARATE_NOTES
    }

    /// Adds unreadable text. Joins it to unreadable text that ends directly before it. A damaged file may have a
    /// million such stretches: from a thousand notes on, blanks and line ends between them are ignored.
    pub fn push_junk(&mut self, code: Code, span: Span, line: u32) {
        let many = self.is_crowded();
        let last = self.tags.last().map(|tag| tag.span).max(self.setup.last().copied());
        match (self.items.last_mut(), self.notes.last_mut()) {
            (Some(item), Some(note))
                if item.kind == ItemKind::Junk
                    && item.line == line
                    && note.code == code
                    && note.span.to == item.span.to
                    && (item.span.to == span.from || many)
                    && last.is_none_or(|last| last.to <= item.span.from) =>
            {
                (item.span.to, note.span.to) = (span.to, span.to);
            }
            _ => {
                self.note(code, span);
                self.items.push(Item { span, line, kind: ItemKind::Junk });
            }
        }
    }

    /// Finds the first tag with this name, ignoring case.
    pub fn tag(&self, bytes: &[u8], name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.of(bytes).eq_ignore_ascii_case(name.as_bytes()))
    }

    /// True if only the beginning of the record was read, because it is longer than [`limits::GAME`].
    pub fn is_cut_short(&self) -> bool {
        self.notes.last().is_some_and(|note| note.code == Code::B007)
    }

    /// The tag of the start position.
    pub fn fen(&self) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.kind == Some(TagKind::Fen))
    }

    /// The value of a tag as bytes, escapes kept.
    pub fn value<'a>(&self, bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
        self.tag(bytes, name).map(|tag| tag.value.of(bytes))
    }
}
