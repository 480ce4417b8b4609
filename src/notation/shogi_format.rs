//! The parts that each shogi format writes in its own way: moves and move numbers, times, terminations, start position,
//! headers.
//!
//! The other fields of a [`RecordFormat`](super::RecordFormat) are for finding and reading records.

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

/// A parsed move token of any format.
#[derive(Clone, Debug)]
pub struct ShogiToken {
    pub pattern: Pattern,
    /// The side that moves, if the token names it.
    pub side: Option<Side>,
}

/// Reason why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadMove {
    /// The text refers to the target of a previous move that does not exist.
    NoPrevious,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// In Japanese, always with the origin or 打: `７六歩(77)`.
    Origins,
    /// In Japanese, with words that distinguish pieces of a type: `５八金右`.
    RelativeWords,
    /// After the sign of the moving side: `+7776FU`.
    Signed,
    /// Origin and target, without the piece: `7g7f`, `P*5e`.
    Coordinates,
    Plain,
}

impl MoveForm {
    pub fn is_japanese(self) -> bool {
        matches!(self, Self::Origins | Self::RelativeWords)
    }
}

/// How moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Few moves or none have a number.
    Sparse,
    /// Every move has a number.
    EveryMove,
    /// Numbers of moves or of pairs of moves, at the writer's choice, so that they are no evidence.
    Loose,
}

/// The meaning of a closing word, and the side that it names as the loser.
pub type Closing = Option<(Terminal, Option<Side>)>;

/// The termination that a tag states, its loser if it names one, and the span of the tag.
pub type StatedByTag = (Terminal, Option<Side>, Span);

/// The start position and the faults in its text; `None` for the initial position.
pub type StartRead = Option<(Setup, Vec<SetupFault>)>;

/// A header as written, not yet decoded.
pub type NameAndValue<'a> = (&'a [u8], &'a [u8]);

/// A header with its meaning.
#[derive(Clone, Debug)]
pub struct HeaderRead<'a> {
    /// Meaning of the header, if known.
    pub field: Option<Field>,
    /// Name as in KIF, or as written if the meaning is unknown.
    pub name: Cow<'a, str>,
    pub value: Cow<'a, str>,
}

impl<'a> HeaderRead<'a> {
    /// Creates a header of a format that has its own names. Players have other names in handicap games.
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

/// Comments of a server on the end of a game.
#[derive(Clone, Debug)]
pub struct ServerSays<'a> {
    pub terminal: Option<Terminal>,
    pub winner: Option<Side>,
    pub drawn: bool,
    /// True if the server refused a declaration.
    pub refuses: bool,
    /// The cause in the server's words.
    pub cause: Cow<'a, str>,
    /// True for a summary of the game, which servers that judge declarations by 27 points write.
    pub is_summary: bool,
    pub span: Span,
}

/// The parts of a format that are common to shogi records. The defaults follow KIF, except for moves.
#[derive(Clone, Copy, Debug)]
pub struct ShogiFormat {
    /// Reads a move; the square is the target of the previous move.
    pub read_move: fn(&[u8], Option<Square>) -> Result<ShogiToken, UnreadMove>,
    /// Writes a move played in a position; the square is the target of the previous move.
    pub write_move: fn(&Position, Move, Option<Square>) -> String,
    pub moves: MoveForm,
    pub numbers: Numbers,
    /// Parses a cell that contains only a time.
    pub time: fn(&[u8]) -> Option<TimeCell>,
    /// Parses a closing word.
    pub terminal: fn(&[u8]) -> Closing,
    /// The termination stated by a tag, for records without a closing word.
    pub result_of_tag: fn(&[u8], &Record) -> Option<StatedByTag>,
    pub setup: fn(&[u8], &Record, Encoding) -> StartRead,
    /// The number of squares in each row of the record's board as written; empty without a board.
    pub board_rows: fn(&[u8], &Record) -> Vec<usize>,
    /// The span of the text that lists a side's pieces in hand.
    pub hand_place: fn(&[u8], &Record, Side) -> Option<Span>,
    /// Adds the facts that a record states about its start position, such as the number of plies before it.
    pub about_start: fn(&[u8], &Record, Encoding, &mut Start),
    /// The meaning of a header name.
    pub field: fn(&[u8]) -> Option<Field>,
    /// The meaning of a header name of this format that KIF does not have.
    pub own_field: fn(&[u8]) -> Option<Field>,
    /// Translates a header by name and value; the flag is true for a handicap game. `None` for the version, the
    /// encoding, and headers that only this format has.
    pub header: for<'a> fn(Cow<'a, str>, Cow<'a, str>, bool) -> Option<HeaderRead<'a>>,
    /// Name and value of a KIF header in a comment before the moves.
    pub header_in_comment: fn(&[u8]) -> Option<NameAndValue<'_>>,
    /// The limit of moves that a comment of a server states.
    pub limit_in_comment: fn(&[u8]) -> Option<u32>,
    /// Comments of a server on the end of the game.
    pub server: for<'a> fn(&'a [u8], &Record) -> Option<ServerSays<'a>>,
    /// The rule book that the format implies, if it is not the default one.
    pub book: Option<fn() -> &'static RuleBook<ShogiRules>>,
    /// True if tags have their PGN names.
    pub has_pgn_tags: bool,
}

impl ShogiFormat {
    /// Defaults; a format overrides the fields that differ.
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
        limit_in_comment: |_| None,
        server: |_, _| None,
        book: None,
        has_pgn_tags: false,
    };
}

/// Returns the field for a KIF header name or a CSA keyword. Programs mix them in every format.
fn field(name: &[u8]) -> Option<Field> {
    std::str::from_utf8(name).ok().and_then(csa::field).or_else(|| Field::of(name))
}

fn header<'a>(name: Cow<'a, str>, value: Cow<'a, str>, _: bool) -> Option<HeaderRead<'a>> {
    (name != "#KIF").then(|| HeaderRead { field: Field::named(&name), name, value })
}
