//! Patterns of boards: `position('????k???/*/*/*/*/*/*/????K??? w')`. For piece counts see [`super::material_pattern`].

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, map, opt, value};
use nom::multi::{fold_many_m_n, many1, many1_count, separated_list1};
use nom::sequence::{delimited, pair, preceded};

use super::boards::{self, Board, LETTERS, PROMOTED};
use partie_notation::{Expected, Parsed};
use partie_rules::{GameKind, Side};

/// An element of a pattern row, matched against the pieces on its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Any,
    /// Any number of squares with any content.
    Run,
    Occupied,
    Empty(usize),
    Of(Side),
    /// A piece, encoded as [`Board::letter`] does.
    Piece(u8),
    /// A square that matches any of the elements or, if the flag is set, none of them.
    Class(Vec<Self>, bool),
}

impl Element {
    /// True if the element matches one square with this content.
    fn allows(&self, letter: u8) -> bool {
        match self {
            Self::Any | Self::Run => true,
            Self::Occupied => letter != 0,
            Self::Empty(_) => letter == 0,
            Self::Of(Side::First) => (letter & !PROMOTED).is_ascii_uppercase(),
            Self::Of(Side::Second) => (letter & !PROMOTED).is_ascii_lowercase(),
            Self::Piece(wanted) => letter == *wanted,
            Self::Class(elements, negated) => elements.iter().any(|element| element.allows(letter)) != *negated,
        }
    }
}

/// A pattern for the board and, optionally, the side to move.
#[derive(Clone, Debug)]
pub(super) struct BoardPattern {
    pub(super) kind: GameKind,
    turn: Option<Side>,
    /// Constrained squares of rows without a [`Element::Run`]; single pieces come first, as they rule out most boards.
    fixed: Vec<(usize, usize, Element)>,
    open: Vec<(usize, Vec<Element>)>,
}

impl BoardPattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Describes the first error in the pattern.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parsed = all_consuming(board_pattern).parse(text.as_bytes());
        let (rows, turn) = match parsed {
            Ok((_, found)) => found,
            Err(nom::Err::Error(wrong) | nom::Err::Failure(wrong)) => {
                let column = text.len() - wrong.at.len() + 1;
                return Err(format!("character {column} of the position is no part of a pattern"));
            }
            Err(nom::Err::Incomplete(_)) => return Err("the position is not complete".to_owned()),
        };
        let found = GameKind::ALL.into_iter().find(|kind| boards::rows(*kind) == rows.len());
        let Some(kind) = found else {
            return Err(format!(
                "a position has 8 rows in chess, 9 in shogi and 11 in hexagonal chess, not {}",
                rows.len()
            ));
        };
        let mut pattern = Self { kind, turn, fixed: Vec::new(), open: Vec::new() };
        for (number, row) in rows.into_iter().enumerate() {
            let width = boards::width(kind, number);
            let places: usize = row.iter().map(places).sum();
            let is_open = row.contains(&Element::Run);
            if places > width || places < width && !is_open {
                return Err(format!("row {} has {places} places instead of {width}", number + 1));
            }
            if is_open {
                let says = row.iter().any(|element| *element != Element::Run);
                pattern.open.extend(says.then_some((number, row)));
            } else {
                pattern.fix(number, row);
            }
        }
        pattern.fixed.sort_by_key(|(.., element)| !matches!(element, Element::Piece(_)));
        Ok(pattern)
    }

    fn fix(&mut self, number: usize, row: Vec<Element>) {
        let mut place = 0;
        for element in row {
            let count = places(&element);
            if element != Element::Any {
                self.fixed.extend((place..place + count).map(|place| (number, place, element.clone())));
            }
            place += count;
        }
    }

    /// True if a position of the same game matches.
    #[inline]
    pub(super) fn fits<B: Board>(&self, position: &B) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && self.fixed.iter().all(|(row, place, element)| element.allows(position.letter(*row, *place)))
            && self.open.iter().all(|(row, elements)| {
                let mut letters = [0; boards::MOST];
                let width = B::width(*row);
                for (place, letter) in letters.iter_mut().enumerate().take(width) {
                    *letter = position.letter(*row, place);
                }
                row_fits(elements, letters.get(..width).unwrap_or_default())
            })
    }
}

/// Number of squares that an element fills; 0 for a run.
const fn places(element: &Element) -> usize {
    match element {
        Element::Run => 0,
        Element::Empty(count) => *count,
        _ => 1,
    }
}

