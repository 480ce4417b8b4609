//! SAN and related notations: long algebraic, coordinates, foreign piece letters, notations of books.

use std::borrow::Cow;

use super::chess_notation::{ChessNotation, Marks, without_marks};
use super::move_notation::{MoveNotation, Node};
use super::own_form::{OwnForm, in_style};
use crate::apart;
use crate::letters::{Letters, Officers};
use crate::san::{self, CheckMark, FastSan, Form, SanToken};
use crate::spell;
use partie_record::Record;
use partie_record::span::Span;
use partie_rules::chess::{Move, MoveKind, Pattern, Position, Role, Square};
use partie_rules::{Resolution, Rules as _};

/// Algebraic notation with the piece letters of a language.
#[derive(Clone, Copy, Debug)]
pub struct Algebraic {
    letters: &'static Letters,
    fast: Fast,
    own: Option<OwnForm>,
}

/// The piece letters that the fast path accepts.
#[derive(Clone, Copy, Debug)]
enum Fast {
    /// English letters, read unchanged.
    English,
    /// Letters of another language, replaced by English ones.
    Other(&'static Officers),
    Never,
}

impl Algebraic {
    /// SAN and its lenient variants.
    pub fn new(letters: &'static Letters) -> Self {
        let fast = if letters.is_english() { Fast::English } else { Fast::Other(letters.officers()) };
        Self { letters, fast, own: None }
    }

    /// The long algebraic notation of Kober's book.
    pub const fn kober(letters: &'static Letters) -> Self {
        Self::in_own_form(OwnForm::Kober, letters)
    }

    /// The numeric notation of the International Correspondence Chess Federation.
    pub const fn iccf() -> Self {
        Self::in_own_form(OwnForm::Iccf, Letters::ENGLISH)
    }

    /// True if moves are in the notation of a book or a federation instead of SAN.
    pub const fn is_own_form(&self) -> bool {
        self.own.is_some()
    }

    const fn in_own_form(own: OwnForm, letters: &'static Letters) -> Self {
        Self { letters, fast: Fast::Never, own: Some(own) }
    }
}

impl MoveNotation for Algebraic {
    type Rules = Position;
    type Token = SanToken;
    type FastToken = FastSan;
    type Memory = ();

    fn remember(&self, _: &Position) {}

    #[inline(always)]
    fn advance((): &mut (), _: Move) {}

    #[inline(always)]
    fn parse_fast(&self, node: &Node<Self>, bytes: &[u8], token: Span) -> Option<(Move, FastSan)> {
        let fast = match self.fast {
            Fast::English => san::parse_fast(bytes, token)?,
            Fast::Other(officers) => in_other_letters(officers, bytes, token)?,
            Fast::Never => return None,
        };
        Some((node.board.unique_move(fast.role, fast.from, fast.to)?, fast))
    }

    #[inline(always)]
    fn is_unambiguous(fast: FastSan, mv: Move) -> bool {
        !fast.origin && fast.captures == mv.captured.is_some()
    }

