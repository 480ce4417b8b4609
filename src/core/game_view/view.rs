//! A complete game: lines with positions, findings, and the text with the offsets of moves and findings.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::contents::{GameLine, GameMove};
use crate::finding::GameFinding;
use crate::game::Game;
use partie_record::Encoding;
use partie_record::finding::Severity;
use partie_record::shown::write_json;
use partie_rules::Side;

/// A game for `<partie-game>`, whose JSON `docs/schema/game.md` describes.
///
/// ```
/// use partie_core::{GameView, Session};
///
/// let session = Session::new();
/// let game = session.games(b"1. e4 e5 2. Ke3 *").next().ok_or("no game")?;
/// let json = GameView::new(&game, None).json();
/// assert!(json.starts_with(r#"{"row":{"number":1,"line":1,"kind":"chess","#) && !json.contains("\"text\":"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct GameView<'a> {
    row: RowView<'a>,
    format: &'static str,
    encoding: &'static str,
    rules: &'static str,
    tags: Vec<(&'a str, &'a str)>,
    /// The position before the first move.
    start: Option<String>,
    lines: Vec<LineView<'a>>,
    draws: Vec<(u32, &'static str)>,
    findings: Vec<FindingView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// True if the text or the moves were cut.
    cut: bool,
}

#[derive(Debug, Serialize)]
struct LineView<'a> {
    parent: Option<usize>,
    ply: u32,
    comments: Vec<&'a str>,
    moves: Vec<MoveView<'a>>,
}

#[derive(Debug, Serialize)]
struct MoveView<'a> {
    ply: u32,
    second: bool,
    token: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    #[serde(skip_serializing_if = "str::is_empty")]
    san: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    coordinates: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    position: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<i32>,
}

impl<'a> GameView<'a> {
    /// Creates the view of a game. With `read`, the bytes of the game and their first offset, the view also contains
    /// the text and the offsets of moves and findings.
    pub fn new(game: &'a Game, read: Option<(&[u8], u64)>) -> Self {
        let offsets = read.map(|read| offsets(game, read));
        let offsets = offsets.as_ref();
        let text = read.map(|(bytes, _)| bytes.get(..TEXT).unwrap_or(bytes));
        let is_cut = read.zip(text).is_some_and(|((bytes, _), text)| text.len() < bytes.len());
        let mut left = MOVES;
        Self {
            row: RowView::new(game),
            format: game.format().name(),
            encoding: game.encoding().name(),
            rules: game.rules(),
            tags: game.tags().iter().map(|tag| (cut(&tag.name, NAME), cut(&tag.value, NAME))).collect(),
            start: game.position_at(0),
            lines: game.lines().iter().take(MOVES).map(|line| LineView::new(line, offsets, &mut left)).collect(),
            draws: game.draws().iter().map(|draw| (draw.ply, draw.kind.name())).collect(),
            findings: game.findings().map(|finding| FindingView::new(&finding, offsets)).collect(),
            text: text.map(|text| game.encoding().decode(text).into_owned()),
            cut: is_cut || game.lines().iter().map(|line| line.moves.len()).sum::<usize>() > MOVES,
        }
    }

    /// Serializes the view to JSON.
    pub fn json(&self) -> String {
        let mut json = Vec::new();
        // Writing to memory never fails, and all values of the view have a JSON form.
        let _ = write_json(&mut json, self);
        String::from_utf8(json).unwrap_or_default()
    }
}

/// Offsets in the text of the shown moves and the findings.
fn offsets(game: &Game, (bytes, base): (&[u8], u64)) -> TextOffsets {
    let moves = game.lines().iter().flat_map(|line| &line.moves).take(MOVES);
    let spans = moves.map(|mv| mv.span.clone()).chain(game.findings().map(|finding| finding.span()));
    TextOffsets::new((bytes, game.encoding()), base, spans.flat_map(|span| [span.start, span.end]).collect())
}

impl<'a> LineView<'a> {
    /// A line with at most `left` moves.
    fn new(line: &'a GameLine, offsets: Option<&TextOffsets>, left: &mut usize) -> Self {
        let moves: Vec<_> = line.moves.iter().take(*left).map(|mv| MoveView::new(mv, offsets)).collect();
        *left -= moves.len();
        Self { parent: line.parent, ply: line.ply, comments: all(&line.comments, COMMENT), moves }
    }
}

impl<'a> MoveView<'a> {
    fn new(mv: &'a GameMove, offsets: Option<&TextOffsets>) -> Self {
        Self {
            ply: mv.ply,
            second: mv.side == Side::Second,
            token: cut(&mv.token, NAME),
            from: offsets.map(|offsets| offsets.of(mv.span.start)),
            to: offsets.map(|offsets| offsets.of(mv.span.end)),
            san: &mv.san,
            coordinates: &mv.coordinates,
            position: &mv.position,
            marks: all(&mv.marks, NAME),
            comments: all(&mv.comments, COMMENT),
            clock: mv.clock_ms,
            spent: mv.spent_ms,
            eval: mv.eval_cp,
        }
    }
}

