//! Positions of a main line, and the moves that can be played there.

use super::contents::Coordinates;
use partie_replay::{CastlingForm, MainLine, Played};
use partie_rows::row_rules::RowRules;

/// A move that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move as people write it: SAN in English, long form in hexagonal chess, `☗７六歩(77)` in shogi.
    pub san: String,
    /// The move in coordinates: UCI, USI, or cells.
    pub coordinates: String,
}

/// The position after so many plies, as text.
pub(crate) fn position(played: &Played, ply: u32) -> Option<String> {
    fn text<G: RowRules>(line: &MainLine<G>, ply: u32) -> Option<String> {
        let mut text = String::new();
        line.position_at(ply).text(&mut text, ply);
        (ply as usize <= line.moves.len()).then_some(text)
    }
    match played {
        Played::None => None,
        Played::Chess(line, _) => text(line, ply),
        Played::Hex(line) => text(line, ply),
        Played::Shogi(line) => text(line, ply),
    }
}

/// The moves that can be played after so many plies.
pub(crate) fn legal_moves(played: &Played, ply: u32) -> Vec<LegalMove> {
    fn all<G: RowRules + Coordinates>(line: &MainLine<G>, ply: u32, castling: CastlingForm) -> Vec<LegalMove> {
        let position = line.position_at(ply);
        let told = |mv: G::Move| {
            let mut san = String::new();
            position.notation(&mut san, mv, None);
            LegalMove { san, coordinates: G::in_coordinates(mv, castling) }
        };
        position.legal().into_iter().map(told).collect()
    }
    match played {
        Played::None => Vec::new(),
        Played::Chess(line, castling) => all(line, ply, *castling),
        Played::Hex(line) => all(line, ply, CastlingForm::KingMove),
        Played::Shogi(line) => all(line, ply, CastlingForm::KingMove),
    }
}
