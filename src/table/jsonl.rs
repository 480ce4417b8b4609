//! Formats findings, games and totals as JSON objects, as `docs/schema/` specifies. Not for writing them to files.

use std::collections::BTreeMap;

use serde::Serialize;

use super::message_object::{Args, MessageObject};
use super::shown::{Issue, IssueOf, JudgedGame};
use super::totals::Totals;
use partie_record::Encoding;
use partie_record::finding::CATALOGUE;
use partie_record::finding::Severity::{Error, Info, Warning};
use partie_record::shown::write_json;
use partie_replay::{How, Placed};

/// The version of the JSON schema.
const VERSION: u8 = 1;

/// Formats an issue as an object with members sorted by name.
pub fn issue(issue: &Issue<'_>) -> String {
    let mut object = serde_json::json!({
        "v": VERSION,
        "type": "finding",
        "code": issue.code.as_str(),
        "name": issue.code.entry().name,
        "severity": issue.severity.name(),
        "message": issue.message.to_string(),
        "shape": issue.message.shape(),
        "args": Args(issue.message),
    });
    if !issue.target.is_empty() {
        object["target"] = issue.target.into();
    }
    match issue.of {
        IssueOf::Game { path, game, place } => {
            (object["path"], object["game"]) = (path.into(), game.into());
            (object["line"], object["column"]) = (place.line.into(), place.column.into());
        }
        IssueOf::File(path) => object["path"] = path.into(),
        IssueOf::All(kind, number) => (object["kind"], object["count"]) = (kind.into(), number.into()),
    }
    text(&object)
}

#[derive(Serialize)]
struct FindingLine<'a> {
    v: u8,
    r#type: &'static str,
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    path: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    game: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "is_zero_u32")]
    variation: u32,
    line: u64,
    column: u64,
    span: [u64; 2],
    #[serde(skip_serializing_if = "str::is_empty")]
    token: &'a str,
    message: String,
    shape: &'static str,
    args: Args<'a>,
    #[serde(skip_serializing_if = "String::is_empty")]
    help: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    helps: Vec<MessageObject<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    basis: &'static str,
    rules: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<CauseLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remedies: Vec<RemedyLine<'a>>,
    #[serde(skip_serializing_if = "is_one")]
    count: u32,
    #[serde(skip_serializing_if = "is_false")]
    assuming: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<&'a str>,
}

#[derive(Serialize)]
struct CauseLine<'a> {
    message: String,
    shape: &'static str,
    args: Args<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
}

#[derive(Serialize)]
struct RemedyLine<'a> {
    kind: &'static str,
    moves: &'a [String],
}

#[derive(Serialize)]
struct FixLine<'a> {
    grade: &'static str,
    token: &'a str,
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

fn is_zero_u32(value: &u32) -> bool {
    *value == 0
}

fn is_one(value: &u32) -> bool {
    *value <= 1
}

fn text(line: &impl Serialize) -> String {
    let mut text = Vec::new();
    // Serializing structs of strings and numbers cannot fail.
    let _ = write_json(&mut text, line);
    String::from_utf8(text).unwrap_or_default()
}

/// Formats a finding as a line; `rules` is the rule book of its game.
pub fn finding(placed: &Placed<'_>, rules: &'static str) -> String {
    let Placed { game, finding, line, column } = placed;
    let span = finding.span;
    let token = if span.len() > 1000 { "".into() } else { game.encoding.decode(span.of(&game.slice.bytes)) };
    let offset = |at: u32| game.slice.file_offset(at as usize);
    text(&FindingLine {
        v: VERSION,
        r#type: "finding",
        code: finding.code.as_str(),
        name: finding.code.entry().name,
        severity: finding.severity.name(),
        path: game.path,
        game: game.game,
        ply: finding.ply,
        variation: finding.line,
        line: *line,
        column: *column,
        span: [offset(span.from), offset(span.to)],
        token: &token,
        message: finding.message.to_string(),
        shape: finding.message.shape(),
        args: Args(&finding.message),
        help: finding.help_line(),
        helps: finding.help.iter().map(MessageObject).collect(),
        basis: finding.basis,
        rules,
        position: finding.position.as_deref(),
        causes: finding
            .causes
            .iter()
            .map(|cause| {
                let place = cause.span.map(|span| game.lines.line_column(span.from as usize));
                CauseLine {
                    message: cause.message.to_string(),
                    shape: cause.message.shape(),
                    args: Args(&cause.message),
                    square: cause.square.as_deref(),
                    ply: cause.ply,
                    line: place.map(|place| place.0),
                    column: place.map(|place| place.1),
                }
            })
            .collect(),
        fixes: finding.fixes.iter().map(|fix| FixLine { grade: fix.grade.name(), token: &fix.token }).collect(),
        remedies: finding
            .remedies
            .iter()
            .map(|remedy| RemedyLine { kind: remedy.kind, moves: &remedy.moves })
            .collect(),
        count: finding.count,
        assuming: finding.assuming,
        allowed: finding.allowed.as_deref(),
    })
}

