//! What is understood of a time control. Not for how it is written.

pub(super) const DAY: u64 = 86_400_000;
/// Most periods behind the first one that are kept.
const MAX_PERIODS: usize = 3;

/// Time for thinking, as far as it is understood; milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// That of the first period: of the game, of so many moves, or of one.
    pub base: Option<u64>,
    /// The greatest increment that is added for each move; 0 where the record names the time and no increment.
    pub increment: Option<u64>,
    /// 秒読み: what each move may take once the main time is used up.
    pub byoyomi: Option<u64>,
    /// The limit for each move, where a period is one move.
    pub per_move: Option<u64>,
    /// Periods behind the first one.
    pub periods: Periods,
    /// Whether a clock may rise at every move: an hourglass, or a time for each single move.
    pub rises_freely: bool,
    /// Whether every period gives a day or more to each single move, as daily chess does: no flag falls at a
    /// move then, whatever its clock shows.
    pub daily: bool,
    /// Whether there is more than main time, 秒読み and increment: 考慮時間, several periods of 秒読み.
    pub has_more: bool,
    /// The class, where nothing but that is said.
    pub class: Option<&'static str>,
}

impl TimeControl {
    /// Whether times are understood, not only a class.
    pub const fn is_of_times(&self) -> bool {
        self.class.is_none()
    }

    /// What holds for both players, where each has a time control of their own.
    pub fn common([first, second]: [Self; 2]) -> Self {
        let same = |of: fn(&Self) -> Option<u64>| of(&first).filter(|time| of(&second) == Some(*time));
        Self {
            base: same(|control| control.base),
            increment: same(|control| control.increment),
            byoyomi: same(|control| control.byoyomi),
            has_more: first.has_more || second.has_more,
            ..Self::default()
        }
    }
}

/// Time that is added to a clock for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The move after which it is added; `None` where the record does not name it.
    pub after: Option<u64>,
    /// Milliseconds.
    pub time: u64,
}

/// The periods behind the first one, as far as they are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Periods {
    list: [Option<Period>; MAX_PERIODS],
    /// Moves after which the last one comes again; 0 where it lasts to the end of the game.
    every: u64,
}

impl Periods {
    /// Of all stretches of a game: the moves of each, if it has a number of them, and its time.
    pub(super) fn of(stretches: impl IntoIterator<Item = (Option<u64>, u64)>) -> Self {
        let mut reading = Stretches::default();
        stretches.into_iter().for_each(|(moves, time)| reading.add(moves, time));
        reading.periods()
    }

    /// Those that may have begun when a player has made so many moves, each at its latest move.
    pub fn begun_by(&self, moves: u64) -> impl Iterator<Item = Period> {
        let Self { list, every } = *self;
        let last = list.iter().flatten().count();
        let begun = move |(index, period): (usize, Period)| {
            let Some(after) = period.after else { return Some(period) };
            let later = moves.checked_sub(after)?;
            let rounds = if index + 1 == last { later.checked_div(every).unwrap_or(0) } else { 0 };
            Some(Period { after: Some(after + rounds * every), ..period })
        };
        list.into_iter().flatten().enumerate().filter_map(begun)
    }
}

/// The periods of the stretches that were read so far.
#[derive(Debug, Default)]
pub(super) struct Stretches {
    periods: Periods,
    kept: usize,
    /// Moves of all of them, while each has a number of moves.
    made: Option<u64>,
    last: Option<(Option<u64>, u64)>,
}

impl Stretches {
    pub(super) fn add(&mut self, moves: Option<u64>, time: u64) {
        if self.last.is_some() {
            self.keep(time);
        } else {
            self.made = Some(0);
        }
        self.made = self.made.zip(moves).map(|(made, moves)| made.saturating_add(moves));
        self.last = Some((moves, time));
    }

    fn keep(&mut self, time: u64) {
        if let Some(slot) = self.periods.list.get_mut(self.kept) {
            *slot = Some(Period { after: self.made, time });
            self.kept += 1;
        }
    }

    /// The periods behind the first one; a number of moves that nothing follows begins again.
    pub(super) fn periods(mut self) -> Periods {
        if let Some((Some(moves), time)) = self.last {
            self.keep(time);
            self.periods.every = moves;
        }
        self.periods
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_after_their_moves() {
        let of = |periods: &Periods, moves| -> Vec<_> {
            periods.begun_by(moves).map(|period| (period.after, period.time)).collect()
        };
        let periods = Periods::of([(Some(40), 9), (Some(20), 5), (None, 3)]);
        assert_eq!(of(&periods, 39), []);
        assert_eq!(of(&periods, 41), [(Some(40), 5)]);
        assert_eq!(of(&periods, 99), [(Some(40), 5), (Some(60), 3)]);
        let again = Periods::of([(Some(40), 9)]);
        assert_eq!(of(&again, 39), []);
        assert_eq!(of(&again, 40), [(Some(40), 9)]);
        assert_eq!(of(&again, 125), [(Some(120), 9)]);
        assert_eq!(of(&Periods::of([(None, 7), (None, 4)]), 1), [(None, 4)]);
        assert_eq!(Periods::of([(None, 7)]), Periods::default());
    }
}
