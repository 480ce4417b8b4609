//! The targets of `tests/fuzz/targets` for libFuzzer: `PARTIE_FUZZ_TARGET` names the one that is run.
#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../targets/mod.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("PARTIE_FUZZ_TARGET").unwrap_or_default();
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("PARTIE_FUZZ_TARGET={name:?} is no target"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
