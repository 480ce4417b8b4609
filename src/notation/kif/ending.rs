//! Writes the sentences that end a record: `まで123手で先手の勝ち`.

use super::terminal::word;
use crate::shogi_names::side;
use partie_record::Terminal;
use partie_rules::Side;

/// The closing sentence of a line with `plies` moves and `mover` to move.
pub(crate) fn sentence(terminal: Terminal, plies: u32, mover: Side, handicap: bool) -> String {
    let (own, other) = (side(mover, handicap), side(mover.other(), handicap));
    let (who, what) = match terminal {
        Terminal::TimeUp => return format!("まで{plies}手で時間切れにより{other}の勝ち"),
        // A sentence without the cause would state 投了.
        Terminal::Try => return format!("まで{plies}手でトライにより{other}の勝ち"),
        Terminal::Resignation => (other, "の勝ち"),
        Terminal::FoulByPrevious => (own, "の反則勝ち"),
        Terminal::FoulByMover => (own, "の反則負け"),
        Terminal::DeclaredWin => (own, "の入玉勝ち"),
        Terminal::WinByDefault => (own, "の不戦勝"),
        Terminal::LossByDefault => (own, "の不戦敗"),
        other => ("", word(other).unwrap_or("中断")),
    };
    format!("まで{plies}手で{who}{what}")
}

/// The closing sentence that names only the winner.
pub fn won(plies: u32, winner: Side, handicap: bool) -> String {
    format!("まで{plies}手で{}の勝ち", side(winner, handicap))
}
