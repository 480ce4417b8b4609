//! A move in Japanese, as in KIF and KI2: `７六歩(77)`, `同　銀成(31)`, `５二金打`, `▲５八金左`.
//!
//! A text becomes a pattern and flags for its form. Other modules find the move on a board and detect missing words.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{opt, value, verify};
use nom::sequence::{delimited, preceded, terminated};

use super::kanji::{self, Symbol, symbol};
use super::{Expected, Parsed};
use partie_rules::Side;
use partie_rules::shogi::{Flank, Motion, Origin, Pattern, PieceType, Square};

/// A Japanese move token as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JapaneseToken {
    pub pattern: Pattern,
    /// The side to move by the mark ▲▼☗ or △▽☖; `None` without a mark.
    pub side: Option<Side>,
    /// True if 同 replaces the target.
    pub same: bool,
    /// True if 打 is written.
    pub named_drop: bool,
    /// True if 不成 is written.
    pub explicit_unpromoted: bool,
    /// True if an origin `(00)` follows 打 or replaces it: the dialect of some programs.
    pub zero_origin: bool,
    /// True if 行 replaces 上.
    pub old_word: bool,
}

/// The reason why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread<'a> {
    /// 同 without a previous move.
    NoPrevious,
    Expected(Expected<'a>),
}

/// Parses a whole move. `previous` is the target of the previous move, for 同.
///
/// With an origin or 打, a move without 成 does not promote; otherwise it may.
///
/// # Errors
/// [`Unread::NoPrevious`] for 同 without a previous move, otherwise the expected token and its position.
pub fn read_move(token: &[u8], previous: Option<Square>) -> Result<JapaneseToken, Unread<'_>> {
    let (lexed, length) = lex(token).map_err(Unread::Expected)?;
    if length < token.len() {
        return Err(Unread::Expected(Expected { at: &token[length..], what: "the end of the move" }));
    }
    lexed.written(previous).ok_or(Unread::NoPrevious)
}

/// A move in one of the forms that most KIF moves have, small enough for registers: `７六歩(77)`, `同　銀成(31)`, `５二金打`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastJapanese {
    /// The target; `None` for 同.
    pub to: Option<Square>,
    /// The piece before the move.
    pub kind: PieceType,
    /// The origin; `None` for 打.
    pub from: Option<Square>,
    /// True if 成 is written.
    pub promotes: bool,
}

impl FastJapanese {
    /// Converts to the full token; `to` replaces 同.
    pub fn written(self, to: Square) -> JapaneseToken {
        let origin = self.from.map_or(Origin::Hand, Origin::Square);
        let promotes = Some(self.promotes);
        let pattern = Pattern { to, origin, kind: Some(self.kind), after: None, promotes, flank: None, motion: None };
        JapaneseToken {
            pattern,
            side: None,
            same: self.to.is_none(),
            named_drop: self.from.is_none(),
            explicit_unpromoted: false,
            zero_origin: false,
            old_word: false,
        }
    }
}

/// Parses a move of the common forms; `None` if the slow path must decide.
#[inline(always)]
pub fn parse_fast(token: &[u8]) -> Option<FastJapanese> {
    let (to, mut rest) = match symbol(token)? {
        (Symbol::Digit(file), length) => {
            let rest = &token[length..];
            let (Symbol::Numeral(rank), length) = symbol(rest)? else { return None };
            (Some(Square::at(file, rank)?), &rest[length..])
        }
        (Symbol::Same, length) => {
            let rest = &token[length..];
            match symbol(rest)? {
                (Symbol::Space, length) => (None, &rest[length..]),
                _ => (None, rest),
            }
        }
        _ => return None,
    };
    let (Symbol::Piece(kind), length) = symbol(rest)? else { return None };
    rest = &rest[length..];
    let mut promotes = false;
    if rest.first().is_some_and(|byte| *byte >= 0x80) {
        match symbol(rest)? {
            (Symbol::Promote, length) => {
                promotes = true;
                rest = &rest[length..];
            }
            (Symbol::Drop, length) if length == rest.len() => {
                return Some(FastJapanese { to, kind, from: None, promotes: false });
            }
            _ => return None,
        }
    }
    let [b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')'] = *rest else { return None };
    let from = Square::at(file - b'0', rank - b'0');
    Some(FastJapanese { to, kind, from, promotes })
}

