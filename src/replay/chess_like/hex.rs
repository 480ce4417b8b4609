//! Hexagonal chess.

use super::game::Start;
use super::game::{ChessLike, Marks, MoveComponents, Special, WrongCell};
use super::judge_move::JudgeMove;
use crate::book::{self, Books, ChessRules, RuleBook};
use crate::finding::{Code, Finding, Severity};
use crate::notation::hex::{self, FastHex, Firsts, HexToken};
use crate::notation::hex_fen;
use crate::notation::letters::Letters;
use crate::notation::san::{CheckMark, Form};
use crate::notation::spell::side as side_name;
use crate::replay::collect::Collector;
use crate::replay::context::Source;
use crate::replay::played::{MainLine, Played};
use crate::rules::chess::dead::Why;
use crate::rules::hex::{Cell, Move, MoveKind, Pattern, Position, Role, SetupFault, dead_by_material, too_little};
use crate::rules::{GameKind, Side};
use crate::span::Span;

impl ChessLike for Position {
    type Text = HexToken;
    type FastToken = FastHex;
    type Tables = Firsts;

    const KIND: GameKind = GameKind::Hex;
    const STRICT: bool = false;

    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules> {
        chosen.hex.or(named.hex).unwrap_or_else(book::default_hex)
    }

    fn start_of(source: &Source<'_>, usual: &Self, collector: &mut Collector) -> Option<Start<Self>> {
        let Some(tag) = source.head.fen else { return Some(Start { position: usual.clone(), chess960: false }) };
        let read = hex_fen::read(&source.text.decode(tag.value), None);
        for fault in &read.faults {
            let severity = fault.code.entry().severity;
            collector
                .add(fault.code, severity, || Finding::new(fault.code, tag.value, fault.message.clone()).at_ply(0));
        }
        let built = read.setup.position();
        let faults = match &built {
            Ok((_, faults)) | Err(faults) => faults,
        };
        for fault in faults {
            report(tag.value, fault, collector);
        }
        let unreadable = read.faults.iter().any(|fault| fault.code.entry().severity == Severity::Error);
        let position = built.ok().map(|(position, _)| position).filter(|_| !unreadable)?;
        Some(Start { position, chess960: false })
    }

    fn keep(line: MainLine<Self>, _: bool) -> Played {
        Played::Hex(Box::new(line))
    }

    fn tables(letters: &Letters) -> Firsts {
        Firsts::of(letters)
    }

    #[inline(always)]
    fn parse_fast_text(&self, firsts: &Firsts, bytes: &[u8], token: Span) -> Option<(Move, FastHex)> {
        let usual = hex::parse_fast(bytes, token, firsts)?;
        if usual.promotion.is_some() {
            return None;
        }
        // Without a letter any piece may be meant: the one that stands there.
        let role = usual.role.or_else(|| self.role(usual.from))?;
        Some((self.only(role, usual.from.bit(), usual.to)?, usual))
    }

    fn full_token(quick: FastHex) -> HexToken {
        quick.written()
    }

    #[inline(always)]
    fn fast_is_plain(quick: FastHex, mv: Move) -> bool {
        quick.role != Some(Role::Pawn) && quick.captures == mv.captured.is_some()
    }

    #[inline(always)]
    fn fast_check(quick: FastHex) -> CheckMark {
        quick.check
    }

    fn read(token: &[u8], letters: &Letters) -> Option<HexToken> {
        hex::read_with(token, letters).ok().map(|(_, written)| written)
    }

    fn alternative_parse(token: &[u8], letters: &Letters) -> Option<HexToken> {
        hex::read_l_as_one(token, letters)
    }

    fn without_file(token: &[u8], letters: &Letters) -> Option<HexToken> {
        let (role, length) = letters.read(token)?;
        let rank = std::str::from_utf8(token.get(length..)?).ok()?.parse().ok()?;
        // File f has every rank.
        let cell = Cell::at(5, rank)?;
        let mut text = Self::read(format!("{}{cell}", letters.letter(role)).as_bytes(), letters)?;
        text.written.pattern.to = cell.rank_set();
        Some(text)
    }

