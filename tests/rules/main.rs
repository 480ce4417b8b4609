//! Rules: leaf counts, other programs, worked cases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

#[path = "../support/place/mod.rs"]
mod common;
mod dead;
mod hex_peers;
mod hex_perft;
mod hex_rules;
#[path = "../support/hex/mod.rs"]
mod hex_support;
mod oracle;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod perft;
mod replies;
mod shogi_faults;
mod shogi_oracle;
mod shogi_perft;
#[path = "../support/shogi/mod.rs"]
mod shogi_support;
