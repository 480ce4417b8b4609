//! The board at a place of the text: for hover, and for views beside the text (`partie/board`).

use lsp_types::TextDocumentPositionParams;
use lsp_types::request::Request;
use partie_core::{Game, GameMove};
use serde::Serialize;

use super::document::{span, touch};
use super::judged::Judged;

/// Asks for the board at a place: after the last move that begins before it.
pub(crate) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = TextDocumentPositionParams;
    type Result = Option<BoardAt>;
    const METHOD: &'static str = "partie/board";
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardAt {
    /// The number of the game in the text, from 1, and its players.
    pub(crate) game: u64,
    pub(crate) title: String,
    /// Plies that were played before it.
    pub(crate) ply: u32,
    /// The last move as people write it; nothing at the start.
    pub(crate) last: Option<String>,
    /// FEN, SFEN or hexagonal FEN.
    pub(crate) position: String,
    /// The board as lines of text, and as a drawing.
    pub(crate) board: String,
    pub(crate) svg: String,
}

/// What a game is called.
pub(crate) fn title(game: &Game) -> String {
    let [first, second] = game.players().map(|name| name.unwrap_or("?").to_owned());
    match (first.as_str(), second.as_str()) {
        ("?", "?") => format!("Game {}", game.number()),
        _ => format!("{}: {first} – {second}", game.number()),
    }
}

/// The board after a move, or at the start.
pub(crate) fn after(game: &Game, mv: Option<&GameMove>) -> Option<BoardAt> {
    let position = match mv {
        Some(mv) => mv.position.clone(),
        None => game.position_at(0)?,
    };
    Some(BoardAt {
        game: game.number(),
        title: title(game),
        ply: mv.map_or(0, |mv| mv.ply),
        last: mv.map(|mv| mv.san.clone()),
        board: game.board_of(&position)?,
        svg: game.svg_of(&position)?,
        position,
    })
}

/// The move of a place, of whatever line.
pub(crate) fn move_at(game: &Game, offset: usize) -> Option<&GameMove> {
    game.lines().iter().flat_map(|line| &line.moves).find(|mv| touch(&span(&mv.span), &(offset..offset)))
}

/// The board at a place.
pub(crate) fn at(judged: &Judged, offset: usize) -> Option<BoardAt> {
    let game = judged.game_at(offset)?;
    let played = |mv: &&GameMove| mv.is_played() && span(&mv.span).start <= offset;
    let moves = game.lines().iter().flat_map(|line| &line.moves).filter(played);
    let last = moves.max_by_key(|mv| mv.span.start);
    after(game, last)
}
