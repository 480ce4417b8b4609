//! What chess and hexagonal chess must say of themselves so that one room replays both.

use std::fmt::Debug;
use std::hash::Hash;

use crate::book::{Books, ChessRules, RuleBook};
use crate::notation::letters::Letters;
use crate::notation::san::{CheckMark, Form};
use crate::record::Record;
use crate::repair;
use crate::replay::collect::Collector;
use crate::replay::context::Source;
use crate::replay::odds::Squares;
use crate::replay::played::{MainLine, Played};
use crate::rules::chess::dead::Why;
use crate::rules::chess::{Bitboard, Role};
use crate::rules::{Game, GameKind, Side};
use crate::span::Span;

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::replay) enum Special {
    None,
    DoubleStep,
    EnPassant,
    Castling,
}

/// A move, on whichever board.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct MoveComponents<S> {
    pub(in crate::replay) from: S,
    pub(in crate::replay) to: S,
    pub(in crate::replay) role: Role,
    pub(in crate::replay) captured: Option<Role>,
    pub(in crate::replay) special: Special,
}

/// What a text says beside its pattern.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct Marks {
    pub(in crate::replay) form: Form,
    pub(in crate::replay) check: CheckMark,
    pub(in crate::replay) captures: bool,
    pub(in crate::replay) en_passant: bool,
    pub(in crate::replay) zeros: bool,
    pub(in crate::replay) bare_promotion: bool,
    pub(in crate::replay) origin: bool,
    pub(in crate::replay) pawn_letter: bool,
    /// Whether an `l` had to be read as `1`.
    pub(in crate::replay) l_for_one: bool,
}

/// Why a text is no move, where that has a code of its own.
#[derive(Clone, Debug)]
pub(in crate::replay) enum WrongCell {
    /// A file j is named.
    NoJFile(String),
    /// A cell beyond the end of its file.
    BeyondFile(String),
}

/// The pieces that a player touched with a move that no rule allows.
#[derive(Clone, Debug)]
pub(in crate::replay) struct TouchedPieces<S> {
    /// Own pieces.
    pub(in crate::replay) own: Vec<S>,
    /// Enemy pieces.
    pub(in crate::replay) enemy: Vec<S>,
    /// Whether the move is written as castling.
    pub(in crate::replay) castles: bool,
}

impl<S> Default for TouchedPieces<S> {
    fn default() -> Self {
        Self { own: Vec::new(), enemy: Vec::new(), castles: false }
    }
}

/// Pieces given at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct Odds {
    pub(in crate::replay) squares: Squares,
    pub(in crate::replay) giver: Option<Side>,
    /// Whether one of them stands on the board all the same.
    pub(in crate::replay) forgotten: bool,
}

/// Where a game begins.
pub(in crate::replay) struct Start<G> {
    pub(in crate::replay) position: G,
    pub(in crate::replay) chess960: bool,
}

/// Chess and its kin: the pieces of chess, SAN, draws by claim.
pub(in crate::replay) trait ChessLike: Game<PieceType = Role, Move: Hash> {
    /// A move's text, read.
    type Text: Clone;
    /// The same of the usual forms, small enough for registers.
    type FastToken: Copy;
    /// What the reader of the usual forms needs for one language; nothing if it has no such reader.
    type Tables: Debug;

    /// Which game it is.
    const KIND: GameKind;
    /// Whether the forms of SAN are asked for: promotions with `=`, no long forms.
    const STRICT: bool;
    /// Whether piece letters of other languages are looked for where a text cannot be read.
    const SEEKS_LETTERS: bool = true;
    /// Whether the second and third suggestion are told with how far they go, too.
    const TELLS_ALL: bool = false;

