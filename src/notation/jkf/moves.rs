//! Moves, times, ends and texts of JKF.

use std::borrow::Cow;

use serde::Deserialize;

use super::json::Small;
use crate::{Expected, csa};
use partie_record::Terminal;
use partie_rules::Side;
use partie_rules::shogi::{Flank, Motion, Origin, Pattern, Square};

/// A JKF move as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JkfToken {
    /// The constraint on the move. Without `from` it is a drop, unless `relative` describes a piece on the board.
    /// `after` is set if `piece` is the promoted piece and `promote` is true.
    pub pattern: Pattern,
    /// The side to move, if given.
    pub side: Option<Side>,
    /// True if `same` gives the target of the previous move.
    pub same: bool,
    /// The captured piece, if given.
    pub capture: Option<partie_rules::shogi::PieceType>,
}

/// The [`Expected::what`] that [`read_move`] returns for `same` without a previous move.
pub const NO_PREVIOUS: &str = "a move before it, as its target is the same";

#[derive(Deserialize)]
struct Place {
    x: Small<9>,
    y: Small<9>,
}

impl Place {
    const fn square(&self) -> Option<Square> {
        Square::at(self.x.0 as u8, self.y.0 as u8)
    }
}

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(default)]
    from: Option<Place>,
    #[serde(default)]
    to: Option<Place>,
    #[serde(borrow)]
    piece: Cow<'a, str>,
    #[serde(default)]
    same: Option<bool>,
    #[serde(default)]
    promote: Option<bool>,
    #[serde(borrow, default)]
    capture: Option<Cow<'a, str>>,
    #[serde(default)]
    color: Option<Small<1>>,
    #[serde(borrow, default)]
    relative: Option<Cow<'a, str>>,
}

/// Parses the object of a `move`. `previous` is the target of the previous move, for `same` without `to`.
///
/// Relative words are ignored if an origin is written, which makes them redundant.
///
/// # Errors
/// The unmet expectation; [`NO_PREVIOUS`] if a previous move is missing. Its position is the whole object.
pub fn read_move(raw: &[u8], previous: Option<Square>) -> Result<JkfToken, Expected<'_>> {
    let expected = |what| Expected { at: raw, what };
    let fields: Fields<'_> =
        serde_json::from_slice(raw).map_err(|_| expected("an object with piece, to, from, color and their like"))?;
    let kind = csa::kind(fields.piece.as_bytes()).ok_or(expected("the code of a piece"))?;
    let same = fields.same == Some(true);
    let to = match fields.to {
        Some(to) => to.square().ok_or(expected("a target from 1 to 9"))?,
        None if same => previous.ok_or(expected(NO_PREVIOUS))?,
        None => return Err(expected("a target")),
    };
    let (mut flank, mut motion, mut drop) = (None, None, false);
    for word in fields.relative.as_deref().unwrap_or_default().bytes() {
        match word {
            b'L' => flank = Some(Flank::Left),
            b'R' => flank = Some(Flank::Right),
            b'C' => flank = Some(Flank::Straight),
            b'U' => motion = Some(Motion::Up),
            b'M' => motion = Some(Motion::Sideways),
            b'D' => motion = Some(Motion::Back),
            b'H' => drop = true,
            _ => return Err(expected("relative words out of L, R, C, U, M, D, H")),
        }
    }
    let origin = match fields.from {
        Some(from) => {
            (flank, motion) = (None, None);
            Origin::Square(from.square().ok_or(expected("an origin from 1 to 9"))?)
        }
        None if drop || flank.is_none() && motion.is_none() => Origin::Hand,
        None => Origin::Unstated,
    };
    let capture = match fields.capture.as_deref() {
        Some(code) => Some(csa::kind(code.as_bytes()).ok_or(expected("the code of the captured piece"))?),
        None => None,
    };
    // Some writers name the piece after the move, as CSA does.
    let is_after = fields.promote == Some(true) && kind.is_promoted() && matches!(origin, Origin::Square(_));
    let (kind, after) = if is_after { (kind.base(), Some(kind)) } else { (kind, None) };
    let pattern = Pattern { to, origin, kind: Some(kind), after, promotes: fields.promote, flank, motion };
    let side = fields.color.map(|color| if color.0 == 0 { Side::First } else { Side::Second });
    Ok(JkfToken { pattern, side, same, capture })
}

