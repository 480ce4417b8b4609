//! Finds a message's row of the table at compile time.

use super::english::TABLE;
use super::shape::{Named, Shape};

/// Returns the row with this name, which [`say!`](crate::say) has checked to exist; otherwise the first row.
pub const fn named(name: &str, names: &'static [&'static str]) -> Named {
    let shape = match row(name) {
        Some(shape) => shape,
        None => &TABLE[0],
    };
    Named { shape, names }
}

/// True if the table has a row with this name.
pub const fn is_row(name: &str) -> bool {
    row(name).is_some()
}

/// True if the words of the row use exactly these arguments.
pub const fn speaks_of(name: &str, names: &[&str]) -> bool {
    match row(name) {
        Some(shape) => fits(shape, names),
        None => false,
    }
}

const fn row(name: &str) -> Option<&'static Shape> {
    let mut row = 0;
    while row < TABLE.len() {
        if is_same(TABLE[row].name.as_bytes(), name.as_bytes()) {
            return Some(&TABLE[row]);
        }
        row += 1;
    }
    None
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// True if `text` contains `name` at `at`, followed by `}` or `:`.
const fn is_at(text: &[u8], at: usize, name: &[u8]) -> bool {
    let end = at + name.len();
    if end >= text.len() || text[end] != b'}' && text[end] != b':' {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        if text[at + index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Index of the name that the words contain at `at`.
const fn index(words: &[u8], at: usize, names: &[&str]) -> Option<usize> {
    let mut name = 0;
    while name < names.len() {
        if is_at(words, at, names[name].as_bytes()) {
            return Some(name);
        }
        name += 1;
    }
    None
}

const fn fits(shape: &Shape, names: &[&str]) -> bool {
    let words = shape.words.as_bytes();
    let mut used = 0u64;
    let mut at = 0;
    while at < words.len() {
        if words[at] == b'{' {
            at += 1;
            if at < words.len() && words[at] != b'{' {
                match index(words, at, names) {
                    Some(name) => used |= 1 << name,
                    None => return false,
                }
            }
        }
        at += 1;
    }
    used.count_ones() as usize == names.len()
}