/// A move whose 同 is not resolved yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexed {
    side: Option<Side>,
    /// `None` for 同.
    to: Option<Square>,
    kind: PieceType,
    words: Words,
    zero_origin: bool,
}

/// The words and the origin that follow the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    origin: Origin,
    promotes: Option<bool>,
    flank: Option<Flank>,
    motion: Option<Motion>,
    old_word: bool,
}

impl Lexed {
    #[inline]
    fn written(self, previous: Option<Square>) -> Option<JapaneseToken> {
        let to = match self.to {
            Some(to) => to,
            None => previous?,
        };
        let Words { origin, promotes, flank, motion, old_word } = self.words;
        let explicit_unpromoted = promotes == Some(false);
        let promotes = match (promotes, origin) {
            (None, Origin::Hand | Origin::Square(_)) => Some(false),
            (promotes, _) => promotes,
        };
        Some(JapaneseToken {
            pattern: Pattern { to, origin, kind: Some(self.kind), after: None, promotes, flank, motion },
            side: self.side,
            same: self.to.is_none(),
            named_drop: origin == Origin::Hand,
            explicit_unpromoted,
            zero_origin: self.zero_origin,
            old_word,
        })
    }
}

/// Parses the move at the start of `input` and returns its length in bytes. The text after it must not continue the
/// move.
#[inline]
pub(super) fn lex(input: &[u8]) -> Result<(Lexed, usize), Expected<'_>> {
    if let Some(found) = lex_fast(input) {
        return Ok(found);
    }
    let (rest, lexed) = japanese_move(input).map_err(|error| match error {
        nom::Err::Error(expected) | nom::Err::Failure(expected) => expected,
        nom::Err::Incomplete(_) => Expected { at: input, what: "a move" },
    })?;
    let behind = &rest[kanji::blank(rest)..];
    let origin = matches!(behind, [b'(', b'0'..=b'9', b'0'..=b'9', b')', ..]) || wide_origin(behind).is_ok();
    if word(rest).is_ok() || rest.starts_with("不".as_bytes()) || origin && lexed.open() {
        return Err(Expected { at: rest, what: "the end of the move" });
    }
    Ok((lexed, input.len() - rest.len()))
}

/// Fast path for KI2 moves without words after the piece, the most frequent form; `None` if the slow path must decide.
#[inline]
fn lex_fast(input: &[u8]) -> Option<(Lexed, usize)> {
    let (mut side, mut at) = (None, 0);
    let (mut next, mut length) = symbol(input)?;
    if let Symbol::Turn(mover) = next {
        side = Some(mover);
        at = length + kanji::blank(&input[length..]);
        (next, length) = symbol(&input[at..])?;
    }
    at += length;
    let to = match next {
        Symbol::Digit(file) => {
            let (Symbol::Numeral(rank) | Symbol::Digit(rank), length) = symbol(&input[at..])? else { return None };
            at += length;
            Some(Square::at(file, rank)?)
        }
        Symbol::Same => None,
        _ => return None,
    };
    at += kanji::blank(&input[at..]);
    let (Symbol::Piece(kind), length) = symbol(&input[at..])? else { return None };
    at += length;
    let rest = &input[at..];
    let blank = kanji::blank(rest);
    // True if the text that follows cannot continue the move.
    let over = match rest.get(blank) {
        None | Some(b'\r' | b'\n') => true,
        Some(b'(') => false,
        Some(_) if rest[blank..].starts_with("（".as_bytes()) => false,
        Some(_) => blank > 0 || matches!(symbol(rest), Some((Symbol::Turn(_), _))),
    };
    over.then_some((Lexed { side, to, kind, words: Words::NONE, zero_origin: false }, at))
}

