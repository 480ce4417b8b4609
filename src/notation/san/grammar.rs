//! `grammars/san.abnf`, with the piece letters of any language. Long forms and coordinates are in `long` and `uci`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{map, map_opt, opt, peek, value, verify};
use nom::number::complete::u8;
use nom::sequence::{delimited, preceded};

use super::squares::{Origin, Promotion, Sign, Squares};
use super::suffix::{Suffixes, mark, suffixes};
use super::token::SanToken;
use crate::letters::Letters;
use crate::{Expected, Parsed};
use partie_rules::BoardSide;
use partie_rules::chess::{Pattern, Role, Square};

/// `move = castling / piece-move / pawn-move`
pub(super) fn move_<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| match input {
        [b'a'..=b'h', ..] => pawn_move(letters)(input),
        [b'O', ..] => castling(input),
        _ => piece_move(letters)(input),
    }
}

/// `castling = %s"O-O" [%s"-O"] *suffix`
pub(super) fn castling(input: &[u8]) -> Parsed<'_, SanToken> {
    map((tag("O-O"), opt(tag("-O")), suffixes), |(_, queen, suffixes)| castled(queen.is_some(), false, suffixes))
        .parse(input)
}

/// Creates a castling token; `zeros` is true if it is not in standard form.
fn castled(queen: bool, zeros: bool, suffixes: Suffixes) -> SanToken {
    let side = if queen { BoardSide::Queen } else { BoardSide::King };
    let mut written = SanToken::new(Pattern::castling(side));
    written.zeros = zeros;
    suffixes.mark(&mut written);
    written
}

/// `piece-move = piece square [mark *suffix] / piece [origin] capture square *suffix / piece origin square *suffix`
pub(super) fn piece_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let (rest, role) = piece(letters)(input)?;
        let captures =
            map((opt(origin), capture, target), |(from, sign, to)| Squares::new(from.unwrap_or_default(), sign, to));
        let comes_from = map((origin, target), |(from, to)| Squares::new(from, Sign::None, to));
        alt((
            map((captures, suffixes), |(squares, suffixes)| squares.moved(Some(role), suffixes)),
            map((comes_from, suffixes), |(squares, suffixes)| squares.moved(Some(role), suffixes)),
            map((target, marked), |(to, suffixes)| Squares::only(to).moved(Some(role), suffixes)),
        ))
        .parse(rest)
    }
}

/// `pawn-move = square [promotion *suffix / mark *suffix] / file capture square [promotion] *suffix`
pub(super) fn pawn_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let captures = map((file, capture, target), |(file, sign, to)| Squares::new(Origin::file(file), sign, to));
        alt((
            map((captures, opt(promotion(letters)), suffixes), |(squares, promotion, suffixes)| {
                squares.promoted(None, promotion, suffixes)
            }),
            map((target, promoted_or_marked(promotion(letters))), |(to, (promotion, suffixes))| {
                Squares::only(to).promoted(None, promotion, suffixes)
            }),
        ))
        .parse(input)
    }
}

/// `[mark *suffix]`: `dis.ch` cannot directly follow a target without origin.
fn marked(input: &[u8]) -> Parsed<'_, Suffixes> {
    map(opt(preceded(peek(mark), suffixes)), |suffixes| suffixes.unwrap_or(Suffixes::NONE)).parse(input)
}

/// `[promotion *suffix / mark *suffix]`
fn promoted_or_marked<'a>(
    promotion: impl Fn(&'a [u8]) -> Parsed<'a, Promotion>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, (Option<Promotion>, Suffixes)> {
    move |input| {
        alt((
            map((&promotion, suffixes), |(promotion, suffixes)| (Some(promotion), suffixes)),
            map(marked, |suffixes| (None, suffixes)),
        ))
        .parse(input)
    }
}

/// `piece = %s"N" / %s"B" / %s"R" / %s"Q" / %s"K"`
pub(super) fn piece<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| verify(letter(letters), |role| *role != Role::Pawn).parse(input)
}

/// `origin = file / rank / square`
pub(super) fn origin(input: &[u8]) -> Parsed<'_, Origin> {
    alt((target, map(file, Origin::file), map(rank, Origin::rank))).parse(input)
}

/// Parses a complete square, as a target or as a full origin.
pub(super) fn target(input: &[u8]) -> Parsed<'_, Origin> {
    map(square, Origin::square).parse(input)
}

