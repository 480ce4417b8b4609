//! Tasks of an analysis: whatever the cut, the threads, the order and the accidents, the same tables.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod accidents;
mod command;
#[path = "../common/mod.rs"]
mod common;
mod folders;
mod measure;
mod plans;
mod seams;
mod support;
