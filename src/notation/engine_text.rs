//! Evaluation, depth and times, which engine matches write before the words of a comment: `+0.31/15 0.48s, Black
//! resigns`. Rules of `grammars/engine-text.abnf`. Commands in brackets are parsed elsewhere.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, eof, map, opt, peek, recognize, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, terminated};

use super::Parsed;
use super::remark::Evaluation;
use super::text::{digits, thousandths_of, value_of};

/// The numbers before the words of a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineText {
    pub score: Option<Score>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Time spent on the move, in milliseconds.
    pub spent_ms: Option<u64>,
    /// Clock after the move, in milliseconds.
    pub left_ms: Option<u64>,
    /// Length of the fields in bytes, with the commas and blanks after them; 0 for other comments.
    pub length: usize,
}

/// An evaluation with its point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Positive values favor the side whose view it is; in a mate, `by_first` is true if that side mates.
    evaluation: Evaluation,
    /// True for the first player's view, false for the view of the engine that has moved.
    is_of_first: bool,
}

impl Score {
    /// The evaluation from the first player's view. `first_moved` is true if the first player has made the move.
    pub const fn of_first(self, first_moved: bool) -> Evaluation {
        match self.evaluation {
            _ if self.is_of_first || first_moved => self.evaluation,
            Evaluation::Score(score) => Evaluation::Score(-score),
            Evaluation::Mate { by_first, plies } => Evaluation::Mate { by_first: !by_first, plies },
        }
    }
}

impl EngineText {
    /// Parses the beginning of a comment without braces.
    pub fn parse(comment: &[u8]) -> Self {
        let mut text = Self::default();
        let mut rest = comment;
        while let Ok((after, field)) =
            terminated(engine_field, peek(alt((eof, tag(","), take_while1(is_blank))))).parse(rest)
        {
            text.add(field);
            let gap = after.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
            rest = &after[gap..];
        }
        text.length = comment.len() - rest.len();
        text
    }

    fn add(&mut self, field: EngineField) {
        match field {
            EngineField::Opinion { evaluation, depth, spent_ms } => {
                self.score = self.score.or(Some(Score { evaluation, is_of_first: false }));
                self.depth = self.depth.or(Some(depth));
                self.spent_ms = self.spent_ms.or(spent_ms);
            }
            EngineField::ScoreOfFirst(evaluation) => self.score = Some(Score { evaluation, is_of_first: true }),
            EngineField::Depth(depth) => self.depth = Some(depth),
            EngineField::Spent(time) => self.spent_ms = Some(time),
            EngineField::Left(time) => self.left_ms = Some(time),
            EngineField::Other => {}
        }
    }
}

/// A field of an engine's comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineField {
    Opinion { evaluation: Evaluation, depth: u32, spent_ms: Option<u64> },
    ScoreOfFirst(Evaluation),
    Depth(u32),
    Spent(u64),
    Left(u64),
    Other,
}

/// `engine-field = engine-pair / engine-book / engine-opinion / engine-time`
fn engine_field(input: &[u8]) -> Parsed<'_, EngineField> {
    let time = map(engine_time, EngineField::Spent);
    alt((engine_pair, engine_book, engine_opinion, time)).parse(input)
}

/// `engine-opinion = ["("] engine-score "/" engine-depth *(("/" / ")") [engine-number]) [engine-bare-time]`
fn engine_opinion(input: &[u8]) -> Parsed<'_, EngineField> {
    let score = delimited(opt(char('(')), engine_score, char('/'));
    let others = many0_count((one_of("/)"), opt(engine_number)));
    let opinion = |(evaluation, depth, _, spent_ms)| EngineField::Opinion { evaluation, depth, spent_ms };
    map((score, engine_depth, others, opt(engine_bare_time)), opinion).parse(input)
}

/// `engine-score = engine-mate / engine-pawns`
fn engine_score(input: &[u8]) -> Parsed<'_, Evaluation> {
    alt((engine_mate, engine_pawns)).parse(input)
}

/// `engine-mate = ["+" / "-"] (%s"M" / "#") engine-depth`
fn engine_mate(input: &[u8]) -> Parsed<'_, Evaluation> {
    let mate = |(sign, _, count): (Option<char>, _, u32)| Evaluation::Mate {
        by_first: sign != Some('-'),
        plies: u16::try_from(count).ok(),
    };
    map((opt(one_of("+-")), one_of("M#"), engine_depth), mate).parse(input)
}

/// `engine-pawns = ["+" / "-"] engine-digits "." engine-digits`, in hundredths of a pawn
fn engine_pawns(input: &[u8]) -> Parsed<'_, Evaluation> {
    let (rest, (sign, whole, _, part)) = (opt(one_of("+-")), engine_digits, char('.'), engine_digits).parse(input)?;
    let hundredths = value_of(whole) * 100 + thousandths_of(part) / 10;
    let hundredths = i32::try_from(hundredths).unwrap_or(i32::MAX);
    Ok((rest, Evaluation::Score(if sign == Some('-') { -hundredths } else { hundredths })))
}

/// `engine-depth = 1*4%x30-39`
fn engine_depth(input: &[u8]) -> Parsed<'_, u32> {
    map(digits(4), |digits| value_of(digits) as u32).parse(input)
}

/// `engine-bare-time = 1*(" " / %x09-0A / %x0C-0D) engine-number`, before a comma or the end; in milliseconds
fn engine_bare_time(input: &[u8]) -> Parsed<'_, u64> {
    terminated(preceded(take_while1(is_blank), engine_number), peek(alt((eof, tag(","))))).parse(input)
}

