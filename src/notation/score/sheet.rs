//! Typed score sheets: a heading in words, then rows of a number and two SAN moves.
//!
//! Rows without a heading are PGN movetext. The rows of a score sheet are read like those of any printed table.

use nom::Parser;
use nom::sequence::terminated;

use super::grammar::{length, player};
use super::table_cell::{blanks, short, window};
use crate::pgn;
use crate::text::{digits, just, saturating_value_of};
use partie_record::span::{self, Span};

/// Maximum length in bytes of a line in a title.
pub(super) const MAX_TITLE: usize = 120;

/// Maximum number of nonempty lines in the heading of a score sheet.
const MAX_HEADING: usize = 12;
/// Words and dashes between the names of two players.
const BETWEEN: &[&str] = &["-", "–", "—", "--", "vs", "vs.", "v", "v.", "versus", "against"];
/// Words in names of openings and events, which no name of a player contains.
const NO_NAMES: &[&str] = &[
    "Defence",
    "Defense",
    "Gambit",
    "Countergambit",
    "Opening",
    "Attack",
    "Variation",
    "System",
    "Game",
    "Sicilian",
    "Lopez",
    "Giuoco",
    "Indian",
    "Round",
    "Cup",
    "Championship",
    "Tournament",
    "Match",
    "Club",
    "Team",
    "Olympiad",
    "Open",
    "White",
    "Black",
];

/// True if a text begins with a score sheet: a heading that is neither a comment nor a tag, row 1 and row 2.
pub(super) fn begins(text: &[u8]) -> bool {
    let Some(first) = text.iter().copied().find(|byte| !byte.is_ascii_whitespace()) else { return false };
    !b"{;%[<".contains(&first) && rows_after(text).is_some_and(|lines| lines > 0)
}

/// Number of heading lines above row 1; `None` if row 2 does not follow, or one of them is a row, tag or comment.
fn rows_after(text: &[u8]) -> Option<usize> {
    let (mut at, mut heading, mut first, mut named) = (0, 0, false, false);
    while at < text.len() {
        let end = span::line_end(text, at);
        let line = text[at..end].trim_ascii();
        at = span::after_line(text, end).max(end + 1);
        if line.is_empty() {
            continue;
        }
        match row(line, if first { 2 } else { 1 }) {
            Some([]) if first => return Some(heading),
            Some([]) => first = true,
            // Row 2 on the line of row 1 is PGN movetext, unless the heading names players.
            Some(rest) if !first && named && begins_row(rest, 2) => return Some(heading),
            Some(_) => return None,
            None => {
                named |= is_labelled(line) || names(line).is_some();
                let remark = line[0] == b';' || line.contains(&b'{') || line.contains(&b'}') || pgn::is_tag_start(line);
                heading += 1;
                if first || heading > MAX_HEADING || line.len() > MAX_TITLE || remark {
                    return None;
                }
            }
        }
    }
    None
}

/// True if a line begins with the label of a player, followed by a name: `White: A`.
pub(super) fn is_labelled(text: &[u8]) -> bool {
    let label = length(player, text);
    label.is_some_and(|at| text.len() <= MAX_TITLE * 2 && !text[at..].trim_ascii().is_empty())
}

/// The rest of a line after row number `wanted` and two moves; `None` if the line does not begin with them.
fn row(line: &[u8], wanted: u32) -> Option<&[u8]> {
    let rest = behind_number(line, wanted)?;
    let white = short(window(rest))?;
    let gap = blanks(&rest[white..]);
    let rest = &rest[white + gap..];
    let black = short(window(rest)).filter(|_| gap > 0)?;
    Some(rest[black..].trim_ascii())
}

/// True if a text begins with row number `wanted` and at least one move.
fn begins_row(text: &[u8], wanted: u32) -> bool {
    behind_number(text, wanted).is_some_and(|rest| short(window(rest)).is_some())
}

/// The rest of a line after row number `wanted`.
fn behind_number(line: &[u8], wanted: u32) -> Option<&[u8]> {
    let (rest, number) = digits(4)(line).ok()?;
    let sign = usize::from(matches!(rest.first(), Some(b'.' | b')')));
    let rest = &rest[sign..];
    let gap = blanks(rest);
    (saturating_value_of(number) == wanted && sign + gap > 0).then(|| &rest[gap..])
}

/// Length and value of a number with a closing parenthesis, before a move: `1) e4 e5`.
pub(super) fn number(text: &[u8]) -> Option<(usize, u32)> {
    let (rest, number) = terminated(digits(4), just(b')')).parse(text).ok()?;
    short(window(&rest[blanks(rest)..]))?;
    Some((text.len() - rest.len(), saturating_value_of(number)))
}

/// The two names in a line such as `Smith - Jones` or `A. Smith vs B. Jones`; `None` for a line with other content.
pub(super) fn names(line: &[u8]) -> Option<[Span; 2]> {
    let text = std::str::from_utf8(line).ok()?;
    let words = || text.split([' ', '\t']).map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word));
    let mut between = words().filter(|(_, word)| BETWEEN.contains(word));
    let ((at, word), None) = (between.next()?, between.next()) else { return None };
    let (first, second) = (text[..at].trim_end(), &text[at + word.len()..]);
    let from = text.len() - second.trim_start().len();
    let second = second.trim();
    let commas = [first, second].map(|name| name.matches(',').count());
    let names = commas[0] == commas[1] && commas[0] < 2 && is_name(first) && is_name(second);
    names.then(|| [Span::new(0, first.len()), Span::new(from, from + second.len())])
}

/// True if a text can only be a player's name. It has at most four words, begins with a capital, and has no word of an
/// opening or event.
fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let letters = text.chars().any(char::is_alphabetic);
    let signs = text.chars().all(|sign| sign.is_alphabetic() || ". ,'’-\t".contains(sign));
    let others = text.split(|sign: char| !sign.is_alphabetic()).any(|word| NO_NAMES.contains(&word));
    let capital = text.chars().next().is_some_and(char::is_uppercase);
    (1..=4).contains(&words) && text.len() <= 48 && letters && signs && capital && !others
}
