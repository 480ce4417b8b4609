//! Start positions.

use crate::message::shape::{Shape, shape};

pub(super) const SETUP: &[Shape] = &[
    shape("setup-without-fen", "SetUp says that the game begins in another position, but there is no FEN tag"),
    shape("add-fen", "add the FEN tag, or remove SetUp if the game begins from the initial position"),
    shape("fen-too-long", "the FEN has {bytes} bytes; no position needs more than 100"),
    shape("fen-without-setup", "there is a FEN tag but no SetUp tag; the game is judged from the FEN"),
    shape("fen-with-other-setup", "there is a FEN tag, but SetUp is not \"1\"; the game is judged from the FEN"),
    shape("add-setup", "add [SetUp \"1\"], or remove the FEN if the game begins from the initial position"),
    shape("no-king", "{owner} has no king"),
    shape("no-king-on-board", "there is no king on the board"),
    shape("kings", "{owner} has {count} kings"),
    shape("too-many-men", "{owner} has {what}, which no game can reach"),
    shape("so-many-pawns", "{pawns} pawns"),
    shape("so-many-pieces", "{pieces} pieces"),
    shape("so-many-promoted", "{pawns:# pawn|# pawns} and {promoted:# promoted piece|# promoted pieces}"),
    shape("compare-with-diagram", "compare the FEN with a diagram"),
    shape("pawn-on-edge", "a pawn stands on {at}; no pawn can"),
    shape("pawn-at-end-of-file", "a pawn stands on {at}, at the end of its file; no pawn can"),
    shape("pawn-behind-row", "a pawn stands on {at}, behind its own row; no pawn can"),
    shape(
        "opponent-in-check",
        "the king on {king} is in check from the {attacker} on {by}, but it is the other side's move",
    ),
    shape("side-to-move-wrong", "the side to move is probably the wrong one"),
    shape(
        "write-side-to-move",
        "the side to move is probably the wrong one: write 後手番 or 上手番 below the board, or leave it out",
    ),
    shape("impossible-right", "the castling right {letter} is impossible: king or rook is not at home"),
    shape("remove-letter-from-fen", "remove the letter from the FEN"),
    shape("no-en-passant", "nothing can be captured en passant on {at}: no pawn has just passed it"),
    shape("write-dash-instead", "write - in its place"),
    // Shogi.
    shape("too-many-pieces", "board and hands hold {count} {kind}, the set has {set}"),
    shape("compare-hands", "compare the hands with the source"),
    shape("two-pawns-on-file", "{owner} has two unpromoted pawns on one file, on {one} and {other}"),
    shape("immobile-piece", "{owner}'s {kind} on {at} can never move"),
];
