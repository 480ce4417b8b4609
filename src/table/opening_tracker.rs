//! Names the opening of a game: in chess by positions, in shogi by formations. Not for the tables of names.

use super::castles::CastleWatch;
use super::opened::Opened;
use partie_openings::{Opening, OpeningBook};
use partie_replay::PositionRecord;
use partie_rules::{Side, shogi};

/// Finds openings during the replay; each thread uses one tracker for all its games.
#[derive(Clone, Debug)]
pub struct OpeningTracker {
    /// The opening book for chess; `None` for the built-in book.
    book: Option<&'static OpeningBook>,
    /// The opening of the last chess game, and the ply of the named position.
    opening: Option<(&'static Opening, u32)>,
    castles: CastleWatch,
}

impl OpeningTracker {
    /// Uses the given book, or else the built-in book, which is loaded on first use.
    pub fn new(book: Option<&'static OpeningBook>) -> Self {
        Self { book, opening: None, castles: CastleWatch::new() }
    }

    /// Finds the opening of a chess game from its positions, including the start position.
    pub fn chess(&mut self, positions: &[PositionRecord]) {
        self.opening =
            self.book.unwrap_or_else(OpeningBook::shipped).of_game(positions.iter().map(|record| record.zobrist));
    }

    /// Starts a shogi game.
    pub fn shogi_begins(&mut self, start: &shogi::Position) {
        self.castles.begin(start);
    }

    /// Visits the position of the main line after `plies` plies.
    #[inline(always)]
    pub fn shogi_stands(&mut self, position: &shogi::Position, plies: u32) {
        self.castles.moved(position, plies);
    }

    /// The opening of the last chess game.
    pub fn chess_opened(&self) -> Opened {
        let opening = self.opening.map(|(opening, _)| opening);
        Opened {
            eco: opening.map(Opening::eco),
            name: opening.map(Opening::name),
            index: opening.map(Opening::index),
            ply: self.opening.map(|(_, ply)| narrow(ply)),
            ..Opened::default()
        }
    }

    /// The opening of the last shogi game.
    pub fn shogi_opened(&self) -> Opened {
        let opening = self.castles.opening();
        let castles = [Side::First, Side::Second].map(|side| self.castles.castle(side).map(|seen| seen.shape));
        Opened {
            eco: None,
            name: opening.map(|seen| seen.shape.english),
            index: None,
            ply: opening.map(|seen| narrow(seen.ply)),
            castles: castles.map(|castle| castle.map(|shape| shape.english)),
            japanese: opening.map(|seen| seen.shape.japanese),
            japanese_castles: castles.map(|castle| castle.map(|shape| shape.japanese)),
        }
    }
}

fn narrow(ply: u32) -> u16 {
    u16::try_from(ply).unwrap_or(u16::MAX)
}
