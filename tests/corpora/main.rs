//! Whole corpora through the command: expectations, other programs, hostile records.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod chains;
#[path = "../support/common/mod.rs"]
mod common;
#[path = "../fuzz/mod.rs"]
mod fuzz;
mod hex_corpora;
mod hostile;
#[path = "../support/judged/mod.rs"]
mod judged_support;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod real_games;
mod records;
mod scans;
mod shogi_corpora;
mod shogi_hostile;
