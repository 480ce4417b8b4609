//! Words and codes that end a shogi record. Replay compares them with the moves.

use super::{Outcome, Termination};
use partie_rules::Side;

/// How a shogi record ends: a KIF word in place of a move, or a CSA code.
///
/// "The mover" is the side whose turn it is when the word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// 投了, `%TORYO`: the mover resigns.
    Resignation,
    /// 切れ負け, `%TIME_UP`: the mover's time is up.
    TimeUp,
    /// 詰み or 詰, `%TSUMI`: the mover is mated.
    Mate,
    /// 不詰, `%FUZUMI`: a problem has no mate; nobody wins.
    NoMate,
    /// 千日手, `%SENNICHITE`: drawn by repetition.
    Sennichite,
    /// 持将棋, `%JISHOGI`: drawn by impasse.
    Impasse,
    /// 入玉勝ち or 入玉宣言, `%KACHI`: the mover declares a win with the king in the far zone.
    DeclaredWin,
    /// 中断, `%CHUDAN`: broken off; nobody wins.
    Interrupted,
    /// 反則勝ち: the mover wins because the previous move was a foul.
    FoulByPrevious,
    /// 反則負け, `%ILLEGAL_MOVE`: the mover loses for a foul.
    FoulByMover,
    /// 不戦勝: the mover wins without play.
    WinByDefault,
    /// 不戦敗: the mover loses without play.
    LossByDefault,
    /// 封じ手: the mover's next move is sealed; the game goes on elsewhere.
    Sealed,
    /// 最大手数, `%MAX_MOVES`: drawn at the greatest number of moves.
    MaxMoves,
    /// トライ: the other side's king has reached the square of the mover's king in the start position; the mover loses.
    Try,
    /// `%HIKIWAKE`: drawn.
    Draw,
    /// `%ERROR`: an error of the program; nobody wins.
    Error,
    /// `%MATTA`: a move was taken back.
    Takeback,
}

impl Terminal {
    /// The reason for the end of the game; `None` for a draw without one, and for words that only end the record.
    pub const fn termination(self) -> Option<Termination> {
        match self {
            Self::Resignation => Some(Termination::Resignation),
            Self::TimeUp => Some(Termination::Time),
            Self::Mate => Some(Termination::Mate),
            Self::Sennichite => Some(Termination::Repetition),
            Self::Impasse | Self::DeclaredWin | Self::MaxMoves => Some(Termination::Impasse),
            Self::FoulByPrevious | Self::FoulByMover => Some(Termination::Infraction),
            Self::WinByDefault | Self::LossByDefault => Some(Termination::Forfeit),
            Self::Try => Some(Termination::Try),
            Self::NoMate | Self::Interrupted | Self::Sealed | Self::Draw | Self::Error | Self::Takeback => None,
        }
    }

    /// The result; `mover` is the side whose turn it is.
    pub const fn outcome(self, mover: Side) -> Outcome {
        let (wins, loses) = (Outcome::won_by(mover), Outcome::won_by(mover.other()));
        match self {
            Self::DeclaredWin | Self::FoulByPrevious | Self::WinByDefault => wins,
            Self::Resignation | Self::TimeUp | Self::Mate | Self::FoulByMover | Self::LossByDefault | Self::Try => {
                loses
            }
            Self::Sennichite | Self::Impasse | Self::MaxMoves | Self::Draw => Outcome::Draw,
            Self::NoMate | Self::Interrupted | Self::Sealed | Self::Error | Self::Takeback => Outcome::Unknown,
        }
    }
}
