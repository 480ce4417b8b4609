//! Notations with a form of their own beside SAN: each move names both squares, so that none is ambiguous and none has
//! a form that is commoner than others.

use std::convert::Infallible;

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use super::san::{is_over_disambiguated, marks, promoting};
use crate::letters::Letters;
use crate::san::{self, CheckMark, Form, SanToken};
use crate::{apart, iccf, kober, long_letters};
use partie_record::span::Span;
use partie_record::{ItemKind, Movetext, Record};
use partie_rules::chess::{Move, Pattern, Position, Role};
use partie_rules::{Resolution, Rules as _};

/// A notation of chess that names both squares in a form of its own ([`Form::Own`]).
#[derive(Clone, Copy, Debug)]
pub enum OwnForm {
    /// Long algebraic notation of the 1880s, as in Kober's book of 1888, with the letters of its pieces.
    Kober(&'static Letters),
    /// The numbers of the International Correspondence Chess Federation.
    Iccf,
}

/// A `+` is an evaluation unless the move checks.
fn read_kober(token: &[u8], letters: &Letters) -> Option<SanToken> {
    let kober::KoberToken { mut written, plus, .. } = kober::read(&kober::in_own_letters(token, letters)?)?;
    written.form = Form::Own;
    (written.zeros, written.bare_promotion) = (false, false);
    if plus {
        written.check = CheckMark::Open;
    }
    Some(written)
}

impl MoveNotation for OwnForm {
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
        match self {
            Self::Kober(letters) => read_kober(token, letters).or_else(|| read_kober(&apart::joined(token)?, letters)),
            Self::Iccf => iccf::read(token).ok().map(|(_, token)| token),
        }
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl ChessNotation for OwnForm {
    const STRICT: bool = true;

    fn of_record(bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> Self {
        if record.movetext == Movetext::Iccf {
            return Self::Iccf;
        }
        let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move).map(|item| item.span.of(bytes));
        Self::Kober(given.unwrap_or_else(|| long_letters::of_moves(moves)))
    }

    fn with_letters(&self, letters: &'static Letters) -> Self {
        match self {
            Self::Kober(_) => Self::Kober(letters),
            Self::Iccf => Self::Iccf,
        }
    }

    fn letters(&self) -> &'static Letters {
        match self {
            Self::Kober(letters) => letters,
            Self::Iccf => Letters::ENGLISH,
        }
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
        match self {
            Self::Kober(letters) => kober::write(&mut text, &node.board, mv, letters),
            Self::Iccf => iccf::write(&mut text, mv, false),
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    fn spellings(&self, node: &Node<Self>, mv: Move, _: bool) -> Vec<String> {
        vec![ChessNotation::write(self, node, mv).trim_end_matches(['†', '‡']).to_owned()]
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        is_over_disambiguated(token, &node.board, mv)
    }
}
