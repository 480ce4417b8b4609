//! Checks whether the ECO code of a game fits its moves.
//!
//! All lines of a code move certain pieces. The order of moves is ignored, as codes also cover transpositions. If such
//! a piece has not moved by the end of the opening, the code belongs to another game. Openings are named in `analyze`.

use super::game::{ChessDialect, ChessLike as _};
use crate::context::GameContext;
use crate::game_tags;
use crate::line_replayer::LineReplayer;
use partie_record::Tag;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Message, list, side, text};
use partie_record::say;
use partie_rules::Rules as _;
use partie_rules::chess::{Bitboard, Move, Square, squares};

/// Maximum number of plies until the pieces have moved; shorter games are not judged.
const MAX_OPENING_PLIES: usize = 24;

/// First and last code, and the squares from which all of their lines move a piece.
///
/// Omitted as they have exceptions: B07 without a knight on f6, D02 without a pawn on d5, D43 to D49 with a late
/// c-pawn.
const ROWS: &[(&[u8; 3], &[u8; 3], &[u8])] = &[
    (b"A10", b"A39", b"c2"),
    (b"A20", b"A29", b"e7"),
    (b"A30", b"A39", b"c7"),
    (b"A40", b"A99", b"d2"),
    (b"A45", b"A79", b"g8"),
    (b"A50", b"A79", b"c2"),
    (b"A56", b"A79", b"c7"),
    (b"A70", b"A79", b"d7 e7 g7"),
    (b"A80", b"A99", b"f7"),
    (b"A90", b"A99", b"c2 e7"),
    (b"B00", b"B99", b"e2"),
    (b"B01", b"B01", b"d7"),
    (b"B02", b"B05", b"g8"),
    (b"B06", b"B06", b"g7"),
    (b"B07", b"B09", b"d7"),
    (b"B10", b"B99", b"c7"),
    (b"B40", b"B49", b"e7"),
    (b"B50", b"B99", b"d7"),
    (b"B56", b"B99", b"d2 g8"),
    (b"B70", b"B79", b"g7"),
    (b"B80", b"B89", b"e7"),
    (b"B90", b"B99", b"a7"),
    (b"C00", b"C99", b"e2 e7"),
    (b"C10", b"C19", b"d2 d7"),
    (b"C30", b"C39", b"f2"),
    (b"C70", b"C99", b"a7"),
    (b"C80", b"C99", b"g8"),
    (b"D00", b"D99", b"d2"),
    (b"D00", b"D01", b"d7"),
    (b"D03", b"D99", b"d7"),
    (b"D06", b"D99", b"c2"),
    (b"D10", b"D19", b"c7"),
    (b"D30", b"D69", b"e7"),
    (b"D50", b"D99", b"g8"),
    (b"D70", b"D99", b"g7"),
    (b"E00", b"E99", b"c2 d2 g8"),
    (b"E00", b"E59", b"e7"),
    (b"E40", b"E59", b"e2"),
    (b"E60", b"E99", b"g7"),
    (b"E70", b"E99", b"e2"),
    (b"E80", b"E99", b"d7"),
];

/// The squares of [`ROWS`] for each code, A00 first.
static NEEDED: [Bitboard; 500] = needed();

const fn needed() -> [Bitboard; 500] {
    let mut needed = [0; 500];
    let mut row = 0;
    while row < ROWS.len() {
        let (first, last, names) = ROWS[row];
        let mut squares = 0;
        let mut at = 0;
        while at + 1 < names.len() {
            squares |= Square::at(names[at] - b'a', names[at + 1] - b'1').bit();
            at += 3;
        }
        let mut code = index(*first);
        while code <= index(*last) {
            needed[code] |= squares;
            code += 1;
        }
        row += 1;
    }
    needed
}

/// Index of a code among the 500 codes: a letter from A to E and two digits.
const fn index([letter, tens, ones]: [u8; 3]) -> usize {
    (letter - b'A') as usize * 100 + (tens - b'0') as usize * 10 + (ones - b'0') as usize
}