/// Texts, each cut to at most `most` bytes.
fn all(texts: &[String], most: usize) -> Vec<&str> {
    texts.iter().map(|text| cut(text, most)).collect()
}

/// Maximum bytes of the text of a game.
pub(crate) const TEXT: usize = 1 << 20;
/// Maximum number of moves in all lines of a game.
pub(crate) const MOVES: usize = 5_000;
/// Maximum bytes of a name, a token or a value.
pub(crate) const NAME: usize = 500;
pub(crate) const COMMENT: usize = 10_000;

/// The beginning of a text, at most `most` bytes.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    &text[..end]
}

/// A finding: the object that the command writes, with additions for a viewer.
#[derive(Debug, Serialize)]
pub(super) struct FindingView {
    /// UTF-16 offsets in the text of the game, if the view contains the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    marks: Vec<(String, bool)>,
    json: Option<Box<RawValue>>,
}

impl FindingView {
    pub(super) fn new(finding: &GameFinding<'_>, offsets: Option<&TextOffsets>) -> Self {
        let span = finding.span();
        Self {
            from: offsets.map(|offsets| offsets.of(span.start)),
            to: offsets.map(|offsets| offsets.of(span.end)),
            marks: finding.marks().iter().map(|mark| (mark.square.clone(), mark.against)).collect(),
            json: RawValue::from_string(finding.json()).ok(),
        }
    }
}

/// UTF-16 offsets of given bytes of a text.
///
/// ```
/// use partie_core::{Encoding, TextOffsets};
///
/// let offsets = TextOffsets::new(("é5".as_bytes(), Encoding::Utf8), 10, vec![12]);
/// assert_eq!(offsets.of(12), 1);
/// ```
#[derive(Debug)]
pub struct TextOffsets {
    /// Bytes with the number of UTF-16 units before them, in order.
    known: Vec<(u64, usize)>,
}

impl TextOffsets {
    /// Computes the offsets of `places` in a text that begins at `base`, in one pass.
    pub fn new((text, encoding): (&[u8], Encoding), base: u64, mut places: Vec<u64>) -> Self {
        places.sort_unstable();
        places.dedup();
        let (mut at, mut units) = (0, 0);
        let mut known = Vec::with_capacity(places.len());
        for place in places {
            let to = usize::try_from(place.saturating_sub(base)).unwrap_or(usize::MAX).clamp(at, text.len());
            units += encoding.decode(&text[at..to]).encode_utf16().count();
            at = to;
            known.push((place, units));
        }
        Self { known }
    }

    /// The number of UTF-16 units before one of the places passed to [`Self::new`]; 0 for other places.
    pub fn of(&self, place: u64) -> usize {
        let at = self.known.binary_search_by_key(&place, |(place, _)| *place);
        at.ok().and_then(|at| self.known.get(at)).map_or(0, |(_, units)| *units)
    }
}

/// A game in a line of a list: the `row` of its JSON.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct RowView<'a> {
    number: u64,
    line: u64,
    kind: &'static str,
    players: [Option<&'a str>; 2],
    result: Option<&'static str>,
    status: &'static str,
    broken: bool,
    plies: u32,
    errors: usize,
    warnings: usize,
    infos: usize,
    /// The message of the first error.
    first: Option<String>,
}

impl<'a> RowView<'a> {
    /// Creates the row of a game.
    pub fn new(game: &'a Game) -> Self {
        let count = |severity| game.findings().filter(|finding| finding.severity() == severity).count();
        Self {
            number: game.number(),
            line: game.place().line,
            kind: game.kind().name(),
            players: game.players().map(|name| name.map(|name| cut(name, NAME))),
            result: game.result().map(|result| result.token()),
            status: game.status().name(),
            broken: game.is_broken(),
            plies: game.plies(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
            first: game.findings().find(|finding| finding.is_error()).map(|finding| finding.message()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_whole() {
        assert_eq!(["abc", "aé", "a", ""].map(|text| cut(text, 2)), ["ab", "a", "a", ""]);
    }

    #[test]
    fn letters_of_two_units_count_twice() {
        let text = "ä😀x".as_bytes();
        let offsets = TextOffsets::new((text, Encoding::Utf8), 10, vec![17, 10, 12, 16]);
        assert_eq!([10, 12, 16, 17].map(|place| offsets.of(place)), [0, 1, 3, 4]);
    }
}
