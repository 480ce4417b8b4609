//! The numbers of correspondence chess, as a notation of moves.

use std::convert::Infallible;

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use super::san::{is_over_disambiguated, marks, promoting};
use crate::notation::iccf;
use crate::notation::letters::Letters;
use crate::notation::san::{self, CheckMark, Form, SanToken};
use crate::record::Record;
use crate::rules::chess::{Move, Pattern, Position, Role};
use crate::rules::{Resolution, Rules as _};
use crate::span::Span;

/// Moves in the numbers of the International Correspondence Chess Federation.
#[derive(Clone, Copy, Debug)]
pub struct Iccf;

impl MoveNotation for Iccf {
    type Rules = Position;
    type Token = SanToken;
    type FastToken = Infallible;
    type Memory = ();

    fn remember(&self, _: &Position) {}

    #[inline(always)]
    fn advance((): &mut (), _: Move) {}

    #[inline(always)]
    fn parse_fast(&self, _: &Node<Self>, _: &[u8], _: Span) -> Option<(Move, Self::FastToken)> {
        None
    }

    fn parse(&self, token: &[u8], (): &()) -> Option<SanToken> {
        iccf::read(token).ok().map(|(_, token)| token)
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl ChessNotation for Iccf {
    const STRICT: bool = true;

    fn of_record(_: &[u8], _: &Record, _: Option<&'static Letters>) -> Self {
        Self
    }

    fn with_letters(&self, _: &'static Letters) -> Self {
        Self
    }

    fn letters(&self) -> &'static Letters {
        Letters::ENGLISH
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
        if token.form == Form::Own && matches!(word, b"+" | b"++") {
            return;
        }
        san::append_word(word, token);
    }

    fn write(&self, _: &Node<Self>, mv: Move) -> String {
        let mut text = Vec::new();
        iccf::write(&mut text, mv, false);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn spellings(&self, node: &Node<Self>, mv: Move, _: bool) -> Vec<String> {
        vec![self.write(node, mv)]
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        is_over_disambiguated(token, &node.board, mv)
    }
}
