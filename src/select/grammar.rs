//! The grammar of expressions, `grammars/where.abnf`: one parser for each rule. `bind` resolves names.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while_m_n, take_while1};
use nom::combinator::{cut, eof, map, opt, recognize, value, verify};
use nom::multi::{fold_many0, many0, many0_count, separated_list0, separated_list1};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};

#[cfg(debug_assertions)]
use super::board_pattern::{
    board_pattern, class_element, element, element_class, empty_places, pattern_letter, pattern_piece, pattern_row,
    pattern_turn,
};
use super::expression::{Expression, Join, Operand, OperandKind, Operator, Place, Relation, Test};
#[cfg(debug_assertions)]
use super::material_pattern::{material_count, material_pattern, material_piece, material_side};
use partie_notation::{Expected, Parsed};

/// Reserved words, which cannot be names.
const KEYWORDS: [&str; 6] = ["or", "and", "not", "in", "is", "null"];
/// Maximum nesting of parentheses.
const MAX_NESTING: usize = 64;

/// `where = gap disjunction gap`
pub(super) fn where_(input: &[u8]) -> Parsed<'_, Expression> {
    delimited(
        gap,
        disjunction(MAX_NESTING),
        (gap, called("and, or, or the end; a column is compared by = != < <= > >= ~ ~* in (...) or is null", eof)),
    )
    .parse(input)
}

/// `disjunction = conjunction *(space or space conjunction)`
pub(super) fn disjunction<'a>(depth: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Expression> {
    move |input| joined(or, conjunction(depth), input)
}

/// `conjunction = negation *(space and space negation)`
pub(super) fn conjunction<'a>(depth: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Expression> {
    move |input| joined(and, negation(depth), input)
}

/// Parses one or more parts separated by `operator`; a single part is returned unchanged.
fn joined<'a>(
    operator: impl Fn(&'a [u8]) -> Parsed<'a, Join>,
    part: impl Fn(&'a [u8]) -> Parsed<'a, Expression>,
    input: &'a [u8],
) -> Parsed<'a, Expression> {
    let (rest, first) = part(input)?;
    let (rest, others) = many0(pair(delimited(space, operator, space), part)).parse(rest)?;
    let Some(join) = others.first().map(|(join, _)| *join) else { return Ok((rest, first)) };
    let list = std::iter::once(first).chain(others.into_iter().map(|(_, other)| other)).collect();
    Ok((rest, Expression::Joined(join, list)))
}

/// `negation = *(not space) (not parenthesis / primary)`
pub(super) fn negation<'a>(depth: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Expression> {
    move |input| {
        let before = fold_many0(terminated(not_, space), || false, |negated, not| negated != not);
        let own = alt((map(pair(not_, parenthesis(depth)), negate_if), primary(depth)));
        map(pair(before, own), negate_if).parse(input)
    }
}

fn negate_if((negated, expression): (bool, Expression)) -> Expression {
    if negated { Expression::Not(Box::new(expression)) } else { expression }
}

/// `[not space]`
fn negated(input: &[u8]) -> Parsed<'_, bool> {
    map(opt(terminated(not_, space)), Option::unwrap_or_default).parse(input)
}

/// `primary = parenthesis / test`
pub(super) fn primary<'a>(depth: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Expression> {
    move |input| alt((parenthesis(depth), map(test, Expression::Test))).parse(input)
}

/// `parenthesis = "(" gap disjunction gap ")"`
pub(super) fn parenthesis<'a>(depth: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, Expression> {
    move |input| {
        let (rest, _) = (tag("("), gap).parse(input)?;
        let Some(depth) = depth.checked_sub(1) else {
            return Err(nom::Err::Failure(Expected { at: input, what: "fewer parentheses within each other" }));
        };
        terminated(disjunction(depth), preceded(gap, expected(")", "a closing parenthesis, and or or"))).parse(rest)
    }
}

/// `test = operand [gap sign / space verb]`
pub(super) fn test(input: &[u8]) -> Parsed<'_, Test> {
    let whole = pair(operand, opt(alt((preceded(gap, sign), preceded(space, verb)))));
    map(whole, |(operand, relation)| Test { operand, relation }).parse(input)
}

/// `sign = compare / find`
pub(super) fn sign(input: &[u8]) -> Parsed<'_, Relation> {
    alt((compare, find)).parse(input)
}

/// `verb = in-list / is-null`
pub(super) fn verb(input: &[u8]) -> Parsed<'_, Relation> {
    alt((in_list, is_null)).parse(input)
}

