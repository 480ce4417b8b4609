//! Positions of a main line, and their legal moves.

use super::contents::Coordinates;
use partie_notation::letters::Letters;
use partie_notation::moves::{Algebraic, ChessNotation, Descriptive, HexNotation, Node, ShogiNotation};
use partie_record::Movetext;
use partie_repair::Repairable;
use partie_replay::games::Game;
use partie_replay::{CastlingForm, MainLine, Played};
use partie_rules::Rules as _;
use partie_table::row_rules::RowRules;

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The move in display form: SAN in English, long form in hexagonal chess, `▲７六歩(77)` in shogi.
    pub san: String,
    /// The move in coordinates: UCI, USI, or cells.
    pub coordinates: String,
    /// The move in the style of the record: its piece letters, notation and format.
    pub written: String,
}

/// The position after `ply` plies, as text.
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

/// The legal moves after `ply` plies of a game with these piece letters. `like` is the text of a readable move of the
/// game.
pub(crate) fn legal_moves(
    (played, letters): (&Played, &'static Letters),
    ply: u32,
    game: &Game<'_>,
    like: &[u8],
) -> Vec<LegalMove> {
    fn of<N: ChessNotation>(game: &Game<'_>, letters: &'static Letters) -> N {
        N::of_record(game.text.bytes, game.record, Some(letters))
    }
    let in_cells = CastlingForm::KingMove;
    match (played, game.record.movetext) {
        (Played::None, _) => Vec::new(),
        (Played::Chess(line, castling), Movetext::Descriptive(_)) => {
            after(&of::<Descriptive>(game, letters), (line, ply), *castling, like)
        }
        (Played::Chess(line, castling), _) => after(&of::<Algebraic>(game, letters), (line, ply), *castling, like),
        (Played::Hex(line), _) => after(&of::<HexNotation>(game, letters), (line, ply), in_cells, like),
        (Played::Shogi(line), _) => {
            let notation = ShogiNotation { format: game.record.format, fast: None };
            after(&notation, (line, ply), in_cells, like)
        }
    }
}

/// The legal moves after `ply` plies of a line, written in a notation.
fn after<N: Repairable<Rules: RowRules + Coordinates>>(
    notation: &N,
    (line, ply): (&MainLine<N::Rules>, u32),
    castling: CastlingForm,
    like: &[u8],
) -> Vec<LegalMove> {
    let played = &line.moves[..line.moves.len().min(ply as usize)];
    let node = Node::new(notation, line.start.clone()).after_moves(played);
    let described = |mv| {
        let mut san = String::new();
        node.board.notation(&mut san, mv, None);
        let written = notation.written(&node, mv, like);
        LegalMove { san, coordinates: <N::Rules as Coordinates>::in_coordinates(mv, castling), written }
    };
    node.board.legal().into_iter().map(described).collect()
}
