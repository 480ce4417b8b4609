//! The pieces of chess and of hexagonal chess, which look the same.

use partie_rules::Side;
use partie_rules::chess::Role;

/// Returns the letter of a piece, in upper case for White; a dot for an empty cell.
pub(super) const fn letter(piece: Option<(Side, Role)>) -> char {
    match piece {
        None => '·',
        Some((Side::First, role)) => role.letter(),
        Some((Side::Second, role)) => role.letter().to_ascii_lowercase(),
    }
}

/// Returns the chess figurine of a piece.
pub(super) const fn figurine(side: Side, role: Role) -> char {
    let set = match side {
        Side::First => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Side::Second => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    set[role.index()]
}

/// A piece drawn in 100 by 100 units, so that no font is needed: its outline, and lines within.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// Id of the piece on a page.
    pub(super) name: &'static str,
    pub(super) outline: &'static str,
    pub(super) lines: &'static str,
}

/// Width and height of a piece in a picture.
pub(super) const FIGURE: i32 = 38;
/// Distance from the top of a piece down to the baseline of its figurine.
pub(super) const FIGURE_TOP: i32 = 32;

/// The pieces in the order of [`figurine`].
pub(super) const FIGURES: [Figure; 6] = [
    Figure {
        name: "pawn",
        outline: "M50 16a14 14 0 0 1 9 25q1 20 15 33v14H26V74q14-13 15-33a14 14 0 0 1 9-25z",
        lines: "M27 75h46",
    },
    Figure {
        name: "knight",
        outline: "M42 10l9 11q28 4 29 42 0 9-4 11v14H28V74q1-13 19-24-14 6-20 3l-8-9 17-19 1-3z",
        lines: "M29 75h46M44 32l1 1M64 34q8 10 7 26",
    },
    Figure {
        name: "bishop",
        outline: "M50 8a6 6 0 0 1 4 11q18 14 14 32-2 6-7 10 9 4 12 13v14H27V74q3-9 12-13-5-4-7-10-4-18 14-32a6 6 0 0 1 4-11z",
        lines: "M28 75h44M39 61h22M50 30v18M41 39h18",
    },
    Figure {
        name: "rook",
        outline: "M26 16h12v8h7v-8h10v8h7v-8h12v19l-9 7v20l9 12v14H26V74l9-12V42l-9-7z",
        lines: "M27 75h46M36 42h28M36 62h28",
    },
    Figure {
        name: "queen",
        outline: "M18 22a5 5 0 0 1 5 8l12 20 4-27a5 5 0 1 1 4-1l7 26 7-26a5 5 0 1 1 4 1l4 27 12-20a5 5 0 1 1 5 1l-9 43v14H27V74l-9-43a5 5 0 0 1 0-9z",
        lines: "M28 75h44M29 64h42",
    },
    Figure {
        name: "king",
        outline: "M46 6h8v7h7v8h-7v11q24-7 27 14 0 15-10 28v14H29V74q-10-13-10-28 3-21 27-14V21h-7v-8h7z",
        lines: "M30 75h40M50 33v30M31 64q19-7 38 0",
    },
];

/// Returns the figure of a figurine, and its side.
pub(super) fn figure(text: &str) -> Option<(&'static Figure, Side)> {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let all = Role::ALL.into_iter().flat_map(|role| [Side::First, Side::Second].map(|side| (side, role)));
    let (side, role) = all.into_iter().find(|(side, role)| figurine(*side, *role) == letter)?;
    Some((&FIGURES[role.index()], side))
}
