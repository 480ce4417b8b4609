//! Texts that differ from another one in one byte, for tests of fast paths.

/// All texts with one byte replaced or inserted, and all prefixes.
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
