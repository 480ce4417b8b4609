//! A real game of `tests/corpora/data`, and the files that are made of such games.

use std::fs;

use partie_rules::{Resolution, Rules};

use crate::common::root;

/// The files of a collection: names and bytes.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// A game as it was played.
pub struct RealGame<R: Rules> {
    pub date: String,
    /// The result token; of shogi, the word that ends the record, if it has one.
    pub result: String,
    /// The ECO code of chess, the handicap of shogi.
    pub label: String,
    pub start: R,
    /// The moves in coordinates, or in USI.
    pub texts: Vec<String>,
    pub moves: Vec<R::Move>,
    /// The last position, as another program writes it.
    pub last: String,
}

impl<R: Rules> RealGame<R> {
    /// Plays the texts of a game. Each must be legal.
    pub(super) fn new(start: R, columns: [&str; 5], pattern: impl Fn(&str) -> R::Pattern) -> Self {
        let [date, result, label, moves, last] = columns.map(str::to_owned);
        let mut position = start.clone();
        let texts: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let moves = texts.iter().map(|text| {
            let Resolution::Unique(mv) = position.resolve(&pattern(text)) else { panic!("{text} of {moves}") };
            position.play(mv);
            mv
        });
        Self { moves: moves.collect(), date, result, label, start, texts, last }
    }

    /// Calls a function with each move and the position before it.
    pub(super) fn visit(&self, mut each: impl FnMut(usize, &R, R::Move)) {
        let mut position = self.start.clone();
        for (ply, mv) in self.moves.iter().enumerate() {
            each(ply, &position, *mv);
            position.play(*mv);
        }
    }
}

/// The lines of a table of games.
pub(super) fn lines(name: &str) -> Vec<String> {
    let path = root().join("tests/corpora/data").join(format!("{name}.tsv.zst"));
    let text = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
    String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
}
