//! Short names for columns in expressions.

/// The meaning of a short name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Column(&'static str),
    /// Either of two columns; one match suffices.
    Either([&'static str; 2]),
    /// The lower rating, if both are known.
    LowerRating,
    /// The higher of the known ratings.
    HigherRating,
    /// The year of the date.
    Year,
}

/// A short name for a column or a computed value.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub name: &'static str,
    pub meaning: Meaning,
}

const fn name(name: &'static str, meaning: Meaning) -> Name {
    Name { name, meaning }
}

/// All short names, which `docs/where.md` also lists.
pub const NAMES: &[Name] = &[
    name("white", Meaning::Column("first_player")),
    name("sente", Meaning::Column("first_player")),
    name("black", Meaning::Column("second_player")),
    name("gote", Meaning::Column("second_player")),
    name("player", Meaning::Either(["first_player", "second_player"])),
    name("white_elo", Meaning::Column("first_rating")),
    name("black_elo", Meaning::Column("second_rating")),
    name("elo", Meaning::Either(["first_rating", "second_rating"])),
    name("elo_min", Meaning::LowerRating),
    name("elo_max", Meaning::HigherRating),
    name("team", Meaning::Either(["first_team", "second_team"])),
    name("title", Meaning::Either(["first_title", "second_title"])),
    name("year", Meaning::Year),
    name("result", Meaning::Column("result_tag")),
    name("termination", Meaning::Column("termination_inferred")),
];

/// Table columns that are unknown when games are selected, each with the hint to print instead.
pub(super) const NOT_ASKED: &[(&str, &str)] = &[
    ("source", "name the files"),
    ("game", "--skip and --first count games, --list names them"),
    ("game_key", "--skip and --first count games, --list names them"),
    ("line", "--list names games"),
    ("source_offset", "--list names games"),
];
