//! A game as the panes show it: its text, its lines with positions, its findings with their places.

use partie_core::{Game, GameLine, GameMove, Side};
use serde::Serialize;

use super::cut::{COMMENT, MOVES, NAME, TEXT, cut};
use super::offsets::Offsets;
use super::row::Row;
use super::views::FindingView;

/// All that is shown of a game.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown<'a> {
    row: Row<'a>,
    format: &'static str,
    encoding: &'static str,
    rules: &'static str,
    tags: Vec<(&'a str, &'a str)>,
    /// The position before the first move.
    start: Option<String>,
    lines: Vec<ShownLine<'a>>,
    draws: Vec<(u32, &'static str)>,
    findings: Vec<FindingView>,
    text: String,
    /// Whether not all of its text and moves is here.
    cut: bool,
    /// What was put right in it, step by step.
    steps: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct ShownLine<'a> {
    parent: Option<usize>,
    ply: u32,
    comments: Vec<&'a str>,
    moves: Vec<ShownMove<'a>>,
}

#[derive(Debug, Serialize)]
struct ShownMove<'a> {
    ply: u32,
    second: bool,
    token: &'a str,
    from: usize,
    to: usize,
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

impl<'a> Shown<'a> {
    /// A game whose bytes begin at `base`.
    pub(crate) fn new(game: &'a Game, (bytes, base): (&[u8], u64), steps: Vec<&'a str>) -> Self {
        let moves = || game.lines().iter().flat_map(|line| &line.moves).take(MOVES);
        let text = bytes.get(..TEXT).unwrap_or(bytes);
        let mut left = MOVES;
        let of_findings = game.findings().map(|finding| finding.span());
        let spans = moves().map(|mv| mv.span.clone()).chain(of_findings);
        let places = spans.flat_map(|span| [span.start, span.end]).collect();
        let offsets = Offsets::new((bytes, game.encoding()), base, places);
        Self {
            row: Row::new(game),
            format: game.format().name(),
            encoding: game.encoding().name(),
            rules: game.rules(),
            tags: game.tags().iter().map(|tag| (cut(&tag.name, NAME), cut(&tag.value, NAME))).collect(),
            start: game.position_at(0),
            lines: game.lines().iter().take(MOVES).map(|line| ShownLine::new(line, &offsets, &mut left)).collect(),
            draws: game.draws().iter().map(|draw| (draw.ply, draw.kind.name())).collect(),
            findings: game.findings().map(|finding| FindingView::new(&finding, &offsets)).collect(),
            text: game.encoding().decode(text).into_owned(),
            cut: text.len() < bytes.len() || game.lines().iter().map(|line| line.moves.len()).sum::<usize>() > MOVES,
            steps,
        }
    }
}

impl<'a> ShownLine<'a> {
    /// A line with as many moves as are left.
    fn new(line: &'a GameLine, offsets: &Offsets, left: &mut usize) -> Self {
        let moves: Vec<_> = line.moves.iter().take(*left).map(|mv| ShownMove::new(mv, offsets)).collect();
        *left -= moves.len();
        Self { parent: line.parent, ply: line.ply, comments: all(&line.comments, COMMENT), moves }
    }
}

impl<'a> ShownMove<'a> {
    fn new(mv: &'a GameMove, offsets: &Offsets) -> Self {
        Self {
            ply: mv.ply,
            second: mv.side == Side::Second,
            token: cut(&mv.token, NAME),
            from: offsets.of(mv.span.start),
            to: offsets.of(mv.span.end),
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

/// Texts, each of at most so many bytes.
fn all(texts: &[String], most: usize) -> Vec<&str> {
    texts.iter().map(|text| cut(text, most)).collect()
}