/// `engine-time = engine-number (%s"ms" / %s"s")`, in milliseconds
fn engine_time(input: &[u8]) -> Parsed<'_, u64> {
    let unit = alt((value(1000, tag("ms")), value(1, tag("s"))));
    map((engine_number, unit), |(time, part)| time / part).parse(input)
}

/// `engine-number = engine-digits ["." engine-digits]`, in thousandths
fn engine_number(input: &[u8]) -> Parsed<'_, u64> {
    let part = map(opt(preceded(char('.'), engine_digits)), |part| part.map_or(0, thousandths_of));
    map((engine_digits, part), |(whole, part)| value_of(whole) * 1000 + part).parse(input)
}

/// `engine-digits = 1*9%x30-39`
fn engine_digits(input: &[u8]) -> Parsed<'_, &[u8]> {
    digits(9)(input)
}

/// `engine-book = %s"book,"`
fn engine_book(input: &[u8]) -> Parsed<'_, EngineField> {
    value(EngineField::Other, tag("book,")).parse(input)
}

/// `engine-pair = 1*(%x41-5A / %x61-7A / "_") "=" (engine-quoted / *(%x21 / %x23-2B / %x2D-7E))`
fn engine_pair(input: &[u8]) -> Parsed<'_, EngineField> {
    let key = take_while1(|byte: u8| byte.is_ascii_alphabetic() || byte == b'_');
    let (rest, (key, _)) = (key, char('=')).parse(input)?;
    let (rest, text) = alt((engine_quoted, take_while(is_wordy))).parse(rest)?;
    Ok((rest, field_of(key, text).unwrap_or(EngineField::Other)))
}

/// `engine-quoted = %x22 *(%x09-0D / %x20-21 / %x23-7E) %x22`
fn engine_quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(delimited(
        char('"'),
        take_while(|byte| matches!(byte, 0x09..=0x0d | b' '..=b'!' | b'#'..=b'~')),
        char('"'),
    ))
    .parse(input)
}

/// The meaning of a pair in comments of TCEC: depth, time of the move, time left, or evaluation from White's view.
fn field_of(key: &[u8], text: &[u8]) -> Option<EngineField> {
    // A time without a unit is in milliseconds.
    let time = || {
        let bare = map(engine_number, |thousandths| thousandths / 1000);
        all_consuming(alt((engine_time, bare))).parse(text).ok().map(|(_, time)| time)
    };
    Some(match key {
        b"d" => EngineField::Depth(all_consuming(engine_depth).parse(text).ok()?.1),
        b"mt" => EngineField::Spent(time()?),
        b"tl" => EngineField::Left(time()?),
        b"wv" => EngineField::ScoreOfFirst(all_consuming(engine_score).parse(text).ok()?.1),
        _ => return None,
    })
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

const fn is_wordy(byte: u8) -> bool {
    matches!(byte, b'!' | b'#'..=b'+' | b'-'..=b'~')
}

#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = super::rule::rules! {
    "engine-field" => engine_field,
    "engine-opinion" => engine_opinion,
    "engine-score" => engine_score,
    "engine-mate" => engine_mate,
    "engine-pawns" => engine_pawns,
    "engine-depth" => engine_depth,
    "engine-bare-time" => engine_bare_time,
    "engine-time" => engine_time,
    "engine-number" => engine_number,
    "engine-digits" => engine_digits,
    "engine-book" => engine_book,
    "engine-pair" => engine_pair,
    "engine-quoted" => engine_quoted,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_behind_the_fields_of_engines() {
        for (comment, words) in [
            ("+0.31/15 0.48s, Black resigns", "Black resigns"),
            ("-M4/22 480ms, White mates", "White mates"),
            ("0.00/1 0s, Draw by stalemate", "Draw by stalemate"),
            ("+0.31/15/24 0.48s Black resigns", "Black resigns"),
            ("+1.20/9 0.1s, n=1024, pv=\"e7e5 g1f3\", tl=9s, Black resigns", "Black resigns"),
            ("book, White wins on time", "White wins on time"),
            ("0.48s", ""),
            ("1/2 agreed", "1/2 agreed"),
            ("1-0, Black resigns", "1-0, Black resigns"),
            ("10 moves later Black resigns", "10 moves later Black resigns"),
            ("0.31/15 10 moves later", "10 moves later"),
            ("pv=\"e7e5", "pv=\"e7e5"),
            ("book wins", "book wins"),
            ("", ""),
        ] {
            assert_eq!(&comment[EngineText::parse(comment.as_bytes()).length..], words, "{comment}");
        }
    }

    #[test]
    fn numbers_of_the_programs() {
        let of = |comment: &str| {
            let text = EngineText::parse(comment.as_bytes());
            (text.score.map(|score| score.of_first(false)), text.depth, text.spent_ms, text.left_ms)
        };
        let score = |score| Some(Evaluation::Score(score));
        assert_eq!(of("-0.25/10 0.75s"), (score(25), Some(10), Some(750), None));
        assert_eq!(of("+0.40/11 125ms, n=9, tl=9.5s"), (score(-40), Some(11), Some(125), Some(9500)));
        assert_eq!(of("0.31/15 5"), (score(-31), Some(15), Some(5000), None));
        assert_eq!(of("d=43, sd=60, mt=116042, tl=1686958, pv=e5, wv=0.93,"), {
            (score(93), Some(43), Some(116_042), Some(1_686_958))
        });
        let mate = Some(Evaluation::Mate { by_first: true, plies: Some(4) });
        assert_eq!(of("-M4/22 480ms, White mates"), (mate, Some(22), Some(480), None));
        assert_eq!(of("wv=M4"), (mate, None, None, None));
    }
}
