//! Types of a rule book and its clauses.

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

/// The effect of reaching a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A player may claim a draw: with the intended move, or having the move.
    Claim {
        /// Paragraph of the claim with the intended move; `None` if only the player to move may claim.
        intended: Option<&'static str>,
        /// Paragraph of the claim by the player to move.
        standing: &'static str,
    },
    /// The game is drawn without a claim. Before `since`, a claim of the same count applies, if the book has one.
    Ends { basis: &'static str, since: Option<Month> },
}

/// A count with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Occurrences of a position, or quiet plies.
    pub at: u32,
    pub effect: Effect,
}

/// Material with which a side cannot win, wherever the pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLittle {
    /// No mate is possible with the material of both sides, even with the opponent's help.
    NoMate,
    /// A king alone or with one bishop or knight, whatever the opponent has.
    OneMinor,
    /// A king alone. Also one bishop or knight, or two knights against no pawn; forced wins are not tested.
    NoForcedWin,
}

/// The test for a position that ends the game as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadBy {
    /// No sequence of legal moves mates.
    Proof,
    /// Both sides have too little material, as in [`TooLittle::NoMate`].
    NoMate,
    /// At most one bishop or knight on the whole board, without other pieces.
    OneMinorOnBoard,
    /// At most one bishop or knight on each side, or two knights against a king alone.
    OneMinorEach,
}

/// The effect on a result if the winner cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotMate {
    /// Drawn if no sequence of legal moves mates.
    Draw(&'static str),
    /// Drawn if the winner has too little material; walls of pawns do not count.
    Material(TooLittle, &'static str),
    /// The win counts, by a paragraph or because the book is silent.
    Stands,
}

/// One clause as `partie explain BOOK` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    pub subject: &'static str,
    /// Text of the clause; `None` if the book is silent.
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
    /// Rules that replay checks.
    pub rules: R,
}

impl<R> RuleBook<R> {
    /// The paragraph for a code under this book: its own, or that of the catalogue.
    pub fn basis(&self, code: Code) -> &'static str {
        self.own_basis(code).unwrap_or(code.entry().basis)
    }

    /// The book's own paragraph for a code.
    pub fn own_basis(&self, code: Code) -> Option<&'static str> {
        self.bases.iter().find(|(other, _)| *other == code).map(|(_, basis)| *basis)
    }
}

impl RuleBook<ChessRules> {
    /// The paragraph on the movement of a piece, for moves that break it.
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
    /// The book is silent.
    Silent,
}

/// Rules on draws, results and claims in a book of chess.
#[derive(Debug)]
pub struct ChessRules {
    /// Counts of position repetition, ascending.
    pub repetition: &'static [Count],
    /// Counts of plies without capture and pawn move, ascending. Mate has priority.
    pub quiet: &'static [Count],
    /// The paragraph on the movement of each piece, if the book has one for each.
    pub pieces: &'static [(Role, &'static str)],
    /// Codes of the piece letters that the book itself uses, besides English.
    pub letters: &'static [&'static str],
    pub stalemate: Stalemate,
    /// The paragraph on dead positions, if any.
    pub dead: Option<&'static str>,
    pub dead_by: DeadBy,
    /// True if a dead position is only pointed out, and the game goes on.
    pub dead_is_advice: bool,
    /// True if automatic draws are reported as drawn at once (D010) rather than by their kind.
    pub at_once: bool,
    /// The paragraph against a draw agreed before both have moved, if any.
    pub early_agreement: Option<&'static str>,
    /// The effect on a win on time if the winner cannot mate.
    pub flag: CannotMate,
    /// The effect on a win by resignation if the winner cannot mate.
    pub resignation: CannotMate,
    /// The effect on a win by an infraction if the winner cannot mate.
    pub infraction: CannotMate,
    /// The paragraph by which the time control may limit each move, if any.
    pub move_limit: Option<&'static str>,
    /// Claims of the players, in books older than the Laws.
    pub claims: Option<&'static ClaimRules>,
}

impl ChessRules {
    /// A book that is silent on everything but stalemate; each book states its differences.
    pub const BASE: Self = Self {
        repetition: &[],
        quiet: &[],
        pieces: &[],
        letters: &[],
        stalemate: Stalemate::Draw,
        dead: None,
        dead_by: DeadBy::Proof,
        dead_is_advice: false,
        at_once: false,
        early_agreement: None,
        flag: CannotMate::Stands,
        resignation: CannotMate::Stands,
        infraction: CannotMate::Stands,
        move_limit: None,
        claims: None,
    };
}
