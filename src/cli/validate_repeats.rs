//! Findings that say the same of many games of a file: the first ones are shown, the others counted. Not for showing them.

use std::collections::HashMap;

use crate::finding::Finding;
use crate::report::format_thousands;

/// Games of a file in which a finding is shown that says the same in each.
const SHOWN: u64 = 3;

/// What was found so far in the games of a file.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// The causes in the order in which they were found first.
    causes: Vec<Cause>,
    known: HashMap<String, usize>,
}

/// Findings of one code and message.
#[derive(Debug)]
struct Cause {
    what: String,
    /// Games that have it, and the last of them.
    games: u64,
    last: u64,
    /// Findings that were not shown.
    hidden: u64,
}

impl Repeats {
    /// Counts a finding of a game; whether it is only counted. Where no more are shown, a new cause is not kept.
    pub(super) fn hides(&mut self, finding: &Finding, game: u64, shows: bool) -> bool {
        let what = format!("{} {}", finding.code.as_str(), finding.message);
        let number = match self.known.get(&what) {
            Some(number) => *number,
            None if !shows => return false,
            None => {
                self.causes.push(Cause { what: what.clone(), games: 0, last: 0, hidden: 0 });
                self.known.insert(what, self.causes.len() - 1);
                self.causes.len() - 1
            }
        };
        let Some(cause) = self.causes.get_mut(number) else { return false };
        if cause.last != game {
            (cause.last, cause.games) = (game, cause.games + 1);
        }
        let hides = cause.games > SHOWN;
        cause.hidden += u64::from(hides);
        hides
    }

    /// A line for each cause of which something was not shown.
    pub(super) fn lines(&self, path: &str) -> impl Iterator<Item = String> {
        let folded = self.causes.iter().filter(|cause| cause.hidden > 0);
        folded.map(move |Cause { what, hidden, .. }| {
            format!("note: {path}: and {} more like {what}; --max-findings 0 shows all", format_thousands(*hidden))
        })
    }
}
