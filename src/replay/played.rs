//! The main line of a game that was replayed, for showing and counting it.

use super::player::rebuild;
use super::replayable::Replayable;
use crate::notation::{fen, sfen, spell, usi};
use crate::rules::{chess, shogi};

/// Moves and positions of a main line.
#[derive(Clone, Debug, Default)]
pub enum Played {
    /// Nothing was replayed, or nothing was asked for.
    #[default]
    None,
    /// Of chess.
    Chess(Box<MainLine<chess::Position>>, CastlingForm),
    /// Of shogi.
    Shogi(Box<MainLine<shogi::Position>>),
}

/// How castling is written in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingForm {
    /// As the king's move.
    KingMove,
    /// As king takes rook: Chess960.
    KingTakesRook,
}

/// The moves of a main line between two positions.
#[derive(Clone, Debug)]
pub struct MainLine<G: crate::rules::Game> {
    /// The position in which the game begins.
    pub start: G,
    /// The moves.
    pub moves: Vec<G::Move>,
    /// The position at the end.
    pub last: G,
}

impl Played {
    /// The last position, as FEN.
    pub fn last(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Chess(line, _) => Some(fen::write(&line.last)),
            Self::Shogi(line) => Some(sfen::write(&shogi::Setup::from(&line.last), line.moves.len() as u32 + 1)),
        }
    }

    /// The moves in coordinates, blanks between them.
    pub fn coordinates(&self) -> Option<String> {
        let words: Vec<String> = match self {
            Self::None => return None,
            Self::Chess(line, castling) => {
                line.moves.iter().map(|mv| spell::uci(*mv, *castling == CastlingForm::KingTakesRook)).collect()
            }
            Self::Shogi(line) => line.moves.iter().map(|mv| usi::text(*mv)).collect(),
        };
        Some(words.join(" "))
    }
}

/// The position after some plies of a main line.
pub(super) fn position_at<G: Replayable>(line: &MainLine<G>, ply: u32) -> G {
    rebuild(&line.start, &line.moves[..(ply as usize).min(line.moves.len())])
}

impl MainLine<chess::Position> {
    /// The position after some plies.
    pub fn position_at(&self, ply: u32) -> chess::Position {
        position_at(self, ply)
    }
}

impl MainLine<shogi::Position> {
    /// The position after some plies.
    pub fn position_at(&self, ply: u32) -> shogi::Position {
        position_at(self, ply)
    }
}
