//! Evaluations in comments of shogi programs, from 先手's point of view. Rules of `grammars/remark.abnf`.
//!
//! `engine_text` parses comments of chess programs.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded, terminated};

use super::Parsed;
use super::text::{digits, value_of};

/// The evaluation of a position by a program, from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Centipawns, as programs count them.
    Score(i32),
    /// A forced mate, with the number of plies if it is given.
    Mate {
        /// True if the first player mates.
        by_first: bool,
        plies: Option<u16>,
    },
}

/// The evaluation in a comment without the comment sign of its format. If `alone` is true, a bare number is an
/// evaluation.
pub fn evaluation(comment: &[u8], alone: bool) -> Option<Evaluation> {
    let comment = comment.trim_ascii_end();
    if let Ok((_, evaluation)) = home(comment) {
        return Some(evaluation);
    }
    if gui(comment).is_ok() {
        let word = " 評価値".as_bytes();
        let values = memchr::memmem::find_iter(comment, word).map(|at| gui_value(&comment[at..]));
        if let Some((_, evaluation)) = values.flatten().next() {
            return Some(evaluation);
        }
    }
    if let Ok((rest, evaluation)) = floodgate(comment) {
        // A score may be followed by the expected line, but not by words.
        let begins = |sign: &&str| rest.trim_ascii_start().starts_with(sign.as_bytes());
        let is_line = ["+", "-", "%", "▲", "△", "▼", "▽", "☗", "☖"].iter().any(begins);
        return (rest.is_empty() || rest[0] == b' ' && is_line).then_some(evaluation);
    }
    let all = score(comment).ok().filter(|(rest, _)| rest.is_empty() && alone);
    all.map(|(_, evaluation)| evaluation)
}

/// `home = ("*" / "#") (home-value / home-mate)`
fn home(input: &[u8]) -> Parsed<'_, Evaluation> {
    preceded(one_of("*#"), alt((home_value, home_mate))).parse(input)
}

/// `home-value = %xE8.A9.95.E4.BE.A1.E5.80.A4 "=" score`
fn home_value(input: &[u8]) -> Parsed<'_, Evaluation> {
    preceded(tag("評価値="), score).parse(input)
}

/// `home-mate = %xE8.A9.B0.E3.81.BF "=" winner [":" plies %xE6.89.8B]`
fn home_mate(input: &[u8]) -> Parsed<'_, Evaluation> {
    let (rest, by_first) = preceded(tag("詰み="), winner).parse(input)?;
    let (rest, plies) = opt(delimited(char(':'), plies, tag("手"))).parse(rest)?;
    Ok((rest, Evaluation::Mate { by_first, plies }))
}

/// `winner = %xE5.85.88.E6.89.8B.E5.8B.9D.E3.81.A1 / %xE5.BE.8C.E6.89.8B.E5.8B.9D.E3.81.A1`
fn winner(input: &[u8]) -> Parsed<'_, bool> {
    alt((value(true, tag("先手勝ち")), value(false, tag("後手勝ち")))).parse(input)
}

/// `gui = "*" (%xE5.AF.BE.E5.B1.80 / %xE8.A7.A3.E6.9E.90 / " ")`
fn gui(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(char('*'), alt((tag("対局"), tag("解析"), tag(" ")))).parse(input)
}

/// `gui-value = " " %xE8.A9.95.E4.BE.A1.E5.80.A4 1*" " (mate / score)`
fn gui_value(input: &[u8]) -> Parsed<'_, Evaluation> {
    preceded((tag(" 評価値 "), blanks), alt((mate, score))).parse(input)
}

/// `mate = ["+" / "-"] %xE8.A9.B0 *" " [plies]`
fn mate(input: &[u8]) -> Parsed<'_, Evaluation> {
    let (rest, sign) = terminated(opt(one_of("+-")), tag("詰")).parse(input)?;
    let (rest, plies) = preceded(blanks, opt(plies)).parse(rest)?;
    Ok((rest, Evaluation::Mate { by_first: sign != Some('-'), plies }))
}

/// `floodgate = "*" *" " score`
fn floodgate(input: &[u8]) -> Parsed<'_, Evaluation> {
    preceded((char('*'), blanks), score).parse(input)
}

/// `*" "`
fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| byte == b' ').parse(input)
}

/// `score = ["+" / "-"] 1*9%x30-39 ["." *%x30-39]`
fn score(input: &[u8]) -> Parsed<'_, Evaluation> {
    let (rest, sign) = opt(one_of("+-")).parse(input)?;
    let (rest, whole) = digits(9)(rest)?;
    let (rest, _) = opt(preceded(char('.'), take_while(|byte: u8| byte.is_ascii_digit()))).parse(rest)?;
    let number = i32::try_from(value_of(whole)).unwrap_or(i32::MAX);
    Ok((rest, Evaluation::Score(if sign == Some('-') { -number } else { number })))
}

/// `plies = 1*4%x30-39`
fn plies(input: &[u8]) -> Parsed<'_, u16> {
    map(digits(4), |digits| value_of(digits) as u16).parse(input)
}

#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = super::rule::rules! {
    "home" => home,
    "home-value" => home_value,
    "home-mate" => home_mate,
    "winner" => winner,
    "gui" => gui,
    "gui-value" => gui_value,
    "mate" => mate,
    "floodgate" => floodgate,
    "score" => score,
    "plies" => plies,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_the_programs() {
        let mate = |by_first, plies| Some(Evaluation::Mate { by_first, plies });
        for (comment, wanted) in [
            ("* 30 -3334FU +2726FU", Some(Evaluation::Score(30))),
            ("* -1000000", Some(Evaluation::Score(-1_000_000))),
            ("* 0 ", Some(Evaluation::Score(0))),
            ("104", Some(Evaluation::Score(104))),
            ("-65", Some(Evaluation::Score(-65))),
            ("*評価値=45", Some(Evaluation::Score(45))),
            ("#評価値=+120.5", Some(Evaluation::Score(120))),
            ("*詰み=先手勝ち:15手", mate(true, Some(15))),
            ("#詰み=後手勝ち", mate(false, None)),
            ("*対局 時間 00:03.1 深さ 18/25 評価値 -186 読み筋 △３四歩(33)", Some(Evaluation::Score(-186))),
            ("*解析 0 互角 時間 00:02.0 評価値 55↑ 読み筋", Some(Evaluation::Score(55))),
            ("*解析 0 ▲勝ち 評価値 +詰 13 読み筋", mate(true, Some(13))),
            ("*対局 評価値 -詰 読み筋", mate(false, None)),
            ("* 1 10秒 評価値 77 深さ 12", Some(Evaluation::Score(77))),
            ("* 1 10秒 深さ 12", None),
            (" -14 a chat line", None),
            ("1手", None),
            ("互角", None),
            ("評価値は互角だと思う", None),
            ("*読み筋=△３四歩", None),
            ("* 3 moves", None),
        ] {
            assert_eq!(evaluation(comment.as_bytes(), true), wanted, "{comment}");
        }
        assert_eq!(evaluation(b"5", false), None);
    }
}
