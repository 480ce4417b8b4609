//! Repairs as JSON objects; the shape is promised in `docs/schema/`.

use serde::Serialize;

use super::counts::RepairCounts;
use super::repair::{PlacedEdit, PlacedRepair, RepairedGame};
use partie_record::finding::{Finding, Grade};
use partie_record::shown::write_json;
use partie_replay::GamePlace;

/// The version of the schema.
const VERSION: u8 = 1;

/// The object of a game; nothing where nothing can be proposed for it.
pub fn repair(game: &RepairedGame<'_>) -> Option<String> {
    game.best.map(|best| text(&row(game, best)))
}

/// The objects of the places where another copy of the game has another move.
pub fn differences<'a>(game: &'a RepairedGame<'a>) -> impl Iterator<Item = String> + use<'a> {
    game.differences.iter().map(|finding| text(&difference(&game.place, finding)))
}

/// The object that ends a run.
pub fn summary(counts: &RepairCounts) -> String {
    text(&SummaryLine {
        v: VERSION,
        r#type: "summary",
        files: counts.files,
        games: counts.games,
        damaged: counts.damaged,
        certain: counts.of(Grade::Certain),
        likely: counts.of(Grade::Likely),
        guess: counts.of(Grade::Guess),
        taken_back: counts.taken_back,
        differences: (counts.differences > 0).then_some(counts.differences),
        written: counts.written,
        files_written: counts.files_written,
    })
}

#[derive(Serialize)]
struct RepairLine<'a> {
    v: u8,
    r#type: &'static str,
    path: &'a str,
    game: u64,
    #[serde(flatten)]
    best: OneRepair,
    others: Vec<OneRepair>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken_back: Vec<EditLine>,
}

#[derive(Serialize)]
struct OneRepair {
    grade: &'static str,
    edits: Vec<EditLine>,
    whole: bool,
    reach: u32,
    margin: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<&'static str>,
    evidence: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

#[derive(Serialize)]
struct EditLine {
    op: &'static str,
    code: &'static str,
    ply: Option<u32>,
    line: u64,
    column: u64,
    span: [u64; 2],
    was: String,
    text: String,
    grade: &'static str,
}

#[derive(Serialize)]
struct DifferenceLine<'a> {
    v: u8,
    r#type: &'static str,
    path: &'a str,
    game: u64,
    code: &'static str,
    ply: Option<u32>,
    line: u64,
    column: u64,
    span: [u64; 2],
    message: String,
}

#[derive(Serialize)]
struct SummaryLine {
    v: u8,
    r#type: &'static str,
    files: u64,
    games: u64,
    damaged: u64,
    certain: u64,
    likely: u64,
    guess: u64,
    taken_back: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<u64>,
    written: u64,
    files_written: u64,
}

fn text(line: &impl Serialize) -> String {
    let mut json = Vec::new();
    // Structs of strings and numbers always serialize.
    let _ = write_json(&mut json, line);
    String::from_utf8(json).unwrap_or_default()
}

fn row<'a>(game: &RepairedGame<'a>, best: &PlacedRepair) -> RepairLine<'a> {
    let place = &game.place;
    let others = game.others.iter().enumerate();
    let others = others.map(|(number, other)| one_repair(game, other, other.odds(game.others.get(number + 1))));
    RepairLine {
        v: VERSION,
        r#type: "repair",
        path: place.path,
        game: place.game,
        best: one_repair(game, best, game.odds()),
        others: others.collect(),
        taken_back: game.taken_back.iter().map(|taken| edit(place, taken)).collect(),
    }
}

fn one_repair(game: &RepairedGame<'_>, repair: &PlacedRepair, odds: Option<&'static str>) -> OneRepair {
    let RepairedGame { place, moves, .. } = game;
    OneRepair {
        grade: repair.grade.name(),
        edits: repair.edits.iter().map(|one| edit(place, one)).collect(),
        whole: repair.whole,
        reach: repair.reach,
        margin: repair.margin.filter(|margin| margin.is_finite()).map(|margin| (margin * 1000.0).round() / 1000.0),
        odds,
        evidence: repair.evidence.clone(),
        remarks: repair.remarks.clone(),
        moves: moves.then(|| repair.moves.clone()),
    }
}

fn difference<'a>(place: &GamePlace<'a>, finding: &Finding) -> DifferenceLine<'a> {
    let (line, column) = place.lines.line_column(finding.span.from as usize);
    let span = [finding.span.from, finding.span.to].map(|at| place.slice.file_offset(at as usize));
    DifferenceLine {
        v: VERSION,
        r#type: "difference",
        path: place.path,
        game: place.game,
        code: finding.code.as_str(),
        ply: finding.ply,
        line,
        column,
        span,
        message: finding.message.to_string(),
    }
}

fn edit(place: &GamePlace<'_>, edit: &PlacedEdit) -> EditLine {
    let (line, column) = place.lines.line_column(edit.span.from as usize);
    let offset = |at: u32| place.slice.file_offset(at as usize);
    EditLine {
        op: edit.operation.name(),
        code: edit.code.as_str(),
        ply: edit.ply,
        line,
        column,
        span: [offset(edit.span.from), offset(edit.span.to)],
        was: edit.was(place),
        text: edit.text(place),
        grade: edit.grade.name(),
    }
}
