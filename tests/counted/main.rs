//! The instructions of rules and notations, each counted by Valgrind in a run of this program, without the start, against
//! `instructions.tsv`:
//!
//!     cargo run --profile counted -p partie-counted            compares
//!     cargo run --profile counted -p partie-counted -- write   writes the table anew
//!
//! The whole command is counted by `tests/cli/instructions.rs`, as it is shipped.
#![allow(clippy::print_stdout, reason = "a program of the tests")]

mod work;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

/// What a change may cost unseen.
const MOST: f64 = 1.02;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wish = env::args().nth(1);
    if let Some((_, run)) = work::ALL.iter().find(|(name, _)| Some(*name) == wish.as_deref()) {
        println!("{}", run()?);
        return Ok(ExitCode::SUCCESS);
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv");
    let known = fs::read_to_string(&table).unwrap_or_default();
    // The loader's part, which grows with every static table and with the environment.
    let start = count(work::START)?;
    let (mut counts, mut more) = (String::new(), false);
    for (name, _) in work::ALL.iter().filter(|(name, _)| *name != work::START) {
        let now = count(name)?.saturating_sub(start);
        let before = known.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
        let ratio = before.map_or(f64::INFINITY, |before| now as f64 / before as f64);
        println!("{name}: {now}, {ratio:.3} of before");
        more |= ratio > MOST;
        writeln!(counts, "{name}\t{now}")?;
    }
    if wish.as_deref() == Some("write") {
        fs::write(table, counts)?;
        return Ok(ExitCode::SUCCESS);
    }
    if more {
        println!("more instructions than tests/counted/instructions.tsv has");
    }
    Ok(ExitCode::from(u8::from(more)))
}

/// The instructions of one run of this program.
fn count(name: &str) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .arg(name)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.split_once("Collected : ").and_then(|(_, rest)| rest.split_whitespace().next());
    Ok(collected.ok_or_else(|| format!("valgrind counted nothing: {said}"))?.parse()?)
}
