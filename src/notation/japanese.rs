//! One move in Japanese, as KIF and KI2 write it: `７六歩(77)`, `同　銀成(31)`, `５二金打`, `▲５八金左`.
//!
//! Not for finding the move on a board, and not for telling whether words are missing: a text
//! becomes a pattern and a note of what was written.

use super::Expected;
use super::kanji::{Script, Symbol, Symbols};
use crate::rules::Side;
use crate::rules::shogi::{Flank, Motion, Origin, Pattern, PieceType, Square};

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JapaneseToken {
    /// What it asks for.
    pub pattern: Pattern,
    /// Whose move it is, if a mark says so: ▲▼☗ or △▽☖.
    pub side: Option<Side>,
    /// Whether 同 stands for the target.
    pub same: bool,
    /// Whether 打 is written.
    pub named_drop: bool,
    /// Whether 不成 is written.
    pub explicit_unpromoted: bool,
    /// Whether an origin `(00)` follows 打, a dialect.
    pub zero_origin: bool,
    /// Whether 行 is written for 上.
    pub old_word: bool,
}

/// Why a text is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread<'a> {
    /// 同, and there is no move before it whose target it could mean.
    NoPrevious,
    /// Something else was expected.
    Expected(Expected<'a>),
}

/// Reads a whole move. `previous` is the target of the move before it, for 同.
///
/// `japanese-move = [turn *blank] unmarked-move`,
/// `unmarked-move = target piece (board-words [*blank origin] / drop-words [*blank "(00)"])`; where an origin or 打 is
/// written, a move without 成 does not promote, else that is left open.
///
/// # Errors
/// [`Unread::NoPrevious`] for a 同 without one, else what was expected and where.
pub fn read_move(token: &[u8], script: Script, previous: Option<Square>) -> Result<JapaneseToken, Unread<'_>> {
    let (lexed, length) = lex(token, script.symbols()).map_err(Unread::Expected)?;
    if length < token.len() {
        return Err(Unread::Expected(Expected { at: &token[length..], what: "the end of the move" }));
    }
    lexed.written(previous).ok_or(Unread::NoPrevious)
}

/// A move in one of the forms that nearly all moves of KIF have, small enough for registers:
/// `７六歩(77)`, `同　銀成(31)`, `５二金打`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastJapanese {
    /// The target; nothing for 同.
    pub to: Option<Square>,
    /// The piece before the move.
    pub kind: PieceType,
    /// The origin; nothing for 打.
    pub from: Option<Square>,
    /// Whether 成 is written.
    pub promotes: bool,
}

