//! Texts that are one byte off another, for tests of fast paths.

/// A text with each byte in the place of each of its own, and before it; and what stands before each of these places.
pub(crate) fn one_off(text: &[u8], bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 0..=text.len() {
        let (before, behind) = text.split_at(at);
        all.push(before.to_vec());
        for byte in bytes {
            all.push([before, &[*byte], behind].concat());
            all.extend(behind.split_first().map(|(_, rest)| [before, &[*byte], rest].concat()));
        }
    }
    all
}
