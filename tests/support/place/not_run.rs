//! Which data was not at hand and how many tests wanted it: one line on standard error when the tests of a binary are
//! done, whatever the test harness captures.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::panic::Location;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

/// Reads what was wanted and by which test until this process is gone, and sums it up.
const SUMMARY: &str = r#"
sort -u | awk -F '\t' '
    !($1 in data) { data[$1]; list = list (list == "" ? "" : ", ") $1 }
    !($2 in tests) { tests[$2]; count++ }
    END { if (count) print "not run without ../shared: " count (count == 1 ? " test" : " tests") " of " list }
' >&2
"#;

/// What was said so far, and who is told.
static TOLD: Mutex<(BTreeSet<String>, Option<Child>)> = Mutex::new((BTreeSet::new(), None));

/// The name of the running test. In one thread alone tests have no names; then the place in the source stands for them.
#[track_caller]
fn test() -> String {
    let thread = std::thread::current();
    let place = Location::caller();
    thread.name().filter(|name| *name != "main").map_or_else(|| place.to_string(), str::to_owned)
}

/// Adds the running test to the file that `PARTIE_TESTS_OF_DATA` names.
#[track_caller]
fn list() {
    let Some(path) = std::env::var_os("PARTIE_TESTS_OF_DATA") else { return };
    let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
    // A line in one piece, as other tests write theirs.
    file.and_then(|mut file| file.write_all(format!("{}\n", test()).as_bytes())).expect("the list of tests is written");
}

/// A test wanted data that is not at hand.
#[track_caller]
pub(super) fn note(path: &str) {
    list();
    let test = test();
    let corpus: Vec<&str> = path.split('/').take(2).collect();
    let line = format!("{}\t{test}\n", corpus.join("/"));
    let mut told = TOLD.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (lines, child) = &mut *told;
    if !lines.insert(line.clone()) {
        return;
    }
    if child.is_none() {
        let sums_up = Command::new("sh").args(["-c", SUMMARY]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        *child = sums_up.ok();
    }
    let written = child.as_mut().and_then(|child| child.stdin.as_mut()).map(|pipe| pipe.write_all(line.as_bytes()));
    if !matches!(written, Some(Ok(()))) {
        // The handle itself, which is not captured.
        let _ = writeln!(std::io::stderr(), "not run without ../shared: {}", line.trim_end());
    }
}
