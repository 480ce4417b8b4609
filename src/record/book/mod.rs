//! Rule books: what ends or draws a game, by which paragraph. Plain data, one file a book.
//! Piece movement is in `rules`.

mod chesscom;
mod claims;
mod fics;
mod fide;
mod hexagonal;
mod kober;
mod lichess;
mod server;
mod shogi;
mod sites;
mod types;
mod uscf;

use crate::UnknownName;
pub use claims::{ClaimRules, Demand, Irregular, OddsRules, Series, SetUp};
pub use shogi::PIECES_IN_ZONE;
pub use shogi::{ImpasseRule, Perpetual, ShogiRules};
pub use sites::of_site;
pub use types::{CannotMate, ChessRules, Clause, Count, DeadBy, Effect, Month, RuleBook, Stalemate, TooLittle};

/// A book of any game, to choose and explain.
#[derive(Clone, Copy, Debug)]
pub enum AnyBook {
    Chess(&'static RuleBook<ChessRules>),
    Hex(&'static RuleBook<ChessRules>),
    Shogi(&'static RuleBook<ShogiRules>),
}

impl AnyBook {
    /// The name for `--rules`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess(book) => book.name,
            Self::Hex(book) => book.name,
            Self::Shogi(book) => book.name,
        }
    }

    /// The name of the game in every output form.
    pub const fn game(self) -> &'static str {
        match self {
            Self::Chess(_) => "chess",
            Self::Hex(_) => "hex",
            Self::Shogi(_) => "shogi",
        }
    }

    /// The page that `partie explain` prints.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Chess(book) => book.page,
            Self::Hex(book) => book.page,
            Self::Shogi(book) => book.page,
        }
    }

    /// All clauses in reading order.
    pub const fn clauses(self) -> &'static [Clause] {
        match self {
            Self::Chess(book) => book.clauses,
            Self::Hex(book) => book.clauses,
            Self::Shogi(book) => book.clauses,
        }
    }
}

/// All books; books of several games may share a name.
pub static BOOKS: &[AnyBook] = &[
    AnyBook::Chess(&fide::FIDE),
    AnyBook::Chess(&uscf::USCF),
    AnyBook::Chess(&lichess::LICHESS),
    AnyBook::Chess(&chesscom::CHESSCOM),
    AnyBook::Chess(&fics::FICS),
    AnyBook::Chess(&server::SERVER),
    AnyBook::Chess(&kober::KOBER),
    AnyBook::Hex(&hexagonal::HEXASACH),
    AnyBook::Hex(&hexagonal::GLINSKI),
    AnyBook::Shogi(&shogi::JSA),
    AnyBook::Shogi(&shogi::CSA24),
    AnyBook::Shogi(&shogi::CSA27),
    AnyBook::Shogi(&shogi::SERVER),
];

/// The default book of each game.
pub static DEFAULTS: [AnyBook; 3] =
    [AnyBook::Chess(&fide::FIDE), AnyBook::Hex(&hexagonal::HEXASACH), AnyBook::Shogi(&shogi::JSA)];

/// The chosen books, at most one a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Books {
    pub chess: Option<&'static RuleBook<ChessRules>>,
    pub hex: Option<&'static RuleBook<ChessRules>>,
    pub shogi: Option<&'static RuleBook<ShogiRules>>,
}

impl Books {
    /// Adds the books of that name for games without a book yet. Returns true if the name exists.
    pub fn choose(&mut self, name: &str) -> bool {
        let mut known = false;
        for book in BOOKS.iter().copied().filter(|book| book.name().eq_ignore_ascii_case(name)) {
            known = true;
            match book {
                AnyBook::Chess(book) => _ = self.chess.get_or_insert(book),
                AnyBook::Hex(book) => _ = self.hex.get_or_insert(book),
                AnyBook::Shogi(book) => _ = self.shogi.get_or_insert(book),
            }
        }
        known
    }

    /// Chooses books by name; the first one wins if several are for the same game.
    ///
    /// # Errors
    /// Returns the first unknown name.
    pub fn of(names: &[String]) -> Result<Self, UnknownName> {
        let mut books = Self::default();
        for name in names {
            if !books.choose(name) {
                let mut known: Vec<&str> = BOOKS.iter().map(|book| book.name()).collect();
                known.sort_unstable();
                known.dedup();
                return Err(UnknownName::new(("rule book", "rule books"), name, known));
            }
        }
        Ok(books)
    }

    /// Chooses the books of one name; `None` if it is unknown.
    pub fn named(name: &str) -> Option<Self> {
        let mut books = Self::default();
        books.choose(name).then_some(books)
    }
}

/// The default book of chess.
pub fn default_chess() -> &'static RuleBook<ChessRules> {
    &fide::FIDE
}

/// The default book of hexagonal chess.
pub fn default_hex() -> &'static RuleBook<ChessRules> {
    &hexagonal::HEXASACH
}

/// The default book of shogi.
pub fn default_shogi() -> &'static RuleBook<ShogiRules> {
    &shogi::JSA
}

/// The default book of CSA records.
pub fn default_csa() -> &'static RuleBook<ShogiRules> {
    &shogi::CSA27
}

/// The book of computer tournaments with the 24-point rule.
pub fn csa24() -> &'static RuleBook<ShogiRules> {
    &shogi::CSA24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_name_the_paragraph_of_every_clause() {
        for book in BOOKS {
            for clause in book.clauses() {
                for paragraph in clause.basis.split(", ").filter(|paragraph| !paragraph.is_empty()) {
                    assert!(
                        book.page().contains(paragraph),
                        "{}: {} rests on {paragraph}",
                        book.name(),
                        clause.subject
                    );
                }
            }
        }
    }
}
