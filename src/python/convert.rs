//! Conversion of texts to another notation.

use pyo3::prelude::*;

use super::asked::Asked;
use super::errors::{Kind, Wrong};
use super::games::{broken_off, each_text};
use super::sources::Sources;
use super::targets::target;
use super::waiting::Waiting;

/// The result for a text: the output, the numbers of games read and written, the games left out or cut, and the losses.
type Written = (Vec<u8>, u64, u64, Vec<(u64, bool, String)>, Vec<(u64, String)>);

/// Converts the games of each source to a target.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    to: &str,
    asked: Asked,
) -> PyResult<(Vec<Written>, bool)> {
    let sources = Sources::of(source)?;
    let target = target(py, to)?;
    let check = asked.session("").and_then(|_| asked.reading());
    let reading = check.map_err(|wrong| wrong.into_error(py))?;
    let all = sources.clone();
    let waiting = Waiting::new(py, &sources, move |results| {
        each_text(&all, reading, &asked, &results, |session, mut text| {
            let mut bytes = Vec::new();
            if let Err(error) = std::io::Read::read_to_end(&mut text.source.reader, &mut bytes) {
                let wrong = broken_off(Some(&error), &text.name, 0);
                return wrong.is_none_or(|wrong| !asked.stops || results.give(Err(wrong)));
            }
            let converted = session.convert_until(&bytes, target, results.ended());
            if converted.games == 0 && text.is_named && asked.stops && !converted.cancelled {
                let said = partie_archive::file_messages::no_record(&text.name).message.to_string();
                return results.give(Err(Wrong(Kind::NoRecord, said)));
            }
            let issues = converted.issues.into_iter().map(|issue| (issue.game, issue.left_out, issue.message));
            let losses = converted.losses.into_iter().map(|(count, what)| (count, what.to_owned()));
            results.give(Ok((converted.bytes, converted.games, converted.written, issues.collect(), losses.collect())))
        });
    })?;
    let mut written = Vec::new();
    while let Some(one) = waiting.next(py)? {
        written.push(one);
    }
    Ok((written, sources.is_single()))
}
