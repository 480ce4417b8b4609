//! SAN and its kin: long algebraic notation, coordinates, piece letters of other languages.

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use crate::apart;
use crate::letters::{Letters, Officers};
use crate::san::{self, CheckMark, FastSan, Form, SanToken};
use crate::spell;
use partie_record::Record;
use partie_record::span::Span;
use partie_rules::chess::{Move, MoveKind, Pattern, Position, Role, Square};
use partie_rules::{Resolution, Rules as _};

/// Standard algebraic notation in the letters of a language.
#[derive(Clone, Copy, Debug)]
pub struct San {
    letters: &'static Letters,
    fast: Fast,
}

/// How the fast path reads the commonest moves.
#[derive(Clone, Copy, Debug)]
enum Fast {
    /// As they stand: they are English.
    English,
    /// With the letter of English in the place of theirs.
    Other(&'static Officers),
    Never,
}

impl San {
    pub fn new(letters: &'static Letters) -> Self {
        let fast = if letters.is_english() { Fast::English } else { Fast::Other(letters.officers()) };
        Self { letters, fast }
    }
}

impl MoveNotation for San {
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
        let read = |token: &[u8]| san::read_with(token, self.letters).ok().map(|(_, token)| token);
        read(token).or_else(|| apart::readings(token, |text| read(text).is_some()).find_map(|token| read(&token)))
    }

    fn candidates(token: &SanToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

impl ChessNotation for San {
    const STRICT: bool = true;
    const SEEKS_LETTERS: bool = true;

    fn of_record(_: &[u8], _: &Record, given: Option<&'static Letters>) -> Self {
        Self::new(given.unwrap_or(Letters::ENGLISH))
    }

    fn with_letters(&self, letters: &'static Letters) -> Self {
        Self::new(letters)
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
        promoting(token, role)
    }

    fn expand(fast: FastSan) -> SanToken {
        fast.written()
    }

    #[inline(always)]
    fn fast_check(fast: FastSan) -> CheckMark {
        if fast.check { CheckMark::Check } else { CheckMark::None }
    }

    fn marks(token: &SanToken) -> Marks {
        marks(token)
    }

    fn append(token: &mut SanToken, word: &[u8]) {
        san::append_word(word, token);
    }

    fn write(&self, node: &Node<Self>, mv: Move) -> String {
        spell::san(&node.board, mv, self.letters)
    }

    fn write_as(&self, node: &Node<Self>, mv: Move, form: Form) -> String {
        match form {
            Form::Long => spell::long(&node.board, mv, self.letters),
            Form::Coordinates => spell::uci(mv, false),
            Form::San | Form::Own => self.write(node, mv),
        }
    }

    fn spellings(&self, node: &Node<Self>, mv: Move, whole: bool) -> Vec<String> {
        let mut texts = vec![spell::bare(&node.board, mv, self.letters)];
        if mv.kind == MoveKind::Castling {
            // Castling written as the king's move alone: Kg1 for O-O.
            let file = if mv.to.file() > mv.from.file() { 6 } else { 2 };
            texts.push(format!("{}{}", self.letters.letter(Role::King), Square::at(file, mv.from.rank())));
        }
        if whole {
            // Where both squares are named the text may be of any such form.
            texts.extend([Form::Long, Form::Coordinates].map(|form| self.write_as(node, mv, form)));
        }
        texts
    }

    fn is_over_disambiguated(token: &SanToken, node: &Node<Self>, mv: Move) -> bool {
        is_over_disambiguated(token, &node.board, mv)
    }
}

/// The same of a move whose piece letter is not that of English.
#[inline(never)]
fn in_other_letters(officers: &Officers, bytes: &[u8], token: Span) -> Option<FastSan> {
    let text = token.of(bytes);
    // A pawn's move names its files, which no language has for pieces.
    if let Some(b'a'..=b'h') = text.first() {
        return san::parse_fast(bytes, token);
    }
    if text.len() < 4 {
        let mut padded = [0; 4];
        padded.get_mut(..text.len())?.copy_from_slice(text);
        let (english, length) = officers.in_english(&padded)?;
        return san::parse_fast(&english, Span::new(0, length.checked_sub(4 - text.len())?));
    }
    let (english, length) = officers.in_english(text)?;
    san::parse_fast(&english, Span::new(0, length))
}

/// The same text with a promotion.
pub(super) fn promoting(token: &SanToken, role: Role) -> SanToken {
    let mut token = token.clone();
    token.pattern.promotion = Some(role);
    token
}

/// What a text says beside its pattern.
pub(super) fn marks(token: &SanToken) -> Marks {
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

/// Whether less of the origin would do: none of it, or file or rank alone.
pub(super) fn is_over_disambiguated(token: &SanToken, position: &Position, mv: Move) -> bool {
    let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
    let full = token.pattern.origin().is_some();
    !position.has_rival(mv, !0) || full && (!position.has_rival(mv, file) || !position.has_rival(mv, rank))
}