/// `compare = operator gap operand`
pub(super) fn compare(input: &[u8]) -> Parsed<'_, Relation> {
    let sides = separated_pair(operator, gap, cut(operand));
    map(sides, |(operator, operand)| Relation::Compare(operator, operand)).parse(input)
}

/// `operator = "<=" / ">=" / "<>" / "!=" / "<" / ">" / "="`
pub(super) fn operator(input: &[u8]) -> Parsed<'_, Operator> {
    alt((
        value(Operator::LessOrEqual, tag("<=")),
        value(Operator::GreaterOrEqual, tag(">=")),
        value(Operator::Unequal, alt((tag("<>"), tag("!=")))),
        value(Operator::Less, tag("<")),
        value(Operator::Greater, tag(">")),
        value(Operator::Equal, tag("=")),
    ))
    .parse(input)
}

/// `find = ("~*" / "~") gap text`
pub(super) fn find(input: &[u8]) -> Parsed<'_, Relation> {
    let sign = alt((value(true, tag("~*")), value(false, tag("~"))));
    let pattern = cut(called("a regular expression in single quotes", placed(map(text, OperandKind::Text))));
    map(separated_pair(sign, gap, pattern), |(folded, pattern)| Relation::Find { pattern, folded }).parse(input)
}

/// `in-list = [not space] in gap "(" gap literal *(gap "," gap literal) gap ")"`
pub(super) fn in_list(input: &[u8]) -> Parsed<'_, Relation> {
    let (rest, (negated, _)) = (negated, in_).parse(input)?;
    let list = separated_list1(delimited(gap, tag(","), gap), literal);
    let open = (gap, expected("(", "a list in parentheses"), gap);
    let close = (gap, expected(")", "a comma or a closing parenthesis"));
    map(cut(delimited(open, list, close)), |list| Relation::In { negated, list }).parse(rest)
}

/// `is-null = is space [not space] null`
pub(super) fn is_null(input: &[u8]) -> Parsed<'_, Relation> {
    let (rest, _) = (is, space).parse(input)?;
    map(cut(called("null or not null", terminated(negated, null))), |negated| Relation::Null { negated }).parse(rest)
}

/// `operand = call / literal / name`
pub(super) fn operand(input: &[u8]) -> Parsed<'_, Operand> {
    let name = placed(map(name, |(word, part)| OperandKind::Name(word, part)));
    called("a column, a text in single quotes, a number or a question", alt((call, literal, name))).parse(input)
}

/// `call = word gap "(" gap [argument *(gap "," gap argument)] gap ")"`
pub(super) fn call(input: &[u8]) -> Parsed<'_, Operand> {
    let (rest, word) = terminated(word, (gap, tag("("), gap)).parse(input)?;
    let list = separated_list0(delimited(gap, tag(","), gap), argument);
    let (rest, list) = cut(terminated(list, (gap, expected(")", "a comma or a closing parenthesis")))).parse(rest)?;
    let place = Place { left: input.len(), length: input.len() - rest.len() };
    Ok((rest, Operand { place, kind: OperandKind::Call(word, list) }))
}

/// `argument = literal / word`
pub(super) fn argument(input: &[u8]) -> Parsed<'_, Operand> {
    called("a text, a number or a word", alt((literal, placed(map(word, OperandKind::Text))))).parse(input)
}

/// `literal = text / number`
pub(super) fn literal(input: &[u8]) -> Parsed<'_, Operand> {
    let kinds = placed(alt((map(text, OperandKind::Text), map(number, OperandKind::Number))));
    called("a text in single quotes or a number", kinds).parse(input)
}

/// `name = word ["." word]`
pub(super) fn name(input: &[u8]) -> Parsed<'_, (String, Option<String>)> {
    pair(word, opt(preceded(tag("."), cut(called("the name of a tag", word))))).parse(input)
}

/// `word = (%x41-5A / %x61-7A / "_") *(%x41-5A / %x61-7A / %x30-39 / "_" / "-")`, but no keyword
pub(super) fn word(input: &[u8]) -> Parsed<'_, String> {
    let first = take_while_m_n(1, 1, |byte: u8| byte.is_ascii_alphabetic() || byte == b'_');
    let inside = take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    let is_name = |word: &&[u8]| !KEYWORDS.iter().any(|keyword| word.eq_ignore_ascii_case(keyword.as_bytes()));
    let word = verify(recognize(pair(first, inside)), is_name);
    map(word, |word: &[u8]| String::from_utf8_lossy(word).into_owned()).parse(input)
}

