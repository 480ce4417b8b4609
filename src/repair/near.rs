//! Legal moves near to a text, by plain edits: for what is suggested beside a finding.

/// A legal move near to the text, and how far its own text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMove<M> {
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
) -> Vec<NearMove<M>> {
    let Some(wanted) = Letters::of(token.chars().filter(|letter| !is_mark(*letter)).take(MOST - 4)) else {
        return Vec::new();
    };
    if wanted.len == 0 {
        return Vec::new();
    }
    let mut near: Vec<NearMove<M>> = Vec::new();
    for (mv, text) in candidates {
        // Each character more or less is an edit.
        let own = Letters::of(text.chars()).filter(|own| own.len.abs_diff(wanted.len) <= farthest);
        let Some(distance) = own.map(|own| edits(&wanted, &own)).filter(|distance| *distance <= farthest) else {
            continue;
        };
        match near.iter_mut().find(|other| other.mv == mv) {
            Some(other) => other.distance = other.distance.min(distance),
            None => near.push(NearMove { mv, distance }),
        }
    }
    near.sort_by_key(|near| near.distance);
    near
}

const fn is_mark(character: char) -> bool {
    matches!(character, '+' | '#' | '!' | '?' | 'x' | '=' | '-')
}

/// Letters that are compared at most; of what is sought some fewer, so that what lies near to it fits.
const MOST: usize = 20;

/// A short text without its marks.
struct Letters {
    text: [char; MOST],
    len: usize,
}

impl Letters {
    /// Nothing if it is longer.
    fn of(text: impl Iterator<Item = char>) -> Option<Self> {
        let mut letters = Self { text: ['\0'; MOST], len: 0 };
        for letter in text.filter(|letter| !is_mark(*letter)) {
            *letters.text.get_mut(letters.len)? = letter;
            letters.len += 1;
        }
        Some(letters)
    }
}

/// Edits between two texts: change, insertion, deletion, exchange of neighbours.
fn edits(a: &Letters, b: &Letters) -> usize {
    // What they have in common at either end costs nothing.
    let (mut a, mut b) = (&a.text[..a.len], &b.text[..b.len]);
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b)
        && first == other
    {
        (a, b) = (rest, others);
    }
    while let ([rest @ .., last], [others @ .., other]) = (a, b)
        && last == other
    {
        (a, b) = (rest, others);
    }
    if a.is_empty() || b.is_empty() {
        return a.len().max(b.len());
    }
    let mut table = [[0_u8; MOST + 1]; MOST + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                (i + j) as u8
            } else {
                let same = u8::from(a[i - 1] != b[j - 1]);
                let change = table[i - 1][j - 1] + same;
                let skip = table[i - 1][j].min(table[i][j - 1]) + 1;
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swap = if swapped { table[i - 2][j - 2] + 1 } else { u8::MAX };
                change.min(skip).min(swap)
            };
        }
    }
    usize::from(table[a.len()][b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        let chars = |text: &str| Letters::of(text.chars()).unwrap();
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