impl FastJapanese {
    /// The same with all that could be written.
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

/// Reads a move of the usual forms; nothing wherever a second look is needed.
#[inline(always)]
pub fn parse_fast(token: &[u8], symbols: Symbols) -> Option<FastJapanese> {
    let (to, mut rest) = match symbols.read(token)? {
        (Symbol::Digit(file), length) => {
            let rest = &token[length..];
            let (Symbol::Numeral(rank), length) = symbols.read(rest)? else { return None };
            (Some(Square::at(file, rank)?), &rest[length..])
        }
        (Symbol::Same, length) => {
            let rest = &token[length..];
            match symbols.read(rest)? {
                (Symbol::Space, length) => (None, &rest[length..]),
                _ => (None, rest),
            }
        }
        _ => return None,
    };
    let (Symbol::Piece(kind), length) = symbols.read(rest)? else { return None };
    rest = &rest[length..];
    let mut promotes = false;
    if rest.first().is_some_and(|byte| *byte >= 0x80) {
        match symbols.read(rest)? {
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
    /// Nothing for 同.
    to: Option<Square>,
    kind: PieceType,
    promotes: Option<bool>,
    origin: Origin,
    flank: Option<Flank>,
    motion: Option<Motion>,
    zero_origin: bool,
    old_word: bool,
}

impl Lexed {
    #[inline]
    fn written(self, previous: Option<Square>) -> Option<JapaneseToken> {
        let to = match self.to {
            Some(to) => to,
            None => previous?,
        };
        let promotes = match (self.promotes, self.origin) {
            (None, Origin::Hand | Origin::Square(_)) => Some(false),
            (promotes, _) => promotes,
        };
        Some(JapaneseToken {
            pattern: Pattern {
                to,
                origin: self.origin,
                kind: Some(self.kind),
                after: None,
                promotes,
                flank: self.flank,
                motion: self.motion,
            },
            side: self.side,
            same: self.to.is_none(),
            named_drop: self.origin == Origin::Hand,
            explicit_unpromoted: self.promotes == Some(false),
            zero_origin: self.zero_origin,
            old_word: self.old_word,
        })
    }
}

/// Reads the move that begins `input`; gives its length in bytes, too.
#[inline]
pub(super) fn lex(input: &[u8], symbols: Symbols) -> Result<(Lexed, usize), Expected<'_>> {
    let fail = |at: usize, what| Err(Expected { at: &input[at..], what });
    let mut at = 0;
    let mut next = symbols.read(input);
    let mut side = None;
    if let Some((Symbol::Turn(mover), length)) = next {
        side = Some(mover);
        at = length + symbols.blank(&input[length..]);
        next = symbols.read(&input[at..]);
    }
    let to = match next {
        Some((Symbol::Digit(file), length)) => {
            at += length;
            match symbols.read(&input[at..]) {
                Some((Symbol::Numeral(rank) | Symbol::Digit(rank), length)) => {
                    at += length;
                    let Some(to) = Square::at(file, rank) else { return fail(at - length, "a square of the board") };
                    at += symbols.blank(&input[at..]);
                    Some(to)
                }
                _ => return fail(at, "the rank of the target"),
            }
        }
        Some((Symbol::Same, length)) => {
            at += length;
            at += symbols.blank(&input[at..]);
            None
        }
        _ => return fail(at, "the target"),
    };
    let kind = match symbols.read(&input[at..]) {
        Some((Symbol::Piece(kind), length)) => {
            at += length;
            kind
        }
        Some((Symbol::Promote, length)) => match symbols.read(&input[at + length..]) {
            Some((Symbol::Piece(kind @ (PieceType::Silver | PieceType::Knight | PieceType::Lance)), more)) => {
                at += length + more;
                kind.promoted().unwrap_or(kind)
            }
            _ => return fail(at, "a piece"),
        },
        _ => return fail(at, "a piece"),
    };
    let mut lexed = Lexed {
        side,
        to,
        kind,
        promotes: None,
        origin: Origin::Unstated,
        flank: None,
        motion: None,
        zero_origin: false,
        old_word: false,
    };
    let at = lexed.words(input, at, symbols)?;
    lexed.origin(input, at, symbols)
}

impl Lexed {
    /// 左右直, 上行寄引, and one of 成, 不成 and 打: each kind once, in any order.
    #[inline]
    fn words<'a>(&mut self, input: &'a [u8], mut at: usize, symbols: Symbols) -> Result<usize, Expected<'a>> {
        while let Some((symbol, length)) = symbols.read(&input[at..]) {
            let mut length = length;
            let flank = match symbol {
                Symbol::Left => Some(Flank::Left),
                Symbol::Right => Some(Flank::Right),
                Symbol::Straight => Some(Flank::Straight),
                _ => None,
            };
            let motion = match symbol {
                Symbol::Up | Symbol::UpOld => Some(Motion::Up),
                Symbol::Sideways => Some(Motion::Sideways),
                Symbol::Back => Some(Motion::Back),
                _ => None,
            };
            let free = match symbol {
                Symbol::Promote => self.promotes.replace(true).is_none() && self.origin != Origin::Hand,
                Symbol::Not => match symbols.read(&input[at + length..]) {
                    Some((Symbol::Promote, more)) => {
                        length += more;
                        self.promotes.replace(false).is_none() && self.origin != Origin::Hand
                    }
                    _ => return Err(Expected { at: &input[at + length..], what: "成 after 不" }),
                },
                Symbol::Drop => {
                    let free = self.origin == Origin::Unstated && self.promotes.is_none();
                    self.origin = Origin::Hand;
                    free
                }
                _ if flank.is_some() => std::mem::replace(&mut self.flank, flank).is_none(),
                _ if motion.is_some() => std::mem::replace(&mut self.motion, motion).is_none(),
                _ => break,
            };
            if !free {
                return Err(Expected { at: &input[at..], what: "no second word of that kind" });
            }
            self.old_word |= symbol == Symbol::UpOld;
            at += length;
        }
        Ok(at)
    }

    #[inline]
    fn origin(mut self, input: &[u8], at: usize, symbols: Symbols) -> Result<(Self, usize), Expected<'_>> {
        // Some programs pad the word in front of an origin.
        let start = at + symbols.blank(&input[at..]);
        let [b'(', file @ b'0'..=b'9', rank @ b'0'..=b'9', b')', ..] = input[start..] else { return Ok((self, at)) };
        let fail = |what| Err(Expected { at: &input[start..], what });
        match (self.origin, Square::at(file - b'0', rank - b'0')) {
            (Origin::Unstated, Some(from)) => self.origin = Origin::Square(from),
            (Origin::Unstated, None) => return fail("a square of the board"),
            (_, None) if (file, rank) == (b'0', b'0') => self.zero_origin = true,
            _ => return fail("no origin after 打"),
        }
        Ok((self, start + 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(file: u8, rank: u8) -> Option<Square> {
        Square::at(file, rank)
    }

    fn read(text: &str) -> Option<JapaneseToken> {
        read_move(text.as_bytes(), Script::Utf8, square(2, 2)).ok()
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
        assert_eq!(read_move("同歩".as_bytes(), Script::Utf8, None), Err(Unread::NoPrevious));
        // Padded in front of the origin, or of the piece.
        for (padded, usual) in
            [("同銀　(31)", "同　銀(31)"), ("同　銀成 (31)", "同　銀成(31)"), ("７六　歩(77)", "７六歩(77)")]
        {
            assert_eq!(read(padded).unwrap(), read(usual).unwrap(), "{padded}");
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