    fn wrong_cell(token: &[u8], letters: &Letters) -> Option<WrongCell> {
        let Err(nom::Err::Error(error) | nom::Err::Failure(error)) = hex::read_with(token, letters) else {
            return None;
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        hex::WrongCell::of(&error).map(|wrong| match wrong {
            hex::WrongCell::NoJFile(cell) => WrongCell::NoJFile(text(cell)),
            hex::WrongCell::BeyondFile(cell) => WrongCell::BeyondFile(text(cell)),
        })
    }

    fn append(text: &mut HexToken, word: &[u8]) {
        text.append_word(word);
    }

    #[inline]
    fn pattern_of(text: &HexToken) -> &Pattern {
        &text.written.pattern
    }

    fn promoting(text: &HexToken, role: Role) -> Pattern {
        Pattern { promotion: Some(role), ..text.written.pattern.clone() }
    }

    fn marks(text: &HexToken) -> Marks {
        let written = &text.written;
        Marks {
            form: written.form,
            check: written.check,
            captures: written.pattern.captures,
            en_passant: written.en_passant,
            zeros: written.zeros,
            bare_promotion: written.bare_promotion,
            // The whole origin is the long form, which is usual here.
            origin: written.origin && written.pattern.from.count_ones() > 1,
            pawn_letter: written.pawn_letter && written.form == Form::San,
            l_for_one: text.l_for_one,
        }
    }

    #[inline]
    fn components(mv: Move) -> MoveComponents<Cell> {
        let special = match mv.kind {
            MoveKind::Plain => Special::None,
            MoveKind::DoubleStep => Special::DoubleStep,
            MoveKind::EnPassant => Special::EnPassant,
        };
        MoveComponents { from: mv.from, to: mv.to, role: mv.role, captured: mv.captured, special }
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.number()
    }

    fn fen(&self) -> String {
        hex_fen::write(self)
    }

    fn canonical_san(&self, mv: Move, letters: &Letters) -> String {
        hex::long(self, mv, letters)
    }

    fn written(&self, mv: Move, letters: &Letters, form: Form) -> String {
        match form {
            Form::San => hex::san(self, mv, letters),
            Form::Coordinates => hex::coordinates(mv),
            Form::Long | Form::Own => hex::long(self, mv, letters),
        }
    }

    fn spellings(&self, mv: Move, letters: &Letters) -> Vec<String> {
        vec![hex::long(self, mv, letters), hex::san(self, mv, letters)]
    }

    fn piece_on(&self, at: Cell) -> Option<(Side, Role)> {
        self.piece_at(at)
    }

    fn count(&self, side: Side, role: Role) -> u32 {
        self.pieces(side, role).count_ones()
    }

    fn king_of(&self, side: Side) -> Cell {
        self.king(side)
    }

    fn is_over_disambiguated(&self, _: &HexToken, mv: Move) -> bool {
        !self.has_rival(mv, !0)
    }

    fn dead(&self) -> Option<Why> {
        dead_by_material(self).then_some(Why::Material)
    }

    fn can_mate(&self, side: Side) -> bool {
        !too_little(self, side)
    }
}

impl JudgeMove for Position {}

fn report(place: Span, fault: &SetupFault, collector: &mut Collector) {
    let (code, message) = match fault {
        SetupFault::Kings { side, count } => (Code::H012, format!("{} has {count} kings", side_name(*side))),
        SetupFault::TooMany { side, what } => {
            (Code::H013, format!("{} has {what}; that cannot come about", side_name(*side)))
        }
        SetupFault::PawnOnEdge { at } => {
            (Code::H014, format!("a pawn stands on {at}, at the end of its file; no pawn can"))
        }
        SetupFault::PawnBehind { at } => {
            (Code::H014, format!("a pawn stands on {at}, behind its own row; no pawn can"))
        }
        SetupFault::OpponentInCheck { king, by, attacker } => (
            Code::H015,
            format!("the king on {king} is in check from the {attacker} on {by}, but it is the other side's move"),
        ),
        SetupFault::EnPassant { at } => {
            (Code::H017, format!("{at} cannot be an en passant cell: no pawn has just passed it"))
        }
    };
    collector.add_once_per_game(code, code.entry().severity, || Finding::new(code, place, message).at_ply(0));
}
