//! Cells of a printed row by their place: between the number of the row and that of the other column, or behind it. What
//! cannot be read there stays the move of its number and side. Not for cells that no number sets apart.

use super::grammar::number_printed;
use super::row_part::{Part, PartKind};
use super::table_cell::{blanks, cell, movetext, window};
use partie_record::Movetext;

const LONGEST: usize = 40;
/// Parts of a row behind each other in which the other cell is looked for.
const NEAR: usize = 8;

/// A cell that its place sets apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrintedCell {
    pub(super) cell: usize,
    /// Bytes of the words behind it that belong to no move.
    pub(super) rest: usize,
    /// How the moves of its row are written.
    pub(super) movetext: Movetext,
}

/// The cell at the beginning of a text that stands behind a number, unless what is read there fills it.
pub(super) fn find(text: &[u8], before: &[Part], known: Option<Movetext>) -> Option<PrintedCell> {
    let PartKind::Number { value, dots: false, .. } = before.last()?.kind else { return None };
    let numbered = before.iter().rev().take(NEAR).any(|part| part.kind.is_move());
    let (end, other) = layout(text, value, numbered)?;
    let laid = &text[..end];
    let known = known.or_else(|| movetext(text)).or_else(|| movetext(&text[other?..]))?;
    if !matches!(known, Movetext::Descriptive(_)) {
        return None;
    }
    let read = cell(laid, known).unwrap_or(0);
    let left = &laid[read..];
    if read > 0 && is_closed(left) || !is_short(laid) {
        return None;
    }
    let words = left.len() > 2 && left[0] == b' ' && left[1..3].iter().all(u8::is_ascii_lowercase);
    match read {
        // Black's cell ends with its line, where a sentence may go on.
        1.. if words && other.is_none() => None,
        1.. if words => Some(PrintedCell { cell: read, rest: left.len(), movetext: known }),
        1.. if other.is_none() && left[0] == b' ' => None,
        _ => Some(PrintedCell { cell: end, rest: 0, movetext: known }),
    }
}

/// Where the cell ends, and where that of the other column begins: before the number of the row, which comes again, or
/// with the line, behind a cell with a number.
fn layout(text: &[u8], value: u32, numbered: bool) -> Option<(usize, Option<usize>)> {
    let near = &window(text);
    for (at, _) in near.iter().enumerate().filter(|(at, byte)| **byte == b' ' && near.get(at + 1) != Some(&b' ')) {
        let number = &near[at + 1..];
        // A number may be misprinted that stands apart.
        let apart = at > 0 && near[at - 1] == b' ';
        let Ok((rest, (other, _))) = number_printed(number) else { continue };
        let dotted = number.iter().find(|byte| !byte.is_ascii_digit()) == Some(&b'.');
        if dotted && !numbered && (apart || other == value) {
            return Some((bare(&near[..at]), Some(near.len() - rest.len() + blanks(rest))));
        }
    }
    (numbered && near.len() == text.len()).then(|| (bare(text), None))
}

/// Length of a cell without its footnotes and what closes its line.
fn bare(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| matches!(byte, b'[' | b'{' | b'|')).unwrap_or(text.len());
    text[..end].trim_ascii_end().len()
}

/// Whether what is left of a cell is nothing but stops, judgements and remarks. A stop that stands alone is what is left
/// of a word.
fn is_closed(left: &[u8]) -> bool {
    if left == b" ." {
        return false;
    }
    let left = left.trim_ascii_start();
    left.first().is_none_or(|first| b"(.,!?;:*".contains(first)) || left.iter().all(|byte| b"+#.".contains(byte))
}

/// Whether a text is as short as a cell, with signs of a move and none of a sentence.
fn is_short(text: &[u8]) -> bool {
    let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).count();
    let letter = text.iter().any(u8::is_ascii_alphabetic);
    letter && words <= 9 && text.len() <= LONGEST && !text.iter().any(|byte| matches!(byte, b';' | b'"' | b'|'))
}
