//! What all that read and judge game records speak of: a [`Record`] as it is written (tags, items in reading order,
//! lines), the [`finding`]s on it, the rule [`book`]s that they rest on, [`span`]s of its text, and what of it may be
//! [`shown`].
//!
//! Buffers are reused from game to game. Not for legality: moves are spans of
//! text here, and stay so until `replay` reads them.

pub mod book;
pub mod byte_order_mark;
mod choices;
mod clock;
mod closing;
mod closing_words;
pub mod commands;
mod counted;
mod decoded;
mod dos;
mod encoding;
mod engine_text;
pub mod finding;
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

pub use choices::Choices;
pub use clock::Clock;
pub use closing::Closing;
pub use counted::{and, count, count_with_zero, format_thousands, plural};
pub use decoded::Decoded;
pub use encoding::Encoding;
pub use engine_text::engine_text_len;
pub use format::Format;
pub use movetext::{Heading, Language, Movetext};
pub use outcome::{LENIENT_RESULTS, Outcome, STANDARD_RESULTS, Termination};
pub use stipulation::{Aim, Stipulation};
pub use tag_kind::{ROSTER, TagKind};
pub use terminal::Terminal;
pub use unknown_name::UnknownName;

use crate::finding::Code;
use crate::span::{SliceSpan, Span};

/// What a stretch of movetext is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A move, not yet read.
    Move,
    Null,
    /// A move number with its dots, or dots alone.
    Number,
    /// `{...}`; the span holds the braces.
    Comment,
    /// `;` to the end of the line, or an escape line.
    LineComment,
    /// The row above the moves of KIF: `手数----指手---------消費時間--`.
    Heading,
    /// `$14`.
    Nag,
    /// A traditional mark standing alone: `!?`, `+-`, `N`.
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
    /// What cannot be read; a note says why.
    Junk,
    /// What is too long or too deep to be kept; a note says why.
    Skipped,
}

/// A stretch of movetext. Bytes between items are white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub span: Span,
    /// The line that it belongs to, an index into [`Record::lines`].
    pub line: u32,
    pub kind: ItemKind,
}

/// The main line or a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line that it branches from; its own index for the main line.
    pub parent: u32,
    /// Index of its first item (the `Open` of a variation).
    pub first: u32,
    /// Index after its last item.
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub span: Span,
    pub name: Span,
    /// The value between the quotes, escapes kept.
    pub value: Span,
    /// What it holds, by its name in PGN.
    pub kind: Option<TagKind>,
}

impl Tag {
    /// A tag of `bytes`, by the places of it, of its name and of its value.
    #[inline]
    pub fn new(bytes: &[u8], span: Span, name: Span, value: Span) -> Self {
        Self { span, name, value, kind: TagKind::of(name.of(bytes)) }
    }
}

/// What a record is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordClass {
    /// A game that was played.
    #[default]
    Game,
    /// Moves that an author shows: a variation, a line from a diagram.
    Analysis,
    /// The solution of a problem, from the board at which it is asked.
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

/// Where a printed record is in its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The page, if transcribers marked it.
    pub page: Option<u32>,
    /// The line of the file with its title, or with its first row, from 1.
    pub line: u64,
}

/// Notes of a record from which on what cannot be read is joined.
const MOST_APART: usize = 1000;

/// Something that the reader of the format noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNote {
    pub code: Code,
    pub span: Span,
    /// Another place that belongs to it: where the reading was resumed, the first of two.
    pub other: Option<Span>,
}

