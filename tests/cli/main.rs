//! The command and the house: what is printed, what can go wrong, how archives are read, what may import what.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests"
)]

mod archive;
#[path = "../support/archive/mod.rs"]
mod archive_support;
mod circles;
#[path = "../support/common/mod.rs"]
mod common;
mod diagrams;
mod encodings;
mod escapes;
mod extending;
mod face;
mod file_kinds;
mod fix;
mod fix_copies;
mod fix_loss;
mod fix_tags;
mod fix_together;
mod fix_undo;
mod flags;
mod found;
mod full_disk;
mod instructions;
mod letters;
mod messages;
mod noise;
mod operation;
mod own_files;
#[path = "../support/own_games/mod.rs"]
mod own_games;
mod pages;
mod plain;
mod printed;
mod readme;
mod review;
mod shell_blocks;
mod shown;
mod sizes;
mod source_tree;
mod suggestions;
mod unread;
