//! How records are converted: plain data.

use super::option_error::OptionError;
use super::tag_edits::{AddedTags, TagEdits};
use partie_notation::descriptive;
use partie_notation::letters::Letters;
use partie_record::{Choices, Language};
use partie_rules::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As much of the origin as is needed: `Nbd7`.
    San,
    /// Origin and target: `Nb8-d7`.
    Long,
    /// Coordinates: `b8d7`.
    Coordinates,
    /// Descriptive notation: `Kt-Q2`.
    Descriptive(descriptive::Style),
    /// As in Kober's book of 1888: `Jb8d7`.
    Kober,
    /// Numbers of correspondence chess: `2847`.
    Iccf,
}

impl Style {
    /// How moves are written in PGN, each with its piece letters where they are others.
    pub const OF_PGN: Choices<(Self, Option<&'static str>)> = &[
        ("san", (Self::San, None), "As much of the origin as is needed: Nbd7"),
        ("long", (Self::Long, None), "Origin and target: Nb8-d7"),
        ("uci", (Self::Coordinates, None), "Coordinates: b8d7"),
        ("figurine", (Self::San, Some("figurine")), "SAN with figurines: ♘bd7"),
    ];

    /// Whether a move bears its mark of check as its notation has it.
    pub(super) const fn marks_checks(self) -> bool {
        matches!(self, Self::Descriptive(_) | Self::Kober)
    }

    /// Whether moves bear no marks of check.
    pub(super) const fn is_bare(self) -> bool {
        matches!(self, Self::Coordinates | Self::Iccf)
    }

    /// Whether blanks inside of moves make numbers needed before every one of them.
    pub(super) const fn numbers_both(self) -> bool {
        use descriptive::Layer;
        matches!(self, Self::Descriptive(style) if !matches!(style.layer, Layer::Tight | Layer::Modern))
    }

    /// What the tag Notation says of it; nothing for the notations that need no such tag.
    pub(super) const fn notation(self) -> Option<&'static str> {
        use descriptive::Layer;
        Some(match self {
            Self::Kober => "kober",
            Self::Iccf => "iccf",
            Self::Descriptive(style) => match (style.language, style.layer) {
                (Language::English, Layer::Long) => "descriptive-en-long",
                (Language::English, Layer::To) => "descriptive-en-to",
                (Language::English, Layer::Spaced) => "descriptive-en-spaced",
                (Language::English, Layer::Tight) => "descriptive-en-tight",
                (Language::English, Layer::Modern) => "descriptive-en-modern",
                (Language::French, Layer::Spaced) => "descriptive-fr-spaced",
                (Language::French, _) => "descriptive-fr-tight",
                (Language::Spanish, Layer::Spaced) => "descriptive-es-spaced",
                (Language::Spanish, _) => "descriptive-es-tight",
            },
            Self::San | Self::Long | Self::Coordinates => return None,
        })
    }
}

/// What to do with a game that has a move that cannot be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnBroken {
    /// The line ends there; the rest of it is kept as a comment where the target has comments.
    #[default]
    Comment,
    /// The move is kept as it is written, and the game goes on from there, in the targets that can hold that.
    Keep,
    /// The line ends there; the rest is left out.
    Stop,
    /// The game is left out.
    Skip,
    Fail,
}

impl OnBroken {
    pub const NAMED: Choices<Self> = &[
        ("comment", Self::Comment, "Keep the rest of the line as a comment, where the target has comments"),
        (
            "keep",
            Self::Keep,
            "Keep an illegal move as it is written, marked, and what follows it (pgn, json, uci, kif)",
        ),
        ("stop", Self::Stop, "Leave the rest of the line out"),
        ("skip", Self::Skip, "Leave the game out"),
        ("fail", Self::Fail, "End the run without writing the output"),
    ];

    /// True if the rest of a broken line is kept as a comment.
    pub(super) const fn keeps_rest(self) -> bool {
        matches!(self, Self::Comment | Self::Keep)
    }
}

/// What is left out although the target could hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    pub comments: bool,
    pub nags: bool,
    pub variations: bool,
    pub clocks: bool,
}

impl Strip {
    /// What leaves each of them out.
    pub const NAMED: Choices<fn(&mut Self)> = &[
        ("comments", |strip| strip.comments = true, "Comments"),
        ("nags", |strip| strip.nags = true, "NAGs and marks"),
        ("variations", |strip| strip.variations = true, "Variations"),
        ("clocks", |strip| strip.clocks = true, "Clock times in comments"),
    ];
}

/// Where positions are written as comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FenComments {
    #[default]
    None,
    /// After each move of the main line.
    Each,
    End,
}

impl FenComments {
    /// The places where they are.
    pub const NAMED: Choices<Self> =
        &[("each", Self::Each, "After each move of the main line"), ("end", Self::End, "After its last move")];
}

/// How PGN is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How moves are written; nothing for the game's own way.
    pub style: Option<Style>,
    pub letters: &'static Letters,
    /// Characters of a line at most; 0 for no limit.
    pub line_length: usize,
    pub numbers: bool,
    /// Whether checks and mates are marked.
    pub checks: bool,
    pub strip: Strip,
    pub fen_comments: FenComments,
    /// Whether the tag PlyCount is written.
    pub ply_count: bool,
    /// Whether moves stand in two columns under a heading, as in a book.
    pub columns: bool,
    /// What of a game is edited.
    pub edits: Option<&'static Edits>,
}

/// What of a game is edited while it is written.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    pub tags: TagEdits,
    /// The first and the last ply that are written, from 1.
    pub plies: Option<(u32, u32)>,
    /// The position, by its game and key, from which on they are written.
    pub start_at: Option<(GameKind, u64)>,
}

impl Layout {
    /// Whether the page has columns.
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
    /// Whether plies are cut off.
    pub(super) const fn cuts(&self) -> bool {
        self.plies.is_some() || self.start_at.is_some()
    }

    /// Whether they need the positions of the main line.
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

/// The first and the last ply of `11..40`, `11..` or `..40`.
///
/// # Errors
/// That it names none.
pub fn read_plies(text: &str) -> Result<(u32, u32), OptionError> {
    let number = |part: &str, missing: u32| if part.is_empty() { Some(missing) } else { part.trim().parse().ok() };
    let parts = text.split_once("..").and_then(|(first, last)| Some((number(first, 1)?, number(last, u32::MAX)?)));
    parts.filter(|(first, last)| *first > 0 && first <= last).ok_or_else(|| OptionError::NoPlies(text.to_owned()))
}