/// Parses the code of a tag, without suffixes that some programs add. `None` for other values.
fn code(value: &[u8]) -> Option<[u8; 3]> {
    match value.trim_ascii() {
        [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..]
            // Fast path: most tags contain only the code.
            if rest.is_empty() || !rest[0].is_ascii_digit() && game_tags::is_eco(value) =>
        {
            Some([*letter, *tens, *ones])
        }
        _ => None,
    }
}

/// The origin squares of moves.
pub(super) fn vacated_squares(moves: &[Move]) -> Bitboard {
    moves.iter().fold(0, |left, mv| left | mv.from.bit())
}

/// Compares the ECO tag with the moves of the main line.
pub(super) fn judge<N: ChessDialect>(replayer: &mut LineReplayer<N>, context: &GameContext<'_, N>, chess960: bool) {
    let Some(tag) = context.head.eco else { return };
    let Some(left) = replayer.moves.get(..MAX_OPENING_PLIES).and_then(<N::Rules>::vacated_squares) else { return };
    let Some(code) = code(tag.value.of(context.text.bytes)) else { return };
    let missing = NEEDED[index(code)] & !left;
    if missing != 0 && !chess960 && context.start.zobrist() == replayer.state.initial.zobrist() {
        replayer.collector.add(Code::H006, Severity::Warning, || finding(tag, code, missing));
    }
}

#[cold]
fn finding(tag: Tag, code: [u8; 3], missing: Bitboard) -> Finding {
    let pieces = list(squares(missing).map(name));
    let (code, moves) = (text(String::from_utf8_lossy(&code).as_ref()), MAX_OPENING_PLIES / 2);
    let message = match missing.count_ones() {
        1 => say!("eco-one-piece", code = code, pieces = pieces, moves = moves),
        2 => say!("eco-two-pieces", code = code, pieces = pieces, moves = moves),
        _ => say!("eco-pieces", code = code, pieces = pieces, moves = moves),
    };
    Finding::new(Code::H006, tag.value, message).help(say!("compare-or-analyze"))
}

/// The name of the piece on a square of the start position; covers the squares of the table.
fn name(at: Square) -> Message {
    let file = || text(char::from(b'a' + at.file()).to_string());
    match at.rank() {
        1 => say!("pawn-of-file", owner = side("White"), file = file()),
        6 => say!("pawn-of-file", owner = side("Black"), file = file()),
        _ => say!("kings-knight", owner = side("Black")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_names_pawns_and_one_knight() {
        let mut before = 0;
        for (first, last, names) in ROWS {
            assert!(before <= index(**first) && index(**first) <= index(**last), "{first:?}");
            assert!(index(**last) < NEEDED.len());
            before = index(**first);
            for name in names.split(|byte| *byte == b' ') {
                assert!(matches!(name, [b'a'..=b'h', b'2' | b'7'] | b"g8"), "{name:?}");
            }
        }
        assert_eq!(NEEDED[0], 0);
        let names = |code: &[u8; 3]| squares(NEEDED[index(*code)]).map(|at| at.to_string()).collect::<Vec<_>>();
        assert_eq!(names(b"B33"), ["e2", "c7"]);
        assert_eq!(names(b"C65"), ["e2", "e7"]);
        assert_eq!(names(b"D02"), ["d2"]);
        assert_eq!(names(b"E99"), ["c2", "d2", "e2", "d7", "g7", "g8"]);
    }

    #[test]
    fn a_code_may_bear_a_subcode_and_nothing_else() {
        for value in ["B33", " B33 ", "B33a", "B33/07"] {
            assert_eq!(code(value.as_bytes()), Some(*b"B33"), "{value}");
        }
        for value in ["", "?", "B3", "F00", "b33", "B333", "B33-B39", "B33 (Sicilian)", "XB33"] {
            assert_eq!(code(value.as_bytes()), None, "{value}");
        }
    }
}
