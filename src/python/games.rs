//! Iterates over the games of sources, and returns the documentation pages of codes.

use pyo3::prelude::*;

use super::asked::Asked;
use super::errors::{Kind, Wrong};
use super::game::Game;
use super::sources::Sources;
use super::waiting::{Results, Waiting};
use partie_archive::{Failure, Opened, Reading, Source, WalkEntry, file_messages};
use partie_core::Session;
use partie_record::shown::shown_path;

/// Games, one after the other.
#[pyclass(module = "partie", frozen)]
#[derive(Debug)]
pub(crate) struct GameIterator {
    games: Waiting<Game>,
}

#[pymethods]
impl GameIterator {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.games.next(py)
    }
}

/// The games of the sources in order, judged as they are read.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, source: &Bound<'_, PyAny>, asked: Asked) -> PyResult<GameIterator> {
    let sources = Sources::of(source)?;
    let check = asked.session("").and_then(|_| asked.reading());
    let reading = check.map_err(|wrong| wrong.into_error(py))?;
    let all = sources.clone();
    let games = Waiting::new(py, &sources, move |results| {
        each_text(&all, reading, &asked, &results, |session, text| {
            let mut games = session.read(text.source.reader).until(results.ended());
            for game in games.by_ref() {
                if !results.give(Ok(Game::new(game))) {
                    return false;
                }
            }
            if games.count_read() == 0 && games.failure().is_none() && text.is_named && !results.are_ended() {
                let said = file_messages::no_record(&text.name).message.to_string();
                return !asked.stops || results.give(Err(Wrong(Kind::NoRecord, said)));
            }
            broken_off(games.failure(), &text.name, games.count_read())
                .is_none_or(|wrong| !asked.stops || results.give(Err(wrong)))
        });
    })?;
    Ok(GameIterator { games })
}

/// The documentation page of a code, a rule book or a table.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, topic: &str) -> PyResult<&'static str> {
    partie_core::explain(topic).ok_or_else(|| Kind::Option.error(py, format!("nothing is known of {topic:?}")))
}

/// An open text of the sources.
pub(crate) struct OpenText {
    /// The path of the text in visible form.
    pub(crate) name: String,
    /// True if the caller named the text; false if it was found in a folder.
    pub(crate) is_named: bool,
    pub(crate) source: Source,
}

/// Passes each text of the sources to `take`, with its session. Ends if `take` returns false or the consumer stops.
pub(crate) fn each_text<T>(
    sources: &Sources,
    reading: Reading,
    asked: &Asked,
    results: &Results<T>,
    mut take: impl FnMut(&Session, OpenText) -> bool,
) {
    let mut one = |met: &WalkEntry, mut source: Source| {
        if results.are_ended() {
            return false;
        }
        if !reading.wants(met.claim(), met.named, &mut source) {
            return true;
        }
        let name = shown_path(&met.path);
        match asked.session(&name) {
            Ok(session) => take(&session, OpenText { name, is_named: met.named, source }),
            Err(wrong) => results.give(Err(wrong)),
        }
    };
    let failed = |Failure { path, error }: Failure| !asked.stops || results.give(Err(Wrong::unread(&path, &error)));
    for opened in sources.open() {
        let more = match opened {
            Ok((met, Opened::File(source))) => one(&met, source),
            Ok((met, Opened::Archive(mut members))) => members.all(|member| match member {
                Ok((path, source)) => one(&WalkEntry { path, named: false, ..met }, source),
                Err(failure) => failed(failure),
            }),
            Err(failure) => failed(failure),
        };
        if !more {
            return;
        }
    }
}

/// Converts a read error after `games` games; `None` without an error.
pub(crate) fn broken_off(error: Option<&std::io::Error>, name: &str, games: u64) -> Option<Wrong> {
    let error = error?;
    let said = file_messages::unread(name, error, games, file_messages::Done::Judged);
    Some(Wrong(Kind::Read, said.message.to_string()))
}
