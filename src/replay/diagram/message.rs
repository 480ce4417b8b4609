//! The cells that the message of a finding names, in the order of the message.

use super::boards;
use partie_record::finding::Mark;
use partie_rules::GameKind;

/// Maximum number of marked cells.
const MAX_MARKS: usize = 6;

/// Returns marks of the cells that a message names.
pub fn marks(kind: GameKind, message: &str) -> Vec<Mark> {
    // Alternatives and lists of examples are not part of the fault.
    let message = message.split("for instance").next().unwrap_or(message);
    let mut names: Vec<String> = Vec::new();
    let characters: Vec<char> = message.chars().take(400).collect();
    let mut at = 0;
    while at < characters.len() && names.len() < MAX_MARKS {
        let (name, length) = (boards::of(kind).named_cell)(&characters, at);
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
        at += length;
    }
    let mark = |(index, square)| Mark { square, against: index > 0, note: None };
    names.into_iter().enumerate().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(kind: GameKind, message: &str) -> Vec<String> {
        marks(kind, message).into_iter().map(|mark| mark.square).collect()
    }

    #[test]
    fn cells_are_read_from_messages() {
        let pin = "10... Ne5 is illegal: the knight on c6 is pinned to the king on e8 by the bishop on b5";
        assert_eq!(names(GameKind::Chess, pin), ["e5", "c6", "e8", "b5"]);
        let bishop = "2... Bf11xe10 is illegal: the bishop on f11 does not go to e10";
        assert_eq!(names(GameKind::Hex, bishop), ["f11", "e10"]);
        let nifu = "15手目 ▲５五歩打 is illegal: nifu, another unpromoted pawn of 先手 stands on ５七";
        assert_eq!(names(GameKind::Shogi, nifu), ["5e", "5g"]);
        assert!(names(GameKind::Chess, "the file ends in the middle of a1000, table9").is_empty());
    }
}
