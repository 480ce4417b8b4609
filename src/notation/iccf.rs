//! Moves in the notation of the International Correspondence Chess Federation: files and ranks are digits, and both
//! origin and target are written, `5254`. A fifth digit gives the promotion piece.
//!
//! Otherwise the movetext follows PGN. The rules decide whether a move is legal.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, eof, map, map_opt, opt, peek, value, verify};
use nom::multi::fold_many0;
use nom::number::complete::u8;
use nom::sequence::terminated;

use super::Parsed;
use super::san::{CheckMark, Form, SanToken};
use partie_record::{ItemKind, Movetext, Record};
use partie_rules::chess::{Move, MoveKind, Pattern, Role, Roles, Square};

/// Promotion pieces by digit, from 1.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Length of the beginning of a movetext that shows whether it is numeric.
const SAMPLE_BYTES: usize = 512;

/// Parses a whole text as a move. Castling is the king's move.
///
/// # Errors
/// Where the text stops being a move, and the token expected there.
pub fn read_move(token: &[u8]) -> Parsed<'_, SanToken> {
    all_consuming(iccf_move).parse(token)
}

/// `iccf-move = iccf-square iccf-square [iccf-promotion] *iccf-mark`
fn iccf_move(input: &[u8]) -> Parsed<'_, SanToken> {
    map((iccf_square, iccf_square, opt(iccf_promotion), iccf_marks), |(from, to, promotion, check)| {
        let pattern =
            Pattern { roles: Roles::ANY, from: from.bit(), to: to.bit(), promotion, castling: None, captures: false };
        SanToken { form: Form::Own, origin: true, check, ..SanToken::new(pattern) }
    })
    .parse(input)
}

/// `iccf-square = %x31-38 %x31-38`
fn iccf_square(input: &[u8]) -> Parsed<'_, Square> {
    let coordinate = || map_opt(u8, |byte| matches!(byte, b'1'..=b'8').then(|| byte - b'1'));
    map((coordinate(), coordinate()), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `iccf-promotion = %x31-34`
fn iccf_promotion(input: &[u8]) -> Parsed<'_, Role> {
    map_opt(u8, |byte| PROMOTIONS.get(usize::from(byte.wrapping_sub(b'1'))).copied()).parse(input)
}

/// `iccf-mark = "+" / "#" / "!" / "?"`
fn iccf_mark(input: &[u8]) -> Parsed<'_, CheckMark> {
    alt((value(CheckMark::Check, tag("+")), value(CheckMark::Mate, tag("#")), value(CheckMark::None, one_of("!?"))))
        .parse(input)
}

/// Parses any number of marks; the last check mark counts.
fn iccf_marks(input: &[u8]) -> Parsed<'_, CheckMark> {
    let last = |before, mark| if mark == CheckMark::None { before } else { mark };
    fold_many0(iccf_mark, || CheckMark::None, last).parse(input)
}

/// `iccf-word = iccf-square iccf-square [%x30-39] *iccf-mark`, and its length
fn iccf_word(input: &[u8]) -> Parsed<'_, usize> {
    let digit = opt(verify(u8, u8::is_ascii_digit));
    let (rest, _) = (iccf_square, iccf_square, digit, iccf_marks).parse(input)?;
    Ok((rest, input.len() - rest.len()))
}

#[cfg(debug_assertions)]
pub static RULES: &[super::Rule] = super::rule::rules! {
    "iccf-move" => iccf_move,
    "iccf-square" => iccf_square,
    "iccf-promotion" => iccf_promotion,
    "iccf-mark" => iccf_mark,
    "iccf-word" => iccf_word,
};

/// Writes a move. Castling is the king's move by two files. In Chess960, or if the king does not start on the e-file,
/// castling is king takes rook: the king's move could also be an ordinary one.
pub fn write(out: &mut Vec<u8>, mv: Move, chess960: bool) {
    let to = match mv.kind {
        MoveKind::Castling if !chess960 && mv.from.file() == 4 => {
            Square::at(if mv.to.file() > mv.from.file() { 6 } else { 2 }, mv.from.rank())
        }
        _ => mv.to,
    };
    out.extend_from_slice(&[b'1' + mv.from.file(), b'1' + mv.from.rank(), b'1' + to.file(), b'1' + to.rank()]);
    let digit = mv.promotion.and_then(|role| PROMOTIONS.iter().position(|known| *known == role));
    out.extend(digit.map(|digit| b'1' + digit as u8));
}

/// Returns the length of the move at the start of `bytes` with its marks; 0 without a move.
#[inline]
pub fn length(bytes: &[u8]) -> usize {
    // Called for every movetext; nearly all begin with a move number.
    match bytes {
        [b'1'..=b'8', b'1'..=b'8', ..] => {
            terminated(iccf_word, peek(word_end)).parse(bytes).map_or(0, |(_, length)| length)
        }
        _ => 0,
    }
}

