//! The library and the command: what other programs are told is what the command says.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

#[path = "../support/common/mod.rs"]
mod common;
mod session;
