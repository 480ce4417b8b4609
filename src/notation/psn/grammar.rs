//! Parsers of PSN, each named after its rule in `grammars/psn.abnf`. Tags and comments are read by the PGN reader.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take, take_while, take_while_m_n, take_while1};
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, value, verify};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{AsChar, Parser};

use super::words::{ANY_CASE, OUTCOMES, SIDES, WORDS};
use crate::kif::TimeCell;
use crate::text::{byte, digits, thousandths_of, value_of, word, word_in_any_case};
use crate::{Parsed, sfen};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_record::{Outcome, STANDARD_RESULTS, Terminal};
use partie_rules::Side;
use partie_rules::shogi::{Origin, Pattern, PieceType, Square};

/// Letters that servers use for promoted pieces.
const OF_SERVERS: [(&str, PieceType); 3] = [("T", PieceType::Tokin), ("D", PieceType::Dragon), ("H", PieceType::Horse)];

/// A parsed move token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    kind: PieceType,
    origin: Origin,
    /// The target; `None` if it is not written, as in a capture on the previous move's target.
    to: Option<Square>,
    promotes: Option<bool>,
}

impl Written {
    /// The pattern of the move; `None` if it needs the target of a previous move that does not exist.
    pub(super) fn pattern(&self, previous: Option<Square>) -> Option<Pattern> {
        let to = self.to.or(previous)?;
        // A piece cannot come from its target square: such an origin only repeats the target.
        let origin = if self.origin == Origin::Square(to) { Origin::Unstated } else { self.origin };
        let (kind, promotes) = (Some(self.kind), self.promotes);
        Some(Pattern { to, origin, kind, after: None, promotes, flank: None, motion: None })
    }

    /// True if the target is written.
    pub(super) const fn is_complete(&self) -> bool {
        self.to.is_some()
    }
}

/// `psn-move = psn-drop / psn-recapture / psn-board-move`
pub(super) fn psn_move(input: &[u8]) -> Parsed<'_, Written> {
    alt((psn_drop, psn_recapture, psn_board_move)).parse(input)
}

/// `psn-board-move = psn-piece psn-course [psn-promotion]`
fn psn_board_move(input: &[u8]) -> Parsed<'_, Written> {
    (psn_piece, psn_course, opt(psn_promotion))
        .map(|(kind, (origin, to), promotes)| Written { kind, origin, to, promotes })
        .parse(input)
}

/// `psn-recapture = "x" psn-piece [psn-place] [psn-promotion]`
fn psn_recapture(input: &[u8]) -> Parsed<'_, Written> {
    (preceded(tag_no_case("x"), psn_piece), opt(psn_place), opt(psn_promotion))
        .map(|(kind, origin, promotes)| Written {
            kind,
            origin: origin.unwrap_or(Origin::Unstated),
            to: None,
            promotes,
        })
        .parse(input)
}

/// `psn-drop = psn-officer ("*" / "'" / %x60 / "@" / %xE2.80.99) psn-square`
fn psn_drop(input: &[u8]) -> Parsed<'_, Written> {
    let sign = alt((tag("*"), tag("'"), tag("`"), tag("@"), tag("’")));
    separated_pair(psn_officer, sign, psn_square)
        .map(|(kind, to)| Written { kind, origin: Origin::Hand, to: Some(to), promotes: None })
        .parse(input)
}

/// `psn-promotion = "+" / "="`
fn psn_promotion(input: &[u8]) -> Parsed<'_, bool> {
    alt((value(true, tag("+")), value(false, tag("=")))).parse(input)
}

/// `psn-piece = psn-officer / "K" / "+" ("P" / "L" / "N" / "S" / "B" / "R") / "T" / "D" / "H"`
fn psn_piece(input: &[u8]) -> Parsed<'_, PieceType> {
    let promoted = map_opt(preceded(tag("+"), psn_officer), PieceType::promoted);
    let king = value(PieceType::King, tag_no_case("K"));
    alt((psn_officer, king, promoted, word_in_any_case(&OF_SERVERS))).parse(input)
}

