//! A pattern of pieces and squares, from the view of one side (the owner).
//!
//! ```text
//! pattern = group *( " " group )
//! group   = [ "!" ] piece *( "|" piece )
//! piece     = letter cell          ; K2h: the owner's king on 2h
//!         / letter "*"           ; B*: a bishop in the owner's hand
//! letter  = one of PLNSGBRK for the owner's pieces, plnsgbrk for the other side's
//! cell    = file rank            ; as in USI, seen as if the owner were 先手
//! ```
//!
//! All groups must match. A group matches if the board has one of its pieces; with `!`, if it has none of them. Pieces
//! are unpromoted. For 後手 the board is rotated by half a turn.

use std::fmt;

use partie_rules::Side;
use partie_rules::shogi::{Bitboard, PieceType, Position, Square};

/// A piece type of one side, on any of a set of squares or in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    kind: PieceType,
    /// True if the piece belongs to the other side.
    enemy: bool,
    /// True if a piece in hand matches, too.
    hand: bool,
    /// The squares, indexed by the owner's side.
    cells: [Bitboard; 2],
}

/// A group of pieces: one of them must be present, or all must be absent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    absent: bool,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    groups: Vec<Group>,
}

/// The part of a pattern that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFault(String);

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no piece on a cell or in hand", self.0)
    }
}

impl std::error::Error for PatternFault {}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Returns the first piece that cannot be parsed.
    pub fn parse(text: &str) -> Result<Self, PatternFault> {
        let groups = text.split_ascii_whitespace().map(Group::parse).collect::<Result<Vec<_>, _>>()?;
        if groups.is_empty() { Err(PatternFault(String::new())) } else { Ok(Self { groups }) }
    }

    /// True if the pattern matches for `owner`.
    #[inline]
    pub fn holds(&self, position: &Position, owner: Side) -> bool {
        self.groups.iter().all(|group| group.pieces.iter().any(|piece| piece.matches(position, owner)) != group.absent)
    }

    /// True if the pattern consists of the owner's pieces on squares, without pawns.
    #[cfg(test)]
    pub(super) fn is_of_pieces(&self) -> bool {
        self.groups
            .iter()
            .flat_map(|group| &group.pieces)
            .all(|piece| !piece.enemy && !piece.hand && piece.kind != PieceType::Pawn)
    }

    /// Squares on which the owner must have a piece, indexed by the owner's side.
    pub(super) fn needs(&self) -> [Bitboard; 2] {
        let mut needs = [0; 2];
        for group in self.groups.iter().filter(|group| !group.absent) {
            if let [piece] = group.pieces.as_slice()
                && !piece.enemy
                && !piece.hand
                && piece.cells[0].is_power_of_two()
            {
                needs[0] |= piece.cells[0];
                needs[1] |= piece.cells[1];
            }
        }
        needs
    }

    /// The squares of the pattern's first piece, indexed by the owner's side; `None` unless the first group requires
    /// only a piece of the type `kind` of the owner.
    pub(super) fn anchor(&self, kind: PieceType) -> Option<[Bitboard; 2]> {
        let group = self.groups.first()?;
        match group.pieces.as_slice() {
            [piece] if piece.kind == kind && !piece.enemy && !piece.hand && !group.absent => Some(piece.cells),
            _ => None,
        }
    }
}

impl Group {
    fn parse(word: &str) -> Result<Self, PatternFault> {
        let (absent, rest) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let mut pieces: Vec<Piece> = Vec::new();
        for text in rest.split('|') {
            let piece = Piece::parse(text).ok_or_else(|| PatternFault(text.to_owned()))?;
            match pieces.iter_mut().find(|other| other.kind == piece.kind && other.enemy == piece.enemy) {
                Some(other) => other.join(&piece),
                None => pieces.push(piece),
            }
        }
        Ok(Self { absent, pieces })
    }
}

impl Piece {
    fn parse(text: &str) -> Option<Self> {
        let (letter, place) = text.split_at_checked(1)?;
        let letter = letter.chars().next()?;
        let kind = match letter.to_ascii_uppercase() {
            'P' => PieceType::Pawn,
            'L' => PieceType::Lance,
            'N' => PieceType::Knight,
            'S' => PieceType::Silver,
            'G' => PieceType::Gold,
            'B' => PieceType::Bishop,
            'R' => PieceType::Rook,
            'K' => PieceType::King,
            _ => return None,
        };
        let enemy = letter.is_ascii_lowercase();
        if place == "*" {
            return (kind != PieceType::King).then_some(Self { kind, enemy, hand: true, cells: [0; 2] });
        }
        let &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] = place.as_bytes() else { return None };
        let cell = Square::at(file - b'0', rank - b'a' + 1)?;
        let turned = Square::from_index(80 - cell.index())?;
        Some(Self { kind, enemy, hand: false, cells: [cell.bit(), turned.bit()] })
    }

    fn join(&mut self, other: &Self) {
        self.hand |= other.hand;
        self.cells[0] |= other.cells[0];
        self.cells[1] |= other.cells[1];
    }

    #[inline]
    fn matches(&self, position: &Position, owner: Side) -> bool {
        let side = if self.enemy { owner.other() } else { owner };
        position.pieces(side, self.kind) & self.cells[owner.index()] != 0
            || self.hand && position.hand(side, self.kind) > 0
    }
}
