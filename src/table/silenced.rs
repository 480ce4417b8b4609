//! The ways of silencing findings, and the places in configurations, records and baselines that do so. Not for
//! counting.

use std::collections::BTreeMap;

use partie_record::count;

/// Maximum places that are named for each [`Silencer`].
const MAX_PLACES: usize = 3;

/// A way of silencing findings, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Silencer {
    /// A configuration excludes the files.
    Excluded,
    /// A configuration ignores or does not select the codes.
    Hidden,
    /// A configuration lowers the severity.
    Lowered,
    /// A configuration names the rule book of the games.
    ConfiguredRules,
    /// The record names its rule book.
    RecordRules,
    /// A configuration limits the changes of `fix`.
    Unfixed,
    /// The record allows the findings.
    Allowed,
    /// A baseline contains the findings.
    Baseline,
}

/// The first places of one [`Silencer`]; `more` is true if others were left out.
#[derive(Clone, Debug, Default)]
struct Places {
    first: Vec<String>,
    more: bool,
}

/// The places that silence findings, by [`Silencer`].
#[derive(Clone, Debug, Default)]
pub struct Silencers(BTreeMap<Silencer, Places>);

impl Silencers {
    /// Adds a place; only the first `MAX_PLACES` are kept for each [`Silencer`].
    pub fn add(&mut self, how: Silencer, place: impl FnOnce() -> String) {
        let places = self.0.entry(how).or_default();
        // Avoids formatting the place: a run may add millions.
        if places.more {
            return;
        }
        let place = place();
        if places.first.contains(&place) {
            return;
        }
        match places.first.len() {
            0..MAX_PLACES => places.first.push(place),
            _ => places.more = true,
        }
    }

    /// True if any place silences findings in this way.
    pub fn has(&self, how: Silencer) -> bool {
        self.0.contains_key(&how)
    }

    /// Copies the places of `other` that silence findings in this way.
    pub fn add_all(&mut self, how: Silencer, other: &Self) {
        for place in other.0.get(&how).iter().flat_map(|places| &places.first) {
            self.add(how, || place.clone());
        }
    }

    /// Moves the places of `other` to `self`.
    pub fn absorb(&mut self, other: &mut Self) {
        for (how, Places { first, more }) in std::mem::take(&mut other.0) {
            first.into_iter().for_each(|place| self.add(how, || place));
            self.0.entry(how).or_default().more |= more;
        }
    }

    /// Formats `2 findings hidden by the configuration (partie.toml:1)`; `None` if the number is 0.
    pub(crate) fn phrase(&self, how: Silencer, number: u64) -> Option<String> {
        let findings = || count(number, "finding", "findings");
        let games = || count(number, "game", "games");
        let phrase = match how {
            _ if number == 0 => return None,
            Silencer::Excluded => format!("{} excluded by the configuration", count(number, "file", "files")),
            Silencer::Hidden => format!("{} hidden by the configuration", findings()),
            Silencer::Lowered => format!("{} lowered by the configuration", findings()),
            Silencer::ConfiguredRules => format!("{} judged by rules of the configuration", games()),
            Silencer::RecordRules => format!("{} judged by rules that the records name", games()),
            Silencer::Unfixed => format!("{} fixed only as far as the configuration selects", games()),
            Silencer::Allowed => format!("{} allowed by the records", findings()),
            Silencer::Baseline => format!("{} of the baseline", count(number, "old finding", "old findings")),
        };
        let Some(Places { first, more }) = self.0.get(&how).filter(|places| !places.first.is_empty()) else {
            // Without a place, the baseline is only being written and silences no findings.
            return (how != Silencer::Baseline).then_some(phrase);
        };
        let others = if *more { " and others" } else { "" };
        Some(format!("{phrase} ({}{others})", first.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_places_are_named() {
        let mut silencers = Silencers::default();
        assert_eq!(silencers.phrase(Silencer::Excluded, 0), None);
        assert_eq!(silencers.phrase(Silencer::Excluded, 1).unwrap(), "1 file excluded by the configuration");
        for place in ["a:1", "b:1", "a:1", "c:1"] {
            silencers.add(Silencer::Allowed, || place.to_owned());
        }
        let phrase = |silencers: &Silencers| silencers.phrase(Silencer::Allowed, 5).unwrap();
        assert_eq!(phrase(&silencers), "5 findings allowed by the records (a:1; b:1; c:1)");
        let mut all = Silencers::default();
        silencers.add(Silencer::Allowed, || "d:1".to_owned());
        all.absorb(&mut silencers);
        assert_eq!(phrase(&all), "5 findings allowed by the records (a:1; b:1; c:1 and others)");
    }
}
