//! What a game's opening is called: of chess by its positions, of shogi by the shapes that are built. Not for the
//! tables of names themselves.

use super::castles::CastleWatch;
use super::opened::Opened;
use partie_openings::{Opening, OpeningBook};
use partie_replay::PositionRecord;
use partie_rules::{Side, shogi};

/// Watches for names while a game is replayed; one for all games of a thread.
#[derive(Clone, Debug)]
pub struct OpeningTracker {
    /// The openings of chess, if they are not those that are shipped.
    book: Option<&'static OpeningBook>,
    /// The opening of the last game of chess, and the ply of its position.
    opening: Option<(&'static Opening, u32)>,
    castles: CastleWatch,
}

impl OpeningTracker {
    /// Names by that book, else by the one that is shipped, which is read when it is needed.
    pub fn new(book: Option<&'static OpeningBook>) -> Self {
        Self { book, opening: None, castles: CastleWatch::new() }
    }

    /// A game of chess, from its start on.
    pub fn chess(&mut self, positions: &[PositionRecord]) {
        self.opening =
            self.book.unwrap_or_else(OpeningBook::shipped).of_game(positions.iter().map(|record| record.zobrist));
    }

    /// A game of shogi begins.
    pub fn shogi_begins(&mut self, start: &shogi::Position) {
        self.castles.begin(start);
    }

    /// A position of its main line, after so many plies.
    #[inline(always)]
    pub fn shogi_stands(&mut self, position: &shogi::Position, plies: u32) {
        self.castles.moved(position, plies);
    }

    /// How the last game of chess was opened.
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

    /// How the last game of shogi was opened.
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
