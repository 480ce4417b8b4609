//! French and Spanish descriptive notation: `P4R`, `C3FR`, `AxT`, `T 4 CR - 2 CR`.
//!
//! The rank precedes the file, and the side of the board follows its piece. Each rule is one parser for all such
//! languages, whose words are in `languages`; the comments quote the French rule. Not for words other than castling,
//! check and mate.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{cut, map, not, opt, value};
use nom::sequence::{delimited, pair, preceded, terminated};

use super::castling::zeros;
use super::descriptive_move::{Action, Check, DescriptiveMove, Piece, Place, Takes};
use super::languages::Romance;
use super::marks::{Mark, Marks, judgement, marks, none, passant, sign};
use super::named_pieces::{castling_king, files, named_piece, pawn as pawn_of, within};
use super::words::{apart, blanks, close, cross, dash, one_of, open, rank, space};
use crate::text::{byte, just, led_by};
use crate::{Expected, Parsed};
use partie_rules::BoardSide;
use partie_rules::chess::Role;

/// The language of a parser.
type Language = &'static Romance;

/// Parses the letter of one of these pieces.
fn letter<'a>(language: Language, roles: &'static [Role]) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    move |input| match input {
        [first, rest @ ..] => match roles.iter().find(|role| language.letter(**role) == *first) {
            Some(role) => Ok((rest, *role)),
            None => Err(nom::Err::Error(Expected { at: input, what: "a piece letter" })),
        },
        [] => Err(nom::Err::Error(Expected { at: input, what: "a piece letter" })),
    }
}

/// `move-french = castles-french tails-french / zeros tails-french / piece-move-french / pawn-move-french`
pub(super) fn move_<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, DescriptiveMove> {
    move |input| {
        let castling = move |input: &'a [u8]| {
            let board_side = alt((castles(language), map(zeros, Some)));
            map(pair(board_side, tails(language)), |(board_side, marks): (_, Marks)| {
                marks.of(castling_king(), Action::Castles(board_side))
            })
            .parse(input)
        };
        let begins =
            |word: &str, byte: u8| word.as_bytes().first().is_some_and(|first| first.eq_ignore_ascii_case(&byte));
        let is_first =
            |byte| matches!(byte, b'O' | b'o' | b'0') || language.castles.iter().any(|(word, _)| begins(word, byte));
        let castling = led_by(is_first, castling);
        alt((castling, piece_move(language), pawn_move(language))).parse(input)
    }
}

/// `castles-french = "petit roque" / "grand roque" / "roque" / "roq tr" / "roq td" / "roq"` returns the side of the
/// board, if named.
pub(super) fn castles<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Option<BoardSide>> {
    move |input| {
        let word = |(word, side): &'static (&'static str, Option<BoardSide>)| {
            value(*side, tag_no_case::<_, _, Expected<'_>>(*word)).parse(input).ok()
        };
        language.castles.iter().find_map(word).ok_or(nom::Err::Error(Expected { at: input, what: "castling" }))
    }
}

/// `piece-move-french = piece-french (takes-french taken-french / goes-french tails-french)`
pub(super) fn piece_move<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, DescriptiveMove> {
    move |input| {
        let captures = map(pair(takes(language), cut(taken(language))), capture);
        let goes = pair(goes(language), tails(language));
        map(pair(piece(language), alt((captures, goes))), moved).parse(input)
    }
}

/// `pawn-move-french = pawn-french (takes-french taken-by-pawn-french / goes-french tails-promoting-french)`
pub(super) fn pawn_move<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, DescriptiveMove> {
    move |input| {
        let captures = map(pair(takes(language), cut(taken_by_pawn(language))), capture);
        let goes = pair(goes(language), tails_promoting(language));
        map(pair(pawn(language), alt((captures, goes))), moved).parse(input)
    }
}

/// The written origin, the action, and the marks.
type Predicate = ((Option<Place>, Action), Marks);

fn moved((mut mover, ((origin, action), marks)): (Piece, Predicate)) -> DescriptiveMove {
    if let Some(place) = origin {
        mover.at = within(mover.at, place);
    }
    marks.of(mover, action)
}

fn capture(((origin, takes), (victim, marks)): ((Option<Place>, Takes), (Piece, Marks))) -> Predicate {
    ((origin, takes(victim)), marks)
}

/// `goes-french = *blank [origin-french *blank] dash *blank square-french / *blank square-french`
pub(super) fn goes<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Option<Place>, Action)> {
    move |input| {
        let from = opt(terminated(origin(language), blanks));
        let signed = map((from, dash, blanks, square(language)), |(from, to, (), place)| (from, to(place)));
        let bare = map(square(language), |place| (None, Action::To(place)));
        preceded(blanks, alt((signed, bare))).parse(input)
    }
}

/// `takes-french = *blank [origin-french *blank] cross *blank`
pub(super) fn takes<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Option<Place>, Takes)> {
    move |input| delimited(blanks, pair(opt(terminated(origin(language), blanks)), cross), blanks).parse(input)
}

/// `origin-french = square-french / rank`
pub(super) fn origin<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Place> {
    move |input| alt((square(language), map(rank, |ranks| Place { files: 0xff, ranks }))).parse(input)
}

/// `square-french = rank [space] file-french`
pub(super) fn square<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Place> {
    move |input| {
        let place = |(ranks, (role, board_side))| Place { files: files(role, board_side), ranks };
        map(pair(terminated(rank, opt(space)), file(language)), place).parse(input)
    }
}

