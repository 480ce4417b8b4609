//! `partie analyze` and `report`: tables, tasks, duplicates, openings, pages, clusters.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod castles;
mod cluster;
mod columns;
#[path = "../support/common/mod.rs"]
mod common;
mod duplicates;
mod eco;
mod html_report;
mod names;
mod openings;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod proof_sheet;
mod select;
#[path = "../support/shogi/mod.rs"]
mod shogi_support;
mod tables;
mod tasks;
