//! Legal moves that lie near to a text that is none.
//!
//! Not for applying them to files, and not for judging which one was played: replay
//! tries the rest of the game after each.

use crate::notation::letters::Letters;
use crate::notation::spell;
use crate::rules::Game;
use crate::rules::chess::{Kind, Move, Position, Role};

/// A legal move near to the text, and how far its own text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The move.
    pub mv: Move,
    /// Edits between the texts.
    pub distance: usize,
}

/// Farthest text that is still called near, in edits.
const FARTHEST: usize = 1;

/// Legal moves whose text is at most one edit away from `token`, marks aside; nearest first.
pub fn nearest(position: &Position, token: &str, letters: &Letters) -> Vec<Near> {
    let wanted: Vec<char> = token.chars().filter(|c| !is_mark(*c)).take(16).collect();
    if wanted.len() < 2 {
        return Vec::new();
    }
    let mut near: Vec<Near> = position
        .legal()
        .into_iter()
        .filter_map(|mv| {
            let text = spell::bare(position, mv, letters);
            let own: Vec<char> = text.chars().filter(|c| !is_mark(*c)).collect();
            // Castling written as the king's move alone: Kg1 for O-O.
            let king_alone = mv.kind == Kind::Castling && {
                let target = if mv.to.file() > mv.from.file() { 'g' } else { 'c' };
                wanted.iter().rev().take(2).copied().eq([if mv.from.rank() == 0 { '1' } else { '8' }, target])
                    && token.starts_with(letters.letter(Role::King))
            };
            let distance = if king_alone { 0 } else { edits(&wanted, &own) };
            (distance <= FARTHEST).then_some(Near { mv, distance })
        })
        .collect();
    near.sort_by_key(|near| (near.distance, near.mv.from, near.mv.to));
    near
}

const fn is_mark(character: char) -> bool {
    matches!(character, '+' | '#' | '!' | '?' | 'x' | '=' | '-')
}

/// Edits between two short texts: change, insertion, deletion, exchange of neighbours.
fn edits(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let cell = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let change = table[(i - 1) * width + j - 1] + same;
                let skip = table[(i - 1) * width + j].min(table[i * width + j - 1]) + 1;
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swap = if swapped { table[(i - 2) * width + j - 2] + 1 } else { usize::MAX };
                change.min(skip).min(swap)
            };
            table[i * width + j] = cell;
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edits(&chars("Nf3"), &chars("Nf3")), 0);
        assert_eq!(edits(&chars("Nf3"), &chars("Nf6")), 1);
        assert_eq!(edits(&chars("fN3"), &chars("Nf3")), 1);
        assert_eq!(edits(&chars("e4"), &chars("Qd8")), 3);
    }

    #[test]
    fn finds_the_neighbours_of_a_misprint() {
        let near = nearest(&Position::start(), "Nf4", Letters::ENGLISH);
        let texts: Vec<String> =
            near.iter().map(|near| spell::bare(&Position::start(), near.mv, Letters::ENGLISH)).collect();
        assert!(texts.contains(&"Nf3".to_owned()) && texts.contains(&"f4".to_owned()), "{texts:?}");
    }
}