    /// The book that is chosen for it.
    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules>;
    /// The position in which a record begins.
    fn start_of(source: &Source<'_>, usual: &Self, collector: &mut Collector) -> Option<Start<Self>>;
    /// The main line, to be kept.
    fn keep(line: MainLine<Self>, chess960: bool) -> Played;

    /// The letters in which a record is written, as far as that is known before it is replayed.
    fn letters_of(_: &Record, given: Option<&'static Letters>) -> &'static Letters {
        given.unwrap_or(Letters::ENGLISH)
    }
    /// Tables for a language.
    fn tables(letters: &Letters) -> Self::Tables;
    /// The move of a token in one of the usual forms; nothing wherever a second look is needed.
    fn parse_fast_text(
        &self,
        tables: &Self::Tables,
        bytes: &[u8],
        token: Span,
    ) -> Option<(Self::Move, Self::FastToken)>;
    /// The same with all that could be written.
    fn full_token(quick: Self::FastToken) -> Self::Text;
    /// Whether such a text bears nothing but what is asked for, its check mark aside.
    fn fast_is_plain(quick: Self::FastToken, mv: Self::Move) -> bool;
    /// Its check mark.
    fn fast_check(quick: Self::FastToken) -> CheckMark;

    /// Reads a token.
    fn read(token: &[u8], letters: &Letters) -> Option<Self::Text>;
    /// The reading of a token that reads otherwise as well, but is illegal then.
    fn alternative_parse(token: &[u8], letters: &Letters) -> Option<Self::Text>;
    /// A token without the file of its target, as a move to any square of that rank.
    fn without_file(token: &[u8], letters: &Letters) -> Option<Self::Text>;
    /// What is wrong with a cell of a token that is no move.
    fn wrong_cell(token: &[u8], letters: &Letters) -> Option<WrongCell>;
    /// Takes in a word that stands alone after the move.
    fn append(text: &mut Self::Text, word: &[u8]);
    /// The constraint on moves.
    fn pattern_of(text: &Self::Text) -> &Self::Pattern;
    /// The same with a promotion.
    fn promoting(text: &Self::Text, role: Role) -> Self::Pattern;
    /// What it says beside.
    fn marks(text: &Self::Text) -> Marks;

    /// The parts of a move.
    fn components(mv: Self::Move) -> MoveComponents<Self::Square>;
    /// Number of the move, from 1.
    fn number(&self) -> u32;
    /// The position as FEN, in the game's own dialect.
    fn fen(&self) -> String;
    /// The right text of a move, check marked.
    fn canonical_san(&self, mv: Self::Move, letters: &Letters) -> String;
    /// The text of a move in the form in which a record writes its own, check marked.
    fn written(&self, mv: Self::Move, letters: &Letters, _: Form) -> String {
        self.canonical_san(mv, letters)
    }
    /// Texts that could be meant by a misprint of a move.
    fn spellings(&self, mv: Self::Move, letters: &Letters) -> Vec<String>;
    /// Legal moves whose texts are near to a token, nearest first.
    fn similar_moves(&self, token: &str, letters: &'static Letters) -> Vec<Self::Move> {
        let legal = self.legal();
        let texts = legal.iter().flat_map(|mv| self.spellings(*mv, letters).into_iter().map(|text| (*mv, text)));
        repair::nearest(texts, token, 1).into_iter().map(|near| near.mv).collect()
    }
    /// What stands on a square.
    fn piece_on(&self, at: Self::Square) -> Option<(Side, Role)>;
    /// A side's pieces of a kind.
    fn count(&self, side: Side, role: Role) -> u32;
    /// A side's king.
    fn king_of(&self, side: Side) -> Self::Square;
    /// Whether less of the origin would do.
    fn is_over_disambiguated(&self, text: &Self::Text, mv: Self::Move) -> bool;
    /// Whether nobody can mate any more, and why.
    fn dead(&self) -> Option<Why>;
    /// Whether a side can still mate.
    fn can_mate(&self, side: Side) -> bool;

    /// Tables with which nothing is read quickly, for books under which a legal move needs a second look.
    fn without_fast(tables: Self::Tables) -> Self::Tables {
        tables
    }
    /// The pieces that a move touches which no rule allows.
    fn touched_pieces(&self, _: &Self::Text) -> TouchedPieces<Self::Square> {
        TouchedPieces::default()
    }
    /// What a text means by castling to the side of a rook that was given.
    fn castle_alone(&self, _: &Self::Text, _: Squares, _: &[Self::Move]) -> Option<Self::Move> {
        None
    }
    /// What stands in the list of moves for one that was taken back.
    fn taken_back() -> Option<Self::Move> {
        None
    }
    /// The squares that moves leave; nothing if ECO codes are not of this game.
    fn vacated_squares(_: &[Self::Move]) -> Option<Bitboard> {
        None
    }
    /// The pieces given, against the position in which the game begins.
    fn odds(_: &Source<'_>, _: &Self) -> Option<Odds> {
        None
    }
}