/// `capture = %s"x" / ":"`
pub(super) fn capture(input: &[u8]) -> Parsed<'_, Sign> {
    value(Sign::Capture, one_of("x:")).parse(input)
}

/// `square = file rank`
pub(super) fn square(input: &[u8]) -> Parsed<'_, Square> {
    map((file, rank), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `file = %x61-68`
pub(super) fn file(input: &[u8]) -> Parsed<'_, u8> {
    map_opt(u8, |byte| matches!(byte, b'a'..=b'h').then(|| byte - b'a')).parse(input)
}

/// `rank = %x31-38`
pub(super) fn rank(input: &[u8]) -> Parsed<'_, u8> {
    map_opt(u8, |byte| matches!(byte, b'1'..=b'8').then(|| byte - b'1')).parse(input)
}

/// `promotion = "=" officer`
pub(super) fn promotion<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Promotion> {
    move |input| map(preceded(char('='), officer(letters)), |role| Promotion { role, bare: false }).parse(input)
}

/// `officer = %s"N" / %s"B" / %s"R" / %s"Q"`
pub(crate) fn officer<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| verify(letter(letters), |role| !matches!(role, Role::Pawn | Role::King)).parse(input)
}

/// `lenient-move = lenient-castling / lenient-pawn / lenient-capture / late-capture / pawn-on-rank`
pub(super) fn lenient_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        alt((
            late_capture(letters),
            lenient_capture(letters),
            pawn_on_rank(letters),
            lenient_pawn(letters),
            lenient_castling,
        ))
        .parse(input)
    }
}

/// `lenient-castling = oh ["-"] oh [["-"] oh] *suffix`
pub(super) fn lenient_castling(input: &[u8]) -> Parsed<'_, SanToken> {
    // True if the hyphen and a capital O are present.
    let step = || map((opt(char('-')), oh), |(hyphen, oh)| hyphen.is_some() && oh == 'O');
    map((oh, step(), opt(step()), suffixes), |(first, second, third, suffixes)| {
        castled(third.is_some(), first != 'O' || !second || third == Some(false), suffixes)
    })
    .parse(input)
}

/// `oh = %s"O" / %s"o" / "0"`
pub(super) fn oh(input: &[u8]) -> Parsed<'_, char> {
    one_of("Oo0").parse(input)
}

/// `lenient-pawn = [pawn] square [lenient-promotion *suffix / mark *suffix]`
pub(super) fn lenient_pawn<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        map(
            (opt(pawn(letters)), target, promoted_or_marked(lenient_promotion(letters))),
            |(pawn, to, (promotion, suffixes))| Squares::only(to).promoted(pawn, promotion, suffixes),
        )
        .parse(input)
    }
}

/// `lenient-capture = [pawn] file [capture] (square / file) [lenient-promotion] *suffix`
pub(super) fn lenient_capture<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let squares = map((map(file, Origin::file), opt(capture), square_or_file), |(from, sign, to)| {
            Squares::new(from, sign.unwrap_or(Sign::None), to)
        });
        lenient_pawn_of(squares, letters).parse(input)
    }
}

/// `square / file`
pub(super) fn square_or_file(input: &[u8]) -> Parsed<'_, Origin> {
    alt((target, map(file, Origin::file))).parse(input)
}

/// `late-capture = piece [origin] [capture] square %s"x" *suffix / [pawn] [file [capture]] square %s"x" *suffix /
/// [pawn] file [capture] square ":" *suffix`. With letters other than English, a colon also marks captures by pieces:
/// `Sf3:`.
pub(super) fn late_capture<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let squares = |(from, sign, to): (Option<Origin>, Option<Sign>, Origin)| {
            Squares::new(from.unwrap_or_default(), sign.unwrap_or(Sign::None), to)
        };
        let sign_of_piece = |input| {
            if letters.is_english() { char('x').parse(input) } else { alt((char('x'), char(':'))).parse(input) }
        };
        // The first square after a piece may be its origin or its target.
        let from = map((map(origin, Some), opt(capture), target, sign_of_piece), move |(from, sign, to, _)| {
            squares((from, sign, to))
        });
        let only = map((opt(capture), target, sign_of_piece), move |(sign, to, _)| squares((None, sign, to)));
        let sign_of_pawn = alt((char('x'), char(':')));
        let file = map((map(file, Origin::file), opt(capture), target, sign_of_pawn), move |(from, sign, to, _)| {
            squares((Some(from), sign, to))
        });
        let pawn_only = map((target, char('x')), move |(to, _)| squares((None, None, to)));
        alt((
            map((piece(letters), alt((from, only)), suffixes), |(role, squares, suffixes)| {
                squares.captured_late(Some(role), suffixes)
            }),
            map((opt(pawn(letters)), alt((file, pawn_only)), suffixes), |(pawn, squares, suffixes)| {
                squares.captured_late(pawn, suffixes)
            }),
        ))
        .parse(input)
    }
}

