//! A position of chess with the names of its pieces.

use crate::notation::descriptive::{self, DescriptiveMove, Layer, Level, Readings};
use crate::notation::letters::Letters;
use crate::record::Language;
use crate::rules::chess::{Move, Origins, Pattern, Position, Role, Square};
use crate::rules::{Game, IllegalReasonOf, Resolution, Side};

/// A position of chess with the names of its pieces.
#[derive(Clone, Debug)]
pub(in crate::replay) struct Described {
    pub(in crate::replay) position: Position,
    pub(in crate::replay) origins: Origins,
    /// The form in which the record is written, for texts that are suggested.
    pub(super) layer: Layer,
}

impl Described {
    pub(super) fn of(position: Position) -> Self {
        Self { origins: Origins::of(&position), position, layer: Layer::default() }
    }

    pub(super) fn pattern(&self, said: &DescriptiveMove) -> Pattern {
        descriptive::pattern(said, &self.position, &self.origins)
    }

    pub(super) fn readings(&self, said: &DescriptiveMove) -> Readings {
        descriptive::readings(said, &self.position, &self.origins)
    }
}

impl Game for Described {
    type Square = Square;
    type PieceType = Role;
    type Move = Move;
    type Pattern = DescriptiveMove;

    fn start() -> Self {
        Self::of(Position::start())
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    /// Exactly one only where its own words decide; else all that may be meant, best first.
    fn resolve(&self, said: &DescriptiveMove) -> Resolution<Move> {
        let readings = self.readings(said);
        match readings.all() {
            [] => Resolution::None,
            [one] if readings.level() != Level::WrongName => Resolution::Unique(*one),
            moves => Resolution::Ambiguous(moves.to_vec()),
        }
    }

    fn illegal_reasons(&self, said: &DescriptiveMove) -> Vec<IllegalReasonOf<Self>> {
        self.position.illegal_reasons(&self.pattern(said))
    }

    fn play(&mut self, mv: Move) {
        self.origins.play(mv);
        self.position.play(mv);
    }

    fn force(&mut self, said: &DescriptiveMove) -> Option<Move> {
        let mv = self.position.force(&self.pattern(said))?;
        self.origins.play(mv);
        Some(mv)
    }

    fn play_null_move(&mut self) {
        self.position.play_null_move();
    }

    fn null_move(&self) -> Option<Move> {
        self.position.null_move()
    }

    fn is_null(mv: Move) -> bool {
        Position::is_null(mv)
    }

    fn is_taken_back(mv: Move) -> bool {
        Position::is_taken_back(mv)
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn has_legal_move(&self) -> bool {
        self.position.has_legal_move()
    }

    fn zobrist(&self) -> u64 {
        self.position.zobrist()
    }

    fn same_for_repetition(&self, other: &Self) -> bool {
        self.position.same_for_repetition(&other.position)
    }

    fn repeats_after(&self, moves: &[Move]) -> bool {
        self.position.repeats_after(moves)
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        self.position.is_irreversible(mv)
    }

    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    fn legal(&self) -> Vec<Move> {
        self.position.legal()
    }
}

/// The language of descriptive notation whose letters are in force.
pub(super) fn language(letters: &Letters) -> Language {
    Language::ALL.into_iter().find(|language| language.code() == letters.code).unwrap_or_default()
}
