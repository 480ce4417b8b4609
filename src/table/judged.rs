//! A judged game and its place, from which rows are made.

use super::opened::Opened;
use partie_input::Slice;
use partie_record::Encoding;
use partie_record::finding::Finding;
use partie_replay::Replayed;

#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The source as displayed.
    pub source: &'a str,
    /// Number of the game in the source, from 1.
    pub game: i64,
    /// Key of the game in all tables; see [`super::game_key`].
    pub key: i64,
    /// Line of the first byte that is not white space, from 1.
    pub line: i64,
    /// Bytes of the source before the game's first byte that is not white space.
    pub offset: i64,
    /// The slice that contains the game.
    pub slice: &'a Slice,
    /// Offset in the slice of the game's first byte that is not white space.
    pub start: usize,
}

/// The result of judging a game.
#[derive(Clone, Debug)]
pub struct Judged {
    pub replayed: Replayed,
    pub encoding: Encoding,
    /// The encoding in which the game's text is decoded, for example UTF-8 after a conversion.
    pub text: Encoding,
    /// The selected findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// Number of errors, warnings and infos, including those that are not in `findings`.
    pub counts: [u64; 3],
    pub opening: Opened,
}
