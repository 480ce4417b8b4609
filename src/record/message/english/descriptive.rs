//! Descriptive moves in modern terms, and their readings.

use crate::message::shape::{Shape, shape};

pub(super) const DESCRIPTIVE: &[Shape] = &[
    shape("goes-to", "{mover} goes to {place: or }"),
    shape("takes", "{mover} takes {victim}"),
    shape("king-castles", "the king castles"),
    shape("king-castles-kings-side", "the king castles on the king's side"),
    shape("king-castles-queens-side", "the king castles on the queen's side"),
    shape("gives-check", "{mover} gives check"),
    shape("mates-somewhere", "{mover} mates"),
    shape("interposes", "{mover} goes between king and checker"),
    shape("moves-somewhere", "{mover} moves"),
    shape("steps", "{mover} goes on by {count:one square|# squares}"),
    shape("promotes", "{mover} promotes"),
    shape("same-move", "the same move as that before"),
    shape("a-piece", "a piece"),
    shape("the-king", "the king"),
    shape("of-kings-side", "the {kind} that began on the king's side"),
    shape("of-queens-side", "the {kind} that began on the queen's side"),
    shape("a-kind", "a {kind}"),
    shape("that-is-doubled", "{piece} that is doubled"),
    shape("on-files", "{piece} on the {files:- or }-file"),
    shape("on-squares", "{piece} on {place: or }"),
    shape("no-legal-reading", "{token} has no legal reading: it says that {words}; {reason}"),
    shape("does-not-have", "{owner} does not have {piece}"),
    shape("names-no-capture", "a {kind} of {owner} stands on {at}, but the text names no capture"),
    shape("piece-goes", "{kind} {from}-{to}"),
    shape("more", "{number} more"),
    shape(
        "reading-assumed",
        "{token} can be the {readings:or}, and nothing in the record decides: the {chosen} is assumed",
    ),
    shape(
        "reading-not-followed",
        "{token} can be the {readings:or}: the record has too many such moves to follow each, and the {chosen} is assumed",
    ),
    shape(
        "reading-unmarked",
        "{token} can be the {readings:or}: read as the {chosen}, as an unmarked move gives no check and takes no pawn en passant",
    ),
    shape(
        "reading-standing",
        "{token} names the {chosen} by the side on which it stands, not by the one on which it began",
    ),
    shape("reading-wrong-name", "{token} names a side on which no such piece began or stands: read as the {chosen}"),
    shape(
        "reading-by-rest",
        "{token} can be the {readings:or}: read as the {chosen}, after which most of the record can be replayed",
    ),
    shape("reading-reach", "{reading}: {reach}"),
];
