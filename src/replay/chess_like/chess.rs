//! Chess on its own board.

use super::eco;
use super::game::Start;
use super::game::{ChessLike, Marks, MoveComponents, Odds, Special, TouchedPieces, WrongCell};
use super::judge_move::JudgeMove;
use super::start;
use crate::book::{self, Books, ChessRules, RuleBook};
use crate::notation::letters::Letters;
use crate::notation::san::{self, CheckMark, FastSan, Form, SanToken};
use crate::notation::{fen, iccf, kober, spell};
use crate::record::{Movetext, Record};
use crate::repair;
use crate::replay::collect::Collector;
use crate::replay::context::Source;
use crate::replay::odds::Squares;
use crate::replay::played::{CastlingForm, MainLine, Played};
use crate::rules::chess::dead::{self, Why};
use crate::rules::chess::{Bitboard, Move, MoveKind, Pattern, Position, Role, Square};
use crate::rules::{BoardSide, Game as _, GameKind, Resolution, Side};
use crate::span::Span;

impl ChessLike for Position {
    type Text = SanToken;
    type FastToken = FastSan;
    /// Whether the letters are English.
    type Tables = bool;

    const KIND: GameKind = GameKind::Chess;
    const STRICT: bool = true;

    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules> {
        chosen.chess.or(named.chess).unwrap_or_else(book::default_chess)
    }

    fn start_of(source: &Source<'_>, usual: &Self, collector: &mut Collector) -> Option<Start<Self>> {
        start::chess(source, usual, collector)
    }

    fn keep(line: MainLine<Self>, chess960: bool) -> Played {
        let castling = if chess960 { CastlingForm::KingTakesRook } else { CastlingForm::KingMove };
        Played::Chess(Box::new(line), castling)
    }

    fn tables(letters: &Letters) -> bool {
        letters.is_english()
    }

    #[inline(always)]
    fn parse_fast_text(&self, english: &bool, bytes: &[u8], token: Span) -> Option<(Move, FastSan)> {
        if !english {
            return None;
        }
        let usual = san::parse_fast(bytes, token)?;
        Some((self.only(usual.role, usual.from, usual.to)?, usual))
    }

    fn full_token(quick: FastSan) -> SanToken {
        quick.written()
    }

    #[inline(always)]
    fn fast_is_plain(quick: FastSan, mv: Move) -> bool {
        !quick.origin && quick.captures == mv.captured.is_some()
    }

    #[inline(always)]
    fn fast_check(quick: FastSan) -> CheckMark {
        if quick.check { CheckMark::Check } else { CheckMark::None }
    }

