//! The names of an expression beside the columns of games. Not for what tags hold.

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Column(&'static str),
    /// Either of two columns: one of them satisfies what is asked.
    Either([&'static str; 2]),
    /// The lower rating, if both are known.
    LowerRating,
    /// The higher of the ratings that are known.
    HigherRating,
    /// The year of the date.
    Year,
}

/// A name that people use.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub name: &'static str,
    pub meaning: Meaning,
}

const fn name(name: &'static str, meaning: Meaning) -> Name {
    Name { name, meaning }
}

/// All of them; `docs/where.md` has the same.
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

/// The columns of an archive's table that a game alone does not tell, and what is to be used instead.
pub(super) const NOT_ASKED: &[(&str, &str)] = &[
    ("source", "name the files"),
    ("game", "--skip and --first count games, --list names them"),
    ("game_key", "--skip and --first count games, --list names them"),
    ("line", "--list names games"),
    ("source_offset", "--list names games"),
];
