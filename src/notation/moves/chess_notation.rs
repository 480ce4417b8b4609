//! The notations of chess and hexagonal chess: marks, piece letters and forms of a move text besides the move itself.

use std::borrow::Cow;

use super::move_notation::{MoveNotation, MoveOf, Node};
use crate::letters::Letters;
use crate::san::{CheckMark, Form};
use partie_record::Record;
use partie_rules::Rules;
use partie_rules::chess::Role;

/// The details of a move text besides its pattern.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    pub form: Form,
    pub check: CheckMark,
    /// True if the text has a capture sign.
    pub captures: bool,
    /// True if the capture sign follows the move.
    pub late_capture: bool,
    /// True if the text has an en passant mark.
    pub en_passant: bool,
    /// True if castling is not written as `O-O` or `O-O-O`, but with zeros, for example.
    pub zeros: bool,
    /// True if a promotion lacks its sign, `=`.
    pub bare_promotion: bool,
    /// True if a part of the origin is written.
    pub origin: bool,
    /// True if a pawn move begins with a piece letter.
    pub pawn_letter: bool,
    /// True if an `l` was read as `1`.
    pub l_for_one: bool,
}

/// A nonexistent cell of the hexagonal board, because of which a text is not a move.
#[derive(Clone, Debug)]
pub enum WrongCell {
    /// A cell on a file j, which does not exist.
    NoJFile(String),
    /// A cell beyond the end of its file.
    BeyondFile(String),
}

/// A notation of chess or hexagonal chess.
pub trait ChessNotation: MoveNotation + Clone {
    /// True if only the forms of SAN are correct: promotions with `=`, no long forms.
    const STRICT: bool;
    /// The cost of parsing a move, relative to a move in SAN.
    const READING_COST: u32 = 1;

    /// The notation of a record, with the `given` piece letters, if any.
    fn of_record(bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> Self;
    /// A copy of this notation with other piece letters.
    #[must_use]
    fn with_letters(&self, letters: &'static Letters) -> Self;
    /// This notation without a fast path, for rule books that check legal moves further.
    #[must_use]
    fn without_fast(self) -> Self {
        self
    }
    fn letters(&self) -> &'static Letters;
    /// True if unreadable texts are tried in the piece letters of other languages.
    fn seeks_letters(&self) -> bool {
        false
    }

    fn pattern(token: &Self::Token, node: &Node<Self>) -> <Self::Rules as Rules>::Pattern;
    /// A copy of the token with this promotion.
    fn promoting(token: &Self::Token, role: Role) -> Self::Token;
    /// Converts a token of the fast path to a full token.
    fn expand(fast: Self::FastToken) -> Self::Token;
    fn fast_check(fast: Self::FastToken) -> CheckMark;
    /// The details of a token besides its pattern.
    fn marks(token: &Self::Token) -> Marks;
    /// Applies a separate word after the move, such as `e.p.`, to the token.
    fn append(_: &mut Self::Token, _: &[u8]) {}
    /// Another reading of a token whose first reading is illegal.
    fn alternative_parse(&self, _: &[u8]) -> Option<Self::Token> {
        None
    }
    /// Reads a token without the file of its target, as a move to any square of that rank.
    fn without_file(&self, _: &[u8]) -> Option<Self::Token> {
        None
    }
    /// The nonexistent cell in a token that is not a move, if any.
    fn wrong_cell(&self, _: &[u8]) -> Option<WrongCell> {
        None
    }

    /// Writes a move in the standard form of the notation, with its check mark.
    fn write(&self, node: &Node<Self>, mv: MoveOf<Self>) -> String;
    /// Writes a move in the form that a record uses, with its check mark.
    fn write_as(&self, node: &Node<Self>, mv: MoveOf<Self>, _: Form) -> String {
        self.write(node, mv)
    }
    /// Writes a move in the style of `like`, another move of the same book; both have a piece letter, or neither has
    /// one.
    fn write_like(&self, node: &Node<Self>, mv: MoveOf<Self>, _: &str) -> String {
        self.write(node, mv)
    }
    /// Normalizes a misprint to the form of [`ChessNotation::visit_spellings`]: without check marks and the text after
    /// them.
    fn tidy_misprint<'t>(&self, token: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(without_marks(token))
    }
    /// Passes the spellings of a move to `visit`, for comparison with a misprint. `whole` is true if the misprint names
    /// two squares.
    fn visit_spellings(&self, node: &Node<Self>, mv: MoveOf<Self>, whole: bool, visit: &mut dyn FnMut(&str));
    /// True if the move would be unique with a shorter origin, or without one.
    fn is_over_disambiguated(token: &Self::Token, node: &Node<Self>, mv: MoveOf<Self>) -> bool;
}

/// A move text without the check and annotation marks at its end.
pub(super) fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?', '†', '‡'])
}
