//! The meaning of a time control. Its text is parsed by the other modules.

pub(super) const DAY: u64 = 86_400_000;
/// Maximum number of periods kept after the first one.
const MAX_PERIODS: usize = 3;

/// Thinking time, as far as it is understood, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time of the first period: the whole game, a number of moves, or one move.
    pub base: Option<u64>,
    /// The largest increment per move; 0 if the record gives a time without an increment.
    pub increment: Option<u64>,
    /// 秒読み: time for each move once the main time is used up.
    pub byoyomi: Option<u64>,
    /// The limit for each move, if a period is one move.
    pub per_move: Option<u64>,
    /// The periods after the first one.
    pub periods: Periods,
    /// True if a clock may rise at any move: an hourglass, or a separate time for each move.
    pub rises_freely: bool,
    /// True if every period gives a day or more for each move, as daily chess does. Then no flag falls at a move,
    /// whatever its clock shows.
    pub daily: bool,
    /// True if there is more than main time, 秒読み and increment: 考慮時間, several periods of 秒読み.
    pub has_more: bool,
    /// The class of the time control, if nothing else is given.
    pub class: Option<&'static str>,
}

impl TimeControl {
    /// True if times are understood, not only a class.
    pub const fn is_of_times(&self) -> bool {
        self.class.is_none()
    }

    /// The common part of the players' separate time controls.
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

/// Time that a period adds to a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The number of moves after which it is added; `None` if the record does not give it.
    pub after: Option<u64>,
    /// Milliseconds.
    pub time: u64,
}

/// The periods after the first one, as far as they are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Periods {
    list: [Option<Period>; MAX_PERIODS],
    /// Number of moves after which the last period repeats; 0 if it lasts to the end of the game.
    every: u64,
}

impl Periods {
    /// Creates the periods from all stretches of a game: the number of moves of each, if limited, and its time.
    pub(super) fn of(stretches: impl IntoIterator<Item = (Option<u64>, u64)>) -> Self {
        let mut reading = Stretches::default();
        stretches.into_iter().for_each(|(moves, time)| reading.add(moves, time));
        reading.periods()
    }

    /// The periods that may have begun once a player has made `moves` moves, each with its latest move.
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

/// The periods of the stretches read so far.
#[derive(Debug, Default)]
pub(super) struct Stretches {
    periods: Periods,
    kept: usize,
    /// Total number of moves, if each stretch has a number of moves.
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

    /// The periods after the first one. A last period with a number of moves repeats.
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