/// The object of a `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Time spent on the move.
    pub spent_ms: u64,
    /// Total time of that side up to this move.
    pub total_ms: Option<u64>,
}

#[derive(Deserialize)]
struct Span {
    #[serde(default)]
    h: Option<Small<99_999>>,
    m: Small<9_999_999>,
    s: Small<99_999_999>,
}

impl Span {
    fn milliseconds(&self) -> u64 {
        let hours = self.h.as_ref().map_or(0, |hours| hours.0);
        ((hours * 60 + self.m.0) * 60 + self.s.0) * 1000
    }
}

/// Parses the object of a `time`.
pub fn time(raw: &[u8]) -> Option<Time> {
    #[derive(Deserialize)]
    struct Fields {
        now: Span,
        #[serde(default)]
        total: Option<Span>,
    }
    let fields: Fields = serde_json::from_slice(raw).ok()?;
    let total_ms = fields.total.map(|total| total.milliseconds());
    Some(Time { spent_ms: fields.now.milliseconds(), total_ms })
}

/// Parses a `special`, with its quotes, and the side that it names; see [`csa::terminal`].
pub fn terminal(raw: &[u8]) -> Option<(Terminal, Option<Side>)> {
    csa::named(string(raw)?.as_bytes())
}

/// Decodes a JSON string, with its quotes.
pub fn string(raw: &[u8]) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    serde_json::from_slice::<Text<'_>>(raw).ok().map(|text| text.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_rules::shogi::PieceType;

    fn move_of(text: &str) -> Result<JkfToken, &'static str> {
        read_move(text.as_bytes(), Square::at(2, 4)).map_err(|expected| expected.what)
    }

    #[test]
    fn moves_in_their_forms() {
        let written = move_of(r#"{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true,"capture":"KA","relative":"L"}"#).unwrap();
        assert_eq!((written.side, written.capture, written.same), (Some(Side::First), Some(PieceType::Bishop), false));
        assert_eq!(written.pattern.origin, Origin::Square(Square::at(8, 8).unwrap()));
        assert_eq!((written.pattern.kind, written.pattern.promotes), (Some(PieceType::Bishop), Some(true)));
        assert_eq!(written.pattern.flank, None);
        let promoted = move_of(r#"{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM","promote":true}"#).unwrap();
        assert_eq!((promoted.pattern.kind, promoted.pattern.after), (Some(PieceType::Bishop), Some(PieceType::Horse)));
        let drop = move_of(r#"{"to":{"x":5,"y":5},"piece":"FU","from":null}"#).unwrap();
        assert_eq!((drop.pattern.origin, drop.side), (Origin::Hand, None));
        let words = move_of(r#"{"same":true,"piece":"GI","relative":"RU","color":1}"#).unwrap();
        assert_eq!((words.pattern.origin, words.pattern.to), (Origin::Unstated, Square::at(2, 4).unwrap()));
        assert_eq!((words.pattern.flank, words.pattern.motion), (Some(Flank::Right), Some(Motion::Up)));
    }

    #[test]
    fn says_what_was_expected() {
        assert!(move_of("[]").is_err() && move_of("{}").is_err() && move_of("7g7f").is_err() && move_of("").is_err());
        assert_eq!(move_of(r#"{"piece":"XX","to":{"x":5,"y":5}}"#), Err("the code of a piece"));
        assert_eq!(move_of(r#"{"piece":"FU","to":{"x":0,"y":5}}"#), Err("a target from 1 to 9"));
        assert_eq!(move_of(r#"{"piece":"FU"}"#), Err("a target"));
        assert_eq!(read_move(br#"{"piece":"FU","same":true}"#, None).unwrap_err().what, NO_PREVIOUS);
    }

    #[test]
    fn times_ends_and_texts() {
        let text = br#"{"now":{"m":1,"s":2},"total":{"h":1,"m":0,"s":3}}"#;
        assert_eq!(time(text), Some(Time { spent_ms: 62_000, total_ms: Some(3_603_000) }));
        assert_eq!(time(br#"{"now":{"m":-1,"s":2}}"#), None);
        assert_eq!(terminal(b"\"TORYO\""), Some((Terminal::Resignation, None)));
        assert_eq!(terminal(b"\"+ILLEGAL_ACTION\""), Some((Terminal::FoulByPrevious, Some(Side::First))));
        assert_eq!(terminal(b"\"%TORYO\""), None);
        assert_eq!(string(br#""a\nb""#).as_deref(), Some("a\nb"));
    }
}
