//! Replay: corpora with their expectations, reasons, hostile records.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod assume;
mod books;
#[path = "../support/common/mod.rs"]
mod common;
mod corpora;
mod cuts;
mod descriptive_games;
mod faults;
#[path = "../fuzz/mod.rs"]
mod fuzz;
mod hex_corpora;
mod hex_games;
mod hex_records;
#[path = "../support/hex/mod.rs"]
mod hex_support;
mod hostile;
#[path = "../support/judged/mod.rs"]
mod judged_support;
mod repair_rates;
mod repairs;
mod shogi_corpora;
mod shogi_hostile;
mod shogi_times;
mod slots;
mod words;