/// `file-french = %s"R" / %s"D" / officer-french`, named after the piece that begins on it.
pub(super) fn file<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Role, Option<BoardSide>)> {
    move |input| {
        let royal = map(letter(language, &[Role::King, Role::Queen]), |role| (role, None));
        alt((royal, officer(language))).parse(input)
    }
}

/// `officer-french = (%s"T" / %s"F" / %s"C") [%s"R" / %s"D"]`
pub(super) fn officer<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Role, Option<BoardSide>)> {
    move |input| {
        let role = letter(language, &[Role::Rook, Role::Knight, Role::Bishop]);
        let board_side = map(letter(language, &[Role::King, Role::Queen]), |royal| match royal {
            Role::King => BoardSide::King,
            _ => BoardSide::Queen,
        });
        pair(role, opt(board_side)).parse(input)
    }
}

/// `piece-french = file-french`
pub(super) fn piece<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Piece> {
    move |input| map(file(language), |(role, board_side)| named_piece(role, board_side)).parse(input)
}

/// `pawn-french = %s"P" [file-french]`
pub(super) fn pawn<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Piece> {
    move |input| {
        let of_file = |file: Option<_>| pawn_of(file.map_or(0xff, |(role, board_side)| files(role, board_side)));
        map(preceded(letter(language, &[Role::Pawn]), opt(file(language))), of_file).parse(input)
    }
}

/// `taken-french = (victim-french / %s"P") tails-french`
pub(super) fn taken<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Piece, Marks)> {
    // `TxPéch` and `PxPal paso`: the letter after the pawn may belong to a word.
    move |input| alt((pair(victim(language), tails(language)), pair(bare_pawn(language), tails(language)))).parse(input)
}

/// `taken-by-pawn-french = (victim-french / %s"P") tails-taking-french`
pub(super) fn taken_by_pawn<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, (Piece, Marks)> {
    move |input| {
        let named = pair(victim(language), tails_taking(language));
        alt((named, pair(bare_pawn(language), tails_taking(language)))).parse(input)
    }
}

fn bare_pawn<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Piece> {
    move |input| value(pawn_of(0xff), letter(language, &[Role::Pawn])).parse(input)
}

/// `victim-french = (%s"D" / officer-french / pawn-french) [*blank open square-french *blank ")"]`
pub(super) fn victim<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Piece> {
    move |input| {
        let queen = map(letter(language, &[Role::Queen]), |role| named_piece(role, None));
        let officer = map(officer(language), |(role, board_side)| named_piece(role, board_side));
        let stands = delimited((blanks, open), square(language), (blanks, just(b')')));
        let standing = |(piece, place): (Piece, Option<Place>)| Piece {
            at: place.map_or(piece.at, |place| within(piece.at, place)),
            ..piece
        };
        map(pair(alt((queen, officer, pawn(language))), opt(stands)), standing).parse(input)
    }
}

/// `tails-french = *tail-french`
pub(super) fn tails<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Marks> {
    marks(tail(language), tail(language), none)
}

/// `tails-promoting-french = *tail-french [apart promotion-french *tail-french]`
pub(super) fn tails_promoting<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Marks> {
    marks(tail(language), tail(language), move |input| preceded(apart, promotion(language)).parse(input))
}

/// `tails-taking-french = *tail-french [apart (promotion-french / passant-french) *tail-french]`
pub(super) fn tails_taking<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Marks> {
    marks(tail(language), tail(language), move |input| {
        preceded(apart, alt((promotion(language), passant(language.en_passant)))).parse(input)
    })
}

/// `tail-french = apart (mark-french / judgement)`
pub(super) fn tail<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Mark> {
    move |input| {
        let mark = move |input: &'a [u8]| alt((map(mark(language), Mark::Check), judgement)).parse(input);
        let is_first =
            |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80 || matches!(byte, b'+' | b'#' | b'!' | b'?' | b'(');
        preceded(apart, led_by(is_first, mark)).parse(input)
    }
}

/// `mark-french = sign / word-french / open (sign / word-french) close`
pub(super) fn mark<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Check> {
    move |input| {
        let plain = || alt((sign, word(language)));
        alt((plain(), delimited(open, plain(), close))).parse(input)
    }
}

/// `word-french = %xC3.A9 "chec et mat" / "mat" / (%xC3.A9 "chec" / "echec" / %xC3.A9 "ch" / "ech") ["."]`
pub(super) fn word<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Check> {
    move |input| {
        // `échech` is `éch` and `ech`: no word begins with the `h` that `échec` would leave.
        let full = terminated(one_of(language.check), not(byte(|byte| matches!(byte, b'h' | b'H'))));
        let check = terminated(alt((full, one_of(language.short_check))), opt(just(b'.')));
        alt((value(Check::Mate, one_of(language.mate)), value(Check::Check, check))).parse(input)
    }
}

/// `promotion-french = becoming becomes-french / open [becoming] becomes-french close`
pub(super) fn promotion<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Mark> {
    move |input| {
        let bare = preceded(becoming, becomes(language));
        let role = alt((bare, delimited((open, opt(becoming)), becomes(language), close)));
        map(role, Mark::Promotion).parse(input)
    }
}

/// `becoming = ("=" / "/" / ":") *blank`
pub(super) fn becoming(input: &[u8]) -> Parsed<'_, ()> {
    value((), (byte(|byte| matches!(byte, b'=' | b'/' | b':')), blanks)).parse(input)
}

/// `becomes-french = (%s"D" / %s"T" / %s"F" / %s"C") ["."]`
pub(super) fn becomes<'a>(language: Language) -> impl Fn(&'a [u8]) -> Parsed<'a, Role> {
    const OFFICERS: &[Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    move |input| terminated(letter(language, OFFICERS), opt(just(b'.'))).parse(input)
}