impl Lexed {
    /// True if only words can identify the moving piece, as neither an origin nor a drop is written.
    pub(super) const fn is_relative(&self) -> bool {
        matches!(self.words.origin, Origin::Unstated)
    }

    /// True if an origin may still follow.
    fn open(&self) -> bool {
        !matches!(self.words.origin, Origin::Square(_)) && !self.zero_origin
    }
}

/// Parses a symbol for which `meaning` returns a value; `what` describes the symbol for errors.
pub(super) fn meant<'a, T>(
    what: &'static str,
    meaning: impl Fn(Symbol) -> Option<T>,
) -> impl Parser<&'a [u8], Output = T, Error = Expected<'a>> {
    move |input: &'a [u8]| match symbol(input).and_then(|(symbol, length)| Some((meaning(symbol)?, length))) {
        Some((meaning, length)) => Ok((&input[length..], meaning)),
        None => Err(nom::Err::Error(Expected { at: input, what })),
    }
}

/// `blank = " " / %x09 / %xE3.80.80 / %xC2.A0`
pub(super) fn blank(input: &[u8]) -> Parsed<'_, ()> {
    match *input {
        [b' ' | b'\t', ref rest @ ..] | [0xe3, 0x80, 0x80, ref rest @ ..] | [0xc2, 0xa0, ref rest @ ..] => {
            Ok((rest, ()))
        }
        _ => Err(nom::Err::Error(Expected { at: input, what: "a blank" })),
    }
}

/// Skips all blanks at the start.
#[inline]
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, ()> {
    Ok((&input[kanji::blank(input)..], ()))
}

/// `turn = %xE2.96.B2 / %xE2.96.BC / %xE2.98.97 / %xE2.96.B3 / %xE2.96.BD / %xE2.98.96`
pub(super) fn turn(input: &[u8]) -> Parsed<'_, Side> {
    let side = |symbol| if let Symbol::Turn(side) = symbol { Some(side) } else { None };
    meant("▲ or △", side).parse(input)
}

/// `side = %xE5.85.88.E6.89.8B / %xE4.B8.8B.E6.89.8B / %xE5.BE.8C.E6.89.8B / %xE4.B8.8A.E6.89.8B`
pub(super) fn side(input: &[u8]) -> Parsed<'_, Side> {
    let first = value(Side::First, alt((tag("先手"), tag("下手"))));
    alt((first, value(Side::Second, alt((tag("後手"), tag("上手")))))).parse(input)
}

/// `file = %xEF.BC.91 / %xEF.BC.92 / %xEF.BC.93 / %xEF.BC.94 / %xEF.BC.95 / %xEF.BC.96 / %xEF.BC.97 / %xEF.BC.98 /
/// %xEF.BC.99 / %x31-39`
pub(super) fn file(input: &[u8]) -> Parsed<'_, u8> {
    let file = |symbol| if let Symbol::Digit(file @ 1..=9) = symbol { Some(file) } else { None };
    meant("the file of the target", file).parse(input)
}

/// `rank = %xE4.B8.80 / %xE4.BA.8C / %xE4.B8.89 / %xE5.9B.9B / %xE4.BA.94 / %xE5.85.AD / %xE4.B8.83 / %xE5.85.AB /
/// %xE4.B9.9D / %xEF.BC.91 / %xEF.BC.92 / %xEF.BC.93 / %xEF.BC.94 / %xEF.BC.95 / %xEF.BC.96 / %xEF.BC.97 /
/// %xEF.BC.98 / %xEF.BC.99 / %x31-39`
pub(super) fn rank(input: &[u8]) -> Parsed<'_, u8> {
    let rank = |symbol| match symbol {
        Symbol::Numeral(rank @ 1..=9) | Symbol::Digit(rank @ 1..=9) => Some(rank),
        _ => None,
    };
    meant("the rank of the target", rank).parse(input)
}

