//! The ways in which findings are silenced, and the places that do it. Not for counting findings.

use std::collections::BTreeMap;

use partie_record::count;

/// Places of one kind that are named.
const MAX_PLACES: usize = 3;

/// How findings are silenced, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Silencer {
    /// A configuration excludes their files.
    Excluded,
    /// A configuration ignores or does not select their codes.
    Hidden,
    /// A configuration makes them less grave.
    Lowered,
    /// A configuration names the rules of their games.
    ConfiguredRules,
    /// Their record names its rules.
    RecordRules,
    /// A configuration limits the changes of `fix`.
    Unfixed,
    /// Their record allows them.
    Allowed,
    /// A baseline has them.
    Baseline,
}

/// The first places of one kind, and whether there are others.
#[derive(Clone, Debug, Default)]
struct Places {
    first: Vec<String>,
    more: bool,
}

/// The places where findings are silenced.
#[derive(Clone, Debug, Default)]
pub struct Silencers(BTreeMap<Silencer, Places>);

impl Silencers {
    /// Adds a place; only the first ones of a kind are kept.
    pub fn add(&mut self, how: Silencer, place: impl FnOnce() -> String) {
        let places = self.0.entry(how).or_default();
        // A run may have millions.
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

    /// True if a place silences in this way.
    pub fn has(&self, how: Silencer) -> bool {
        self.0.contains_key(&how)
    }

    /// Adds the places of one kind.
    pub fn add_all(&mut self, how: Silencer, other: &Self) {
        for place in other.0.get(&how).iter().flat_map(|places| &places.first) {
            self.add(how, || place.clone());
        }
    }

    /// Adds other places and empties them.
    pub fn absorb(&mut self, other: &mut Self) {
        for (how, Places { first, more }) in std::mem::take(&mut other.0) {
            first.into_iter().for_each(|place| self.add(how, || place));
            self.0.entry(how).or_default().more |= more;
        }
    }

    /// `2 findings hidden by the configuration (partie.toml:1)`; `None` for no number.
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
            // A baseline without a place is being written: it silences nothing.
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
