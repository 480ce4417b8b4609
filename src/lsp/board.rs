//! The board at an offset of the text, for hover texts and for views beside the text (`partie/board`).

use lsp_types::TextDocumentPositionParams;
use lsp_types::request::Request;
use partie_core::{Game, GameMove, GameView};
use serde::Serialize;

use super::document::{span, touch};
use super::judged::Judged;

/// The request for the board after the last move that begins before a position of the text.
pub(crate) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = TextDocumentPositionParams;
    type Result = Option<BoardInGame>;
    const METHOD: &'static str = "partie/board";
}

/// A board, with the game to which it belongs.
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
    /// The number of the game in the text, from 1.
    pub(crate) game: u64,
    pub(crate) title: String,
    /// Number of plies played before this position.
    pub(crate) ply: u32,
    /// The last move as displayed; `None` at the start position.
    pub(crate) last: Option<String>,
    /// The position as FEN, SFEN or hexagonal FEN.
    pub(crate) position: String,
    /// The board as lines of text; `svg` is the board as a drawing.
    pub(crate) board: String,
    pub(crate) svg: String,
}

/// The title of a game: its number and players.
pub(crate) fn title(judged: &Judged, game: &Game) -> String {
    let number = judged.number(game);
    let [first, second] = game.players().map(|name| name.unwrap_or("?").to_owned());
    match (first.as_str(), second.as_str()) {
        ("?", "?") => format!("Game {number}"),
        _ => format!("{number}: {first} – {second}"),
    }
}

/// The board after a move, or without a move at the start position; `None` if there is no position.
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

/// The move at an offset, in the main line or a variation.
pub(crate) fn move_at(game: &Game, offset: usize) -> Option<&GameMove> {
    game.lines().iter().flat_map(|line| &line.moves).find(|mv| touch(&span(&mv.span), &(offset..offset)))
}

/// The board after the last move that begins at or before an offset.
pub(crate) fn at(judged: &Judged, offset: usize) -> Option<BoardInGame> {
    let game = judged.game_at(offset)?;
    let moves = game.lines().iter().enumerate().flat_map(|(line, of)| of.moves.iter().map(move |mv| (line, mv)));
    let before = moves.filter(|(_, mv)| mv.is_played() && span(&mv.span).start <= offset);
    let last = before.max_by_key(|(_, mv)| mv.span.start);
    let mut view = serde_json::to_value(GameView::new(game, None)).unwrap_or_default();
    // Converts number and line of a game that was judged alone to those in the whole text.
    view["row"]["number"] = judged.number(game).into();
    view["row"]["line"] = (view["row"]["line"].as_u64().unwrap_or(0) + judged.document.lines_before()).into();
    Some(BoardInGame { at: after(judged, game, last.map(|(_, mv)| mv))?, line: last.map_or(0, |(line, _)| line), view })
}
