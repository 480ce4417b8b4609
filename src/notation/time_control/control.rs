//! What is understood of a time control. Not for how it is written.

pub(super) const DAY: u64 = 86_400_000;

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
    /// Whether time is added at a move number or in another way, so that a clock may rise.
    pub adds: bool,
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