/// `psn-officer = "P" / "L" / "N" / "S" / "G" / "B" / "R"`
fn psn_officer(input: &[u8]) -> Parsed<'_, PieceType> {
    let kind = |letter: &[u8]| match *letter {
        [letter] => sfen::kind(letter.to_ascii_uppercase()).filter(|kind| *kind != PieceType::King),
        _ => None,
    };
    map_opt(take(1usize), kind).parse(input)
}

/// `psn-course = psn-square [psn-sign] psn-square / (psn-file / psn-rank) [psn-sign] psn-square
/// / [psn-sign] psn-square / [psn-place] "x"`
fn psn_course(input: &[u8]) -> Parsed<'_, (Origin, Option<Square>)> {
    let line = alt((map(psn_file, Origin::File), map(psn_rank, Origin::Rank)));
    let stated = separated_pair(map(psn_square, Origin::Square), opt(psn_sign), map(psn_square, Some));
    let narrowed = separated_pair(line, opt(psn_sign), map(psn_square, Some));
    let placed = (psn_place, value(None, tag_no_case("x")));
    let plain = preceded(opt(psn_sign), psn_square).map(|to| (Origin::Unstated, Some(to)));
    let bare = tag_no_case("x").map(|_| (Origin::Unstated, None));
    alt((stated, narrowed, placed, plain, bare)).parse(input)
}

/// `psn-place = psn-square / psn-file / psn-rank`
fn psn_place(input: &[u8]) -> Parsed<'_, Origin> {
    alt((map(psn_square, Origin::Square), map(psn_file, Origin::File), map(psn_rank, Origin::Rank))).parse(input)
}

/// `psn-sign = "-" / "x"`
fn psn_sign(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag("-"), tag_no_case("x"))).parse(input)
}

/// `psn-square = psn-file (psn-rank / %x31-39)`
fn psn_square(input: &[u8]) -> Parsed<'_, Square> {
    map_opt((psn_file, alt((psn_rank, psn_file))), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `psn-file = %x31-39`
fn psn_file(input: &[u8]) -> Parsed<'_, u8> {
    one_of("123456789").map(one_to_nine).parse(input)
}

/// `psn-rank = %x61-69 / %x41-49`
fn psn_rank(input: &[u8]) -> Parsed<'_, u8> {
    one_of("abcdefghiABCDEFGHI").map(one_to_nine).parse(input)
}

/// The last four bits of digits, and of the letters a to i, are their number.
const fn one_to_nine(sign: char) -> u8 {
    sign as u8 & 15
}

/// `psn-end = psn-any-case / psn-word-of-end / psn-result`, as the termination and the loser if given.
pub(super) fn psn_end(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    let unsaid = |terminal| (terminal, None);
    alt((psn_any_case.map(unsaid), psn_word_of_end.map(unsaid), psn_result)).parse(input)
}

/// `psn-word-of-end = %s"Resigns" / %s"Time" / %s"Mate" / %s"No-mate" / %s"Repetition" / %s"Impasse" / %s"Declares"
/// / %s"Interrupted" / %s"Foul-before" / %s"Foul" / %s"Default-win" / %s"Default" / %s"Sealed" / %s"Max-moves"
/// / %s"Try" / %s"Draw" / %s"Error" / %s"Takeback"`
fn psn_word_of_end(input: &[u8]) -> Parsed<'_, Terminal> {
    word(&WORDS)(input)
}

/// `psn-any-case = "Resigned" / "Resigns" / "Resign" / "Toryo" / "Sennichite" / "Jishogi" / "Checkmate" / "Mate"
/// / "Time-up" / "Timeup"`
fn psn_any_case(input: &[u8]) -> Parsed<'_, Terminal> {
    word_in_any_case(&ANY_CASE)(input)
}

