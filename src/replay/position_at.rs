//! The position of a game after a ply, as a board with captions.

use std::error::Error;
use std::fmt;

use super::diagram::{self, Board};
use super::played::{MainLine, Played};
use partie_notation::letters::Letters;
use partie_notation::{fen, hex, hex_fen, sfen, shogi_names, spell};
use partie_rules::shogi::Setup;
use partie_rules::{Rules, Side};

/// A position for display.
#[derive(Clone, Debug)]
pub struct PositionAt {
    /// The board: lines of text, or SVG.
    pub board: String,
    /// FEN, SFEN or hexagonal FEN.
    pub text: String,
    /// The move that led to the position, with its number; `None` at the start.
    pub last: Option<String>,
    /// The side to move, as in `White to move`.
    pub to_move: String,
}

impl PositionAt {
    /// Returns the position after `ply` plies of a game; `None` if nothing was replayed.
    pub fn of(played: &Played, ply: u32, svg: bool) -> Option<Self> {
        Some(match played {
            Played::Chess(line, _) => {
                let position = line.position_at(ply);
                let last = before(line, ply).map(|(before, mv)| {
                    let text = spell::san(&before, mv, Letters::ENGLISH);
                    spell::numbered(before.number(), before.turn() == Side::First, &text)
                });
                let to_move = format!("{} to move", spell::side(position.turn()));
                Self { board: draw(&position, svg), text: fen::write(&position), last, to_move }
            }
            Played::Hex(line) => {
                let position = line.position_at(ply);
                let last = before(line, ply).map(|(before, mv)| {
                    let text = hex::long(&before, mv, Letters::ENGLISH);
                    spell::numbered(before.number(), before.turn() == Side::First, &text)
                });
                let to_move = format!("{} to move", spell::side(position.turn()));
                Self { board: draw(&position, svg), text: hex_fen::write(&position), last, to_move }
            }
            Played::Shogi(line) => {
                let position = line.position_at(ply);
                let previous = |ply: u32| before(line, ply).map(|(_, mv)| mv.to());
                let last = before(line, ply).map(|(before, mv)| {
                    let target = ply.checked_sub(1).and_then(previous);
                    format!("{}{}", shogi_names::mark(before.turn()), shogi_names::kif(mv, target))
                });
                let to_move = format!("{} to move", shogi_names::side(position.turn(), false));
                let text = sfen::write(&Setup::from(&position), ply + 1);
                Self { board: draw(&position, svg), text, last, to_move }
            }
            Played::None => return None,
        })
    }
}

fn draw(board: &impl Board, svg: bool) -> String {
    if svg { diagram::svg(board, &[]) } else { diagram::text(board, &[]).join("\n") }
}

/// Returns the position before a ply, and the move of that ply.
fn before<G: Rules>(line: &MainLine<G>, ply: u32) -> Option<(G, G::Move)> {
    let index = ply.checked_sub(1)?;
    Some((line.position_at(index), *line.moves.get(index as usize)?))
}

/// A text that names no move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchMove(String);

impl fmt::Display for NoSuchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} names no move of this game; write 81w or 81b, in shogi the number alone", self.0)
    }
}

impl Error for NoSuchMove {}

/// Returns the ply of a move given by number and side: 81w, 81b; in shogi by number alone.
///
/// # Errors
/// The text names no move of the game.
pub fn ply_of(text: &str, played: &Played) -> Result<u32, NoSuchMove> {
    let wrong = || NoSuchMove(text.to_owned());
    let (number, second) = match text.strip_suffix(['b', 'B']) {
        Some(number) => (number, Some(true)),
        None => match text.strip_suffix(['w', 'W']) {
            Some(number) => (number, Some(false)),
            None => (text, None),
        },
    };
    let number: u32 = number.parse().map_err(|_| wrong())?;
    let ply = |first: u32, turn: Side, second: bool| {
        let half = |number: u32, second: bool| number.checked_mul(2)?.checked_add(u32::from(second));
        half(number, second)?.checked_sub(half(first, turn == Side::Second)?)?.checked_add(1)
    };
    match (played, second) {
        (Played::Chess(line, _), Some(second)) => {
            let start = line.position_at(0);
            ply(start.number(), start.turn(), second)
        }
        (Played::Hex(line), Some(second)) => {
            let start = line.position_at(0);
            ply(start.number(), start.turn(), second)
        }
        (Played::Shogi(_), None) => Some(number),
        _ => None,
    }
    .ok_or_else(wrong)
}
