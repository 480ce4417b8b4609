//! Allowances in a record.

use crate::message::shape::{Shape, shape};

pub(super) const ALLOWANCES: &[Shape] = &[
    shape("unused-allowance", "{code} is allowed here, and the game has none"),
    shape("unused-allowance-at", "{code} is allowed at {place}, and is not found there"),
    shape(
        "remove-allowance",
        "remove it, or compare its place; it belongs to the game that it stands in or right above",
    ),
    shape("allowance-without-reason", "this allows nothing: the reason is missing"),
    shape("allowance-unread", "this allows nothing: it is not written as a code, perhaps a place, and a reason"),
    shape("allowance-misplaced", "this allows nothing: in PGN it stands on a line of its own that begins with %"),
    shape("allowance-of-no-code", "{code} is no code and no name of a finding, so that nothing is allowed"),
    shape(
        "write-allowance",
        "write partie: allow CODE and the reason, as in partie: allow L010 @ 16w the score sheet has it so",
    ),
];