/// `text = "'" *(%x00-26 / %x28-FF / "''") "'"`
pub(super) fn text(input: &[u8]) -> Parsed<'_, String> {
    let part = alt((take_while1(|byte| byte != b'\''), value(&b"'"[..], tag("''"))));
    let (rest, inside) = preceded(tag("'"), recognize(many0_count(part))).parse(input)?;
    let (rest, _) = cut(expected("'", "a closing quote")).parse(rest)?;
    Ok((rest, String::from_utf8_lossy(inside).replace("''", "'")))
}

/// `number = ["-"] 1*18%x30-39`
pub(super) fn number(input: &[u8]) -> Parsed<'_, i64> {
    let digits = take_while_m_n(1, 18, |byte: u8| byte.is_ascii_digit());
    let value_of = |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    map(
        pair(opt(tag("-")), digits),
        |(minus, digits)| if minus.is_some() { -value_of(digits) } else { value_of(digits) },
    )
    .parse(input)
}

/// `or = "or"`
pub(super) fn or(input: &[u8]) -> Parsed<'_, Join> {
    value(Join::Any, tag_no_case("or")).parse(input)
}

/// `and = "and"`
pub(super) fn and(input: &[u8]) -> Parsed<'_, Join> {
    value(Join::All, tag_no_case("and")).parse(input)
}

/// Parses to true, for negation.
///
/// `not = "not"`
pub(super) fn not_(input: &[u8]) -> Parsed<'_, bool> {
    value(true, tag_no_case("not")).parse(input)
}

/// `in = "in"`
pub(super) fn in_(input: &[u8]) -> Parsed<'_, ()> {
    value((), tag_no_case("in")).parse(input)
}

/// `is = "is"`
pub(super) fn is(input: &[u8]) -> Parsed<'_, ()> {
    value((), tag_no_case("is")).parse(input)
}

/// `null = "null"`
pub(super) fn null(input: &[u8]) -> Parsed<'_, ()> {
    value((), tag_no_case("null")).parse(input)
}

/// `gap = *(%x09 / %x0A / %x0D / " ")`
pub(super) fn gap(input: &[u8]) -> Parsed<'_, ()> {
    value((), take_while(is_white)).parse(input)
}

/// `space = 1*(%x09 / %x0A / %x0D / " ")`
pub(super) fn space(input: &[u8]) -> Parsed<'_, ()> {
    value((), take_while1(is_white)).parse(input)
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// Replaces a recoverable error by `what` at the start of the input; keeps `Failure`, whose position is further on.
fn called<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = Expected<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| match parser.parse(input) {
        Err(nom::Err::Error(_)) => Err(nom::Err::Error(Expected { at: input, what })),
        other => other,
    }
}

/// Requires `sign`; on failure, the error reads `what`.
fn expected<'a>(sign: &'static str, what: &'static str) -> impl FnMut(&'a [u8]) -> Parsed<'a, ()> {
    called(what, value((), tag(sign)))
}

/// Adds the span to an operand.
fn placed<'a>(
    mut kind: impl Parser<&'a [u8], Output = OperandKind, Error = Expected<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, Operand> {
    move |input| {
        let (rest, kind) = kind.parse(input)?;
        Ok((rest, Operand { place: Place { left: input.len(), length: input.len() - rest.len() }, kind }))
    }
}

#[cfg(debug_assertions)]
pub const RULES: &[partie_notation::Rule] = partie_notation::rule::rules! {
    "where" => where_,
    "disjunction" => disjunction(MAX_NESTING),
    "conjunction" => conjunction(MAX_NESTING),
    "negation" => negation(MAX_NESTING),
    "primary" => primary(MAX_NESTING),
    "parenthesis" => parenthesis(MAX_NESTING),
    "test" => test,
    "sign" => sign,
    "verb" => verb,
    "compare" => compare,
    "operator" => operator,
    "find" => find,
    "in-list" => in_list,
    "is-null" => is_null,
    "operand" => operand,
    "call" => call,
    "argument" => argument,
    "literal" => literal,
    "name" => name,
    "word" => word,
    "text" => text,
    "number" => number,
    "or" => or,
    "and" => and,
    "not" => not_,
    "in" => in_,
    "is" => is,
    "null" => null,
    "board-pattern" => board_pattern,
    "pattern-row" => pattern_row,
    "element" => element,
    "empty-places" => empty_places,
    "pattern-piece" => pattern_piece,
    "pattern-letter" => pattern_letter,
    "element-class" => element_class,
    "class-element" => class_element,
    "pattern-turn" => pattern_turn,
    "material-pattern" => material_pattern,
    "material-side" => material_side,
    "material-piece" => material_piece,
    "material-count" => material_count,
    "gap" => gap,
    "space" => space,
};
