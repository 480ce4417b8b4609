//! Counts the totals of a run, and formats them for people.

use std::collections::BTreeMap;

use super::silenced::{Silencer, Silencers};
use partie_record::finding::Code;
use partie_record::{count, format_thousands, plural};
use partie_replay::{Counts, OTHERS, RulesFrom, Unjudged};

/// Maximum names of unjudged games or files in a line.
const MAX_NAMES_SHOWN: usize = 6;

/// The totals of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Files that contain a record.
    pub files: u64,
    pub games: u64,
    /// Replayed plies of main lines.
    pub plies: u64,
    /// Games in which a player could have claimed a draw, with an intended move or while having the move.
    pub claims: u64,
    pub counts: Counts,
    /// Games with an error of any code.
    pub broken: u64,
    pub unjudged: Unjudged,
    /// Files that a configuration excludes.
    pub excluded: u64,
    /// Games judged under a non-default rule book that a configuration names.
    pub configured_rules: u64,
    /// Games judged under a non-default rule book that their record names.
    pub record_rules: u64,
    /// Games judged under the rule book of the server that their record names as the site, by rule book.
    pub site_rules: BTreeMap<String, u64>,
    /// Games in which a configuration limits the changes of `fix`.
    pub unfixed: u64,
    /// The places that silence findings.
    pub silencers: Silencers,
}

impl Totals {
    /// Moves the totals of `other` to `self`.
    pub fn absorb(&mut self, other: &mut Self) {
        let Self { files, games, plies, claims, counts, broken, unjudged, silencers, .. } = other;
        let Self { excluded, configured_rules, record_rules, site_rules, unfixed, .. } = other;
        self.files += std::mem::take(files);
        self.games += std::mem::take(games);
        self.plies += std::mem::take(plies);
        self.claims += std::mem::take(claims);
        self.broken += std::mem::take(broken);
        self.excluded += std::mem::take(excluded);
        self.configured_rules += std::mem::take(configured_rules);
        self.record_rules += std::mem::take(record_rules);
        for (name, games) in std::mem::take(site_rules) {
            *self.site_rules.entry(name).or_default() += games;
        }
        self.unfixed += std::mem::take(unfixed);
        self.counts.absorb(counts);
        self.unjudged.absorb(unjudged);
        self.silencers.absorb(silencers);
    }

    /// Counts a file's games under non-default rule books. `configured` is true if a configuration, not the command
    /// line, named the given books.
    pub fn add_rules(&mut self, ruled: &BTreeMap<(RulesFrom, &'static str), u64>, configured: bool, path: &str) {
        for ((from, name), games) in ruled {
            match from {
                RulesFrom::Record => {
                    self.record_rules += games;
                    self.silencers.add(Silencer::RecordRules, || format!("{name} in {path}"));
                }
                RulesFrom::Site => *self.site_rules.entry((*name).to_owned()).or_default() += games,
                _ if configured => self.configured_rules += games,
                _ => {}
            }
        }
    }

    /// Formats the numbers of silenced findings and files, with the places that silence them; `None` if nothing is
    /// silenced. Quiet runs also print this line.
    pub fn silenced(&self) -> Option<String> {
        let counts = &self.counts;
        let all = [
            (Silencer::Excluded, self.excluded),
            (Silencer::Hidden, counts.hidden()),
            (Silencer::Lowered, counts.lowered()),
            (Silencer::ConfiguredRules, self.configured_rules),
            (Silencer::RecordRules, self.record_rules),
            (Silencer::Unfixed, self.unfixed),
            (Silencer::Allowed, counts.allowed()),
            (Silencer::Baseline, counts.known()),
        ];
        let phrases: Vec<String> =
            all.into_iter().filter_map(|(how, number)| self.silencers.phrase(how, number)).collect();
        // Unused allowances were meant to silence findings, so this line reports them.
        let unused = counts.of(Code::A001) + counts.of(Code::A002);
        let silenced = if phrases.is_empty() { "0 findings".to_owned() } else { phrases.join(", ") };
        match unused {
            0 => (!phrases.is_empty()).then(|| format!("silenced: {silenced}")),
            _ => Some(format!("silenced: {silenced}; {}", count(unused, "unused allowance", "unused allowances"))),
        }
    }

    pub fn line(&self, seconds: f64) -> String {
        use partie_record::finding::Severity::{Error, Info, Warning};
        let severity = |severity| self.counts.of_severity(severity);
        let mut line = format!(
            "{}, {} in {}: {}, {}",
            count(self.games, "game", "games"),
            count(self.plies, "ply", "plies"),
            duration(seconds),
            count(severity(Error), "error", "errors"),
            count(severity(Warning), "warning", "warnings"),
        );
        if severity(Info) > 0 {
            line.push_str(&format!(", {}", count(severity(Info), "info", "infos")));
        }
        if self.claims > 0 {
            line.push_str(&format!(", {} where a draw could have been claimed", count(self.claims, "game", "games")));
        }
        let by_site = self.site_rules.values().sum::<u64>();
        if by_site > 0 {
            let games = count(by_site, "game", "games");
            line.push_str(&format!(", {games} judged by the rules of the server ({})", names(&self.site_rules)));
        }
        line.push_str(&not_judged(&self.unjudged));
        line
    }
}

/// Formats `, 3 games not judged (Crazyhouse 3), 2 files hold no record (.cbh 2)`; empty if all games were judged.
fn not_judged(unjudged: &Unjudged) -> String {
    let mut words = String::new();
    let games = unjudged.games.values().sum::<u64>();
    if games > 0 {
        words.push_str(&format!(", {} not judged ({})", count(games, "game", "games"), names(&unjudged.games)));
    }
    let files = unjudged.files.values().sum::<u64>();
    if files > 0 {
        let hold = plural(files, "holds", "hold");
        words.push_str(&format!(", {} {hold} no record ({})", count(files, "file", "files"), names(&unjudged.files)));
    }
    words
}

/// Formats the most frequent names with their numbers.
fn names(counts: &BTreeMap<String, u64>) -> String {
    let mut all: Vec<(&str, u64)> = counts.iter().map(|(name, number)| (name.as_str(), *number)).collect();
    all.sort_by_key(|(name, number)| (std::cmp::Reverse(*number), *name));
    let rest: u64 = all.iter().skip(MAX_NAMES_SHOWN).map(|(_, number)| number).sum();
    all.truncate(MAX_NAMES_SHOWN);
    all.extend((rest > 0).then_some((OTHERS, rest)));
    let words: Vec<String> = all.iter().map(|(name, number)| format!("{name} {}", format_thousands(*number))).collect();
    words.join(", ")
}

fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_judged_is_named_with_its_number() {
        let mut unjudged = Unjudged::default();
        assert!(not_judged(&unjudged).is_empty() && !unjudged.any());
        unjudged.add_games("Crazyhouse", 2);
        unjudged.add_games("Atomic", 1);
        unjudged.add_games("Crazyhouse", 1);
        unjudged.add_file("a/base.CBH", true);
        unjudged.add_file("LICENSE", false);
        unjudged.add_file("a.md", false);
        let words =
            ", 4 games not judged (Crazyhouse 3, Atomic 1), 3 files hold no record (.cbh 1, .md 1, no extension 1)";
        assert_eq!(not_judged(&unjudged), words);
        (0..200).for_each(|number| unjudged.add_games(&number.to_string(), 1));
        assert!(not_judged(&unjudged).contains(&format!(", {OTHERS} ")), "{}", not_judged(&unjudged));
    }
}