/// `psn-result = "1-0" / "0-1" / "1/2-1/2"`
fn psn_result(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    map_opt(word(&STANDARD_RESULTS), end_of).parse(input)
}

/// The termination that a PGN result implies, and the loser.
pub(super) fn end_of(outcome: Outcome) -> Option<(Terminal, Option<Side>)> {
    Some(match outcome {
        Outcome::FirstWins => (Terminal::Resignation, Some(Side::Second)),
        Outcome::SecondWins => (Terminal::Resignation, Some(Side::First)),
        Outcome::Draw => (Terminal::Draw, None),
        // A star ends the record without naming a result.
        _ => return None,
    })
}

/// `psn-closing = "{" *" " psn-verdict *" " "}"`
pub(super) fn psn_closing(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    delimited((tag("{"), blanks), psn_verdict, (blanks, tag("}"))).parse(input)
}

/// `psn-verdict = psn-side 1*" " psn-outcome / psn-end`
pub(super) fn psn_verdict(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    let said = separated_pair(psn_side, take_while1(|byte| byte == b' '), psn_outcome);
    let said = said.map(|(side, won)| (Terminal::Resignation, Some(if won { side.other() } else { side })));
    alt((said, psn_end)).parse(input)
}

/// `psn-side = "Sente" / "Gote" / "Black" / "White"`
fn psn_side(input: &[u8]) -> Parsed<'_, Side> {
    word_in_any_case(&SIDES)(input)
}

/// `psn-outcome = "wins" / "won" / "win" / "resigns" / "resigned"`, as true if the side won.
fn psn_outcome(input: &[u8]) -> Parsed<'_, bool> {
    word_in_any_case(&OUTCOMES)(input)
}

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| byte == b' ').parse(input)
}

/// `psn-time = %s"{[%emt " psn-clock "]}" / psn-cell / "{" psn-cell "}" / "{" [" "] psn-times "}"`
pub(super) fn psn_time(input: &[u8]) -> Parsed<'_, TimeCell> {
    let stated = delimited(tag("{[%emt "), psn_clock, tag("]}"));
    let stated = stated.map(|spent_ms| TimeCell { spent_ms, total_ms: None });
    let cell = delimited(tag("{"), psn_cell, tag("}"));
    let times = delimited((tag("{"), opt(tag(" "))), psn_times, tag("}"));
    alt((stated, psn_cell, cell, times)).parse(input)
}

/// `psn-cell = "(" *" " psn-spent *" " ["/" [*" " psn-spent] *" "] ")"`
fn psn_cell(input: &[u8]) -> Parsed<'_, TimeCell> {
    let total = delimited(tag("/"), opt(preceded(blanks, psn_spent)), blanks);
    delimited((tag("("), blanks), (terminated(psn_spent, blanks), opt(total)), tag(")"))
        .map(|(spent_ms, total)| TimeCell { spent_ms, total_ms: total.flatten() })
        .parse(input)
}

/// `psn-times = psn-spent *" " "/" *" " psn-spent`
fn psn_times(input: &[u8]) -> Parsed<'_, TimeCell> {
    separated_pair(psn_spent, (blanks, tag("/"), blanks), psn_spent)
        .map(|(spent_ms, total)| TimeCell { spent_ms, total_ms: Some(total) })
        .parse(input)
}

/// `psn-spent = 1*4%x30-39 ":" sixty [":" sixty]`, in milliseconds.
fn psn_spent(input: &[u8]) -> Parsed<'_, u64> {
    let leading = terminated(digits(4).map(value_of), tag(":"));
    (leading, sixty, opt(preceded(tag(":"), sixty)))
        .map(|(leading, next, last)| match last {
            Some(seconds) => (leading * 3600 + next * 60 + seconds) * 1000,
            None => (leading * 60 + next) * 1000,
        })
        .parse(input)
}

