//! The layout of a shogi board and of the pieces in hand: in text as in KIF files, in a picture as on a table.

use super::drawing::{Board, Cell, Drawing, Label, Outline, Piece, Word};
use partie_notation::shogi_names::board_piece;
use partie_rules::Side;
use partie_rules::shogi::{PieceType, Position, Square};

/// Width and height of a square in a picture.
const WIDTH: i32 = 44;
const HEIGHT: i32 = 48;
/// Room for a hand left and right of the board.
const HAND: i32 = 100;
/// White space above and below.
const MARGIN: i32 = 26;
const FULL_WIDTH: i32 = WIDTH * 9 + HAND * 2;
const FULL_HEIGHT: i32 = HEIGHT * 9 + MARGIN * 2;
const NUMERALS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
/// Promoted pieces are red, as real ones are.
const RED: &str = "#b01818";

impl Board for Position {
    fn drawing(&self, marked: bool) -> Drawing {
        let text = Text::new(marked);
        let mut drawing = Drawing {
            columns: text.right() + 3,
            lines: 14,
            width: FULL_WIDTH,
            height: FULL_HEIGHT,
            grid: Some("#6b6350"),
            ..Drawing::default()
        };
        // Row by row from the left, in the order of the notes beside the rows.
        let squares = (1..=9).flat_map(|rank| (1..=9).rev().filter_map(move |file| Square::at(file, rank)));
        drawing.cells.extend(squares.map(|at| cell(self, at, text)));
        frame(&mut drawing, text);
        for side in [Side::First, Side::Second] {
            hand(&mut drawing, self, side);
        }
        drawing
    }
}

/// The column layout of the text.
#[derive(Clone, Copy)]
struct Text {
    /// Columns of a square: the piece takes two, the sign of 後手 one, brackets one.
    pitch: usize,
}

impl Text {
    /// The sign of 後手 takes the place of a bracket, so brackets need a column of their own.
    const fn new(marked: bool) -> Self {
        Self { pitch: if marked { 4 } else { 3 } }
    }

    /// Returns the first column of a file, including the sign of 後手.
    const fn column(self, file: u8) -> usize {
        self.pitch * (10 - file as usize) - 2
    }

    /// Returns the column of the right bar.
    const fn right(self) -> usize {
        self.pitch * 10 - 2
    }
}

fn cell(position: &Position, at: Square, text: Text) -> Cell {
    let (x, y) = corner(at.file(), at.rank());
    let piece = position.piece_at(at);
    let word = match piece {
        None => " ・".to_owned(),
        Some((Side::First, kind)) => format!(" {}", board_piece(kind)),
        Some((Side::Second, kind)) => format!("v{}", board_piece(kind)),
    };
    Cell {
        name: at.to_string(),
        word: Word::new(usize::from(at.rank()) + 2, text.column(at.file()), word),
        outline: Outline::Rectangle(x, y, WIDTH, HEIGHT),
        fill: "#f1f3ee",
        piece: piece.map(|(side, kind)| shogi_piece(x + WIDTH / 2, y + HEIGHT / 2, side, kind)),
    }
}

/// Returns the upper left corner of a square in a picture.
fn corner(file: u8, rank: u8) -> (i32, i32) {
    (HAND + WIDTH * (9 - i32::from(file)), MARGIN + HEIGHT * (i32::from(rank) - 1))
}

fn frame(drawing: &mut Drawing, text: Text) {
    let right = text.right();
    for line in [2, 12] {
        drawing.words.push(Word::new(line, 0, format!("+{}+", "-".repeat(right - 1))));
    }
    for number in 1..=9_u8 {
        let numeral = NUMERALS[usize::from(number)];
        let line = usize::from(number) + 2;
        // Full-width digits are consecutive, as ASCII digits are.
        let digit = char::from_u32(u32::from('０') + u32::from(number)).unwrap_or(' ');
        let (x, y) = corner(number, number);
        drawing.words.push(Word::new(1, text.column(number) + 1, digit));
        drawing.words.push(Word::new(line, 0, "|"));
        drawing.words.push(Word::new(line, right, format!("|{numeral}")));
        drawing.labels.push(Label::new(x + WIDTH / 2, MARGIN - 8, 14, number.to_string()));
        drawing.labels.push(Label::new(HAND + WIDTH * 9 + 11, y + HEIGHT / 2 + 5, 14, numeral));
    }
}

/// Draws a hand as a line of text above or below the board, and beside it in the picture.
fn hand(drawing: &mut Drawing, position: &Position, side: Side) {
    let (name, line) = match side {
        Side::First => ("先手", 13),
        Side::Second => ("後手", 0),
    };
    let held =
        PieceType::HAND.iter().rev().map(|kind| (*kind, position.hand(side, *kind))).filter(|(_, count)| *count > 0);
    let mut text = format!("{name}の持駒：");
    let begin = text.len();
    // From the rook down to the pawn, the last one at the player's edge of the board.
    let below = |y: i32| if side == Side::First { FULL_HEIGHT - y } else { y };
    let beside = |x: i32| if side == Side::First { FULL_WIDTH - x } else { x };
    let kinds = held.clone().count() as i32;
    for (index, (kind, count)) in (1..).zip(held) {
        if text.len() > begin {
            text.push('　');
        }
        text.push(board_piece(kind));
        if count > 1 {
            text.push_str(&numeral(count));
        }
        let y = below(MARGIN + HEIGHT / 2 + HEIGHT * (kinds - index));
        drawing.pieces.push(shogi_piece(beside(30), y, side, kind));
        if count > 1 {
            drawing.labels.push(Label::new(beside(62), y + 6, 16, count.to_string()));
        }
    }
    if kinds == 0 {
        text.push_str("なし");
    }
    drawing.words.push(Word::new(line, 0, text));
}

/// Draws a piece of five corners with its name, upside down for 後手.
fn shogi_piece(x: i32, y: i32, side: Side, kind: PieceType) -> Piece {
    let turn = if side == Side::First { 1 } else { -1 };
    let corners = [(0, -21), (13, -15), (17, 20), (-17, 20), (-13, -15)];
    Piece {
        wood: Some(Outline::Polygon(corners.iter().map(|(dx, dy)| (x + turn * dx, y + turn * dy)).collect())),
        label: Label {
            fill: kind.is_promoted().then_some(RED),
            turned: (side == Side::Second).then_some((x, y)),
            ..Label::new(x, y + 12, 25, board_piece(kind))
        },
    }
}

/// Writes a number in kanji, such as 十八. Only a wrong set-up has a hundred pieces of a kind in hand.
fn numeral(count: u8) -> String {
    let place = |digit: u8, unit: &str| match digit {
        0 => String::new(),
        1 => unit.to_owned(),
        _ => format!("{}{unit}", NUMERALS[usize::from(digit)]),
    };
    format!("{}{}{}", place(count / 100, "百"), place(count / 10 % 10, "十"), NUMERALS[usize::from(count % 10)])
}
