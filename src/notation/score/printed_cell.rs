//! Cells of a printed row delimited by row numbers: White's before the repeated number, Black's after it. Unreadable
//! text in such a cell still counts as a move. Cells without such numbers are read in `table_row`.

use super::grammar::number_printed;
use super::row_part::{Part, PartKind};
use super::table_cell::{blanks, cell, movetext, window};
use partie_record::Movetext;

const MAX_CELL: usize = 40;
/// Maximum number of preceding parts of a row searched for White's cell.
const MAX_PARTS_BACK: usize = 8;

/// A cell that is delimited by its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrintedCell {
    pub(super) cell: usize,
    /// Length in bytes of the words after the move that do not belong to it.
    pub(super) rest: usize,
    /// Notation of the moves in its row.
    pub(super) movetext: Movetext,
}

/// The cell at the start of a text after a row number; `None` if a readable move fills the cell.
pub(super) fn find(text: &[u8], before: &[Part], known: Option<Movetext>) -> Option<PrintedCell> {
    let PartKind::Number { value, dots: false, .. } = before.last()?.kind else { return None };
    let numbered = before.iter().rev().take(MAX_PARTS_BACK).any(|part| part.kind.is_move());
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
        // Black's cell ends with the line, on which a sentence may follow.
        1.. if words && other.is_none() => None,
        1.. if words => Some(PrintedCell { cell: read, rest: left.len(), movetext: known }),
        1.. if other.is_none() && left[0] == b' ' => None,
        _ => Some(PrintedCell { cell: end, rest: 0, movetext: known }),
    }
}

/// The end of the cell, and the start of Black's cell if it follows. White's cell ends before the repeated row number,
/// Black's with the line.
fn layout(text: &[u8], value: u32, numbered: bool) -> Option<(usize, Option<usize>)> {
    let near = &window(text);
    for (at, _) in near.iter().enumerate().filter(|(at, byte)| **byte == b' ' && near.get(at + 1) != Some(&b' ')) {
        let number = &near[at + 1..];
        // A number after several blanks may be misprinted.
        let apart = at > 0 && near[at - 1] == b' ';
        let Ok((rest, (other, _))) = number_printed(number) else { continue };
        let dotted = number.iter().find(|byte| !byte.is_ascii_digit()) == Some(&b'.');
        if dotted && !numbered && (apart || other == value) {
            return Some((bare(&near[..at]), Some(near.len() - rest.len() + blanks(rest))));
        }
    }
    (numbered && near.len() == text.len()).then(|| (bare(text), None))
}

/// Length of a cell, up to a footnote, a comment or a bar.
fn bare(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| matches!(byte, b'[' | b'{' | b'|')).unwrap_or(text.len());
    text[..end].trim_ascii_end().len()
}

/// True if only punctuation, marks or a remark follow a move. A single full stop after a blank is the rest of a word.
fn is_closed(left: &[u8]) -> bool {
    if left == b" ." {
        return false;
    }
    let left = left.trim_ascii_start();
    left.first().is_none_or(|first| b"(.,!?;:*".contains(first)) || left.iter().all(|byte| b"+#.".contains(byte))
}

/// True if a text is short enough for a cell, and has letters but no punctuation of a sentence.
fn is_short(text: &[u8]) -> bool {
    let words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).count();
    let letter = text.iter().any(u8::is_ascii_alphabetic);
    letter && words <= 9 && text.len() <= MAX_CELL && !text.iter().any(|byte| matches!(byte, b';' | b'"' | b'|'))
}
