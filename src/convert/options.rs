//! The options of a conversion, as plain data.

use super::option_error::OptionError;
use super::tag_edits::{AddedTags, TagEdits};
use partie_notation::descriptive;
use partie_notation::letters::Letters;
use partie_record::Choices;
use partie_rules::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// SAN with the necessary disambiguation: `Nbd7`.
    San,
    /// Origin and target: `Nb8-d7`.
    Long,
    /// Coordinates: `b8d7`.
    Coordinates,
    /// Descriptive notation: `Kt-Q2`.
    Descriptive(descriptive::Style),
    /// The notation of Kober's book of 1888: `Jb8d7`.
    Kober,
    /// Numeric notation of correspondence chess: `2847`.
    Iccf,
}

impl Style {
    /// The move styles of PGN, each with its piece letters if they are not the default.
    pub const OF_PGN: Choices<(Self, Option<&'static str>)> = &[
        ("san", (Self::San, None), "SAN, with only the necessary disambiguation: Nbd7"),
        ("long", (Self::Long, None), "Origin and target: Nb8-d7"),
        ("uci", (Self::Coordinates, None), "Coordinates: b8d7"),
        ("figurine", (Self::San, Some("figurine")), "SAN with figurines: ♘bd7"),
    ];

    /// True if the notation has check marks of its own.
    pub(super) const fn marks_checks(self) -> bool {
        matches!(self, Self::Descriptive(_) | Self::Kober)
    }

    /// True if moves have no check marks.
    pub(super) const fn is_bare(self) -> bool {
        matches!(self, Self::Coordinates | Self::Iccf)
    }

    /// True if both sides' moves need numbers, because moves contain spaces.
    pub(super) const fn numbers_both(self) -> bool {
        use descriptive::Layer;
        matches!(self, Self::Descriptive(style) if !matches!(style.layer, Layer::Tight | Layer::Modern))
    }

    /// The value of the Notation tag; `None` if the notation needs no such tag.
    pub(super) const fn notation(self) -> Option<&'static str> {
        Some(match self {
            Self::Kober => "kober",
            Self::Iccf => "iccf",
            Self::Descriptive(style) => style.notation(),
            Self::San | Self::Long | Self::Coordinates => return None,
        })
    }
}

/// The handling of a game with a move that cannot be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnBroken {
    /// End the line at that move; keep the rest as a comment if the target has comments.
    #[default]
    Comment,
    /// Keep the move as written and continue after it, in targets that allow it.
    Keep,
    /// End the line at that move and omit the rest.
    Stop,
    /// Omit the game.
    Skip,
    Fail,
}

impl OnBroken {
    pub const NAMED: Choices<Self> = &[
        ("comment", Self::Comment, "Keep the rest of the line as a comment, if the target has comments"),
        ("keep", Self::Keep, "Keep an illegal move as written, marked, and the moves after it (pgn, json, uci, kif)"),
        ("stop", Self::Stop, "Omit the rest of the line"),
        ("skip", Self::Skip, "Omit the game"),
        ("fail", Self::Fail, "End the run without writing the output"),
    ];

    /// True if the rest of a broken line is kept as a comment.
    pub(super) const fn keeps_rest(self) -> bool {
        matches!(self, Self::Comment | Self::Keep)
    }
}

/// Parts that are omitted although the target could contain them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    pub comments: bool,
    pub nags: bool,
    pub variations: bool,
    pub clocks: bool,
}

impl Strip {
    /// The parts by name, each with a function that sets its flag.
    pub const NAMED: Choices<fn(&mut Self)> = &[
        ("comments", |strip| strip.comments = true, "Comments"),
        ("nags", |strip| strip.nags = true, "NAGs and marks"),
        ("variations", |strip| strip.variations = true, "Variations"),
        ("clocks", |strip| strip.clocks = true, "Clock times in comments"),
    ];
}

/// The moves after which positions are written as comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FenComments {
    #[default]
    None,
    /// After each move of the main line.
    Each,
    End,
}

impl FenComments {
    pub const NAMED: Choices<Self> =
        &[("each", Self::Each, "After each move of the main line"), ("end", Self::End, "After its last move")];
}

/// The layout of PGN.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The notation of moves; `None` for the game's default.
    pub style: Option<Style>,
    pub letters: &'static Letters,
    /// Maximum characters in a line; 0 for no limit.
    pub line_length: usize,
    pub numbers: bool,
    /// Whether checks and mates are marked.
    pub checks: bool,
    pub strip: Strip,
    pub fen_comments: FenComments,
    /// Whether the PlyCount tag is written.
    pub ply_count: bool,
    /// Whether moves are in two columns under a heading, as in a book.
    pub columns: bool,
    /// The edits of a game, if any.
    pub edits: Option<&'static Edits>,
}

/// Edits of a game while it is written.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    pub tags: TagEdits,
    /// The first and the last ply to write, from 1.
    pub plies: Option<(u32, u32)>,
    /// The position from which plies are written: its kind of game and Zobrist key.
    pub start_at: Option<(GameKind, u64)>,
}

impl Layout {
    /// Names of the values of `columns`.
    pub const COLUMNS: Choices<bool> =
        &[("pgn", false, "Tags and movetext"), ("columns", true, "A heading, and numbered rows of two columns")];
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            style: None,
            letters: Letters::ENGLISH,
            line_length: 80,
            numbers: true,
            checks: true,
            strip: Strip::default(),
            fen_comments: FenComments::None,
            ply_count: false,
            columns: false,
            edits: None,
        }
    }
}

impl Edits {
    /// True if plies are cut off.
    pub(super) const fn cuts(&self) -> bool {
        self.plies.is_some() || self.start_at.is_some()
    }

    /// True if the edits need the positions of the main line.
    pub(super) fn follow_line(&self) -> bool {
        self.cuts() || self.tags.added != AddedTags::default()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Newline {
    #[default]
    Lf,
    /// CR LF, as on Windows.
    CrLf,
}

impl Newline {
    pub const NAMED: Choices<Self> =
        &[("lf", Self::Lf, "As on Unix"), ("crlf", Self::CrLf, "As on Windows, where shogi programs expect it")];
}

/// Parses the first and the last ply of `11..40`, `11..` or `..40`.
///
/// # Errors
/// If the text is not such a range.
pub fn read_plies(text: &str) -> Result<(u32, u32), OptionError> {
    let number = |part: &str, missing: u32| if part.is_empty() { Some(missing) } else { part.trim().parse().ok() };
    let parts = text.split_once("..").and_then(|(first, last)| Some((number(first, 1)?, number(last, u32::MAX)?)));
    parts.filter(|(first, last)| *first > 0 && first <= last).ok_or_else(|| OptionError::NoPlies(text.to_owned()))
}
