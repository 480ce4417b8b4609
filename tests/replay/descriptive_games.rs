//! Printed games in descriptive notation, as they stand in the books: records found, moves replayed,
//! misprints named. The files lie outside of the repository.

#![allow(clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::shared;
use crate::own_games::real;
use partie_notation::{ReadOutcome, formats};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::{Encoding, Format, Record};
use partie_repair::Effort;
use partie_replay::{Options, Replayer, Text, Wanted};

/// A record of a file.
struct Score {
    /// Line of its first move number or move, from 1.
    line: usize,
    moves: Vec<String>,
    findings: Vec<Finding>,
    text: Vec<String>,
}

fn scores(path: &Path) -> Vec<Score> {
    let bytes = fs::read(path).unwrap();
    assert_eq!(formats::sniff(&bytes), Format::Score, "{}", path.display());
    scores_of(&bytes)
}

fn scores_of(bytes: &[u8]) -> Vec<Score> {
    let format = Format::Score;
    let options = Options { keep: true, search: Effort::BRIEF, ..Options::default() };
    let mut replayer = Replayer::new(options, Wanted { infos: true, ..Wanted::default() });
    let mut record = Record::default();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let ReadOutcome::Game(end) = formats::read_record(format, bytes, at, true, &mut record) else { break };
        let text = Text { bytes, encoding: Encoding::Utf8, last: true };
        let replayed = replayer.replay(text, &record, false);
        let first = record
            .items
            .iter()
            .filter(|item| matches!(item.kind, partie_record::ItemKind::Number | partie_record::ItemKind::Move))
            .map(|item| item.span.from as usize)
            .min()
            .unwrap_or(at);
        let findings = std::mem::take(&mut replayer.collector.findings);
        all.push(Score {
            line: partie_record::span::count_lines(&bytes[..first]) as usize + 1,
            moves: replayed.played.coordinates().unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
            text: findings.iter().map(|finding| text.show(finding.span)).collect(),
            findings,
        });
        at = end;
    }
    all
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    reader
        .records()
        .map(|row| names.iter().map(str::to_owned).zip(row.unwrap().iter().map(str::to_owned)).collect())
        .collect()
}

fn expected(folder: &Path, id: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(format!("games/{id}.moves.tsv"))).unwrap();
    text.lines().skip(1).map(|line| line.split('\t').nth(3).unwrap_or_default().to_owned()).collect()
}

fn shown(score: &Score) -> String {
    let mut lines = String::new();
    for (finding, text) in score.findings.iter().zip(&score.text) {
        if finding.severity > Severity::Info {
            lines.push_str(&format!(
                "    {} ply {:?} {text:?}: {} {:?}\n",
                finding.code.as_str(),
                finding.ply,
                finding.message,
                finding.fixes.iter().map(|fix| fix.token.as_str()).collect::<Vec<_>>()
            ));
        }
    }
    lines
}

