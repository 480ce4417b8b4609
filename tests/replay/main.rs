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
mod claims;
#[path = "../support/judging/mod.rs"]
mod common;
mod corpora;
mod cuts;
mod descriptive_games;
mod ends_in_words;
mod false_alarms;
mod faults;
mod hex_games;
mod hex_records;
#[path = "../support/hex/mod.rs"]
mod hex_support;
mod kober_rules;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod pair_rates;
mod played_on;
mod rates_row;
mod repair_rates;
mod repairs;
mod server_books;
mod shogi_ends;
mod shogi_problems;
mod shogi_times;
mod slots;
mod typist_rates;
mod words;