#[derive(Serialize)]
struct GameLine<'a> {
    v: u8,
    r#type: &'static str,
    path: &'a str,
    game: u64,
    line: u64,
    notation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    rules: &'static str,
    rules_from: &'static str,
    class: &'static str,
    status: &'static str,
    plies: u32,
    end: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    draws: Vec<DrawLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

#[derive(Serialize)]
struct DrawLine {
    kind: &'static str,
    ply: u32,
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
}

#[derive(Serialize)]
struct ResultLine {
    recorded: &'static str,
    verdict: &'static str,
}

pub fn game(game: &JudgedGame<'_>) -> String {
    let JudgedGame { place, span, replayed, played, moves } = *game;
    let draws = replayed.draws.iter().map(|event| {
        let automatic = event.how == How::Automatic;
        DrawLine {
            kind: event.kind.name(),
            ply: event.ply,
            claim: if automatic { "automatic" } else { "claimable" },
            by: (!automatic).then(|| event.by.name()),
            how: match event.how {
                How::Intended => Some("intended"),
                How::Standing => Some("standing"),
                How::Automatic => None,
            },
        }
    });
    let start = place.slice.bytes[span.from as usize..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    text(&GameLine {
        v: VERSION,
        r#type: "game",
        path: place.path,
        game: place.game,
        line: place.lines.line_column(span.from as usize + start).0,
        notation: place.movetext.name().unwrap_or(place.format.name()),
        encoding: (place.encoding != Encoding::Utf8).then(|| place.encoding.name()),
        rules: replayed.rules,
        rules_from: replayed.rules_from.name(),
        class: replayed.class.name(),
        status: replayed.status.name(),
        plies: replayed.plies,
        end: replayed.end.name(),
        draws: draws.collect(),
        result: replayed
            .recorded
            .map(|outcome| ResultLine { recorded: outcome.token(), verdict: replayed.verdict.name() }),
        r#final: played.last(),
        moves: if moves { played.coordinates() } else { None },
    })
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    v: u8,
    r#type: &'static str,
    files: u64,
    games: u64,
    plies: u64,
    errors: u64,
    warnings: u64,
    infos: u64,
    codes: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    severities: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    #[serde(skip_serializing_if = "is_zero")]
    broken: u64,
    #[serde(skip_serializing_if = "is_zero")]
    known: u64,
    #[serde(skip_serializing_if = "is_zero")]
    allowed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    hidden: u64,
    #[serde(skip_serializing_if = "is_zero")]
    lowered: u64,
    #[serde(skip_serializing_if = "is_zero")]
    excluded: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not_judged: &'a BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    no_record: &'a BTreeMap<String, u64>,
}

pub fn summary(totals: &Totals) -> String {
    let codes =
        CATALOGUE.iter().map(|entry| (entry.text, totals.counts.of(entry.code))).filter(|(_, count)| *count > 0);
    let severities = CATALOGUE.iter().map(|entry| {
        let counts = totals.counts.severities_of(entry.code).map(|(severity, count)| (severity.name(), count));
        (entry.text, counts.collect::<BTreeMap<_, _>>())
    });
    text(&SummaryLine {
        v: VERSION,
        r#type: "summary",
        files: totals.files,
        games: totals.games,
        plies: totals.plies,
        errors: totals.counts.of_severity(Error),
        warnings: totals.counts.of_severity(Warning),
        infos: totals.counts.of_severity(Info),
        codes: codes.collect(),
        severities: severities.filter(|(_, counts)| !counts.is_empty()).collect(),
        broken: totals.broken,
        known: totals.counts.known(),
        allowed: totals.counts.allowed(),
        hidden: totals.counts.hidden(),
        lowered: totals.counts.lowered(),
        excluded: totals.excluded,
        not_judged: &totals.unjudged.games,
        no_record: &totals.unjudged.files,
    })
}
