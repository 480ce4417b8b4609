//! Fuzzing with the stable toolchain: what is kept is tried again, then mutants of it and of the fixtures for a while.
//!
//! `PARTIE_FUZZ_SECONDS` says for how long in all, `PARTIE_FUZZ_TARGETS` which targets, `PARTIE_FUZZ_SEED` which mutants:
//! by default the same ones in each run. Not for what must hold: that is said by the targets.

mod mutate;
pub(crate) mod seeds;
mod targets;
mod trial;

use std::env;
use std::time::{Duration, Instant};

pub(crate) use mutate::Mutator;
pub(crate) use targets::TARGETS;
use targets::Target;
use trial::{Trial, Watchdog};

/// Seconds for all targets together.
const SECONDS: f64 = 60.0;
/// Failures of a target that are told, each with a message of its own.
const MOST_FAILURES: usize = 5;

/// The targets of `PARTIE_FUZZ_TARGETS`, names with commas between; all of them without it.
fn chosen() -> Vec<&'static Target> {
    let names = env::var("PARTIE_FUZZ_TARGETS").unwrap_or_default();
    let names: Vec<&str> = names.split(',').filter(|name| !name.is_empty()).collect();
    for name in &names {
        assert!(TARGETS.iter().any(|target| target.name == *name), "there is no target {name}");
    }
    TARGETS.iter().filter(|target| names.is_empty() || names.contains(&target.name)).collect()
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> T {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

#[test]
fn every_target_has_seeds_and_every_folder_a_target() {
    for target in TARGETS {
        assert!(!seeds::of(target).is_empty(), "{} has no seed", target.name);
    }
    for folder in seeds::folders() {
        assert!(TARGETS.iter().any(|target| target.name == folder), "no target has the corpus {folder}");
    }
}

#[test]
fn seeds_and_what_is_kept() {
    let (watchdog, mut failures) = (Watchdog::start(), Vec::new());
    for target in chosen() {
        for (name, seed) in seeds::named(target) {
            if let Err(failure) = Trial::new(target, &watchdog).run(&seed) {
                failures.push(format!("{} {name}: {}", target.name, failure.message));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn mutants() {
    let (watchdog, targets) = (Watchdog::start(), chosen());
    let seconds: f64 = number("PARTIE_FUZZ_SECONDS", SECONDS);
    let time = Duration::from_secs_f64(seconds / targets.len() as f64);
    let (mut failures, mut all) = (Vec::new(), 0);
    for target in targets {
        let mut trial = Trial::new(target, &watchdog);
        let mut mutator = Mutator::new(seeds::of(target), seeds::words(target), number("PARTIE_FUZZ_SEED", 1));
        let (start, mut tried, mut found) = (Instant::now(), 0_u64, Vec::<trial::Failure>::new());
        while found.len() < MOST_FAILURES && start.elapsed() < time {
            for _ in 0..32 {
                let mutant = mutator.next();
                tried += 1;
                match trial.run(mutant) {
                    Ok(()) => mutator.passed(),
                    Err(failure) if found.iter().all(|known| known.place != failure.place) => {
                        found.push(trial.minimised(mutant.to_vec(), failure));
                    }
                    Err(_) => {}
                }
            }
        }
        all += tried;
        println!(
            "{:<18} {tried:>12} mutants in {:>6.1} s, slowest {:?}",
            target.name,
            start.elapsed().as_secs_f64(),
            trial.slowest()
        );
        failures.extend(found.into_iter().map(|failure| failure.text()));
    }
    println!("{:<18} {all:>12} mutants", "all targets");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
