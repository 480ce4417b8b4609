//! Counts games one by one, without looking up names as text for each count.

use std::collections::BTreeMap;

use super::{Outcomes, STEP, Summary, entry};
use crate::judged::Judged;
use crate::value::Name;
use crate::{GameRow, SCHEMA_VERSION};
use partie_replay::{Counts, EndingBasis};
use partie_rules::Side;

/// Width of a rating band in points.
const RATING_BAND: i16 = 200;
/// Maximum steps of the length histogram; the last one has no upper bound.
const MAX_STEPS: usize = 41;

/// Counts by name. Names are compared by address, because equal names nearly always share one. A name with two
/// addresses has two counts, which `drain` adds up.
#[derive(Debug)]
struct Names<V>(Vec<(&'static str, V)>);

impl<V> Default for Names<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Default + Copy> Names<V> {
    #[inline]
    fn of(&mut self, name: &'static str) -> &mut V {
        let same =
            |known: &(&'static str, V)| std::ptr::eq(known.0.as_ptr(), name.as_ptr()) && known.0.len() == name.len();
        let index = match self.0.iter().position(same) {
            Some(index) => {
                // Moves frequent names to the front, for a short search.
                let before = index / 2;
                self.0.swap(index, before);
                before
            }
            None => {
                self.0.push((name, V::default()));
                self.0.len() - 1
            }
        };
        &mut self.0[index].1
    }

    fn drain(&mut self, into: &mut BTreeMap<String, V>, add: impl Fn(&mut V, V)) {
        for (name, value) in self.0.drain(..) {
            add(entry(into, name), value);
        }
    }
}

/// Counts games and builds a [`Summary`].
#[derive(Debug, Default)]
pub struct Tally {
    summary: Summary,
    kinds: Names<u64>,
    statuses: Names<u64>,
    verdicts: Names<u64>,
    terminations: Names<u64>,
    /// Inferred endings.
    inferred: Names<u64>,
    /// Draws that a player claimed, by side.
    claimed: [Names<u64>; 2],
    draws: Names<u64>,
    openings: Names<Outcomes>,
    /// Openings from the chess book, by their index in the book.
    numbered: Vec<(&'static str, Outcomes)>,
    classes: Names<Outcomes>,
    ratings: Vec<Outcomes>,
    /// The first year, and the outcomes of that and each later year.
    years: (u16, Vec<Outcomes>),
}

impl Tally {
    pub fn add(&mut self, row: &GameRow<'_>, judged: &Judged) {
        let replayed = &judged.replayed;
        let summary = &mut self.summary;
        summary.games += 1;
        summary.plies += u64::from(replayed.plies);
        summary.results.add(row.outcome);
        summary.claims += u64::from(replayed.could_claim());
        let step = usize::try_from((row.plies + STEP - 1) / STEP).unwrap_or(0).min(MAX_STEPS - 1);
        if summary.lengths.len() <= step {
            summary.lengths.resize(step + 1, 0);
        }
        summary.lengths[step] += 1;
        summary.longest = summary.longest.max(u64::from(replayed.plies));
        summary.with_clocks += u64::from(row.clocks_ms.is_some() || row.spent_ms.is_some());
        summary.with_evals += u64::from(row.evals_cp.is_some());
        *self.kinds.of(replayed.kind.name()) += 1;
        *self.statuses.of(replayed.status.name()) += 1;
        *self.verdicts.of(replayed.verdict.name()) += 1;
        if let Some(Name(termination)) = row.termination_inferred {
            let is_inferred = row.termination_basis == Some(Name(EndingBasis::Inferred.name()));
            let names = match replayed.claimant {
                _ if is_inferred => &mut self.inferred,
                Some(claimant) => &mut self.claimed[claimant.index()],
                None => &mut self.terminations,
            };
            *names.of(termination) += 1;
        }
        for (index, draw) in replayed.draws.iter().enumerate() {
            // A draw may be claimed with an intended move, and again without one; each kind counts once per game.
            if !replayed.draws[..index].iter().any(|before| before.kind == draw.kind) {
                *self.draws.of(draw.kind.name()) += 1;
            }
        }
        if let Some(name) = judged.opening.name {
            match judged.opening.index {
                Some(index) => {
                    let (known, outcomes) = at(&mut self.numbered, index);
                    *known = name;
                    outcomes.add(row.outcome);
                }
                None => self.openings.of(name).add(row.outcome),
            }
        }
        if let Some(Name(class)) = row.time_class {
            self.classes.of(class).add(row.outcome);
        }
        if let (Some(first), Some(second)) = (row.first_rating, row.second_rating) {
            let band = usize::try_from((first / 2 + second / 2) / RATING_BAND).unwrap_or(0);
            at(&mut self.ratings, band).add(row.outcome);
        }
        if let Some(date) = row.date {
            let (first, years) = &mut self.years;
            if years.is_empty() {
                *first = date.year;
            }
            if date.year < *first {
                let before = usize::from(*first - date.year);
                years.splice(0..0, std::iter::repeat_n(Outcomes::default(), before));
                *first = date.year;
            }
            at(years, usize::from(date.year - *first)).add(row.outcome);
        }
    }

    /// Counts a game whose replay panicked.
    pub fn add_broken(&mut self) {
        self.summary.games += 1;
        self.summary.results.add(None);
        *self.statuses.of("unreadable") += 1;
    }

    /// Counts a file that contains a record.
    pub const fn add_file(&mut self) {
        self.summary.files += 1;
    }

    pub const fn games(&self) -> u64 {
        self.summary.games
    }

    /// Takes the totals and the counts of findings as a summary, and empties both.
    pub fn take(&mut self, counts: &mut Counts) -> Summary {
        let count = |sum: &mut u64, part: u64| *sum += part;
        let mut summary = std::mem::take(&mut self.summary);
        summary.schema_version = SCHEMA_VERSION;
        self.kinds.drain(&mut summary.kinds, count);
        self.statuses.drain(&mut summary.statuses, count);
        self.verdicts.drain(&mut summary.verdicts, count);
        self.terminations.drain(&mut summary.terminations, count);
        for (claimed, by) in self.claimed.iter_mut().zip([Side::First, Side::Second]) {
            for (name, number) in claimed.0.drain(..) {
                *entry(&mut summary.terminations, &format!("{name} (claimed by {} player)", by.name())) += number;
            }
        }
        for (name, number) in self.inferred.0.drain(..) {
            *entry(&mut summary.terminations, &format!("{name} (inferred)")) += number;
        }
        self.draws.drain(&mut summary.draws, count);
        self.classes.drain(&mut summary.time_classes, Outcomes::absorb);
        let numbered = self.numbered.drain(..).filter(|(name, _)| !name.is_empty());
        for (name, outcomes) in self.openings.0.drain(..).chain(numbered) {
            let family = name.split(':').next().unwrap_or(name).trim_end();
            entry(&mut summary.openings, family).absorb(outcomes);
        }
        let known = |(_, outcomes): &(usize, Outcomes)| outcomes.games() > 0;
        for (band, outcomes) in self.ratings.drain(..).enumerate().filter(known) {
            let points = band * usize::from(RATING_BAND.unsigned_abs());
            entry(&mut summary.ratings, &format!("{points:04}")).absorb(outcomes);
        }
        let (first, years) = &mut self.years;
        for (year, outcomes) in years.drain(..).enumerate().filter(known) {
            entry(&mut summary.years, &(usize::from(*first) + year).to_string()).absorb(outcomes);
        }
        summary.take_counts(counts);
        summary
    }
}

fn at<V: Default + Clone>(list: &mut Vec<V>, index: usize) -> &mut V {
    if list.len() <= index {
        list.resize(index + 1, V::default());
    }
    &mut list[index]
}
