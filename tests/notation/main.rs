//! Notations and formats: the grammars run against the readers, and everything that is written is read again.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod chess_grammar;
#[path = "../support/judging/mod.rs"]
mod common;
mod csa;
mod descriptive_conformance;
mod descriptive_grammar;
mod descriptive_specimens;
mod descriptive_writer;
#[path = "../support/grammar/mod.rs"]
mod grammar_support;
mod growth;
mod hex_notation;
#[path = "../support/hex/mod.rs"]
mod hex_support;
mod iccf;
mod json_records;
mod kif;
mod kif_grammar;
#[path = "../support/kif/mod.rs"]
mod kif_support;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod page_layouts;
mod positions;
mod psn;
mod rules;
mod score;
#[path = "../support/score/mod.rs"]
mod score_support;