    fn parse(&self, token: &[u8], (): &()) -> Option<SanToken> {
        let read = |token: &[u8]| match self.own {
            Some(own) => own.read_move(token, self.letters),
            None => san::read_with(token, self.letters).ok().map(|(_, token)| token),
        };
        read(token).or_else(|| apart::readings(token, |text| read(text).is_some()).find_map(|token| read(&token)))
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl ChessNotation for Algebraic {
    const STRICT: bool = true;

    fn of_record(bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> Self {
        match OwnForm::of(record.movetext) {
            Some(own) => Self::in_own_form(own, own.letters(bytes, record, given)),
            None => Self::new(given.unwrap_or(Letters::ENGLISH)),
        }
    }

    fn with_letters(&self, letters: &'static Letters) -> Self {
        match self.own {
            Some(OwnForm::Kober) => Self::kober(letters),
            Some(OwnForm::Iccf) => *self,
            None => Self::new(letters),
        }
    }

    fn seeks_letters(&self) -> bool {
        self.own.is_none()
    }

    fn without_fast(self) -> Self {
        Self { fast: Fast::Never, ..self }
    }

    fn letters(&self) -> &'static Letters {
        self.letters
    }

    fn pattern(token: &SanToken, _: &Node<Self>) -> Pattern {
        token.pattern.clone()
    }

    fn promoting(token: &SanToken, role: Role) -> SanToken {
        let mut token = token.clone();
        token.pattern.promotion = Some(role);
        token
    }

    fn expand(fast: FastSan) -> SanToken {
        fast.written()
    }

    #[inline(always)]
    fn fast_check(fast: FastSan) -> CheckMark {
        if fast.check { CheckMark::Check } else { CheckMark::None }
    }

    fn marks(token: &SanToken) -> Marks {
        Marks {
            form: token.form,
            check: token.check,
            captures: token.pattern.captures,
            late_capture: token.late_capture,
            en_passant: token.en_passant,
            zeros: token.zeros,
            bare_promotion: token.bare_promotion,
            origin: token.origin,
            pawn_letter: token.pawn_letter,
            l_for_one: false,
        }
    }

    fn append(token: &mut SanToken, word: &[u8]) {
        // In a notation of a book, a separate `+` is an evaluation.
        if token.form != Form::Own || !matches!(word, b"+" | b"++") {
            san::append_word(word, token);
        }
    }

    fn write(&self, node: &Node<Self>, mv: Move) -> String {
        match self.own {
            Some(own) => own.write(&node.board, mv, self.letters),
            None => spell::san(&node.board, mv, self.letters),
        }
    }

    fn write_as(&self, node: &Node<Self>, mv: Move, form: Form) -> String {
        match form {
            Form::Long if self.own.is_none() => spell::long(&node.board, mv, self.letters),
            Form::Coordinates if self.own.is_none() => spell::uci(mv, false),
            _ => self.write(node, mv),
        }
    }

    fn write_like(&self, node: &Node<Self>, mv: Move, like: &str) -> String {
        let text = self.write(node, mv);
        if mv.kind == MoveKind::Castling { text } else { in_style(&text, like) }
    }

    fn tidy_misprint<'t>(&self, token: &'t str) -> Cow<'t, str> {
        self.own.map_or_else(|| Cow::Borrowed(without_marks(token)), |own| Cow::Owned(own.tidy_misprint(token)))
    }

    fn visit_spellings(&self, node: &Node<Self>, mv: Move, whole: bool, visit: &mut dyn FnMut(&str)) {
        if let Some(own) = self.own {
            return own.spellings(&node.board, mv, self.letters).iter().for_each(|text| visit(text));
        }
        spell::with_bare(&node.board, mv, self.letters, &mut *visit);
        if mv.kind == MoveKind::Castling {
            // Castling written as the king's move alone: Kg1 for O-O.
            let file = if mv.to.file() > mv.from.file() { 6 } else { 2 };
            visit(&format!("{}{}", self.letters.letter(Role::King), Square::at(file, mv.from.rank())));
        }
        if whole {
            // A misprint with both squares may be in any of these forms.
            [Form::Long, Form::Coordinates].iter().for_each(|form| visit(&self.write_as(node, mv, *form)));
        }
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        // The move needs no origin, or only its file or its rank.
        let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
        let full = token.pattern.origin().is_some();
        !node.board.has_rival(mv, !0) || full && (!node.board.has_rival(mv, file) || !node.board.has_rival(mv, rank))
    }
}

/// Fast path for a move whose piece letter may not be English.
#[inline(never)]
fn in_other_letters(officers: &Officers, bytes: &[u8], token: Span) -> Option<FastSan> {
    let text = token.of(bytes);
    // A pawn move begins with a file; no language has these letters for pieces.
    if let Some(b'a'..=b'h') = text.first() {
        return san::parse_fast(bytes, token);
    }
    let (english, length) = officers.in_english(bytes, token)?;
    san::parse_fast(&english, Span::new(0, length))
}