/// Parses the target square; `None` for 同.
///
/// `target = (file rank / %xE5.90.8C / %xE4.BB.9D) *blank`
pub(super) fn target(input: &[u8]) -> Parsed<'_, Option<Square>> {
    let same = meant("同", |symbol| (symbol == Symbol::Same).then_some(None));
    let square = (file, rank).map(|(file, rank)| Square::at(file, rank));
    terminated(alt((square, same)), blanks).parse(input)
}

/// `board-piece = %xE7.8E.89 / %xE7.8E.8B / %xE9.A3.9B / %xE9.BE.8D / %xE7.AB.9C / %xE8.A7.92 / %xE9.A6.AC /
/// %xE9.87.91 / %xE9.8A.80 / %xE5.85.A8 / %xE6.A1.82 / %xE5.9C.AD / %xE9.A6.99 / %xE6.9D.8F / %xE6.AD.A9 /
/// %xE3.81.A8`
pub(super) fn board_piece(input: &[u8]) -> Parsed<'_, PieceType> {
    let kind = |symbol| if let Symbol::Piece(kind) = symbol { Some(kind) } else { None };
    meant("a piece", kind).parse(input)
}

/// `piece = board-piece / %xE6.88.90 (%xE9.8A.80 / %xE6.A1.82 / %xE9.A6.99)`
pub(super) fn piece(input: &[u8]) -> Parsed<'_, PieceType> {
    let promoted = |symbol| match symbol {
        Symbol::Piece(kind @ (PieceType::Silver | PieceType::Knight | PieceType::Lance)) => kind.promoted(),
        _ => None,
    };
    let promotes = meant("成", |symbol| (symbol == Symbol::Promote).then_some(()));
    alt((board_piece, preceded(promotes, meant("a piece", promoted)))).parse(input)
}

/// `origin = "(" %x31-39 %x31-39 ")" / %xEF.BC.88 file file %xEF.BC.89`
pub(super) fn origin(input: &[u8]) -> Parsed<'_, Square> {
    let square = match *input {
        [b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')', ..] => Square::at(file - b'0', rank - b'0'),
        [0xef, ..] => return wide_origin(input),
        _ => None,
    };
    square.map(|square| (&input[4..], square)).ok_or(nom::Err::Error(Expected { at: input, what: "an origin" }))
}

/// Parses an origin in full-width brackets, as typed with a Japanese input method.
fn wide_origin(input: &[u8]) -> Parsed<'_, Square> {
    let (rest, (file, rank)) = delimited(tag("（"), (file, file), tag("）")).parse(input)?;
    let square = Square::at(file, rank).ok_or(nom::Err::Error(Expected { at: input, what: "an origin" }))?;
    Ok((rest, square))
}

/// `flank = %xE5.B7.A6 / %xE5.8F.B3 / %xE7.9B.B4`
pub(super) fn flank(input: &[u8]) -> Parsed<'_, Flank> {
    let flank = |symbol| match symbol {
        Symbol::Left => Some(Flank::Left),
        Symbol::Right => Some(Flank::Right),
        Symbol::Straight => Some(Flank::Straight),
        _ => None,
    };
    meant("左, 右 or 直", flank).parse(input)
}

/// Parses the direction; the flag is true for the older word 行.
///
/// `motion = %xE4.B8.8A / %xE8.A1.8C / %xE5.AF.84 / %xE5.BC.95`
pub(super) fn motion(input: &[u8]) -> Parsed<'_, (Motion, bool)> {
    let motion = |symbol| match symbol {
        Symbol::Up => Some((Motion::Up, false)),
        Symbol::UpOld => Some((Motion::Up, true)),
        Symbol::Sideways => Some((Motion::Sideways, false)),
        Symbol::Back => Some((Motion::Back, false)),
        _ => None,
    };
    meant("上, 行, 寄 or 引", motion).parse(input)
}

