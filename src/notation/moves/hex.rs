//! The notations of hexagonal chess, as implementations of the notation traits.

use std::sync::OnceLock;

use super::chess_notation::{ChessNotation, Marks, WrongCell};
use super::move_notation::{MoveNotation, Node};
use crate::hex::{self, FastHex, Firsts, HexToken};
use crate::letters::{LANGUAGES, Letters};
use crate::san::{CheckMark, Form};
use partie_record::Record;
use partie_record::span::Span;
use partie_rules::hex::{Cell, Move, Pattern, Position, Role};
use partie_rules::{Resolution, Rules as _};

/// The meaning of the first byte of a move, in the piece letters of each language.
static FIRSTS: [OnceLock<Firsts>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// Long and short algebraic notation and coordinates of hexagonal chess.
#[derive(Clone, Copy, Debug)]
pub struct HexNotation {
    letters: &'static Letters,
    firsts: &'static Firsts,
}

impl HexNotation {
    pub fn new(letters: &'static Letters) -> Self {
        let language = LANGUAGES.iter().position(|set| set.code == letters.code).unwrap_or_default();
        Self { letters, firsts: FIRSTS[language].get_or_init(|| Firsts::of(&LANGUAGES[language])) }
    }
}

impl MoveNotation for HexNotation {
    type Rules = Position;
    type Token = HexToken;
    type FastToken = FastHex;
    type Memory = ();

    fn remember(&self, _: &Position) {}

    #[inline(always)]
    fn advance((): &mut (), _: Move) {}

    #[inline(always)]
    fn parse_fast(&self, node: &Node<Self>, bytes: &[u8], token: Span) -> Option<(Move, FastHex)> {
        let fast = hex::parse_fast(bytes, token, self.firsts)?;
        if fast.promotion.is_some() {
            return None;
        }
        // Without a piece letter, the piece on the origin moves.
        let role = fast.role.or_else(|| node.board.role(fast.from))?;
        Some((node.board.unique_move(role, fast.from.bit(), fast.to)?, fast))
    }

    #[inline(always)]
    fn is_unambiguous(fast: FastHex, mv: Move) -> bool {
        fast.role != Some(Role::Pawn) && fast.captures == mv.captured.is_some()
    }

    fn parse(&self, token: &[u8], (): &()) -> Option<HexToken> {
        hex::read_with(token, self.letters).ok().map(|(_, token)| token)
    }

    fn candidates(token: &HexToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.written.pattern)
    }
}

impl ChessNotation for HexNotation {
    const STRICT: bool = false;
    const READING_COST: u32 = 2;

    fn of_record(_: &[u8], _: &Record, given: Option<&'static Letters>) -> Self {
        Self::new(given.unwrap_or(Letters::ENGLISH))
    }

    fn with_letters(&self, letters: &'static Letters) -> Self {
        Self::new(letters)
    }

    fn letters(&self) -> &'static Letters {
        self.letters
    }

    fn seeks_letters(&self) -> bool {
        true
    }

    fn pattern(token: &HexToken, _: &Node<Self>) -> Pattern {
        token.written.pattern.clone()
    }

    fn promoting(token: &HexToken, role: Role) -> HexToken {
        let mut token = token.clone();
        token.written.pattern.promotion = Some(role);
        token
    }

    fn expand(fast: FastHex) -> HexToken {
        fast.written()
    }

    #[inline(always)]
    fn fast_check(fast: FastHex) -> CheckMark {
        fast.check
    }

    fn marks(token: &HexToken) -> Marks {
        let written = &token.written;
        Marks {
            form: written.form,
            check: written.check,
            captures: written.pattern.captures,
            late_capture: false,
            en_passant: written.en_passant,
            zeros: written.zeros,
            bare_promotion: written.bare_promotion,
            // A complete origin is part of the long form, which is the default here.
            origin: written.origin && written.pattern.from.count_ones() > 1,
            pawn_letter: written.pawn_letter && written.form == Form::San,
            l_for_one: token.l_for_one,
        }
    }

    fn append(token: &mut HexToken, word: &[u8]) {
        token.append_word(word);
    }

    fn alternative_parse(&self, token: &[u8]) -> Option<HexToken> {
        hex::read_l_as_one(token, self.letters)
    }

    fn without_file(&self, token: &[u8]) -> Option<HexToken> {
        let (role, length) = self.letters.read_role(token)?;
        let rank = std::str::from_utf8(token.get(length..)?).ok()?.parse().ok()?;
        // File f has every rank.
        let cell = Cell::at(5, rank)?;
        let mut token = self.parse(format!("{}{cell}", self.letters.letter(role)).as_bytes(), &())?;
        token.written.pattern.to = cell.rank_set();
        Some(token)
    }

    fn wrong_cell(&self, token: &[u8]) -> Option<WrongCell> {
        let Err(nom::Err::Error(error) | nom::Err::Failure(error)) = hex::read_with(token, self.letters) else {
            return None;
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        hex::WrongCell::of(&error).map(|wrong| match wrong {
            hex::WrongCell::NoJFile(cell) => WrongCell::NoJFile(text(cell)),
            hex::WrongCell::BeyondFile(cell) => WrongCell::BeyondFile(text(cell)),
        })
    }

    fn write(&self, node: &Node<Self>, mv: Move) -> String {
        hex::long(&node.board, mv, self.letters)
    }

    fn write_as(&self, node: &Node<Self>, mv: Move, form: Form) -> String {
        match form {
            Form::San => hex::san(&node.board, mv, self.letters),
            Form::Coordinates => hex::coordinates(mv),
            Form::Long | Form::Own => self.write(node, mv),
        }
    }

    fn visit_spellings(&self, node: &Node<Self>, mv: Move, _: bool, visit: &mut dyn FnMut(&str)) {
        visit(&hex::long(&node.board, mv, self.letters));
        visit(&hex::san(&node.board, mv, self.letters));
    }

    fn is_over_disambiguated(_: &HexToken, node: &Node<Self>, mv: Move) -> bool {
        !node.board.has_rival(mv, !0)
    }
}