/// `pawn-on-rank = pawn rank [capture] square [lenient-promotion] *suffix`
pub(super) fn pawn_on_rank<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        let squares = map((map(rank, Origin::rank), opt(capture), target), |(from, sign, to)| {
            Squares::new(from, sign.unwrap_or(Sign::None), to)
        });
        preceded(peek(pawn(letters)), lenient_pawn_of(squares, letters)).parse(input)
    }
}

/// `[pawn] squares [lenient-promotion] *suffix`: the common part of the lenient pawn moves.
pub(super) fn lenient_pawn_of<'a>(
    squares: impl Parser<&'a [u8], Output = Squares, Error = Expected<'a>>,
    letters: &Letters,
) -> impl Parser<&'a [u8], Output = SanToken, Error = Expected<'a>> {
    map(
        (opt(pawn(letters)), squares, opt(lenient_promotion(letters)), suffixes),
        |(pawn, squares, promotion, suffixes)| squares.promoted(pawn, promotion, suffixes),
    )
}

/// `pawn = %s"P"`
pub(super) fn pawn<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| verify(letter(letters), |role| *role == Role::Pawn).parse(input)
}

/// `lenient-promotion = ("=" / "/") any-letter / "(" any-letter [")"] / letter`
pub(super) fn lenient_promotion<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Promotion> {
    move |input| {
        let bare = |role| Promotion { role, bare: true };
        alt((
            map(preceded(char('='), any_letter(letters)), |role| Promotion { role, bare: false }),
            map(preceded(char('/'), any_letter(letters)), bare),
            map(delimited(char('('), any_letter(letters), opt(char(')'))), bare),
            map(letter(letters), bare),
        ))
        .parse(input)
    }
}

/// `any-letter = letter / small-letter`, and the English letters in any language
pub(super) fn any_letter<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| alt((letter(letters), small_letter, letter(Letters::ENGLISH))).parse(input)
}

/// `letter = piece / pawn`
pub(super) fn letter<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input: &'a [u8]| {
        let found = match input {
            [byte, ..] if letters.is_english() => Role::from_letter(*byte).map(|role| (role, 1)),
            _ => letters.read_role(input),
        };
        match found {
            Some((role, length)) => Ok((&input[length..], role)),
            None => Err(nom::Err::Error(Expected { at: input, what: "a piece letter" })),
        }
    }
}

/// `small-letter = %s"n" / %s"b" / %s"r" / %s"q" / %s"k" / %s"p"`
pub(crate) fn small_letter(input: &[u8]) -> Parsed<'_, Role> {
    map_opt(u8, |byte| byte.is_ascii_lowercase().then(|| Role::from_letter(byte.to_ascii_uppercase()))?).parse(input)
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = {
    use super::suffix::{dagger, suffix, twofold, word};
    const EN: &Letters = Letters::ENGLISH;
    crate::rule::rules! {
        "move" => move_(EN),
        "castling" => castling,
        "piece-move" => piece_move(EN),
        "pawn-move" => pawn_move(EN),
        "piece" => piece(EN),
        "origin" => origin,
        "capture" => capture,
        "square" => square,
        "file" => file,
        "rank" => rank,
        "promotion" => promotion(EN),
        "officer" => officer(EN),
        "suffix" => suffix,
        "mark" => mark,
        "word" => word,
        "dagger" => dagger,
        "twofold" => twofold,
        "lenient-move" => lenient_move(EN),
        "lenient-castling" => lenient_castling,
        "oh" => oh,
        "lenient-pawn" => lenient_pawn(EN),
        "lenient-capture" => lenient_capture(EN),
        "late-capture" => late_capture(EN),
        "pawn-on-rank" => pawn_on_rank(EN),
        "pawn" => pawn(EN),
        "lenient-promotion" => lenient_promotion(EN),
        "any-letter" => any_letter(EN),
        "letter" => letter(EN),
        "small-letter" => small_letter,
    }
};