/// `promotion = [%xE4.B8.8D] %xE6.88.90`
pub(super) fn promotion(input: &[u8]) -> Parsed<'_, bool> {
    let not = meant("不", |symbol| (symbol == Symbol::Not).then_some(()));
    let promotes = meant("成", |symbol| (symbol == Symbol::Promote).then_some(()));
    terminated(opt(not), promotes).map(|not| not.is_none()).parse(input)
}

/// Parses 打: the piece comes from the hand.
///
/// `drop = %xE6.89.93`
pub(super) fn drop_(input: &[u8]) -> Parsed<'_, Origin> {
    meant("打", |symbol| (symbol == Symbol::Drop).then_some(Origin::Hand)).parse(input)
}

/// A word after the piece.
#[derive(Clone, Copy, Debug)]
enum Word {
    Flank(Flank),
    Motion(Motion, bool),
    Promotion(bool),
    Drop(Origin),
}

#[inline]
fn word(input: &[u8]) -> Parsed<'_, Word> {
    match symbol(input) {
        Some((Symbol::Promote | Symbol::Not, _)) => promotion.map(Word::Promotion).parse(input),
        Some((Symbol::Drop, _)) => drop_.map(Word::Drop).parse(input),
        Some((Symbol::Left | Symbol::Right | Symbol::Straight, _)) => flank.map(Word::Flank).parse(input),
        Some((Symbol::Up | Symbol::UpOld | Symbol::Sideways | Symbol::Back, _)) => {
            motion.map(|(motion, old)| Word::Motion(motion, old)).parse(input)
        }
        _ => Err(nom::Err::Error(Expected { at: input, what: "a word" })),
    }
}

impl Words {
    const NONE: Self = Self { origin: Origin::Unstated, promotes: None, flank: None, motion: None, old_word: false };

    const fn is_drop(&self) -> bool {
        matches!(self.origin, Origin::Hand)
    }

    /// Adds a word; false if it repeats a kind of word or does not combine with the earlier words.
    fn add(&mut self, word: Word) -> bool {
        match word {
            Word::Flank(flank) => self.flank.replace(flank).is_none(),
            Word::Motion(motion, old) => {
                self.old_word |= old;
                self.motion.replace(motion).is_none()
            }
            Word::Promotion(promotes) => self.promotes.replace(promotes).is_none() && !self.is_drop(),
            Word::Drop(origin) => std::mem::replace(&mut self.origin, origin) != origin && self.promotes.is_none(),
        }
    }
}

/// Parses words after the piece as long as they combine.
#[inline]
fn words(mut input: &[u8]) -> Parsed<'_, Words> {
    let mut words = Words::NONE;
    while let Ok((rest, word)) = word(input) {
        let mut more = words;
        if !more.add(word) {
            break;
        }
        (input, words) = (rest, more);
    }
    Ok((input, words))
}

/// `board-words = [flank [motion [promotion] / promotion [motion]] / motion [flank [promotion] / promotion [flank]]
/// / promotion [flank [motion] / motion [flank]]]`
pub(super) fn board_words(input: &[u8]) -> Parsed<'_, Words> {
    verify(words, |words: &Words| !words.is_drop()).parse(input)
}

/// `drop-words = flank motion drop / flank drop [motion] / motion flank drop / motion drop [flank] / drop [flank
/// [motion] / motion [flank]]`
pub(super) fn drop_words(input: &[u8]) -> Parsed<'_, Words> {
    verify(words, Words::is_drop).parse(input)
}

/// `zero-origin = "(00)"`
pub(super) fn zero_origin(input: &[u8]) -> Parsed<'_, Origin> {
    value(Origin::Hand, tag("(00)")).parse(input)
}

/// `unmarked-move = target piece (*blank zero-origin / board-words [*blank origin] / drop-words [*blank zero-origin])`
pub(super) fn unmarked_move(input: &[u8]) -> Parsed<'_, Lexed> {
    let (rest, (to, kind)) = (target, piece).parse(input)?;
    let from_hand = preceded(blanks, zero_origin).map(|origin| (Words { origin, ..Words::NONE }, true));
    let board = (board_words, opt(preceded(blanks, origin)))
        .map(|(words, origin)| (Words { origin: origin.map_or(words.origin, Origin::Square), ..words }, false));
    let dropped = (drop_words, opt(preceded(blanks, zero_origin))).map(|(words, zero)| (words, zero.is_some()));
    let (rest, (words, zero_origin)) = alt((from_hand, board, dropped)).parse(rest)?;
    Ok((rest, Lexed { side: None, to, kind, words, zero_origin }))
}