    fn letters_of(record: &Record, given: Option<&'static Letters>) -> &'static Letters {
        match record.movetext {
            Movetext::Kober => Letters::KOBER,
            Movetext::Iccf => Letters::ICCF,
            _ => given.unwrap_or(Letters::ENGLISH),
        }
    }

    fn read(token: &[u8], letters: &Letters) -> Option<SanToken> {
        if letters.is_kober() {
            return read_kober(token);
        }
        if letters.is_iccf() {
            return iccf::read(token).ok();
        }
        san::read_with(token, letters).ok().map(|(_, written)| written)
    }

    fn alternative_parse(_: &[u8], _: &Letters) -> Option<SanToken> {
        None
    }

    fn without_file(_: &[u8], _: &Letters) -> Option<SanToken> {
        None
    }

    fn wrong_cell(_: &[u8], _: &Letters) -> Option<WrongCell> {
        None
    }

    fn append(text: &mut SanToken, word: &[u8]) {
        // In the notation of 1888 what stands apart is an evaluation.
        if text.form == Form::Own && matches!(word, b"+" | b"++") {
            return;
        }
        san::append_word(word, text);
    }

    #[inline]
    fn pattern_of(text: &SanToken) -> &Pattern {
        &text.pattern
    }

    fn promoting(text: &SanToken, role: Role) -> Pattern {
        Pattern { promotion: Some(role), ..text.pattern.clone() }
    }

    fn marks(text: &SanToken) -> Marks {
        Marks {
            form: text.form,
            check: text.check,
            captures: text.pattern.captures,
            en_passant: text.en_passant,
            zeros: text.zeros,
            bare_promotion: text.bare_promotion,
            origin: text.origin,
            pawn_letter: text.pawn_letter,
            l_for_one: false,
        }
    }

    #[inline]
    fn components(mv: Move) -> MoveComponents<Square> {
        let special = match mv.kind {
            MoveKind::Plain | MoveKind::Irregular | MoveKind::TakenBack => Special::None,
            MoveKind::DoubleStep => Special::DoubleStep,
            MoveKind::EnPassant => Special::EnPassant,
            MoveKind::Castling => Special::Castling,
        };
        MoveComponents { from: mv.from, to: mv.to, role: mv.role, captured: mv.captured, special }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn canonical_san(&self, mv: Move, letters: &Letters) -> String {
        if letters.is_kober() {
            let mut text = Vec::new();
            kober::write(&mut text, self, mv);
            return String::from_utf8_lossy(&text).into_owned();
        }
        if letters.is_iccf() {
            let mut text = Vec::new();
            iccf::write(&mut text, mv, false);
            return String::from_utf8_lossy(&text).into_owned();
        }
        spell::san(self, mv, letters)
    }

    fn written(&self, mv: Move, letters: &Letters, form: Form) -> String {
        if letters.is_kober() || letters.is_iccf() {
            return self.canonical_san(mv, letters);
        }
        match form {
            Form::Long => spell::long(self, mv, letters),
            Form::Coordinates => spell::uci(mv, false),
            Form::San | Form::Own => self.canonical_san(mv, letters),
        }
    }

    fn similar_moves(&self, token: &str, letters: &'static Letters) -> Vec<Move> {
        let whole = token.bytes().filter(u8::is_ascii_digit).count() > 1 && !letters.is_kober() && !letters.is_iccf();
        let texts = self.legal().into_iter().flat_map(|mv| {
            let mut texts = self.spellings(mv, letters);
            if whole {
                // Where both squares are named the text may be of any such form.
                texts.extend([Form::Long, Form::Coordinates].map(|form| self.written(mv, letters, form)));
            }
            texts.into_iter().map(move |text| (mv, text))
        });
        repair::nearest(texts, token, 1).into_iter().map(|near| near.mv).collect()
    }

    fn spellings(&self, mv: Move, letters: &Letters) -> Vec<String> {
        if letters.is_kober() {
            return vec![self.canonical_san(mv, letters).trim_end_matches(['†', '‡']).to_owned()];
        }
        if letters.is_iccf() {
            return vec![self.canonical_san(mv, letters)];
        }
        let mut texts = vec![spell::bare(self, mv, letters)];
        if mv.kind == MoveKind::Castling {
            // Castling written as the king's move alone: Kg1 for O-O.
            let file = if mv.to.file() > mv.from.file() { 6 } else { 2 };
            texts.push(format!("{}{}", letters.letter(Role::King), Square::at(file, mv.from.rank())));
        }
        texts
    }

    fn piece_on(&self, at: Square) -> Option<(Side, Role)> {
        self.piece_at(at)
    }

    fn count(&self, side: Side, role: Role) -> u32 {
        self.pieces(side, role).count_ones()
    }

    fn king_of(&self, side: Side) -> Square {
        self.king(side)
    }

    fn is_over_disambiguated(&self, text: &SanToken, mv: Move) -> bool {
        // The full square is too much where file or rank alone tells the pieces apart.
        let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
        let full = text.pattern.origin().is_some();
        !self.has_rival(mv, !0) || full && (!self.has_rival(mv, file) || !self.has_rival(mv, rank))
    }

    fn dead(&self) -> Option<Why> {
        dead::dead(self)
    }

    fn can_mate(&self, side: Side) -> bool {
        dead::can_mate(self, side)
    }

    fn without_fast(_: bool) -> bool {
        false
    }

    fn touched_pieces(&self, text: &SanToken) -> TouchedPieces<Square> {
        touched(self, &text.pattern)
    }

    fn castle_alone(&self, text: &SanToken, given: Squares, moves: &[Move]) -> Option<Move> {
        castle_alone(self, &text.pattern, given, moves)
    }

    fn taken_back() -> Option<Move> {
        Some(Move::TAKEN_BACK)
    }

    fn vacated_squares(moves: &[Move]) -> Option<Bitboard> {
        Some(eco::vacated_squares(moves))
    }

    fn odds(source: &Source<'_>, start: &Self) -> Option<Odds> {
        let squares = Squares::read(source.head.odds?)?;
        let usual = Self::start();
        let forgotten = squares.bits() & start.occupied() & usual.occupied() != 0;
        Some(Odds { squares, giver: squares.giver(&usual), forgotten })
    }
}

impl JudgeMove for Position {}

/// The pieces that a move touches which no rule allows.
pub(super) fn touched(position: &Position, pattern: &Pattern) -> TouchedPieces<Square> {
    let us = position.turn();
    let mut touched = TouchedPieces { castles: position.castling_wing(pattern).is_some(), ..TouchedPieces::default() };
    let side_of = |at: Square| position.piece_at(at).map(|(side, _)| side);
    match position.clone().force(pattern) {
        Some(mv) => {
            touched.own.push(mv.from);
            // The rook of a castling, or an own piece that was captured.
            if side_of(mv.to) == Some(us) {
                touched.own.push(mv.to);
            }
        }
        None if touched.castles => touched.own.push(position.king(us)),
        None => {}
    }
    if touched.castles {
        return touched;
    }
    let written = pattern.origin().filter(|at| side_of(*at) == Some(us.other()));
    let theirs = match position.with_turn_swapped().resolve(pattern) {
        Resolution::Unique(mv) if !position.in_check() && (touched.own.is_empty() || !pattern.captures) => {
            Some(mv.from)
        }
        _ => None,
    };
    if let Some(at) = written.or(theirs) {
        // Whose piece it was is plain: the other readings touch nothing.
        touched.own.clear();
        touched.enemy.push(at);
    } else if let Some(at) = pattern.target().filter(|_| pattern.captures)
        && matches!(position.piece_at(at), Some((side, role)) if side != us && role != Role::King)
    {
        touched.enemy.push(at);
    }
    touched
}

/// What a text means by castling to the side of a rook that was given.
pub(super) fn castle_alone(position: &Position, pattern: &Pattern, given: Squares, moves: &[Move]) -> Option<Move> {
    let wing = position.castling_wing(pattern)?;
    let rank = if position.turn() == Side::First { 0 } else { 7 };
    let corner = Square::at(if wing == BoardSide::King { 7 } else { 0 }, rank);
    let home = Square::at(4, rank);
    // Nobody but its own king leaves its home first.
    let moved = moves.iter().any(|mv| mv.role == Role::King && mv.from == home && !Position::is_null(*mv));
    if given.bits() & corner.bit() == 0 || moved {
        return None;
    }
    position.castle_alone(wing)
}

/// A move of 1888, whose `+` is an evaluation unless it checks.
fn read_kober(token: &[u8]) -> Option<SanToken> {
    let kober::KoberToken { mut written, plus, .. } = kober::read(token)?;
    written.form = Form::Own;
    (written.zeros, written.bare_promotion) = (false, false);
    if plus {
        written.check = CheckMark::Open;
    }
    Some(written)
}
