//! The rules of `grammars/fen.abnf`, one parser each; a family of rules, such as `fen-squares-1`, is one parser with a
//! count.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{map, map_opt, opt, value};
use nom::multi::many1;
use nom::sequence::{delimited, preceded, terminated};

use crate::Parsed;
use crate::text::fields::{self, Row, Run, row, rows};
use partie_rules::chess::{Role, Square};
use partie_rules::{BoardSide, Side};

type Piece = (Side, Role);
type Pieces = [Option<Piece>; 64];

/// A claimed castling right, as named by its letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastlingRight {
    pub(super) letter: char,
    pub(super) side: Side,
    pub(super) rook: CastlingRook,
}

/// The rook of a right to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastlingRook {
    /// The rook on the king's or the queen's side: K, Q.
    Of(BoardSide),
    /// The rook on a file, 0 = a.
    On(u8),
}

/// The fields of a FEN.
pub(super) struct Fen {
    pub(super) pieces: Pieces,
    pub(super) turn: Side,
    /// Also empty if the field is missing.
    pub(super) castling: Vec<CastlingRight>,
    pub(super) en_passant: Option<Square>,
    pub(super) clock: Option<u32>,
    pub(super) number: Option<u32>,
}

/// `fen = fen-board " " fen-turn " " fen-castling " " fen-en-passant " " fen-clock " " fen-number`
pub(super) fn fen(input: &[u8]) -> Parsed<'_, Fen> {
    let blank = || char(' ');
    let position = (fen_board, preceded(blank(), fen_turn), preceded(blank(), fen_castling));
    let rest = (preceded(blank(), fen_en_passant), preceded(blank(), fen_clock), preceded(blank(), fen_number));
    (position, rest).map(fields_of).parse(input)
}

/// `lenient-fen = [fen-gap] lenient-fen-board fen-gap fen-turn fen-gap fen-castling fen-gap lenient-fen-square fen-gap
/// lenient-fen-clock fen-gap lenient-fen-number [fen-gap]`
pub(super) fn lenient_fen(input: &[u8]) -> Parsed<'_, Fen> {
    let position = (lenient_fen_board, preceded(fen_gap, fen_turn), preceded(fen_gap, fen_castling));
    let square = preceded(fen_gap, lenient_fen_square);
    let rest = (square, preceded(fen_gap, lenient_fen_clock), preceded(fen_gap, lenient_fen_number));
    delimited(opt(fen_gap), (position, rest), opt(fen_gap)).map(fields_of).parse(input)
}

type Position = (Pieces, Side, Vec<CastlingRight>);

fn fields_of(((pieces, turn, castling), (en_passant, clock, number)): (Position, (Option<Square>, u32, u32))) -> Fen {
    Fen { pieces, turn, castling, en_passant, clock: Some(clock), number: Some(number) }
}

/// `short-fen = fen-board " " fen-turn [" " fen-castling [" " fen-en-passant [" " fen-clock]]]`
pub(super) fn short_fen(input: &[u8]) -> Parsed<'_, Fen> {
    let blank = || char(' ');
    let clock = opt(preceded(blank(), fen_clock));
    let en_passant = opt((preceded(blank(), fen_en_passant), clock));
    let castling = opt((preceded(blank(), fen_castling), en_passant));
    let (rest, (pieces, turn, more)) = (fen_board, preceded(blank(), fen_turn), castling).parse(input)?;
    let (castling, more) = more.unwrap_or_default();
    let (en_passant, clock) = more.unwrap_or_default();
    Ok((rest, Fen { pieces, turn, castling, en_passant, clock, number: None }))
}

/// `fen-board = 7(fen-squares-8 "/") fen-squares-8`
pub(super) fn fen_board(input: &[u8]) -> Parsed<'_, Pieces> {
    rows(|_, input| fen_squares(8)(input)).map(pieces).parse(input)
}

/// `lenient-fen-board = 7(lenient-fen-squares-8 "/") lenient-fen-squares-8`
pub(super) fn lenient_fen_board(input: &[u8]) -> Parsed<'_, Pieces> {
    rows(|_, input| lenient_fen_squares(8)(input)).map(pieces).parse(input)
}

/// Converts rows from rank 8 down.
fn pieces(rows: [Row<Piece>; 8]) -> Pieces {
    let mut pieces = [None; 64];
    for (rank, row) in pieces.chunks_exact_mut(8).zip(rows.iter().rev()) {
        rank.copy_from_slice(&row.places[..8]);
    }
    pieces
}

/// `fen-squares-1 = "1" / fen-piece` to `fen-squares-8`: `count` squares, as pieces and numbers of empty squares.
pub(super) fn fen_squares<'a>(count: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, Row<Piece>> {
    let empty = |input| one_of("12345678").map(|digit| Run::Empty(digit as u8 - b'0')).parse(input);
    row(count, move |input| alt((fen_piece.map(Run::Piece), empty)).parse(input))
}

/// `lenient-fen-squares-1 = *fen-nothing ("1" *fen-nothing / fen-letter
/// *fen-nothing)` to `lenient-fen-squares-8`: `count` squares, with ignored signs anywhere.
pub(super) fn lenient_fen_squares<'a>(count: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, Row<Piece>> {
    let empty = |input| one_of("12345678").map(|digit| Run::Empty(digit as u8 - b'0')).parse(input);
    let nothing = |input| value(Run::Empty(0), fen_nothing).parse(input);
    row(count, move |input| alt((fen_letter.map(Run::Piece), empty, nothing)).parse(input))
}

/// `fen-nothing = "~" / "0"`
pub(super) fn fen_nothing(input: &[u8]) -> Parsed<'_, char> {
    one_of("~0").parse(input)
}