/// True if the elements match the whole row. Bit `n` of `reached` is set if the elements so far can match `n` squares.
fn row_fits(elements: &[Element], letters: &[u8]) -> bool {
    let mut reached: u32 = 1;
    for element in elements {
        let step = |reached: u32| {
            letters.iter().enumerate().fold(0, |next, (place, letter)| {
                let goes = reached >> place & 1 == 1 && element.allows(*letter);
                next | u32::from(goes) << (place + 1)
            })
        };
        reached = match element {
            // A run reaches every square from the first reached one on.
            Element::Run => reached.checked_ilog2().map_or(0, |_| u32::MAX << reached.trailing_zeros()),
            Element::Empty(count) => (0..*count).fold(reached, |reached, _| step(reached)),
            _ => step(reached),
        };
    }
    reached >> letters.len() & 1 == 1
}

/// `board-pattern = pattern-row *("/" pattern-row) [1*" " pattern-turn]`
pub(super) fn board_pattern(input: &[u8]) -> Parsed<'_, (Vec<Vec<Element>>, Option<Side>)> {
    let turn = map(opt(preceded(many1_count(tag(" ")), pattern_turn)), Option::flatten);
    pair(separated_list1(tag("/"), pattern_row), turn).parse(input)
}

/// `pattern-row = empty-places / [empty-places] 1*(element [empty-places])`
pub(super) fn pattern_row(input: &[u8]) -> Parsed<'_, Vec<Element>> {
    let empty = || map(empty_places, Element::Empty);
    let (rest, first) = opt(empty()).parse(input)?;
    let least = usize::from(first.is_none());
    let fold = |mut row: Vec<Element>, (element, after): (Element, Option<Element>)| {
        row.push(element);
        row.extend(after);
        row
    };
    let begin = || first.clone().into_iter().collect();
    fold_many_m_n(least, usize::MAX, pair(element, opt(empty())), begin, fold).parse(rest)
}

/// `element = "?" / "*" / "!" / "_" / %s"A" / %s"a" / pattern-piece / element-class`
pub(super) fn element(input: &[u8]) -> Parsed<'_, Element> {
    let signs = (
        value(Element::Any, tag("?")),
        value(Element::Run, tag("*")),
        value(Element::Occupied, tag("!")),
        class_element,
        element_class,
    );
    alt(signs).parse(input)
}

/// `empty-places = "10" / "11" / %x31-39`
pub(super) fn empty_places(input: &[u8]) -> Parsed<'_, usize> {
    let digit = map(one(|byte| matches!(byte, b'1'..=b'9')), |digit| usize::from(digit - b'0'));
    alt((value(10, tag("10")), value(11, tag("11")), digit)).parse(input)
}

/// `pattern-piece = ["+"] pattern-letter`
pub(super) fn pattern_piece(input: &[u8]) -> Parsed<'_, u8> {
    let promoted = map(opt(tag("+")), |plus| if plus.is_some() { PROMOTED } else { 0 });
    map(pair(promoted, pattern_letter), |(promoted, letter)| promoted | letter).parse(input)
}

/// `pattern-letter = "B" / "G" / "K" / "L" / "N" / "P" / "Q" / "R" / "S"`
pub(super) fn pattern_letter(input: &[u8]) -> Parsed<'_, u8> {
    one(|byte| LETTERS.contains(&byte.to_ascii_uppercase()))(input)
}

/// `element-class = "[" ["^"] 1*class-element "]"`
pub(super) fn element_class(input: &[u8]) -> Parsed<'_, Element> {
    let inside = pair(map(opt(tag("^")), |caret| caret.is_some()), many1(class_element));
    map(delimited(tag("["), inside, tag("]")), |(negated, elements)| Element::Class(elements, negated)).parse(input)
}

/// `class-element = "_" / %s"A" / %s"a" / pattern-piece`
pub(super) fn class_element(input: &[u8]) -> Parsed<'_, Element> {
    alt((
        value(Element::Empty(1), tag("_")),
        value(Element::Of(Side::First), tag("A")),
        value(Element::Of(Side::Second), tag("a")),
        map(pattern_piece, Element::Piece),
    ))
    .parse(input)
}

/// `pattern-turn = %s"w" / %s"b" / "*"`
pub(super) fn pattern_turn(input: &[u8]) -> Parsed<'_, Option<Side>> {
    alt((value(Some(Side::First), tag("w")), value(Some(Side::Second), tag("b")), value(None, tag("*")))).parse(input)
}

/// Parses one byte that satisfies a predicate.
pub(super) fn one<'a>(is: impl Fn(u8) -> bool) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    move |input| match input {
        [first, rest @ ..] if is(*first) => Ok((rest, *first)),
        _ => Err(nom::Err::Error(Expected { at: input, what: "another sign" })),
    }
}
