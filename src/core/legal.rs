//! Positions of a main line, and the moves that can be played there.

use super::contents::Coordinates;
use partie_notation::formats;
use partie_record::Format;
use partie_replay::{CastlingForm, MainLine, Played};
use partie_rows::row_rules::RowRules;
use partie_rules::shogi;

/// A move that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move as people write it: SAN in English, long form in hexagonal chess, `▲７六歩(77)` in shogi.
    pub san: String,
    /// The move in coordinates: UCI, USI, or cells.
    pub coordinates: String,
    /// The move as the record writes its own: in shogi in the form of its format, elsewhere as `san`.
    pub written: String,
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

/// The moves that can be played after so many plies of a record in that format.
pub(crate) fn legal_moves(played: &Played, ply: u32, format: Format) -> Vec<LegalMove> {
    fn all<G: RowRules + Coordinates>(
        line: &MainLine<G>,
        ply: u32,
        castling: CastlingForm,
        written: impl Fn(&G, G::Move) -> Option<String>,
    ) -> Vec<LegalMove> {
        let position = line.position_at(ply);
        let told = |mv: G::Move| {
            let mut san = String::new();
            position.notation(&mut san, mv, None);
            let written = written(&position, mv).unwrap_or_else(|| san.clone());
            LegalMove { san, coordinates: G::in_coordinates(mv, castling), written }
        };
        position.legal().into_iter().map(told).collect()
    }
    match played {
        Played::None => Vec::new(),
        Played::Chess(line, castling) => all(line, ply, *castling, |_, _| None),
        Played::Hex(line) => all(line, ply, CastlingForm::KingMove, |_, _| None),
        Played::Shogi(line) => {
            let before = ply.checked_sub(1).and_then(|ply| line.moves.get(ply as usize)).map(|mv| mv.to());
            let written = |position: &shogi::Position, mv| Some(formats::write_move(format, position, mv, before));
            all(line, ply, CastlingForm::KingMove, written)
        }
    }
}
