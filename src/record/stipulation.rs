//! Stipulations of problems: `White to play and mate in two moves`.

use partie_rules::Side;
use std::fmt;

/// Aim of a problem, in the words of problemists: a mate, a win, a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    Mate,
    Win,
    Draw,
}

/// Side to move, aim, and the maximum number of moves of that side, as far as the problem states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stipulation {
    pub side: Option<Side>,
    pub aim: Aim,
    pub moves: Option<u32>,
}

impl Stipulation {
    /// Parses the text that [`fmt::Display`] writes; `None` for any other text.
    pub fn parse(text: &str, side: Option<Side>) -> Option<Self> {
        let aim = match text.chars().next()? {
            '#' => Aim::Mate,
            '+' => Aim::Win,
            '=' => Aim::Draw,
            _ => return None,
        };
        let moves = text.get(1..).filter(|moves| !moves.is_empty());
        let moves = moves.map(str::parse).transpose().ok()?;
        Some(Self { side, aim, moves })
    }
}

impl fmt::Display for Stipulation {
    /// As problemists write it: `#2` is mate in two, `+` a win, `=` a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.aim {
            Aim::Mate => "#",
            Aim::Win => "+",
            Aim::Draw => "=",
        })?;
        self.moves.map_or(Ok(()), |moves| write!(f, "{moves}"))
    }
}
