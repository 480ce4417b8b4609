//! The notation of Kober's book of 1888, as a notation of moves.

use std::convert::Infallible;

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use super::san::{is_over_disambiguated, marks, promoting};
use crate::notation::kober;
use crate::notation::letters::Letters;
use crate::notation::san::{self, CheckMark, Form, SanToken};
use crate::record::Record;
use crate::rules::chess::{Move, Pattern, Position, Role};
use crate::rules::{Resolution, Rules as _};
use crate::span::Span;

/// Long algebraic notation of the 1880s.
#[derive(Clone, Copy, Debug)]
pub struct Kober;

impl MoveNotation for Kober {
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

    /// A `+` is an evaluation unless the move checks.
    fn parse(&self, token: &[u8], (): &()) -> Option<SanToken> {
        let kober::KoberToken { mut written, plus, .. } = kober::read(token)?;
        written.form = Form::Own;
        (written.zeros, written.bare_promotion) = (false, false);
        if plus {
            written.check = CheckMark::Open;
        }
        Some(written)
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl ChessNotation for Kober {
    const STRICT: bool = true;

    fn of_record(_: &[u8], _: &Record, _: Option<&'static Letters>) -> Self {
        Self
    }

    fn with_letters(&self, _: &'static Letters) -> Self {
        Self
    }

    fn letters(&self) -> &'static Letters {
        Letters::CZECH
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
        kober::write(&mut text, &node.board, mv);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn spellings(&self, node: &Node<Self>, mv: Move, _: bool) -> Vec<String> {
        vec![self.write(node, mv).trim_end_matches(['†', '‡']).to_owned()]
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        is_over_disambiguated(token, &node.board, mv)
    }
}
