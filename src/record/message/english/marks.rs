//! Notes beside a square of the board.

use crate::message::shape::{Shape, shape};

pub(super) const MARKS: &[Shape] = &[
    shape("mark-not-movers", "not the mover's"),
    shape("mark-origin", "the written origin"),
    shape("mark-does-not-reach", "does not reach it"),
    shape("mark-cannot-pass", "cannot pass"),
    shape("mark-in-the-way", "stands in the way"),
    shape("mark-own-piece", "own piece on the target"),
    shape("mark-king", "a king"),
    shape("mark-between", "stands between"),
    shape("mark-gives-check", "gives check"),
    shape("mark-attacked", "attacked"),
    shape("mark-attacks", "attacks it"),
    shape("mark-exposed", "exposed"),
    shape("mark-attacks-along", "attacks along the line"),
    shape("mark-not-on-base", "not on the base row"),
    shape("mark-empty", "empty"),
    shape("mark-straight-ahead", "straight ahead"),
    shape("mark-pinned", "pinned"),
    shape("mark-pins", "pins it"),
    shape("mark-can-go-there", "can go there"),
    shape("mark-can-be-meant", "can be meant"),
    shape("mark-no-right", "has no right"),
    shape("mark-lost-right", "has lost the right"),
    shape("mark-its-rook", "its rook"),
    shape("mark-no-double-step", "no double step"),
    shape("mark-passed-earlier", "passed earlier"),
    // On the move itself.
    shape("mark-takes-king", "takes the king"),
    shape("mark-leaves-in-check", "leaves the king in check"),
    shape("mark-castles-out-of-check", "castles out of check"),
    // Shogi.
    shape("mark-second-pawn", "second pawn on the file"),
    shape("mark-other-pawn", "the other pawn"),
    shape("mark-no-way-on", "no way on"),
    shape("mark-stands-there", "stands there"),
    shape("mark-mates", "mates"),
    shape("mark-mated", "mated"),
    shape("mark-guards", "guards"),
];
