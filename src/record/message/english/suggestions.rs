//! What may have been meant, and what is assumed.

use crate::message::shape::{Shape, shape};

pub(super) const SUGGESTIONS: &[Shape] = &[
    shape("half-move-missing-or-doubled", "a half-move before it may be missing or doubled"),
    shape("close-and-legal", "close to it and legal: {mv}; {reach}"),
    shape("instead-of", "{mv} at ply {ply} instead of {token}: {reach}"),
    shape("with-put-in", "a half-move may be missing: with {mv} put in, {reach}"),
    shape("one-too-many", "{token} may be one too many: without it {reach}"),
    shape("pair-too-many", "{one} {other} may stand there once too often: without them {reach}"),
    shape(
        "two-moves-in-one",
        "{token} may be two moves without a blank between them, {one} and {other}: with both {reach}",
    ),
    shape("changed-places", "{one} and {other} may have changed places: {reach}"),
    shape("or-else", "or {suggestion}"),
    shape("earlier-move-may-be-wrong", "an earlier move may be wrong: {token} put that piece there"),
    shape("move-from", "{mv} (from {from})"),
    shape("move-from-to", "{mv} ({from}-{to})"),
    shape("nothing-follows", "nothing follows it"),
    shape("replays-to-end", "the game then replays to its end"),
    shape("next-move-fails", "the next move then fails"),
    shape("more-plies-replay", "{plies:one more ply then replays|# more plies then replay}"),
    shape("write-move", "write {mv}"),
    shape("later-moves-not-judged", "{moves:# later move of this line was|# later moves of this line were} not judged"),
    shape("may-have-been-played", "all later moves fit the board as written: the illegal move may have been played"),
    shape("kept-though-illegal", "it is kept as it is written, and what follows is played from there"),
    shape("assumed-played", "assumed to have been played although it is illegal: what follows is judged on that"),
    shape("assumed-to-mean", "assumed to mean {mv}: what follows is judged on that"),
    shape("copy-differs", "{token} stands here, and {mv} in {place}: both can be played"),
    shape("merged-with", "merged with {place}"),
    shape("look-at-both-copies", "look at both: what was played, the moves do not say"),
    shape("null-move", "{token} is a null move: nothing is played"),
    shape("null-move-of-odds", "{token} is the turn that is given at the odds of pawn and two moves"),
    shape("null-move-in-check", "{token} is a null move: nothing is played although the king stands in check"),
    shape(
        "null-move-means",
        "in a main line a move is missing here; in a variation it is an annotator's way of saying \"if nothing were done\"",
    ),
    shape(
        "more-findings",
        "{number:# more finding of this game is|#, more findings of this game are} counted and not listed",
    ),
    shape("mend-the-first", "mend the first ones: so many have one cause, as a rule"),
];
