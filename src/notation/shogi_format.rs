//! What each format of shogi writes in its own way: moves and their numbers, times, ends, the start position, headers.
//!
//! Not for how its files are found and read: that is the rest of a [`RecordFormat`](super::RecordFormat).

use std::borrow::Cow;

use super::kif::TimeCell;
use super::shogi_headers::Field;
use super::shogi_writer::Start;
use super::{SetupFault, csa};
use partie_record::book::{RuleBook, ShogiRules};
use partie_record::span::Span;
use partie_record::{Encoding, Record, Terminal};
use partie_rules::Side;
use partie_rules::shogi::{Move, Pattern, Position, Setup, Square};

/// A move as it is written, in any format.
#[derive(Clone, Debug)]
pub struct ShogiToken {
    pub pattern: Pattern,
    /// Whose move it is, if the text says so.
    pub side: Option<Side>,
}

/// Why a text is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadMove {
    /// It goes to the square of the move before it, and there is none.
    NoPrevious,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// In Japanese, always with the origin or 打: `７六歩(77)`.
    Origins,
    /// In Japanese, with words that tell apart pieces of a kind: `５八金右`.
    RelativeWords,
    /// After the sign of the side that moves: `+7776FU`.
    Signed,
    /// Origin and target, without the piece: `7g7f`, `P*5e`.
    Coordinates,
    Plain,
}

impl MoveForm {
    /// Whether moves are written in Japanese.
    pub fn is_japanese(self) -> bool {
        matches!(self, Self::Origins | Self::RelativeWords)
    }
}

/// What the numbers before moves count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// There are none, or not at every move.
    Sparse,
    /// Every move has its own.
    EveryMove,
    /// Moves or pairs of moves, as the writer likes: they prove nothing.
    Loose,
}

/// What a word that ends a record says, and the side that it names: the one that lost by it.
pub type Closing = Option<(Terminal, Option<Side>)>;

/// What a tag says of the end, as a word that ends a record does, and where.
pub type StatedByTag = (Terminal, Option<Side>, Span);

/// The position in which a record begins and what is wrong with its writing; nothing where it is the usual one.
pub type StartRead = Option<(Setup, Vec<SetupFault>)>;

/// A header as it is written, before it is decoded.
pub type NameAndValue<'a> = (&'a [u8], &'a [u8]);

/// A header with its meaning.
#[derive(Clone, Debug)]
pub struct HeaderRead<'a> {
    /// What it holds, if that is known.
    pub field: Option<Field>,
    /// Its name as KIF has it, or as it is written where nobody knows it.
    pub name: Cow<'a, str>,
    pub value: Cow<'a, str>,
}

impl<'a> HeaderRead<'a> {
    /// A header whose name is the format's own: players have other names in handicap games.
    pub(super) fn translated(field: Option<Field>, name: Cow<'a, str>, value: Cow<'a, str>, handicap: bool) -> Self {
        let name = match field {
            Some(Field::First) if handicap => "下手".into(),
            Some(Field::Second) if handicap => "上手".into(),
            Some(field) => field.name().into(),
            None => name,
        };
        Self { field, name, value }
    }
}

/// What a server says of the end of a game.
#[derive(Clone, Debug)]
pub struct ServerSays<'a> {
    pub terminal: Option<Terminal>,
    pub winner: Option<Side>,
    /// Whether the game was drawn.
    pub drawn: bool,
    /// Whether it refused a declaration.
    pub refuses: bool,
    /// The cause in its words.
    pub cause: Cow<'a, str>,
    /// Whether it sums the game up, as servers do that judge declarations by 27 points.
    pub is_summary: bool,
    pub span: Span,
}

/// How a format writes what records of shogi have in common. The defaults are the ways of KIF but for its moves.
#[derive(Clone, Copy, Debug)]
pub struct ShogiFormat {
    /// Reads a move; the square is the target of the move before it.
    pub read_move: fn(&[u8], Option<Square>) -> Result<ShogiToken, UnreadMove>,
    /// Writes a move that is played in a position; the square is the target of the move before it.
    pub write_move: fn(&Position, Move, Option<Square>) -> String,
    pub moves: MoveForm,
    pub numbers: Numbers,
    /// The time in a cell of its own.
    pub time: fn(&[u8]) -> Option<TimeCell>,
    /// The word that ends a record.
    pub terminal: fn(&[u8]) -> Closing,
    /// The end that a tag states where no word does, and where it says so.
    pub result_of_tag: fn(&[u8], &Record) -> Option<StatedByTag>,
    /// The position in which a record begins.
    pub setup: fn(&[u8], &Record, Encoding) -> StartRead,
    /// The squares of each row of the board that a record shows, as they are written; empty if it shows none.
    pub board_rows: fn(&[u8], &Record) -> Vec<usize>,
    /// Where it says what a side has in hand.
    pub hand_place: fn(&[u8], &Record, Side) -> Option<Span>,
    /// What a record says of its start beside the position itself.
    pub about_start: fn(&[u8], &Record, Encoding, &mut Start),
    /// What a header holds, by its name.
    pub field: fn(&[u8]) -> Option<Field>,
    /// The same for names by which KIF knows no header.
    pub own_field: fn(&[u8]) -> Option<Field>,
    /// A header with its meaning, by name and value and whether the game is a handicap game; `None` for the version, the
    /// encoding, and headers of the format alone.
    pub header: for<'a> fn(Cow<'a, str>, Cow<'a, str>, bool) -> Option<HeaderRead<'a>>,
    /// Name and value of a header of KIF that a comment before the moves holds.
    pub header_in_comment: fn(&[u8]) -> Option<NameAndValue<'_>>,
    /// What a server says of the end.
    pub server: for<'a> fn(&'a [u8], &Record) -> Option<ServerSays<'a>>,
    /// The book under which records are judged by custom, where it is not the usual one.
    pub book: Option<fn() -> &'static RuleBook<ShogiRules>>,
    /// Whether tags have the names of PGN.
    pub has_pgn_tags: bool,
}

impl ShogiFormat {
    /// What most formats have in common; the rest must be said.
    pub const BASE: Self = Self {
        read_move: |_, _| Err(UnreadMove::Other),
        write_move: |_, _, _| String::new(),
        moves: MoveForm::Plain,
        numbers: Numbers::Sparse,
        time: |_| None,
        terminal: |_| None,
        result_of_tag: |_, _| None,
        setup: |_, _, _| None,
        board_rows: |_, _| Vec::new(),
        hand_place: |_, _, _| None,
        about_start: |_, _, _, _| {},
        field,
        own_field: |_| None,
        header,
        header_in_comment: |_| None,
        server: |_, _| None,
        book: None,
        has_pgn_tags: false,
    };
}

/// The field of a header by the names of KIF and the statements of CSA, as programs write both anywhere.
fn field(name: &[u8]) -> Option<Field> {
    std::str::from_utf8(name).ok().and_then(csa::field).or_else(|| Field::of(name))
}

fn header<'a>(name: Cow<'a, str>, value: Cow<'a, str>, _: bool) -> Option<HeaderRead<'a>> {
    (name != "#KIF").then(|| HeaderRead { field: Field::named(&name), name, value })
}
