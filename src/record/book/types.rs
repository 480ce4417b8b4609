//! What a book of rules is made of.

use super::claims::ClaimRules;
use crate::finding::Code;
use partie_rules::chess::Role;

/// A month from which a clause is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
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
    Ends { basis: &'static str, since: Option<Month> },
}

/// A count and what reaching it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Occurrences of a position, or quiet plies.
    pub at: u32,
    pub effect: Effect,
}

/// What happens when the winner cannot mate by any sequence of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotMate {
    Draw(&'static str),
    /// The result stands; the book says so, or is silent on it.
    Stands,
}

/// One clause as `partie explain BOOK` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    pub subject: &'static str,
    /// What the book says; `None` where it is silent.
    pub says: Option<&'static str>,
    pub basis: &'static str,
}

#[derive(Debug)]
pub struct RuleBook<R: 'static> {
    /// The name given to `--rules` and in the `[Rules]` tag.
    pub name: &'static str,
    pub title: &'static str,
    /// The page that `partie explain` prints.
    pub page: &'static str,
    /// Paragraphs that replace those of the catalogue, by code.
    pub bases: &'static [(Code, &'static str)],
    /// All clauses in reading order.
    pub clauses: &'static [Clause],
    /// What replay asks of it.
    pub rules: R,
}

impl<R> RuleBook<R> {
    /// The paragraph for a code under this book.
    pub fn basis(&self, code: Code) -> &'static str {
        self.own_basis(code).unwrap_or(code.entry().basis)
    }

    /// The book's own paragraph for a code.
    pub fn own_basis(&self, code: Code) -> Option<&'static str> {
        self.bases.iter().find(|(other, _)| *other == code).map(|(_, basis)| *basis)
    }
}

impl RuleBook<ChessRules> {
    /// The paragraph that a piece breaks where it does not go that way.
    pub fn basis_of_piece(&self, role: Role) -> &'static str {
        let own = self.rules.pieces.iter().find(|(other, _)| *other == role);
        own.map_or_else(|| self.basis(Code::L003), |(_, basis)| basis)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
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
    /// The paragraph of how each piece moves, if each has one of its own.
    pub pieces: &'static [(Role, &'static str)],
    /// Codes of the piece letters that the book itself uses, beside English.
    pub letters: &'static [&'static str],
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
    pub claims: Option<&'static ClaimRules>,
}