/// `psn-clock = 1*2%x30-39 ":" sixty ":" sixty ["." 1*3%x30-39]`, in milliseconds.
fn psn_clock(input: &[u8]) -> Parsed<'_, u64> {
    let thousandths = opt(preceded(tag("."), digits(3))).map(|fraction| fraction.map_or(0, thousandths_of));
    let hours = terminated(digits(2).map(value_of), tag(":"));
    (hours, terminated(sixty, tag(":")), sixty, thousandths)
        .map(|(hours, minutes, seconds, thousandths)| (hours * 3600 + minutes * 60 + seconds) * 1000 + thousandths)
        .parse(input)
}

/// `sixty = %x30-35 %x30-39`
fn sixty(input: &[u8]) -> Parsed<'_, u64> {
    let below = |digits: &[u8]| value_of(digits) < 60;
    verify(take_while_m_n(2, 2, u8::is_dec_digit), below).map(value_of).parse(input)
}

/// `psn-word = psn-moved / likely-move`, as the number of annotators' signs at its end.
pub(super) fn psn_word(input: &[u8]) -> Parsed<'_, usize> {
    alt((all_consuming(psn_moved).map(|(_, signs)| signs), likely_move)).parse(input)
}

/// `psn-moved = psn-move [psn-glyphs]`, with the number of annotators' signs at its end.
pub(super) fn psn_moved(input: &[u8]) -> Parsed<'_, (Written, usize)> {
    (psn_move, opt(psn_glyphs).map(Option::unwrap_or_default)).parse(input)
}

/// `likely-move = (%x41-5A / "+") *10%x00-FF / 1*3(%x00-30 / %x3A-FF) %x31-39 *7%x00-FF`, as the number of annotators'
/// signs at its end.
fn likely_move(input: &[u8]) -> Parsed<'_, usize> {
    let at_most = |count: usize| verify(rest, move |text: &[u8]| text.len() <= count);
    let is_file = |byte: u8| matches!(byte, b'1'..=b'9');
    let begins = (byte(|first| first.is_ascii_uppercase() || first == b'+'), at_most(10));
    let squared = (take_while_m_n(1, 3, move |byte| !is_file(byte)), byte(is_file), at_most(7));
    alt((recognize(begins), recognize(squared))).map(signs_behind).parse(input)
}

/// Number of annotators' signs at the end of a word.
pub(super) fn signs_behind(word: &[u8]) -> usize {
    word.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count()
}

/// `psn-glyphs = 1*("!" / "?")`, as their number.
pub(super) fn psn_glyphs(input: &[u8]) -> Parsed<'_, usize> {
    take_while1(|byte: u8| matches!(byte, b'!' | b'?')).map(<[u8]>::len).parse(input)
}

/// The rules of `grammars/psn.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "psn-move" => psn_move,
    "psn-board-move" => psn_board_move,
    "psn-recapture" => psn_recapture,
    "psn-drop" => psn_drop,
    "psn-promotion" => psn_promotion,
    "psn-piece" => psn_piece,
    "psn-officer" => psn_officer,
    "psn-course" => psn_course,
    "psn-place" => psn_place,
    "psn-sign" => psn_sign,
    "psn-square" => psn_square,
    "psn-file" => psn_file,
    "psn-rank" => psn_rank,
    "psn-end" => psn_end,
    "psn-word-of-end" => psn_word_of_end,
    "psn-any-case" => psn_any_case,
    "psn-result" => psn_result,
    "psn-closing" => psn_closing,
    "psn-verdict" => psn_verdict,
    "psn-side" => psn_side,
    "psn-outcome" => psn_outcome,
    "psn-time" => psn_time,
    "psn-cell" => psn_cell,
    "psn-times" => psn_times,
    "psn-spent" => psn_spent,
    "psn-clock" => psn_clock,
    "sixty" => sixty,
    "psn-word" => psn_word,
    "psn-moved" => psn_moved,
    "likely-move" => likely_move,
    "psn-glyphs" => psn_glyphs,
};
