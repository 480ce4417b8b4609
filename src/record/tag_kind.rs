//! What a tag says, by its name: one table for all that reads tags. Not for headers of shogi, whose names are Japanese.

/// The seven tag roster of PGN, with what stands where nothing is known; the result is that of the game.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", ""),
];

/// What a tag can hold.
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
    /// The day on which the event began, and that on which the game ended.
    EventDate,
    EndDate,
    TimeControl,
    FirstTimeControl,
    SecondTimeControl,
    Byoyomi,
    Result,
    Termination,
    Variant,
    /// The position at the beginning, and whether there is one.
    Fen,
    SetUp,
    PlyCount,
    Eco,
    Opening,
    /// The books of rules that hold, and what was given as odds.
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

    /// What a tag of that name holds; White is the first player.
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
            b"EndDate" => Self::EndDate,
            b"WhiteRatingDiff" => Self::FirstDiff,
            b"BlackRatingDiff" => Self::SecondDiff,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"Opening" => Self::Opening,
            b"WhiteTitle" => Self::FirstTitle,
            b"BlackTitle" => Self::SecondTitle,
            b"Variant" => Self::Variant,
            // A line of coordinates names it in small letters.
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
