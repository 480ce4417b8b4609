//! Fast path for lines of moves as most programs write them. The grammar reads lines in any other form.

use super::Reader;
use crate::japanese;
use crate::kanji::{Symbol, blank, symbol};
use partie_record::{ItemKind, span};

/// True if sixteen bytes are a time cell in the most frequent form, `( 0:13/00:00:13)`.
#[inline(always)]
fn is_fixed_cell(cell: &[u8]) -> bool {
    let Some(cell) = cell.first_chunk::<16>() else { return false };
    let word = u128::from_le_bytes(*cell);
    // Signs in their places, and bytes from 0x20 to 0x3f between them: blanks, digits and some signs.
    word & SIGNS == u128::from_le_bytes(*b"(\0\0:\0\0/\0\0:\0\0:\0\0)") && word & !SIGNS & HIGH == LOW
}

/// Mask of the bytes of a time cell that are signs.
const SIGNS: u128 = u128::from_le_bytes([!0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0]);
/// Mask of the bits that identify blanks and digits, in every byte.
const HIGH: u128 = 0xe0e0_e0e0_e0e0_e0e0_e0e0_e0e0_e0e0_e0e0;
/// The value of the bits in [`HIGH`] for blanks and digits, between the signs.
const LOW: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020 & !SIGNS;

impl Reader<'_, '_> {
    /// Reads a whole line of KIF in the most frequent form; otherwise returns false and changes nothing.
    #[inline]
    pub(super) fn fast_line(&mut self) -> bool {
        let bytes = self.bytes;
        let mut at = self.state.at;
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let number = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let (number, number_end) = (number, at);
        if number == number_end || bytes.get(at) != Some(&b' ') {
            return false;
        }
        // Another record may begin here.
        if self.state.ended && !self.state.branch && bytes[number..number_end] == *b"1" {
            return false;
        }
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let start = at;
        let Some(end) = self.fast_move(start) else { return false };
        at = end;
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let time = at;
        if let Some(cell) = bytes.get(at..at + 16).filter(|cell| is_fixed_cell(cell)) {
            at += cell.len() - 1;
        } else if bytes.get(at) == Some(&b'(') {
            at += 1;
            while bytes.get(at).is_some_and(|byte| TIME[*byte as usize]) {
                at += 1;
            }
        }
        if at > time {
            if bytes.get(at) != Some(&b')') {
                return false;
            }
            at += 1;
        }
        let time_end = at;
        let plus = bytes.get(at) == Some(&b'+');
        at += usize::from(plus);
        if !matches!(bytes.get(at), Some(b'\n' | b'\r')) {
            return false;
        }
        self.push(ItemKind::Number, number, number_end);
        self.push(ItemKind::Move, start, end);
        if time_end > time {
            self.push(ItemKind::Time, time, time_end);
        }
        if plus {
            self.push(ItemKind::Suffix, time_end, time_end + 1);
        }
        self.state.at = span::after_line(bytes, at);
        self.moved();
        true
    }

    /// Reads a whole line of KI2 that begins with a mark and contains only moves; otherwise returns false and changes
    /// nothing.
    #[inline]
    pub(super) fn fast_moves(&mut self) -> bool {
        let bytes = self.bytes;
        let mut at = self.state.at;
        if !matches!(symbol(&bytes[at..]), Some((Symbol::Turn(_), _))) || self.state.ended && !self.state.branch {
            return false;
        }
        let before = self.record.items.len();
        while let Ok((_, length)) = japanese::lex(&bytes[at..]) {
            let end = at + length;
            self.push(ItemKind::Move, at, end);
            at = end + blank(&bytes[end..]);
            if matches!(bytes.get(at), Some(b'\n' | b'\r')) {
                self.state.at = span::after_line(bytes, at);
                self.moved();
                return true;
            }
            if at == end && !matches!(symbol(&bytes[at..]), Some((Symbol::Turn(_), _))) {
                break;
            }
        }
        self.record.items.truncate(before);
        false
    }

    /// Returns the end of a move that begins with a square or 同 and has an origin or 打. Blanks, digits and parentheses
    /// are never the second byte of a character.
    #[inline(always)]
    fn fast_move(&self, start: usize) -> Option<usize> {
        let bytes = self.bytes;
        let (first @ (Symbol::Digit(_) | Symbol::Same), length) = symbol(bytes.get(start..)?)? else { return None };
        let mut end = start + length;
        // Characters of the same length as the first one.
        while *bytes.get(end)? >= 0x80 {
            // The grammar decides where else a blank is allowed.
            let same = first == Symbol::Same && end == start + length;
            if bytes[end] == 0xe3 && !same && bytes[end..].starts_with(b"\xe3\x80\x80") {
                return None;
            }
            end += length;
        }
        match bytes.get(end..end + 4) {
            Some([b'(', b'0'..=b'9', b'0'..=b'9', b')']) => Some(end + 4),
            _ => matches!(symbol(bytes.get(end - length..end)?), Some((Symbol::Drop, _))).then_some(end),
        }
    }
}

/// Bytes allowed in a time between its parentheses.
static TIME: [bool; 256] = time_bytes();

const fn time_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let bytes = b"0123456789:/. ";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::read_with;
    use partie_record::{Format, Record};

    /// With and without the fast path, a text and its mutants are read alike.
    #[test]
    fn the_grammar_reads_the_same() {
        let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n\
                    *one\n   2 ３四歩(33)   ( 0:01/00:00:01)+\n   3 ２二角成(88) ( 1:02.5/00:01:03)\n\
                    10 同　銀(31)\n   5 ５五角打   (00:00/00:00:00)\n   6 投了\nまで5手で先手の勝ち\n";
        same(Format::Kif, text);
        let text = "手合割：平手\n▲７六歩    △３四歩　▲２二角成△同　銀\n*one\n▲５五角打 △５二金左△８四歩 \n\
                    ▲６八玉右上 △ ４二銀\n▲投了\nまで9手で先手の勝ち\n";
        same(Format::Ki2, text);
    }

    fn same(format: Format, text: &str) {
        let alphabet: Vec<char> = "１７79六歩成銀同　打不左▲(0)+:/ ：変化手1*\r\n".chars().collect();
        let characters: Vec<char> = text.chars().collect();
        let (mut quick, mut plain) = (Record::default(), Record::default());
        for at in 0..characters.len() {
            for (change, &character) in alphabet.iter().enumerate() {
                let mut mutant = characters.clone();
                match change % 3 {
                    0 => mutant[at] = character,
                    1 => mutant.insert(at, character),
                    _ => drop(mutant.remove(at)),
                }
                let mutant: String = mutant.into_iter().collect();
                let bytes = mutant.as_bytes();
                let found = read_with::<true>(format, bytes, 0, true, &mut quick);
                assert_eq!(found, read_with::<false>(format, bytes, 0, true, &mut plain), "{mutant}");
                assert_eq!(
                    (&quick.items, &quick.tags, &quick.notes),
                    (&plain.items, &plain.tags, &plain.notes),
                    "{mutant}"
                );
            }
        }
    }
}
