//! What the notations of chess and hexagonal chess say beside the move: marks, letters, forms.

use std::borrow::Cow;

use super::move_notation::{MoveNotation, MoveOf, Node};
use crate::letters::Letters;
use crate::san::{CheckMark, Form};
use partie_record::Record;
use partie_rules::Rules;
use partie_rules::chess::Role;

/// What a text says beside its pattern.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The form of the text.
    pub form: Form,
    pub check: CheckMark,
    /// Whether it says that it captures.
    pub captures: bool,
    /// Whether it says so behind the move.
    pub late_capture: bool,
    /// Whether it says so of a capture en passant.
    pub en_passant: bool,
    /// Whether castling is written with zeros.
    pub zeros: bool,
    /// Whether a promotion lacks its sign.
    pub bare_promotion: bool,
    /// Whether some of the origin is named.
    pub origin: bool,
    /// Whether a pawn bears its letter.
    pub pawn_letter: bool,
    /// Whether an `l` had to be read as `1`.
    pub l_for_one: bool,
}

/// Why a text is no move, where that has a code of its own.
#[derive(Clone, Debug)]
pub enum WrongCell {
    /// A file j is named.
    NoJFile(String),
    /// A cell beyond the end of its file.
    BeyondFile(String),
}

/// A notation of chess or hexagonal chess.
pub trait ChessNotation: MoveNotation + Clone {
    /// Whether the forms of SAN are asked for: promotions with `=`, no long forms.
    const STRICT: bool;
    /// How much it costs to read a move, in moves of SAN.
    const READING_COST: u32 = 1;

    /// The notation of a record, with the letters that are given, if any.
    fn of_record(bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> Self;
    /// The same with other letters.
    #[must_use]
    fn with_letters(&self, letters: &'static Letters) -> Self;
    /// The same without a fast path, for books under which a legal move is looked at again.
    #[must_use]
    fn without_fast(self) -> Self {
        self
    }
    fn letters(&self) -> &'static Letters;
    /// Whether piece letters of other languages are looked for where a text cannot be read.
    fn seeks_letters(&self) -> bool {
        false
    }

    fn pattern(token: &Self::Token, node: &Node<Self>) -> <Self::Rules as Rules>::Pattern;
    /// The same text with a promotion.
    fn promoting(token: &Self::Token, role: Role) -> Self::Token;
    /// A text of the fast path with all that could be written.
    fn expand(fast: Self::FastToken) -> Self::Token;
    fn fast_check(fast: Self::FastToken) -> CheckMark;
    /// What a text says beside its pattern.
    fn marks(token: &Self::Token) -> Marks;
    /// Takes in a word that stands alone after the move.
    fn append(_: &mut Self::Token, _: &[u8]) {}
    /// The reading of a token that reads otherwise as well, but is illegal then.
    fn alternative_parse(&self, _: &[u8]) -> Option<Self::Token> {
        None
    }
    /// A token without the file of its target, as a move to any square of that rank.
    fn without_file(&self, _: &[u8]) -> Option<Self::Token> {
        None
    }
    /// What is wrong with a cell of a token that is no move.
    fn wrong_cell(&self, _: &[u8]) -> Option<WrongCell> {
        None
    }

    /// The text of a move as the notation asks for it, check marked.
    fn write(&self, node: &Node<Self>, mv: MoveOf<Self>) -> String;
    /// The text of a move in the form in which a record writes its own, check marked.
    fn write_as(&self, node: &Node<Self>, mv: MoveOf<Self>, _: Form) -> String {
        self.write(node, mv)
    }
    /// The move as the book writes that prints `like`, another move with a piece letter or without one as this.
    fn write_like(&self, node: &Node<Self>, mv: MoveOf<Self>, _: &str) -> String {
        self.write(node, mv)
    }
    /// A misprint in the form of [`ChessNotation::visit_spellings`]: marks of check and what follows them left out.
    fn tidy_misprint<'t>(&self, token: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(without_marks(token))
    }
    /// Gives the texts that could be meant by a misprint of a move; `whole` says that the misprint names two squares.
    fn visit_spellings(&self, node: &Node<Self>, mv: MoveOf<Self>, whole: bool, visit: &mut dyn FnMut(&str));
    /// Whether less of the origin would do.
    fn is_over_disambiguated(token: &Self::Token, node: &Node<Self>, mv: MoveOf<Self>) -> bool;
}

/// A text without the marks behind a move.
pub(super) fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?', '†', '‡'])
}
