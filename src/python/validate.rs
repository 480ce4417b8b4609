//! Judges the games of sources, and returns findings as the JSON objects of `partie validate`.

use pyo3::prelude::*;

use super::asked::Asked;
use super::games::{broken_off, each_text};
use super::sources::Sources;
use super::waiting::Waiting;
use partie_core::{GameKind, Mark};
use partie_replay::diagram::svg_from_text;

/// The findings of the sources in order, each as a line of JSON, and the number of games read.
#[pyfunction]
pub(crate) fn validate(py: Python<'_>, source: &Bound<'_, PyAny>, asked: Asked) -> PyResult<(Vec<String>, u64)> {
    let sources = Sources::of(source)?;
    let check = asked.session("").and_then(|_| asked.reading());
    let reading = check.map_err(|wrong| wrong.into_error(py))?;
    let all = sources.clone();
    let waiting = Waiting::new(py, &sources, move |results| {
        each_text(&all, reading, &asked, &results, |session, text| {
            let mut games = session.read(text.source.reader).until(results.ended());
            let mut lines = Vec::new();
            let mut read = 0;
            for game in games.by_ref() {
                lines.extend(game.findings().map(|finding| finding.json()));
                read += 1;
                // Sends batches, because sending a result costs more than judging a game.
                if read % 64 == 0 && !results.give(Ok((std::mem::take(&mut lines), 64))) {
                    return false;
                }
            }
            lines.extend(games.file_findings().map(|finding| finding.json()));
            results.give(Ok((lines, read % 64)))
                && broken_off(games.failure(), &text.name, games.count_read())
                    .is_none_or(|wrong| !asked.stops || results.give(Err(wrong)))
        });
    })?;
    let (mut lines, mut games) = (Vec::new(), 0);
    while let Some((some, read)) = waiting.next(py)? {
        lines.extend(some);
        games += read;
    }
    Ok((lines, games))
}

/// The board of a position as SVG, with the marked squares; ``None`` if it is not a position. Its form determines the game.
#[pyfunction]
pub(crate) fn board(position: &str, marked: Vec<String>) -> Option<String> {
    let mark = |square| Mark { square, against: true, note: None };
    let marks: Vec<Mark> = marked.into_iter().map(mark).collect();
    GameKind::ALL.into_iter().find_map(|kind| svg_from_text(kind, position, &marks))
}
