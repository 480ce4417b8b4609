//! Chess in descriptive notation: the same game, with the names of its pieces kept beside the position.
//!
//! What a text means on the board is asked of the notation; which of several meanings is the
//! right one is decided here, by the rest of the record.

mod explain;
mod position;
mod visitor;

pub(in crate::replay) use position::Described;
pub(in crate::replay) use visitor::WithoutNames;

use self::position::language;
use super::chess;
use super::game::Start;
use super::game::{ChessLike, Marks, MoveComponents, Odds, TouchedPieces, WrongCell};
use super::judge_move::JudgeMove;
use super::start;
use crate::book::{Books, ChessRules, RuleBook};
use crate::finding::Finding;
use crate::notation::descriptive::{self, Action, Check, DescriptiveMove, Layer, Piece, Style};
use crate::notation::letters::Letters;
use crate::notation::san::{CheckMark, Form};
use crate::record::{ItemKind, Movetext, Record};
use crate::replay::collect::Collector;
use crate::replay::context::{GameContext, LineState, Source, TokenRef};
use crate::replay::line_replayer::LineReplayer;
use crate::replay::odds::Squares;
use crate::replay::played::{CastlingForm, MainLine, Played};
use crate::rules::chess::dead::Why;
use crate::rules::chess::{Bitboard, Move, Position, Role, Square};
use crate::rules::{GameKind, Side};
use crate::span::Span;

impl ChessLike for Described {
    type Text = DescriptiveMove;
    type FastToken = ();
    type Tables = ();

    const KIND: GameKind = GameKind::Chess;
    const STRICT: bool = false;
    const SEEKS_LETTERS: bool = false;
    const TELLS_ALL: bool = true;

