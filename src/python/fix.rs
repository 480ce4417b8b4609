//! Fixes texts: returns all proposals, and each text with the edits that are made.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use pyo3::prelude::*;

use super::asked::Asked;
use super::errors::{Kind, Wrong};
use super::games::{OpenText, broken_off, each_text};
use super::sources::Sources;
use super::waiting::{Results, Waiting};
use partie_core::{Decision, Grade, Session, applied, utf8_form};

/// The result for a text: its name, the edited text, the proposals as JSON, the edits as log rows, and the number of
/// games read.
type FixedText = (String, Vec<u8>, Vec<String>, Vec<String>, u64);

/// The findings to fix: source, number of the game, and code.
type Only = [(String, u64, String)];

/// Repairs each source, up to a grade; only the findings in ``only``, if given.
#[pyfunction]
#[pyo3(signature = (source, write, only, asked))]
pub(crate) fn fix(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    write: Option<&str>,
    only: Option<Vec<(String, u64, String)>>,
    asked: Asked,
) -> PyResult<(Vec<FixedText>, bool)> {
    let sources = Sources::of(source)?;
    let up_to = match write {
        None => None,
        Some("certain") => Some(Grade::Certain),
        Some("likely") => Some(Grade::Likely),
        Some(other) => {
            let said = format!("write is None, \"certain\" or \"likely\", not {other:?}");
            return Err(Kind::Option.error(py, said));
        }
    };
    let check = asked.session("").and_then(|_| asked.reading());
    let reading = check.map_err(|wrong| wrong.into_error(py))?;
    let all = sources.clone();
    let waiting = Waiting::new(py, &sources, move |results| {
        each_text(&all, reading, &asked, &results, |session, mut text| {
            let mut bytes = Vec::new();
            if let Err(error) = text.source.reader.read_to_end(&mut bytes) {
                let wrong = broken_off(Some(&error), &text.name, 0);
                return wrong.is_none_or(|wrong| !asked.stops || results.give(Err(wrong)));
            }
            match fixed(&text, &bytes, (session, &asked, only.as_deref()), (up_to, &results)) {
                Ok((.., 0)) if text.is_named && asked.stops && !results.are_ended() => {
                    let said = partie_archive::file_messages::no_record(&text.name).message.to_string();
                    results.give(Err(Wrong(Kind::NoRecord, said)))
                }
                fixed => results.give(fixed),
            }
        });
    })?;
    let mut texts = Vec::new();
    while let Some(one) = waiting.next(py)? {
        texts.push(one);
    }
    Ok((texts, sources.is_single()))
}

/// A session that fixes certain codes, and the games in which it fixes them; `None` for all games.
struct Share {
    session: Session,
    games: Option<BTreeSet<u64>>,
}

/// Groups games by the codes to fix in them, because each group needs its own session.
fn shares(text: &OpenText, session: &Session, asked: &Asked, only: Option<&Only>) -> Result<Vec<Share>, Wrong> {
    let Some(only) = only else { return Ok(vec![Share { session: session.clone(), games: None }]) };
    let mut of_games: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for (_, game, code) in only.iter().filter(|(source, ..)| source.is_empty() || *source == text.name) {
        of_games.entry(*game).or_default().insert(code.clone());
    }
    let mut of_codes: BTreeMap<BTreeSet<String>, BTreeSet<u64>> = BTreeMap::new();
    for (game, codes) in of_games {
        of_codes.entry(codes).or_default().insert(game);
    }
    let share = |(codes, games): (BTreeSet<String>, _)| {
        let codes: Vec<String> = codes.into_iter().filter(|code| !code.is_empty()).collect();
        Ok(Share { session: asked.session_of_codes(&text.name, &codes)?, games: Some(games) })
    };
    if of_codes.is_empty() {
        // The text must still be read, but nothing is fixed.
        return Ok(vec![Share { session: session.clone(), games: Some(BTreeSet::new()) }]);
    }
    of_codes.into_iter().map(share).collect()
}

fn fixed(
    text: &OpenText,
    bytes: &[u8],
    (session, asked, only): (&Session, &Asked, Option<&Only>),
    (up_to, results): (Option<Grade>, &Results<FixedText>),
) -> Result<FixedText, Wrong> {
    let whole = utf8_form(bytes);
    let (mut found, mut edits, mut games) = (Vec::new(), Vec::new(), 0);
    for Share { session, games: wanted } in shares(text, session, asked, only)? {
        let mut reading = session.games(&whole).until(results.ended());
        for game in reading.by_ref() {
            if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&game.number())) {
                continue;
            }
            let Some(repairs) = game.repairs() else { continue };
            found.extend(repairs.json().map(|json| (game.number(), json)));
            let taken = up_to.map(|grade| game.edits(grade)).unwrap_or_default();
            for edit in taken {
                let row = game.decision_rows(&[&[game.made(&edit)]], Decision::Yes);
                edits.push((edit, row.trim_end().to_owned()));
            }
        }
        games = games.max(reading.count_read());
    }
    found.sort();
    edits.sort_by_key(|(edit, _)| edit.span.start);
    let after = applied(&whole, edits.iter().map(|(edit, _)| edit));
    let found = found.into_iter().map(|(_, json)| json).collect();
    Ok((text.name.clone(), after, found, edits.into_iter().map(|(_, row)| row).collect(), games))
}
