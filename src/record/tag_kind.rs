//! Meanings of PGN tags by name: one table for all code that reads tags. Shogi headers, with Japanese names, are in
//! `notation`.

/// The seven tag roster of PGN, each with the value of an unknown tag; the Result tag has the result of the game.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", ""),
];

/// The meaning of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    Event,
    Site,
    Round,
    First,
    Second,
    FirstTitle,
    SecondTitle,
    FirstRating,
    SecondRating,
    FirstDiff,
    SecondDiff,
    Date,
    UtcDate,
    UtcTime,
    /// The first day of the event; `EndDate` is the last day of the game.
    EventDate,
    EndDate,
    /// The publication or site from which the record was copied.
    Source,
    TimeControl,
    FirstTimeControl,
    SecondTimeControl,
    Byoyomi,
    Result,
    Termination,
    Variant,
    /// The start position; `SetUp` marks that there is one.
    Fen,
    SetUp,
    PlyCount,
    Eco,
    Opening,
    /// The rule books in force; `Odds` has the pieces given as odds.
    Rules,
    Odds,
    GameId,
    Link,
    Handicap,
    FirstFideId,
    SecondFideId,
    FirstTeam,
    SecondTeam,
    Board,
}

impl TagKind {
    pub const COUNT: usize = Self::Board as usize + 1;

    /// Looks up a tag by its name; White is the first player.
    #[inline]
    pub fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"Event" => Self::Event,
            b"Site" => Self::Site,
            b"Date" => Self::Date,
            b"Round" => Self::Round,
            b"White" => Self::First,
            b"Black" => Self::Second,
            b"Result" => Self::Result,
            b"WhiteElo" => Self::FirstRating,
            b"BlackElo" => Self::SecondRating,
            b"ECO" => Self::Eco,
            b"UTCDate" => Self::UtcDate,
            b"UTCTime" => Self::UtcTime,
            b"EventDate" => Self::EventDate,
            b"Source" => Self::Source,
            b"EndDate" => Self::EndDate,
            b"WhiteRatingDiff" => Self::FirstDiff,
            b"BlackRatingDiff" => Self::SecondDiff,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"Opening" => Self::Opening,
            b"WhiteTitle" => Self::FirstTitle,
            b"BlackTitle" => Self::SecondTitle,
            b"Variant" => Self::Variant,
            // In a line of coordinates, the name is in lower case.
            b"FEN" | b"fen" => Self::Fen,
            b"SetUp" | b"Setup" => Self::SetUp,
            b"PlyCount" => Self::PlyCount,
            b"Rules" => Self::Rules,
            b"Odds" => Self::Odds,
            b"GameId" => Self::GameId,
            b"Link" => Self::Link,
            b"WhiteFideId" => Self::FirstFideId,
            b"BlackFideId" => Self::SecondFideId,
            b"WhiteTeam" => Self::FirstTeam,
            b"BlackTeam" => Self::SecondTeam,
            b"Board" => Self::Board,
            _ => return None,
        })
    }
}
