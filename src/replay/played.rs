//! The main line of a replayed game, for display and counting.

use std::any::Any;

use partie_notation::{Packed, fen, hex as hex_text, hex_fen, sfen, spell, usi};
use partie_rules::{chess, hex, shogi};

/// Moves and positions of a main line.
#[derive(Clone, Debug, Default)]
pub enum Played {
    /// Nothing was replayed, or the caller did not request it.
    #[default]
    None,
    Chess(Box<MainLine<chess::Position>>, CastlingForm),
    Hex(Box<MainLine<hex::Position>>),
    Shogi(Box<MainLine<shogi::Position>>),
}

/// How castling is written in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingForm {
    KingMove,
    /// As king takes rook: Chess960.
    KingTakesRook,
}

/// The moves of a main line, with its first and last position.
#[derive(Clone, Debug)]
pub struct MainLine<G: partie_rules::Rules> {
    /// The position in which the game begins.
    pub start: G,
    pub moves: Vec<G::Move>,
    /// The position at the end.
    pub last: G,
}

impl Played {
    /// Returns the last position, as FEN, hexagonal FEN or SFEN.
    pub fn last(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Chess(line, _) => Some(fen::write(&line.last)),
            Self::Hex(line) => Some(hex_fen::write(&line.last)),
            Self::Shogi(line) => Some(sfen::write(&shogi::Setup::from(&line.last), line.moves.len() as u32 + 1)),
        }
    }

    /// Returns the main line; `None` if it belongs to a game with other rules.
    pub fn line_of<G: partie_rules::Rules + 'static>(&self) -> Option<&MainLine<G>> {
        let line: &dyn Any = match self {
            Self::None => return None,
            Self::Chess(line, _) => &**line,
            Self::Hex(line) => &**line,
            Self::Shogi(line) => &**line,
        };
        line.downcast_ref()
    }

    pub fn plies(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Chess(line, _) => line.moves.len(),
            Self::Hex(line) => line.moves.len(),
            Self::Shogi(line) => line.moves.len(),
        }
    }

    /// Returns the moves in coordinates, separated by blanks.
    pub fn coordinates(&self) -> Option<String> {
        Some(match self {
            Self::None => return None,
            Self::Chess(line, castling) => {
                let chess960 = *castling == CastlingForm::KingTakesRook;
                Packed::join(line.moves.iter().map(|mv| spell::uci_or_dashes(*mv, chess960)))
            }
            Self::Hex(line) => Packed::join(line.moves.iter().map(|mv| hex_text::coordinates_packed(*mv))),
            Self::Shogi(line) => Packed::join(line.moves.iter().map(|mv| usi::packed(*mv))),
        })
    }
}

impl<G: partie_rules::Rules> MainLine<G> {
    /// Returns the position after `ply` plies, or the last one if there are fewer.
    pub fn position_at(&self, ply: u32) -> G {
        self.start.after_moves(&self.moves[..(ply as usize).min(self.moves.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_rules::Rules as _;

    #[test]
    fn a_null_move_passes_the_turn_and_loses_no_right() {
        let start = chess::Position::start();
        let line = MainLine { last: start.clone(), moves: start.null_move().into_iter().collect(), start };
        assert_eq!(fen::write(&line.position_at(1)).split(' ').nth(2), Some("KQkq"));
        assert_eq!(line.position_at(1).turn(), partie_rules::Side::Second);
    }
}