/// `fen-piece = fen-letter ["~"]`
pub(super) fn fen_piece(input: &[u8]) -> Parsed<'_, Piece> {
    terminated(fen_letter, opt(char('~'))).parse(input)
}

/// `fen-letter = "P" / "N" / "B" / "R" / "Q" / "K"`
pub(crate) fn fen_letter(input: &[u8]) -> Parsed<'_, Piece> {
    let piece = |letter: char| {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some((side, Role::from_letter(letter.to_ascii_uppercase() as u8)?))
    };
    map_opt(satisfy(|letter| letter.is_ascii_alphabetic()), piece).parse(input)
}

/// `fen-turn = %s"w" / %s"b"`
pub(crate) fn fen_turn(input: &[u8]) -> Parsed<'_, Side> {
    fields::turn(input)
}

/// `fen-castling = "-" / 1*fen-castling-right`
pub(super) fn fen_castling(input: &[u8]) -> Parsed<'_, Vec<CastlingRight>> {
    alt((map(char('-'), |_| Vec::new()), many1(fen_castling_right))).parse(input)
}

/// `fen-castling-right = "K" / "Q" / %x41-48 / %x61-68`
pub(super) fn fen_castling_right(input: &[u8]) -> Parsed<'_, CastlingRight> {
    let right = |letter: char| {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let rook = match letter.to_ascii_uppercase() {
            'K' => CastlingRook::Of(BoardSide::King),
            'Q' => CastlingRook::Of(BoardSide::Queen),
            file @ 'A'..='H' => CastlingRook::On(file as u8 - b'A'),
            _ => return None,
        };
        Some(CastlingRight { letter, side, rook })
    };
    map_opt(satisfy(|letter| letter.is_ascii_alphabetic()), right).parse(input)
}

/// `fen-en-passant = "-" / %x61-68 ("3" / "6")`
pub(super) fn fen_en_passant(input: &[u8]) -> Parsed<'_, Option<Square>> {
    let square = map_opt((one_of("abcdefgh"), one_of("36")), |(file, rank)| Square::parse(file as u8, rank as u8));
    alt((value(None, char('-')), square.map(Some))).parse(input)
}

/// `lenient-fen-square = "-" / (%x61-68 / %x41-48) %x31-38`
pub(super) fn lenient_fen_square(input: &[u8]) -> Parsed<'_, Option<Square>> {
    let square = (one_of("abcdefghABCDEFGH"), one_of("12345678"));
    let square = map_opt(square, |(file, rank)| Square::parse(file as u8, rank as u8));
    alt((value(None, char('-')), square.map(Some))).parse(input)
}

/// `fen-clock = "0" / fen-number`
pub(super) fn fen_clock(input: &[u8]) -> Parsed<'_, u32> {
    alt((value(0, char('0')), fen_number)).parse(input)
}

/// `fen-number = %x31-39 *3%x30-39 / "1" 4%x30-39 / "20000"`
pub(super) fn fen_number(input: &[u8]) -> Parsed<'_, u32> {
    fields::strict_counter(1)(input)
}

/// `lenient-fen-clock = ["+"] *"0" fen-clock`
pub(crate) fn lenient_fen_clock(input: &[u8]) -> Parsed<'_, u32> {
    fields::lenient_counter(0)(input)
}

/// `lenient-fen-number = ["+"] *"0" fen-number`
pub(crate) fn lenient_fen_number(input: &[u8]) -> Parsed<'_, u32> {
    fields::lenient_counter(1)(input)
}

/// `fen-gap = 1*(" " / %x09 / %x0A / %x0C / %x0D)`
pub(crate) fn fen_gap(input: &[u8]) -> Parsed<'_, &[u8]> {
    fields::gap(input)
}

#[cfg(debug_assertions)]
pub const RULES: &[crate::Rule] = crate::rule::rules! {
    "fen" => fen,
    "fen-board" => fen_board,
    "fen-squares-8" => fen_squares(8),
    "fen-squares-7" => fen_squares(7),
    "fen-squares-6" => fen_squares(6),
    "fen-squares-5" => fen_squares(5),
    "fen-squares-4" => fen_squares(4),
    "fen-squares-3" => fen_squares(3),
    "fen-squares-2" => fen_squares(2),
    "fen-squares-1" => fen_squares(1),
    "fen-piece" => fen_piece,
    "fen-letter" => fen_letter,
    "fen-turn" => fen_turn,
    "fen-castling" => fen_castling,
    "fen-castling-right" => fen_castling_right,
    "fen-en-passant" => fen_en_passant,
    "fen-clock" => fen_clock,
    "fen-number" => fen_number,
    "lenient-fen" => lenient_fen,
    "fen-gap" => fen_gap,
    "lenient-fen-board" => lenient_fen_board,
    "fen-nothing" => fen_nothing,
    "lenient-fen-squares-8" => lenient_fen_squares(8),
    "lenient-fen-squares-7" => lenient_fen_squares(7),
    "lenient-fen-squares-6" => lenient_fen_squares(6),
    "lenient-fen-squares-5" => lenient_fen_squares(5),
    "lenient-fen-squares-4" => lenient_fen_squares(4),
    "lenient-fen-squares-3" => lenient_fen_squares(3),
    "lenient-fen-squares-2" => lenient_fen_squares(2),
    "lenient-fen-squares-1" => lenient_fen_squares(1),
    "lenient-fen-square" => lenient_fen_square,
    "lenient-fen-clock" => lenient_fen_clock,
    "lenient-fen-number" => lenient_fen_number,
    "short-fen" => short_fen,
};
