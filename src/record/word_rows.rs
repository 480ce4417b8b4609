//! Tables of words, to which a translator adds rows: language, meaning and words, separated by tabs.

/// The meaning and the words of each row, the words separated by blanks. Lines that begin with `#` are comments.
pub fn word_rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().filter(|line| !line.starts_with('#')).filter_map(|row| {
        let mut cells = row.splitn(3, '\t').skip(1);
        Some((cells.next()?, cells.next()?))
    })
}
