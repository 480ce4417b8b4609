//! Rule books: what ends or draws a game, and which paragraph says so. Plain data,
//! one file a book. Not for how pieces move (see `rules`).

mod customs;
mod fide;
mod hexagonal;
mod kober;
mod server;
mod shogi;

pub use customs::{Customs, Demand, Irregular, OddsRules, Series, SetUp};
pub(crate) use shogi::MEN_IN_ZONE;
pub use shogi::{ImpasseRule, Perpetual, ShogiRules};

/// A month from which a clause is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    /// Year.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
}

/// What reaching a count does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A player may claim a draw: with the intended move, or having the move.
    Claim {
        /// Paragraph of the claim with the intended move.
        intended: &'static str,
        /// Paragraph of the claim having the move.
        standing: &'static str,
    },
    /// The game is drawn without a claim.
    Ends {
        /// The paragraph.
        basis: &'static str,
        /// Since when.
        since: Option<Month>,
    },
}

/// A count and what reaching it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Occurrences of a position, or quiet plies.
    pub at: u32,
    /// What then happens.
    pub effect: Effect,
}

/// What happens when the winner cannot mate by any sequence of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotMate {
    /// The game is drawn.
    Draw(&'static str),
    /// The result stands; the book says so, or is silent on it.
    Stands,
}

/// One clause as `partie explain BOOK` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// What it is about.
    pub subject: &'static str,
    /// What the book says; `None` where it is silent.
    pub says: Option<&'static str>,
    /// The paragraph.
    pub basis: &'static str,
}

/// A rule book.
#[derive(Debug)]
pub struct RuleBook<R: 'static> {
    /// The name given to `--rules` and in the `[Rules]` tag.
    pub name: &'static str,
    /// The full title.
    pub title: &'static str,
    /// The page that `partie explain` prints.
    pub page: &'static str,
    /// Paragraphs that replace those of the catalogue, by code.
    pub bases: &'static [(crate::finding::Code, &'static str)],
    /// All clauses in reading order.
    pub clauses: &'static [Clause],
    /// What replay asks of it.
    pub rules: R,
}

impl<R> RuleBook<R> {
    /// The paragraph for a code under this book.
    pub fn basis(&self, code: crate::finding::Code) -> &'static str {
        self.own_basis(code).unwrap_or(code.entry().basis)
    }

    /// The book's own paragraph for a code.
    pub(crate) fn own_basis(&self, code: crate::finding::Code) -> Option<&'static str> {
        self.bases.iter().find(|(other, _)| *other == code).map(|(_, basis)| *basis)
    }
}

/// What stalemate is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// Three quarters of a point for the side that gave it.
    ThreeQuarters,
    /// The book does not say.
    Silent,
}

/// What a book of chess decides.
#[derive(Debug)]
pub struct ChessRules {
    /// Repetition of a position, ascending.
    pub repetition: &'static [Count],
    /// Plies without capture and pawn move, ascending. Mate goes first.
    pub quiet: &'static [Count],
    /// Codes of the piece letters that the book itself uses, beside English.
    pub letters: &'static [&'static str],
    /// What stalemate is worth.
    pub stalemate: Stalemate,
    /// The paragraph by which a dead position ends the game, or none.
    pub dead: Option<&'static str>,
    /// Whether a dead position is only pointed out, and the game goes on.
    pub dead_is_advice: bool,
    /// Whether automatic ends are reported as drawn at once (D010) rather than by their kind.
    pub at_once: bool,
    /// The paragraph against a draw agreed before both have moved, or none.
    pub early_agreement: Option<&'static str>,
    /// The winner on time cannot mate.
    pub flag: CannotMate,
    /// The winner by resignation cannot mate.
    pub resignation: CannotMate,
    /// The winner by an infraction cannot mate.
    pub infraction: CannotMate,
    /// Whether the time control may limit each single move.
    pub move_limit: Option<&'static str>,
    /// What the players decide between themselves, in books older than the Laws.
    pub customs: Option<&'static Customs>,
}

/// A book of any game, for choosing and explaining.
#[derive(Clone, Copy, Debug)]
pub enum AnyBook {
    /// Of chess.
    Chess(&'static RuleBook<ChessRules>),
    /// Of hexagonal chess.
    Hex(&'static RuleBook<ChessRules>),
    /// Of shogi.
    Shogi(&'static RuleBook<ShogiRules>),
}

impl AnyBook {
    /// The name given to `--rules`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess(book) => book.name,
            Self::Hex(book) => book.name,
            Self::Shogi(book) => book.name,
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

/// All books; one name may stand for a book of each game.
pub static BOOKS: [AnyBook; 9] = [
    AnyBook::Chess(&fide::FIDE),
    AnyBook::Chess(&server::SERVER),
    AnyBook::Chess(&kober::KOBER),
    AnyBook::Hex(&hexagonal::HEXASACH),
    AnyBook::Hex(&hexagonal::GLINSKI),
    AnyBook::Shogi(&shogi::JSA),
    AnyBook::Shogi(&shogi::CSA24),
    AnyBook::Shogi(&shogi::CSA27),
    AnyBook::Shogi(&shogi::SERVER),
];

/// The books that are chosen, one a game at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Books {
    /// Of chess.
    pub chess: Option<&'static RuleBook<ChessRules>>,
    /// Of hexagonal chess.
    pub hex: Option<&'static RuleBook<ChessRules>>,
    /// Of shogi.
    pub shogi: Option<&'static RuleBook<ShogiRules>>,
}

impl Books {
    /// Adds the books of that name, where none is chosen yet for their game; whether there is one.
    pub fn choose(&mut self, name: &str) -> bool {
        let mut known = false;
        for book in BOOKS.into_iter().filter(|book| book.name().eq_ignore_ascii_case(name)) {
            known = true;
            match book {
                AnyBook::Chess(book) => _ = self.chess.get_or_insert(book),
                AnyBook::Hex(book) => _ = self.hex.get_or_insert(book),
                AnyBook::Shogi(book) => _ = self.shogi.get_or_insert(book),
            }
        }
        known
    }

    /// The books of that name.
    pub fn named(name: &str) -> Option<Self> {
        let mut books = Self::default();
        books.choose(name).then_some(books)
    }
}

/// The book under which chess is judged when nothing else is said.
pub fn default_chess() -> &'static RuleBook<ChessRules> {
    &fide::FIDE
}

/// The book under which hexagonal chess is judged when nothing else is said.
pub fn default_hex() -> &'static RuleBook<ChessRules> {
    &hexagonal::HEXASACH
}

/// The book under which shogi is judged when nothing else is said.
pub fn default_shogi() -> &'static RuleBook<ShogiRules> {
    &shogi::JSA
}

/// The book under which records of CSA are judged when nothing else is said.
pub fn default_csa() -> &'static RuleBook<ShogiRules> {
    &shogi::CSA27
}

/// The book of computer tournaments that counts to 24 points.
pub(crate) fn csa24() -> &'static RuleBook<ShogiRules> {
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
