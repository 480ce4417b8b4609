//! Counts inputs that were not judged, so that nobody mistakes them for valid records.

use super::variant_moves::folded;
use std::collections::BTreeMap;
use std::path::Path;

/// Maximum number of names with their own count.
const MAX_NAMES: usize = 100;
/// Name of all games or files without their own count.
pub const OTHERS: &str = "others";

/// Numbers of games and files that were not judged.
#[derive(Clone, Debug, Default)]
pub struct Unjudged {
    /// Games by variant, or by a description of the missing part.
    pub games: BTreeMap<String, u64>,
    /// Files without a record, by extension.
    pub files: BTreeMap<String, u64>,
    /// Files without a record whose names promise games.
    pub claiming: u64,
}

fn add(counts: &mut BTreeMap<String, u64>, name: &str, number: u64) {
    let name = if counts.len() >= MAX_NAMES && !counts.contains_key(name) { OTHERS } else { name };
    *counts.entry(name.to_owned()).or_default() += number;
}

impl Unjudged {
    /// Counts games of a variant. Spellings that differ only in case and punctuation count under the spelling that
    /// comes first in byte order, independent of the order of games.
    pub fn add_games(&mut self, name: &str, number: u64) {
        if let Some(count) = self.games.get_mut(name) {
            *count += number;
            return;
        }
        let other = self.games.keys().find(|known| folded(known).eq(folded(name))).cloned();
        match other {
            Some(known) if known.as_str() <= name => add(&mut self.games, &known, number),
            Some(known) => {
                let before = self.games.remove(&known).unwrap_or_default();
                self.games.insert(name.to_owned(), before + number);
            }
            None => add(&mut self.games, name, number),
        }
    }

    /// Counts a file; `claims` is true if its name promises games.
    pub fn add_file(&mut self, path: &str, claims: bool) {
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        let name = extension.map_or_else(|| "no extension".to_owned(), |name| format!(".{}", name.to_lowercase()));
        add(&mut self.files, &name, 1);
        self.claiming += u64::from(claims);
    }

    /// Adds the counts of `other` and resets it.
    pub fn absorb(&mut self, other: &mut Self) {
        for (name, number) in std::mem::take(&mut other.games) {
            self.add_games(&name, number);
        }
        for (name, number) in std::mem::take(&mut other.files) {
            add(&mut self.files, &name, number);
        }
        self.claiming += std::mem::take(&mut other.claiming);
    }

    /// True if games, or files named like records, were not judged.
    pub fn any(&self) -> bool {
        !self.games.is_empty() || self.claiming > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_variant_are_counted_together() {
        for names in [["Crazyhouse", "crazyhouse", "Crazy House"], ["crazyhouse", "Crazy House", "Crazyhouse"]] {
            let mut unjudged = Unjudged::default();
            names.iter().for_each(|name| unjudged.add_games(name, 2));
            unjudged.add_games("Atomic", 1);
            let counted: Vec<_> = unjudged.games.iter().map(|(name, count)| (name.as_str(), *count)).collect();
            assert_eq!(counted, [("Atomic", 1), ("Crazy House", 6)]);
        }
    }

    #[test]
    fn names_are_told_apart_within_bounds() {
        let mut unjudged = Unjudged::default();
        unjudged.add_file("a/notes.md", false);
        assert!(!unjudged.any());
        for number in 0..1000 {
            unjudged.add_games(&format!("variant {number}"), 1);
        }
        let all: u64 = unjudged.games.values().sum();
        assert!(unjudged.any() && unjudged.games.len() <= MAX_NAMES + 1 && all == 1000);
    }
}
