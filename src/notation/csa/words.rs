//! The words of CSA and their meanings: codes of pieces, ends of games, server messages.

use partie_record::Terminal;
use partie_rules::shogi::PieceType;

/// Codes in the order of [`PieceType::ALL`].
const CODES: [&str; 14] = ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// The code of a piece type: `FU`.
pub const fn code(kind: PieceType) -> &'static str {
    CODES[kind.index()]
}

/// The piece type of a code.
#[inline]
pub const fn kind(code: &[u8]) -> Option<PieceType> {
    Some(match code {
        b"FU" => PieceType::Pawn,
        b"KY" => PieceType::Lance,
        b"KE" => PieceType::Knight,
        b"GI" => PieceType::Silver,
        b"KI" => PieceType::Gold,
        b"KA" => PieceType::Bishop,
        b"HI" => PieceType::Rook,
        b"OU" => PieceType::King,
        b"TO" => PieceType::Tokin,
        b"NY" => PieceType::PromotedLance,
        b"NK" => PieceType::PromotedKnight,
        b"NG" => PieceType::PromotedSilver,
        b"UM" => PieceType::Horse,
        b"RY" => PieceType::Dragon,
        _ => return None,
    })
}

/// Ends that name no side, in the order of the CSA specification.
pub(super) const ENDS: [(&str, Terminal); 13] = [
    ("TORYO", Terminal::Resignation),
    (BROKEN_OFF, Terminal::Interrupted),
    ("SENNICHITE", Terminal::Sennichite),
    ("TIME_UP", Terminal::TimeUp),
    ("ILLEGAL_MOVE", Terminal::FoulByMover),
    ("JISHOGI", Terminal::Impasse),
    ("KACHI", Terminal::DeclaredWin),
    ("HIKIWAKE", Terminal::Draw),
    ("MAX_MOVES", Terminal::MaxMoves),
    ("MATTA", Terminal::Takeback),
    ("TSUMI", Terminal::Mate),
    ("FUZUMI", Terminal::NoMate),
    ("ERROR", Terminal::Error),
];

/// The end of a game that was broken off.
pub(crate) const BROKEN_OFF: &str = "CHUDAN";

/// The end that names the side that committed the foul.
pub(super) const FOUL: &str = "ILLEGAL_ACTION";

/// The name of an end, without the percent sign and the sign of a side; `None` for ends that only KIF has.
pub(crate) fn name(terminal: Terminal) -> Option<&'static str> {
    match terminal {
        Terminal::FoulByPrevious => Some(FOUL),
        _ => ENDS.iter().find(|(_, known)| *known == terminal).map(|(name, _)| *name),
    }
}

/// The name of an end, or the nearest one: a sealed move breaks a game off. `None` for decisive ends that only KIF has.
pub(crate) fn nearest(terminal: Terminal) -> Option<&'static str> {
    name(terminal).or_else(|| (terminal == Terminal::Sealed).then_some(BROKEN_OFF))
}

/// Server messages for the end of a game.
pub(super) const SERVER_RESULTS: [(&str, Terminal); 9] = [
    ("#RESIGN", Terminal::Resignation),
    ("#TIME_UP", Terminal::TimeUp),
    ("#ILLEGAL_MOVE", Terminal::FoulByMover),
    ("#SENNICHITE", Terminal::Sennichite),
    ("#OUTE_SENNICHITE", Terminal::FoulByPrevious),
    // The server's answer to a declared win.
    ("#JISHOGI", Terminal::DeclaredWin),
    ("#MAX_MOVES", Terminal::MaxMoves),
    ("#CHUDAN", Terminal::Interrupted),
    ("#DRAW", Terminal::Draw),
];

/// Words for the end of a game in server summaries; a longer word precedes its prefix. The loser committed the fouls.
pub(super) const CAUSES: [(&str, Terminal); 16] = [
    ("toryo", Terminal::Resignation),
    ("time up", Terminal::TimeUp),
    ("time_up", Terminal::TimeUp),
    ("kachi", Terminal::DeclaredWin),
    (REFUSED, Terminal::DeclaredWin),
    ("illegal move", Terminal::FoulByMover),
    ("illegal", Terminal::FoulByMover),
    ("uchifuzume", Terminal::FoulByMover),
    ("oute_kaihimore", Terminal::FoulByMover),
    ("oute_sennichite", Terminal::FoulByMover),
    ("sennichite", Terminal::Sennichite),
    ("jishogi", Terminal::Impasse),
    ("max_moves", Terminal::MaxMoves),
    ("max moves", Terminal::MaxMoves),
    ("chudan", Terminal::Interrupted),
    ("abnormal", Terminal::Interrupted),
];

/// The words of a summary after the server refused a declared win.
pub(super) const REFUSED: &str = "illegal kachi";

/// The result for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerResult {
    Won,
    Lost,
    Drew,
}

pub(super) const PLAYER_RESULTS: [(&str, PlayerResult); 3] =
    [("win", PlayerResult::Won), ("lose", PlayerResult::Lost), ("draw", PlayerResult::Drew)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for piece in PieceType::ALL {
            assert_eq!(kind(code(piece).as_bytes()), Some(piece));
        }
        assert_eq!((kind(b"FUU"), kind(b"fu"), kind(b"")), (None, None, None));
    }
}
