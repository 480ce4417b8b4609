//! What whole archives are asked beside their faults: openings, castles.
//!
//! Names are found from positions, never from what a record says of itself. Not for
//! findings (see `replay`) and not for printing.

pub mod castles;
pub mod openings;