    fn book(chosen: &Books, named: &Books) -> &'static RuleBook<ChessRules> {
        Position::book(chosen, named)
    }

    fn start_of(source: &Source<'_>, usual: &Self, collector: &mut Collector) -> Option<Start<Self>> {
        let start = start::chess(source, &usual.position, collector)?;
        let layer = layer(source.text.bytes, source.record);
        Some(Start { position: Self { layer, ..Self::of(start.position) }, chess960: start.chess960 })
    }

    fn keep(line: MainLine<Self>, chess960: bool) -> Played {
        let castling = if chess960 { CastlingForm::KingTakesRook } else { CastlingForm::KingMove };
        let MainLine { start, moves, last } = line;
        Played::Chess(Box::new(MainLine { start: start.position, moves, last: last.position }), castling)
    }

    fn letters_of(record: &Record, given: Option<&'static Letters>) -> &'static Letters {
        let Movetext::Descriptive(language) = record.movetext else { return given.unwrap_or(Letters::ENGLISH) };
        given.or_else(|| Letters::find(language.code())).unwrap_or(Letters::ENGLISH)
    }

    fn tables(_: &Letters) {}

    #[inline(always)]
    fn parse_fast_text(&self, (): &(), _: &[u8], _: Span) -> Option<(Move, ())> {
        None
    }

    fn full_token((): ()) -> DescriptiveMove {
        DescriptiveMove {
            mover: Piece::ANY,
            action: Action::Moves,
            promotion: None,
            en_passant: false,
            check: Check::None,
        }
    }

    fn fast_is_plain((): (), _: Move) -> bool {
        true
    }

    fn fast_check((): ()) -> CheckMark {
        CheckMark::None
    }

    fn read(token: &[u8], letters: &Letters) -> Option<DescriptiveMove> {
        descriptive::read(token, language(letters))
    }

    fn alternative_parse(_: &[u8], _: &Letters) -> Option<DescriptiveMove> {
        None
    }

    fn without_file(_: &[u8], _: &Letters) -> Option<DescriptiveMove> {
        None
    }

    fn wrong_cell(_: &[u8], _: &Letters) -> Option<WrongCell> {
        None
    }

    fn append(_: &mut DescriptiveMove, _: &[u8]) {}

    #[inline]
    fn pattern_of(said: &DescriptiveMove) -> &DescriptiveMove {
        said
    }

    fn promoting(said: &DescriptiveMove, role: Role) -> DescriptiveMove {
        DescriptiveMove { promotion: Some(role), ..*said }
    }

    fn marks(said: &DescriptiveMove) -> Marks {
        let check = match said.check {
            Check::None if said.action == Action::Checks => CheckMark::Check,
            Check::None if said.action == Action::Mates => CheckMark::Mate,
            Check::None => CheckMark::None,
            Check::Check | Check::Discovered | Check::Double => CheckMark::Check,
            Check::DoubleOrMate => CheckMark::Open,
            Check::Mate => CheckMark::Mate,
        };
        Marks {
            form: Form::Own,
            check,
            captures: matches!(said.action, Action::Takes(_)),
            en_passant: said.en_passant,
            zeros: false,
            bare_promotion: false,
            origin: false,
            pawn_letter: false,
            l_for_one: false,
        }
    }

    fn components(mv: Move) -> MoveComponents<Square> {
        Position::components(mv)
    }

    fn number(&self) -> u32 {
        self.position.number()
    }

    fn fen(&self) -> String {
        ChessLike::fen(&self.position)
    }

    fn canonical_san(&self, mv: Move, letters: &Letters) -> String {
        let mut text = Vec::new();
        descriptive::write(&mut text, &self.position, &self.origins, mv, &Style::new(language(letters), self.layer));
        String::from_utf8_lossy(&text).into_owned()
    }

    fn spellings(&self, mv: Move, letters: &Letters) -> Vec<String> {
        descriptive::spellings(&self.position, &self.origins, mv, language(letters))
    }

    fn similar_moves(&self, token: &str, letters: &'static Letters) -> Vec<Move> {
        explain::near(self, token, letters)
    }

    fn piece_on(&self, at: Square) -> Option<(Side, Role)> {
        self.position.piece_at(at)
    }

    fn count(&self, side: Side, role: Role) -> u32 {
        self.position.pieces(side, role).count_ones()
    }

    fn king_of(&self, side: Side) -> Square {
        self.position.king(side)
    }

    fn touched_pieces(&self, said: &DescriptiveMove) -> TouchedPieces<Square> {
        chess::touched(&self.position, &self.pattern(said))
    }

    fn castle_alone(&self, said: &DescriptiveMove, given: Squares, moves: &[Move]) -> Option<Move> {
        chess::castle_alone(&self.position, &self.pattern(said), given, moves)
    }

    fn taken_back() -> Option<Move> {
        Position::taken_back()
    }

    fn vacated_squares(moves: &[Move]) -> Option<Bitboard> {
        Position::vacated_squares(moves)
    }

    fn odds(source: &Source<'_>, start: &Self) -> Option<Odds> {
        Position::odds(source, &start.position)
    }

    fn is_over_disambiguated(&self, _: &DescriptiveMove, _: Move) -> bool {
        false
    }

    fn dead(&self) -> Option<Why> {
        self.position.dead()
    }

    fn can_mate(&self, side: Side) -> bool {
        self.position.can_mate(side)
    }
}

impl JudgeMove for Described {
    fn illegal(
        replayer: &LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        frame: &LineState<Self>,
        place: TokenRef,
        said: &DescriptiveMove,
    ) -> Finding {
        explain::illegal(replayer, context, frame, place, said)
    }

    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        frame: &LineState<Self>,
        place: TokenRef,
        said: &DescriptiveMove,
        _: &[Move],
    ) -> Option<Move> {
        explain::settle(replayer, context, frame, place, said)
    }
}

/// The form of the first move of a record that shows one.
fn layer(bytes: &[u8], record: &Record) -> Layer {
    let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move).take(4);
    for text in moves.map(|item| item.span.of(bytes)) {
        let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
        match () {
            () if has(b". to ") || has(b". takes ") || has(b"'s ") => return Layer::Long,
            () if has(b" to ") || has(b" takes ") => return Layer::To,
            () if has(b" - ") || has(b" x ") => return Layer::Spaced,
            () if text.starts_with(b"N") => return Layer::Modern,
            () => {}
        }
    }
    Layer::Tight
}