/// `marked-move = turn *blank unmarked-move`
pub(super) fn marked_move(input: &[u8]) -> Parsed<'_, Lexed> {
    let (rest, (side, lexed)) = (terminated(turn, blanks), unmarked_move).parse(input)?;
    Ok((rest, Lexed { side: Some(side), ..lexed }))
}

/// `japanese-move = [turn *blank] unmarked-move`
pub(super) fn japanese_move(input: &[u8]) -> Parsed<'_, Lexed> {
    alt((unmarked_move, marked_move)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(file: u8, rank: u8) -> Option<Square> {
        Square::at(file, rank)
    }

    fn read(text: &str) -> Option<JapaneseToken> {
        read_move(text.as_bytes(), square(2, 2)).ok()
    }

    #[test]
    fn kif() {
        let written = read("７六歩(77)").unwrap();
        assert_eq!(written.pattern.to, square(7, 6).unwrap());
        assert_eq!(written.pattern.origin, Origin::Square(square(7, 7).unwrap()));
        assert_eq!((written.pattern.kind, written.pattern.promotes), (Some(PieceType::Pawn), Some(false)));
        let written = read("同　成銀(31)").unwrap();
        assert!(written.same && written.pattern.to == square(2, 2).unwrap());
        assert_eq!(written.pattern.kind, Some(PieceType::PromotedSilver));
        assert_eq!(read("２二角成(88)").unwrap().pattern.promotes, Some(true));
        assert!(read("２二角不成(88)").unwrap().explicit_unpromoted);
        let written = read("▲５五歩打(00)").unwrap();
        assert_eq!((written.side, written.pattern.origin), (Some(Side::First), Origin::Hand));
        assert!(written.zero_origin && written.named_drop);
        assert_eq!(read("７六歩（７７）"), read("７六歩(77)"));
        // 00 is the hand, with or without 打.
        for text in ["５五歩(00)", "５五歩 (00)", "△５五歩　(00)", "同　歩(00)"] {
            let written = read(text).unwrap();
            assert_eq!((written.pattern.origin, written.pattern.promotes), (Origin::Hand, Some(false)), "{text}");
        }
        assert_eq!(read_move("同歩".as_bytes(), None), Err(Unread::NoPrevious));
        // Padded in front of the origin, or of the piece.
        for (padded, bare) in
            [("同銀　(31)", "同　銀(31)"), ("同　銀成 (31)", "同　銀成(31)"), ("７六　歩(77)", "７六歩(77)")]
        {
            assert_eq!(read(padded).unwrap(), read(bare).unwrap(), "{padded}");
        }
    }

    #[test]
    fn ki2() {
        let written = read("▲５八金左").unwrap();
        assert_eq!((written.pattern.flank, written.pattern.promotes), (Some(Flank::Left), None));
        let written = read("△６二金左上").unwrap();
        assert_eq!(written.pattern.motion, Some(Motion::Up));
        assert!(read("６二金行").unwrap().old_word);
        assert_eq!(read("▽同飛成").unwrap().side, Some(Side::Second));
    }

    #[test]
    fn what_is_no_move() {
        for text in [
            "",
            "７",
            "７十歩",
            "０六歩",
            "７六",
            "７六成",
            "７六成金",
            "７六歩左左",
            "７六歩打成",
            "７六歩成打",
            "７六歩打(77)",
            "７六歩(70)",
            "７六歩成(00)",
            "７六歩左(00)",
            "７六歩(00)(77)",
            "７六歩不",
            "７六歩(77)x",
            "投了",
            "７六歩成不成",
            "７六歩(7",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
