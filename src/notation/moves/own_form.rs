//! Notations with a form of their own beside SAN: each move names both squares, so that none is ambiguous and none has
//! a form that is commoner than others.

use std::convert::Infallible;
use std::fmt::Debug;

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use super::san::{is_over_disambiguated, marks, promoting};
use crate::letters::Letters;
use crate::san::{self, CheckMark, SanToken};
use partie_record::Record;
use partie_record::span::Span;
use partie_rules::chess::{Move, Pattern, Position, Role};
use partie_rules::{Resolution, Rules as _};

/// A notation of chess that names both squares in a form of its own ([`san::Form::Own`]).
pub trait OwnForm: Copy + Debug + Default {
    /// The letters of its pieces; English where it has none.
    const LETTERS: &'static Letters;

    /// The text of a move; `None` if it is none.
    fn read(token: &[u8]) -> Option<SanToken>;
    /// Adds a move, check marked where the notation does so.
    fn write(out: &mut Vec<u8>, position: &Position, mv: Move);
}

impl<F: OwnForm> MoveNotation for F {
    type Rules = Position;
    type Token = SanToken;
    type FastToken = Infallible;
    type Memory = ();

    fn remember(&self, _: &Position) {}

    #[inline(always)]
    fn advance((): &mut (), _: Move) {}

    #[inline(always)]
    fn parse_fast(&self, _: &Node<Self>, _: &[u8], _: Span) -> Option<(Move, Infallible)> {
        None
    }

    fn parse(&self, token: &[u8], (): &()) -> Option<SanToken> {
        F::read(token)
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl<F: OwnForm> ChessNotation for F {
    const STRICT: bool = true;

    fn of_record(_: &[u8], _: &Record, _: Option<&'static Letters>) -> Self {
        Self::default()
    }

    fn with_letters(&self, _: &'static Letters) -> Self {
        Self::default()
    }

    fn letters(&self) -> &'static Letters {
        F::LETTERS
    }

    fn pattern(token: &SanToken, _: &Node<Self>) -> Pattern {
        token.pattern.clone()
    }

    fn promoting(token: &SanToken, role: Role) -> SanToken {
        promoting(token, role)
    }

    fn expand(fast: Infallible) -> SanToken {
        match fast {}
    }

    fn fast_check(fast: Infallible) -> CheckMark {
        match fast {}
    }

    fn marks(token: &SanToken) -> Marks {
        marks(token)
    }

    fn append(token: &mut SanToken, word: &[u8]) {
        // What stands apart is an evaluation.
        if matches!(word, b"+" | b"++") {
            return;
        }
        san::append_word(word, token);
    }

    fn write(&self, node: &Node<Self>, mv: Move) -> String {
        let mut text = Vec::new();
        F::write(&mut text, &node.board, mv);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn spellings(&self, node: &Node<Self>, mv: Move, _: bool) -> Vec<String> {
        vec![ChessNotation::write(self, node, mv).trim_end_matches(['†', '‡']).to_owned()]
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        is_over_disambiguated(token, &node.board, mv)
    }
}
