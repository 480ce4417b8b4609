//! What is counted: legal moves of each game, and records of each kind of format read to their ends.

use std::error::Error;
use std::fmt::Write as _;

use partie_notation::{ReadOutcome, fen, formats};
use partie_record::{Format, Record};
use partie_rules::{Rules, chess, hex, shogi};

type Counted = Result<u64, Box<dyn Error>>;
type Work = (&'static str, fn() -> Counted);

/// The name of the run that does nothing.
pub(super) const START: &str = "start";

/// Each by its name.
pub(super) static ALL: &[Work] = &[
    (START, || Ok(0)),
    ("chess-perft", || Ok(leaves(&chess::Position::start(), 3))),
    ("chess-perft-castling", || {
        let read = fen::read_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false);
        let (position, _) = read.setup.position().map_err(|faults| format!("{faults:?}"))?;
        Ok(leaves(&position, 2))
    }),
    ("hex-perft", || Ok(leaves(&hex::Position::start(), 2))),
    ("shogi-perft", || Ok(leaves(&shogi::Position::start(), 3))),
    ("pgn", || Ok(records(Format::Pgn, &pgn("", 200)))),
    ("pgn-clocks", || Ok(records(Format::Pgn, &pgn(" { [%eval 0.17] [%clk 0:02:59] }", 200)))),
    ("kif", || Ok(records(Format::Kif, &include_str!("../../fixtures/shogi/league.kifu").repeat(100)))),
];

/// Leaves of the tree of legal moves.
fn leaves<R: Rules>(position: &R, depth: u32) -> u64 {
    let moves = position.legal();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play(mv);
            leaves(&after, depth - 1)
        })
        .sum()
}

/// Records of a text; each is read into the same one.
fn records(format: Format, text: &str) -> u64 {
    let (mut record, mut at, mut items) = (Record::default(), 0, 0);
    while let ReadOutcome::Game(end) = formats::read_record(format, text.as_bytes(), at, true, &mut record) {
        items += record.items.len() as u64;
        at = end;
    }
    items
}

/// Games of one kind, with something behind each move.
fn pgn(behind: &str, games: usize) -> String {
    const MOVES: &str =
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7";
    let mut text = String::new();
    for game in 1..=games {
        let _ = write!(
            text,
            "[Event \"Club\"]\n[Round \"{game}\"]\n[White \"Alm, Ida\"]\n[Black \"Berg, Olaf\"]\n[Result \"*\"]\n\n"
        );
        for (ply, mv) in MOVES.split(' ').enumerate() {
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let _ = write!(text, "{mv}{behind} ");
        }
        text.push_str("*\n\n");
    }
    text
}
