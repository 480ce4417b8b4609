//! The library and the command: what other programs are told is what the command says.
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
mod fix_twice;
mod growth;
#[path = "../replay/rates_row.rs"]
mod rates_row;
mod session;
mod sheet_rates;