/// Matches the end of a word in movetext.
fn word_end(input: &[u8]) -> Parsed<'_, ()> {
    let byte = verify(u8, |byte| {
        matches!(
            byte,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c' | b'{' | b'}' | b'(' | b')' | b'[' | b';' | b'$' | b'*'
        )
    });
    alt((value((), eof), value((), byte))).parse(input)
}

/// Reinterprets the movetext as numeric although its beginning did not show it: numbers that are moves become moves.
/// The spans of `record` refer to `bytes`.
pub fn reinterpret_as_iccf(bytes: &[u8], record: &mut Record) {
    record.movetext = Movetext::Iccf;
    for item in &mut record.items {
        if item.kind == ItemKind::Number && read_move(item.span.of(bytes)).is_ok() {
            item.kind = ItemKind::Move;
            record.has_moves = true;
        }
    }
}

/// True if a movetext begins with numeric moves and contains no other words near its beginning.
pub fn looks_like(movetext: &[u8]) -> bool {
    let mut rest = &movetext[..movetext.len().min(SAMPLE_BYTES)];
    let mut moves = 0;
    loop {
        rest = rest.trim_ascii_start();
        let Some(&first) = rest.first() else { return moves > 0 };
        if !first.is_ascii_digit() {
            // Skips comments, brackets and marks, which may occur between moves of any notation.
            let between = match first {
                b'{' => memchr::memchr(b'}', rest).map_or(rest.len(), |close| close + 1),
                b'(' | b')' | b'!' | b'?' => 1,
                b'$' => 1 + rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
                // A result or a tag ends the movetext; a word shows another notation.
                _ => return moves > 0 && !first.is_ascii_alphabetic(),
            };
            rest = &rest[between..];
            continue;
        }
        let length = length(rest);
        if length > 0 {
            moves += 1;
            rest = &rest[length..];
            continue;
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[digits..].iter().take_while(|byte| **byte == b'.').count();
        if dots == 0 {
            // The digits begin a result, or a token truncated by the sample.
            return moves > 0 && (matches!(rest.get(digits), Some(b'-' | b'/')) || rest.len() < 8);
        }
        rest = &rest[digits + dots..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spell;
    use partie_rules::chess::Position;
    use partie_rules::{Resolution, Rules};

    fn play(position: &mut Position, text: &str) -> Move {
        let (_, written) = read_move(text.as_bytes()).unwrap();
        let Resolution::Unique(mv) = position.resolve(&written.pattern) else { panic!("{text}") };
        let mut again = Vec::new();
        write(&mut again, mv, false);
        assert_eq!(again, text.as_bytes());
        position.play(mv);
        mv
    }

    #[test]
    fn a_king_that_castles_from_another_file_takes_its_rook() {
        let read = crate::fen::read_fen("k7/8/8/8/8/8/8/1RK5 w B - 0 1", false);
        play(&mut read.setup.position().unwrap().0, "3121");
    }

    #[test]
    fn a_game_with_castling_and_promotion() {
        let mut position = Position::start();
        let moves = "5254 5755 7163 2836 6125 1716 5171 7866";
        let mut castled = false;
        for text in moves.split(' ') {
            castled |= play(&mut position, text).kind == MoveKind::Castling;
        }
        assert!(castled);
        let mut position = crate::fen::read_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1", false).setup.position().unwrap().0;
        for (text, uci) in [("17181", "a7a8q"), ("17182", "a7a8r"), ("17183", "a7a8b"), ("17184", "a7a8n")] {
            let mv = play(&mut position.clone(), text);
            assert_eq!(spell::uci(mv, false), uci);
        }
        play(&mut position, "1121");
    }

    #[test]
    fn what_is_no_move() {
        for text in ["", "525", "5259", "9254", "52545", "5254x", "e2e4", "5 254", "525411"] {
            assert!(read_move(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(length(b"5254 5755"), 4);
        assert_eq!(length(b"17181!?"), 7);
        assert_eq!(length(b"5254."), 0);
        assert_eq!(length(b"525412"), 0);
    }

    #[test]
    fn movetexts_in_numbers() {
        for text in ["1. 5254 5755 2. 7163 1-0", "5254 5755", "1.5254 {best} 5755", "1. 5254", "{a} 5254"] {
            assert!(looks_like(text.as_bytes()), "{text}");
        }
        for text in ["1. e4 e5", "", "1-0", "1. 5254 e5", "1852. e4", "{a 5254", "{5254} 1. e4"] {
            assert!(!looks_like(text.as_bytes()), "{text}");
        }
    }
}