/// One game as it is written. All spans are in bytes of the slice that was read, or in [`Decoded`] where
/// that holds anything: [`Record::text`] gives the right ones.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The format it is written in.
    pub format: Format,
    /// How its moves are written.
    pub movetext: Movetext,
    /// Whether it is a game that was played, as far as its text shows.
    pub class: RecordClass,
    /// From the first byte of the game to the first byte of the next.
    pub span: Span,
    /// The lines of a page that it shares with another game, of which each has a column.
    pub page: Option<Span>,
    /// Tag pairs in reading order.
    pub tags: Vec<Tag>,
    /// What stands above the moves of a printed score, where no tag pair holds it.
    pub headings: Vec<(Heading, Span)>,
    pub items: Vec<Item>,
    /// The start position where no tag holds it: board rows and pieces in hand, a line each, or one SFEN.
    pub setup: Vec<Span>,
    /// Lines; the main line is the first.
    pub lines: Vec<Line>,
    /// What the reader noticed, in reading order.
    pub notes: Vec<ParseNote>,
    /// Whether its file is a list of hexagonal games, which names the board nowhere.
    pub is_hexagonal: bool,
    /// Whether a move stands in it (kind `Move` or `Null`, in any line).
    pub has_moves: bool,
    /// Whether a result token ends the main line.
    pub result: Option<Span>,
    /// What stands at [`Self::result`], of chess and its kin: a token, or words such as `Resigns` and `Drawn`.
    pub outcome: Option<Outcome>,
    /// The text that all spans refer to, where it stands in what was read escaped or in another encoding than UTF-8.
    pub decoded: Decoded,
    /// The code of the piece letters that other games of its file prove, where its own moves leave them open.
    pub file_letters: Option<&'static str>,
    /// The encoding of its bytes, if its file names it, as JSON does for a record of another file.
    pub stated_encoding: Option<Encoding>,
    /// Its place in a book from which it was converted, if its file names it.
    pub source_place: Option<SourcePlace>,
    /// The encoding from which it was decoded, or would have been; nothing where the reader does not decode.
    pub encoding: Option<Encoding>,
}

impl Record {
    /// Makes it ready for the next game, keeping the buffers.
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

    /// Makes it ready for a game of a format that begins at `at`: its main line, and a byte order mark. Where the text
    /// behind that begins.
    pub fn begin(&mut self, format: Format, bytes: &[u8], at: usize) -> usize {
        self.clear();
        self.format = format;
        self.begin_line(bytes, at)
    }

    /// Begins its main line, and notes the byte order mark that may stand before it. Where the text behind that begins.
    #[inline]
    pub fn begin_line(&mut self, bytes: &[u8], at: usize) -> usize {
        self.lines.push(Line { parent: 0, first: 0, end: 0 });
        let end = at + byte_order_mark::length_at(bytes, at);
        if end > at {
            self.note(Code::S006, Span::new(at, end));
        }
        end
    }

    /// Gives back the buffers that a long game made large.
    pub fn release(&mut self) {
        if self.items.capacity().max(self.notes.capacity()).max(self.tags.capacity()) > limits::KEPT {
            *self = Self::default();
        }
    }

    /// The bytes that the spans refer to; `bytes` is the slice that was read.
    #[inline]
    pub fn text<'a>(&'a self, bytes: &'a [u8]) -> &'a [u8] {
        self.decoded.bytes().unwrap_or(bytes)
    }

    /// Where a span stands in the slice that was read.
    #[inline]
    pub fn place(&self, span: Span) -> SliceSpan {
        self.decoded.place(span)
    }

    /// All bytes that are needed to read it: its span, with the page that it shares with another game.
    pub fn reading_span(&self) -> Span {
        self.page.map_or(self.span, |page| page.cover(self.span))
    }

    /// The same record with spans of the slice that was read, for what must know its very bytes.
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

    /// Where it ends in the slice that was read.
    #[inline]
    pub fn source_end(&self) -> u32 {
        self.decoded.source_end().unwrap_or(self.span.to)
    }

    pub fn note(&mut self, code: Code, span: Span) {
        self.notes.push(ParseNote { code, span, other: None });
    }

    /// Adds an item; one that is too long for a token is kept as skipped.
    pub fn push_bounded(&mut self, item: Item) {
        let kind = if item.span.len() > limits::TOKEN {
            self.note(Code::B002, item.span);
            ItemKind::Skipped
        } else {
            item.kind
        };
        self.items.push(Item { kind, ..item });
    }

    /// Whether so much was noticed that what cannot be read is joined.
    pub fn is_crowded(&self) -> bool {
        self.notes.len() >= MOST_APART
    }

    /// Adds what cannot be read: to that which ends just before it, if there is any. A damaged file may hold a million
    /// of them, so that from a thousand on blanks and line ends between them count for nothing, too.
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

    /// The first tag of that name, compared without regard to case.
    pub fn tag(&self, bytes: &[u8], name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.of(bytes).eq_ignore_ascii_case(name.as_bytes()))
    }

    /// Whether only its beginning was read, as it is longer than [`limits::GAME`].
    pub fn is_cut_short(&self) -> bool {
        self.notes.last().is_some_and(|note| note.code == Code::B007)
    }

    /// The tag of the position in which the game begins.
    pub fn fen(&self) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.kind == Some(TagKind::Fen))
    }

    /// The value of a tag as bytes, escapes kept.
    pub fn value<'a>(&self, bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
        self.tag(bytes, name).map(|tag| tag.value.of(bytes))
    }
}
