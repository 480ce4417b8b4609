//! The words of all messages in English, parsed from `english.tsv` at compile time.

use super::shape::Shape;

/// Rows `name TAB words`; rows with `#` are comments.
const TEXT: &str = include_str!("english.tsv");

/// All messages in the order of the file. A static, as each crate would have a copy of a constant.
pub static TABLE: [Shape; count()] = rows();

/// Parses the file; a row without a tab does not compile.
const fn rows() -> [Shape; count()] {
    let mut rows = [const { Shape { name: "", words: "" } }; count()];
    let (mut rest, mut row) = (TEXT, 0);
    while !rest.is_empty() {
        let bytes = rest.as_bytes();
        let (mut tab, mut end) = (0, 0);
        while bytes[end] != b'\n' {
            if bytes[end] == b'\t' {
                tab = end;
            }
            end += 1;
        }
        let (line, after) = rest.split_at(end);
        if bytes[0] != b'#' {
            assert!(tab > 0, "a row of english.tsv without a name");
            let (name, words) = line.split_at(tab);
            rows[row] = Shape { name, words: words.split_at(1).1 };
            row += 1;
        }
        rest = after.split_at(1).1;
    }
    rows
}

/// Number of rows.
const fn count() -> usize {
    let text = TEXT.as_bytes();
    let (mut count, mut at, mut starts) = (0, 0, true);
    while at < text.len() {
        if starts && text[at] != b'#' {
            count += 1;
        }
        starts = text[at] == b'\n';
        at += 1;
    }
    count
}