/// Every game that the books print rightly is read to its end as it was played.
#[test]
fn games_as_printed() {
    let folder = real("chess/descriptive");
    let (mut right, mut wrong, mut plies) = (0, Vec::new(), 0);
    for row in rows(&folder.join("manifest.csv")) {
        let (id, status) = (&row["id"], row["status"].as_str());
        if !matches!(status, "match" | "replay-complete") {
            continue;
        }
        let line: usize = row["first_line"].parse().unwrap();
        let all = scores(&folder.join(format!("games/{id}.txt")));
        let wanted = expected(&folder, id);
        let Some(score) = all.iter().find(|score| score.line == line) else {
            let lines: Vec<usize> = all.iter().map(|score| score.line).collect();
            wrong.push(format!("{id}: no record at line {line}, but at {lines:?}"));
            continue;
        };
        // The last move of one game is open, as its print is: one of its readings is assumed.
        let open = score.findings.iter().any(|finding| {
            finding.code == Code::L081 && finding.is_assumption() && finding.ply == Some(wanted.len() as u32)
        });
        let last = wanted.len() - usize::from(open && id == "bird-05");
        let same = score.moves.len() == wanted.len() && score.moves[..last] == wanted[..last];
        if same {
            right += 1;
            plies += wanted.len();
        } else {
            let at = score.moves.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
            wrong.push(format!("{id}: {at} of {} plies agree\n{}", wanted.len(), shown(score)));
        }
    }
    println!("{right} games, {plies} plies as expected");
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// A misprint that stops the replay is met with what was meant among the first three suggestions.
#[test]
fn misprints() {
    let Some(path) = shared("chess/descriptive/misprints.csv") else { return };
    let folder = path.parent().unwrap();
    let manifest: BTreeMap<String, usize> = rows(&folder.join("manifest.csv"))
        .into_iter()
        .map(|row| (row["id"].clone(), row["first_line"].parse().unwrap()))
        .collect();
    let (mut suggested, mut all_suggest) = (0, 0);
    for row in rows(&folder.join("misprints.csv")) {
        let (id, ply) = (&row["id"], row["ply"].parse::<u32>().unwrap());
        let all = scores(&folder.join(format!("games/{id}.txt")));
        let score = all.iter().find(|score| score.line == manifest[id]).unwrap();
        match row["expect"].as_str() {
            "suggest" => {
                all_suggest += 1;
                let stop = score.findings.iter().find(|finding| finding.severity == Severity::Error);
                let fixes: Vec<&str> =
                    stop.iter().flat_map(|finding| &finding.fixes).take(3).map(|fix| fix.token.as_str()).collect();
                let offered = |finding: &Finding| offers(finding, 3, &row["fen_before"], &row["intended_san"]);
                let good = stop.is_some_and(|finding| finding.ply == Some(ply) && offered(finding));
                suggested += u32::from(good);
                println!("{id} ply {ply} {:?}, meant {}: {good} {fixes:?}", row["printed"], row["intended_san"]);
                if !good {
                    println!("{}", shown(score));
                }
            }
            "legal" => {
                let stop = score.findings.iter().find(|finding| finding.severity == Severity::Error);
                assert!(stop.is_none(), "{id}: {}", shown(score));
            }
            "mark" => assert!(score.findings.iter().any(|finding| finding.ply == Some(ply)), "{id}: {}", shown(score)),
            _ => {}
        }
    }
    println!("{suggested} of {all_suggest} misprints suggested");
    assert!(suggested >= 7, "{suggested}");
}

/// Whether the first fixes hold the move that was meant.
fn offers(finding: &Finding, most: usize, fen_before: &str, wanted: &str) -> bool {
    use partie_notation::{descriptive, fen, san};
    use partie_record::Language;
    use partie_rules::chess::Origins;
    use partie_rules::{Resolution, Rules};
    let position = fen::read_fen(fen_before, false).setup.into_position_lenient();
    let (_, written) = san::read_move(wanted.as_bytes()).unwrap();
    let Resolution::Unique(wanted) = position.resolve(&written.pattern) else { panic!("{wanted}") };
    // Names of pieces do not follow from the board alone: any origin will do here.
    finding.fixes.iter().take(most).any(|fix| {
        let said = descriptive::read_move(fix.token.as_bytes(), Language::English).unwrap();
        descriptive::readings(&said, &position, &Origins::of(&position)).all().contains(&wanted)
    })
}

/// The 85 games of the Blue Book against the moves of its appendix: where one stops or differs.
#[test]
fn games_of_the_blue_book_stop_at_misprints() {
    let (Some(bytes), Some(table)) = (crate::books::book("bluebook"), shared("books/bluebook.moves.tsv")) else {
        return;
    };
    let all = scores_of(&bytes);
    let (mut whole, mut truth_first, mut other) = (0, 0, 0);
    for row in fs::read_to_string(table).unwrap().lines().skip(1) {
        let [game, mark, truth] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let mark: usize = mark.parse().unwrap();
        let truth: Vec<&str> = truth.split_whitespace().collect();
        let score = all.iter().find(|score| score.line > mark).unwrap();
        let agreed = score.moves.iter().zip(&truth).take_while(|(read, played)| read == played).count();
        let stop = score.findings.iter().find(|finding| finding.severity == Severity::Error);
        match stop.and_then(|stop| Some((stop, truth.get(stop.ply? as usize - 1)?))) {
            None => whole += 1,
            Some((stop, played)) => {
                let is_first = agreed + 1 >= stop.ply.unwrap() as usize
                    && stop.position.as_ref().is_some_and(|fen| offers(stop, 1, fen, played));
                truth_first += usize::from(is_first);
                other += usize::from(!is_first);
                println!(
                    "game {game}, line {}: {agreed} plies, then {played}, first {is_first}\n{}",
                    score.line,
                    shown(score)
                );
            }
        }
    }
    println!("{whole} to the end, {truth_first} stopped with what was meant first, {other} otherwise");
    assert!(whole + truth_first >= 83 && other <= 2);
}
