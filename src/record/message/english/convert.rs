//! Parts of a game that a conversion loses, and their replacement.

use crate::message::shape::{Shape, shape};

pub(super) const CONVERT: &[Shape] = &[
    shape("kept-illegal", "{what}; it is kept as it is written"),
    shape("cut", "cut at its first error"),
    shape("cut-at-ply", "cut at its first error: {token} at ply {ply} cannot be played"),
    shape("cut-in-variation", "cut at its first error: {token} in a variation cannot be played"),
    shape("rest-is-comment", "{cut}; the rest of the line is kept as a comment"),
    shape(
        "too-long-to-convert",
        "the game is left out: it is longer than 3 MiB, or a comment, token or tag of it longer than 1 MiB",
    ),
    shape("line-ends-there", "{cut}; the line ends there"),
    shape("nothing-converted-after", "{cut}; nothing is converted after it"),
    shape("game-left-out", "{cut}; the game is left out"),
    shape(
        "read-as-comment",
        "a comment is never closed: what follows it in its game, moves included, is read as its text",
    ),
    shape(
        "variations-not-written",
        "{number:1 variation of the game is|#, variations of the game are} not written: of a game so many lines become games, and no more",
    ),
    shape("target-cannot-hold", "game left out: {target} cannot hold {what}"),
    shape("game-of", "a game of {kind}"),
    shape("game-without-position", "a game from a position that is not given"),
    shape("game-of-unknown-variant", "a game of an unknown variant"),
    shape("text-without-position", "a line that is no position"),
    shape("edited-game-of-unknown-variant", "a game of an unknown variant once it is edited"),
    shape("game-without-start", "a game whose start position cannot be set up"),
    shape("in-line", "'{character}' in line {line}"),
    shape("not-in-encoding", "not in the encoding, and replaced: {characters:, } of the game as it is written"),
    shape(
        "not-in-encoding-and-more",
        "not in the encoding, and replaced: {characters:, } and {more} more of the game as it is written",
    ),
    shape("characters-replaced", "{number:1 character is|#, characters are} not in the encoding and replaced"),
    shape(
        "guessed-name-it",
        "encoding guessed as {encoding} ({next} is the next most likely); name it with --from-encoding if it is {next}",
    ),
    shape(
        "unknown-name-it",
        "encoding not known ({encoding} and {next} are the likeliest): bytes are written unchanged; name it with --from-encoding",
    ),
    shape(
        "unknown-replaced",
        "encoding not known ({encoding} and {next} are the likeliest): the output encoding cannot keep its bytes, and they are replaced; name it with --from-encoding",
    ),
    shape("lost-comments", "{number:# comment|#, comments} lost in {target}"),
    shape("lost-variations", "{number:# variation|#, variations} lost in {target}"),
    shape("lost-nags", "{number:# NAG|#, NAGs} lost in {target}"),
    shape("lost-times", "{number:# clock time|#, clock times} lost in {target}"),
    shape("lost-tags", "{number:# tag|#, tags} lost in {target}"),
    shape("lost-starts", "{number:# start position|#, start positions} lost in {target}"),
    shape("lost-results", "{number:# result|#, results} lost in {target}"),
    shape("lost-moves", "{number:# move|#, moves} lost in {target}"),
    shape("lost-bookmarks", "{number:# bookmark|#, bookmarks} lost in {target}"),
    shape("lost-program-lines", "{number:# line for programs|#, lines for programs} lost in {target}"),
    shape("lost-unread", "{number:# unread stretch|#, unread stretches} lost in {target}"),
];
