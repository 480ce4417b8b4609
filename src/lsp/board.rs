//! The board at a place of the text: for hover, and for views beside the text (`partie/board`).

use lsp_types::TextDocumentPositionParams;
use lsp_types::request::Request;
use partie_core::{Game, GameMove, GameView};
use serde::Serialize;

use super::document::{span, touch};
use super::judged::Judged;

/// Requests the board at a place: after the last move that begins before it.
pub(crate) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = TextDocumentPositionParams;
    type Result = Option<BoardInGame>;
    const METHOD: &'static str = "partie/board";
}

/// A board in its game.
#[derive(Debug, Serialize, serde::Deserialize)]
pub(crate) struct BoardInGame {
    #[serde(flatten)]
    pub(crate) at: BoardAt,
    /// The line of the move: 0 is the main line.
    line: usize,
    /// The game for `<partie-game>` (`docs/schema/game.md`).
    view: serde_json::Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub(crate) struct BoardAt {
    /// The number of the game in the text, from 1, and its players.
    pub(crate) game: u64,
    pub(crate) title: String,
    /// Plies played before it.
    pub(crate) ply: u32,
    /// The last move for readers; `None` at the start.
    pub(crate) last: Option<String>,
    /// FEN, SFEN or hexagonal FEN.
    pub(crate) position: String,
    /// The board as lines of text; `svg` is a drawing.
    pub(crate) board: String,
    pub(crate) svg: String,
}

/// The title of a game.
pub(crate) fn title(judged: &Judged, game: &Game) -> String {
    let number = judged.number(game);
    let [first, second] = game.players().map(|name| name.unwrap_or("?").to_owned());
    match (first.as_str(), second.as_str()) {
        ("?", "?") => format!("Game {number}"),
        _ => format!("{number}: {first} – {second}"),
    }
}

/// The board after a move, or at the start.
pub(crate) fn after(judged: &Judged, game: &Game, mv: Option<&GameMove>) -> Option<BoardAt> {
    let position = match mv {
        Some(mv) => mv.position.clone(),
        None => game.position_at(0)?,
    };
    Some(BoardAt {
        game: judged.number(game),
        title: title(judged, game),
        ply: mv.map_or(0, |mv| mv.ply),
        last: mv.map(|mv| mv.san.clone()),
        board: game.board_of(&position)?,
        svg: game.svg_of(&position)?,
        position,
    })
}

/// The move at an offset, in any line.
pub(crate) fn move_at(game: &Game, offset: usize) -> Option<&GameMove> {
    game.lines().iter().flat_map(|line| &line.moves).find(|mv| touch(&span(&mv.span), &(offset..offset)))
}

/// The board at a place: after the last move that begins before it.
pub(crate) fn at(judged: &Judged, offset: usize) -> Option<BoardInGame> {
    let game = judged.game_at(offset)?;
    let moves = game.lines().iter().enumerate().flat_map(|(line, of)| of.moves.iter().map(move |mv| (line, mv)));
    let before = moves.filter(|(_, mv)| mv.is_played() && span(&mv.span).start <= offset);
    let last = before.max_by_key(|(_, mv)| mv.span.start);
    let mut view = serde_json::to_value(GameView::new(game, None)).unwrap_or_default();
    // A game that was judged by itself counts from its stretch.
    view["row"]["number"] = judged.number(game).into();
    view["row"]["line"] = (view["row"]["line"].as_u64().unwrap_or(0) + judged.document.lines_before()).into();
    Some(BoardInGame { at: after(judged, game, last.map(|(_, mv)| mv))?, line: last.map_or(0, |(line, _)| line), view })
}
