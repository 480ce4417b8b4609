//! Short games with what must be found in them under each of two books.

use std::fmt::Write as _;

use super::real_game::Files;

/// Name, FEN or nothing, moves, result, findings under the books of FIDE and of the server.
const CHESS: [[&str; 6]; 7] = [
    ["T-A", "", "1. Nc3 Nc6 2. Nb1 Nb8 3. Nc3 Nc6 4. Nb1 Nb8", "1/2-1/2", "D001@7/8", "D010@8"],
    ["T-B", "", "1. g4 e5 2. f4 Qh4#", "1-0", "R001", "R001"],
    ["T-C", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "1. Qg6", "1-0", "R002", "R002"],
    ["T-D", "", "1. d4 d5 2. c4 e6 3. Nc3 Nf6", "1/2-1/2", "R020", "R020"],
    ["T-E", "", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. Kf1 d6 5. Ke1 a6 6. O-O", "*", "L021@11", "L021@11"],
    ["T-F", "4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1", "1. O-O-O", "*", "L022@1", "L022@1"],
    ["T-G", "", "1. g4 e5 2. f4 Qh4# 3. a3", "0-1", "L040@5", "L040@5"],
];

/// Name, position, moves, findings, the same under both books.
const SHOGI: [[&str; 4]; 4] = [
    ["S-A", "3k5/9/9/9/9/2P6/9/9/5K3 b P 1", "P*7d", "L060@1"],
    ["S-B", "3k5/9/9/9/9/9/9/9/5K3 b N 1", "N*3a", "L062@1"],
    ["S-C", "2k6/7L1/9/9/9/9/9/9/5K3 b - 1", "2b2a", "L063@1"],
    ["S-D", "3k5/9/9/9/9/2+P6/9/9/5K3 b P 1", "P*7d", "-"],
];

/// Name, moves, findings, the same under both books.
const HEX: [[&str; 3]; 3] =
    [["H-A", "b1-b2 j6-j5", "N070@2"], ["H-B", "k1-k3 b7-b5 bl-b2", "N071@3"], ["H-C", "b1-b2 b7-b6 Nd1-d4", "L003@3"]];

/// A table of situations of chess, and their records.
pub(super) fn chess() -> Files {
    let (mut table, mut records) = ("id,fide,server\n".to_owned(), String::new());
    for [id, fen, moves, result, fide, server] in CHESS {
        let _ = writeln!(table, "{id},{fide},{server}");
        let _ =
            write!(records, "[Event \"{id}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n");
        let _ = write!(records, "[Black \"B\"]\n[Result \"{result}\"]\n");
        if !fen.is_empty() {
            let _ = write!(records, "[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
        }
        let _ = write!(records, "\n{moves} {result}\n\n");
    }
    vec![("situations_chess.csv".to_owned(), table.into()), ("situations_chess.pgn".to_owned(), records.into())]
}

/// A table of situations of the other games, and the records of those of shogi.
pub(super) fn others() -> Files {
    let mut table = "id,game,start,moves,result,jsa_or_glinski,server_or_hexasach\n".to_owned();
    let mut files = Files::new();
    for [id, start, moves, found] in SHOGI {
        let _ = writeln!(table, "{id},shogi,{start},{moves},,{found},{found}");
        files.push((format!("{id}.usi"), format!("position sfen {start} moves {moves}\n").into()));
    }
    for [id, moves, found] in HEX {
        let _ = writeln!(table, "{id},hex,hex-start,{moves},*,{found},{found}");
    }
    files.push(("shogi_hex.csv".to_owned(), table.into()));
    files
}
