//! Maps bytes of a game to offsets in its text as JavaScript counts it, in UTF-16 units.

use partie_record::Encoding;

/// UTF-16 offsets of some bytes of a text.
///
/// ```
/// use partie_core::{Encoding, TextOffsets};
///
/// let offsets = TextOffsets::new(("é5".as_bytes(), Encoding::Utf8), 10, vec![12]);
/// assert_eq!(offsets.of(12), 1);
/// ```
#[derive(Debug)]
pub struct TextOffsets {
    /// Bytes with the number of units before them, in order.
    known: Vec<(u64, usize)>,
}

impl TextOffsets {
    /// Computes the offsets of `places` in a text that begins at `base`, in one pass.
    pub fn new((text, encoding): (&[u8], Encoding), base: u64, mut places: Vec<u64>) -> Self {
        places.sort_unstable();
        places.dedup();
        let (mut at, mut units) = (0, 0);
        let mut known = Vec::with_capacity(places.len());
        for place in places {
            let to = usize::try_from(place.saturating_sub(base)).unwrap_or(usize::MAX).clamp(at, text.len());
            units += encoding.decode(&text[at..to]).encode_utf16().count();
            at = to;
            known.push((place, units));
        }
        Self { known }
    }

    /// The units before one of these places.
    pub fn of(&self, place: u64) -> usize {
        let at = self.known.binary_search_by_key(&place, |(place, _)| *place);
        at.ok().and_then(|at| self.known.get(at)).map_or(0, |(_, units)| *units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_two_units_count_twice() {
        let text = "ä😀x".as_bytes();
        let offsets = TextOffsets::new((text, Encoding::Utf8), 10, vec![17, 10, 12, 16]);
        assert_eq!([10, 12, 16, 17].map(|place| offsets.of(place)), [0, 1, 3, 4]);
    }
}
