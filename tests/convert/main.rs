//! `partie convert`: what is written, that nothing is lost, and that it comes back.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod chance;
#[path = "../support/common/mod.rs"]
mod common;
mod conversions;
mod descriptive_round;
mod edits;
mod kept;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod own_output;
mod prose;
mod real_games;
mod round_trips;
mod shogi_writers;
mod targets;
mod training;
