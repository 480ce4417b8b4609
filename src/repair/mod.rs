//! Legal moves that lie near to a text that is none.
//!
//! Not for applying them to files, and not for judging which one was played: replay
//! tries the rest of the game after each.

/// A legal move near to the text, and how far its own text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near<M> {
    /// The move.
    pub mv: M,
    /// Edits between the texts.
    pub distance: usize,
}

/// Those of several moves one of whose texts is at most `farthest` edits away from `token`, marks aside;
/// nearest first, then in their order.
pub fn nearest<M: Copy + PartialEq>(
    candidates: impl IntoIterator<Item = (M, String)>,
    token: &str,
    farthest: usize,
) -> Vec<Near<M>> {
    let wanted: Vec<char> = token.chars().filter(|c| !is_mark(*c)).take(16).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut near: Vec<Near<M>> = Vec::new();
    for (mv, text) in candidates {
        let own: Vec<char> = text.chars().filter(|c| !is_mark(*c)).collect();
        // Each character more or less is an edit.
        if own.len().abs_diff(wanted.len()) > farthest {
            continue;
        }
        let distance = edits(&wanted, &own);
        if distance > farthest {
            continue;
        }
        match near.iter_mut().find(|other| other.mv == mv) {
            Some(other) => other.distance = other.distance.min(distance),
            None => near.push(Near { mv, distance }),
        }
    }
    near.sort_by_key(|near| near.distance);
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
        let texts = ["Nf3", "f4", "Qd8"].map(|text| (text, text.to_owned()));
        let near: Vec<&str> = nearest(texts, "Nf4", 1).into_iter().map(|near| near.mv).collect();
        assert_eq!(near, ["Nf3", "f4"]);
    }
}
