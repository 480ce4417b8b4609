//! A game as it was judged, and where it stands: what its rows are made of.

use super::opened::Opened;
use partie_input::Slice;
use partie_record::Encoding;
use partie_record::finding::Finding;
use partie_replay::Replayed;

#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The source as it is shown.
    pub source: &'a str,
    /// Number in the source, from 1.
    pub game: i64,
    /// What it is known by in all tables: see [`super::game_key`].
    pub key: i64,
    /// Line of its first byte that is not white space, from 1.
    pub line: i64,
    /// Bytes of the source before that byte.
    pub offset: i64,
    /// The slice that holds it.
    pub slice: &'a Slice,
    /// Where in the slice that byte is.
    pub start: usize,
}

/// What was judged of a game.
#[derive(Clone, Debug)]
pub struct Judged {
    pub replayed: Replayed,
    /// The encoding of the game.
    pub encoding: Encoding,
    /// The encoding of its text where it is read.
    pub text: Encoding,
    /// The findings that are wanted, by place.
    pub findings: Vec<Finding>,
    /// Errors, warnings and infos, wanted or not to be kept.
    pub counts: [u64; 3],
    pub opening: Opened,
}
