//! Cuts sources into tasks that can be sent to other machines. The rows of a task need no later correction. Not for
//! running tasks.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::asked::Asked;
use super::errors::{Kind, Wrong};
use super::sources::{Named, Sources};
use super::waiting::Waiting;
use partie_analyze::row_stream::{RowShard, SourceShard, shards};
use partie_archive::{Before, Failure, Opened, ShardStart};
use partie_record::Format;

/// A part of a task: kind of the source, object to open, name, number of an archive member, and shard.
pub(crate) type Part = (String, Py<PyAny>, String, Option<usize>, Option<ShardPlaces>);

/// The fields of a `SourceShard`. First packed bytes before the shard's frame, and unpacked bytes between the frame's
/// start and the shard. Then unpacked bytes and lines (only printed scores) before the shard, and the format. Last
/// games and lines before the shard, unpacked bytes before the next shard, and packed bytes of the source.
pub(crate) type ShardPlaces = (u64, u64, u64, u64, Option<String>, u64, u64, Option<u64>, u64);

/// Cuts sources into tasks of about ``size`` unpacked bytes.
#[pyfunction]
pub(crate) fn plan(py: Python<'_>, source: &Bound<'_, PyAny>, size: u64, asked: Asked) -> PyResult<Vec<Vec<Part>>> {
    if size == 0 {
        return Err(Kind::Option.error(py, "a task has at least one byte"));
    }
    let sources = Sources::of(source)?;
    let reading = asked.reading().map_err(|wrong| wrong.into_error(py))?;
    let all = sources.clone();
    // Yields parts, each with its size in bytes.
    let waiting = Waiting::<(Named, Option<SourceShard>, u64)>::new(py, &sources, move |results| {
        let failed = |Failure { path, error }: Failure| !asked.stops || results.give(Err(Wrong::unread(&path, &error)));
        for met in all.each_file() {
            let more = match met {
                Err(failure) => failed(failure),
                Ok((named, is_named)) => {
                    let cut = cut(&named, is_named, (&all, reading, size), &|| results.are_ended());
                    match cut {
                        Ok(cut) => cut.into_iter().all(|part| results.give(Ok(part))),
                        Err(failure) if asked.stops => failed(failure),
                        // The task of a damaged file returns the rows of its readable part, and reports the error.
                        Err(_) => {
                            let length = named.length();
                            results.give(Ok((named, None, length)))
                        }
                    }
                }
            };
            if !more {
                return;
            }
        }
    })?;
    let (mut tasks, mut room) = (Vec::<Vec<Part>>::new(), 0);
    while let Some((named, shard, bytes)) = waiting.next(py)? {
        let is_whole = shard.is_none();
        let part = part(py, named, shard)?;
        match tasks.last_mut().filter(|_| is_whole && bytes <= room) {
            Some(task) => task.push(part),
            None => {
                tasks.push(vec![part]);
                // Whole files share a task while they fit; a shard has its own task.
                room = if is_whole { size.max(bytes) } else { 0 };
            }
        }
        room = room.saturating_sub(bytes);
    }
    Ok(tasks)
}

type Cut = Vec<(Named, Option<SourceShard>, u64)>;

/// Returns the parts of a file: its shards, its members, or the whole file; empty if the file is not a record.
fn cut(
    named: &Named,
    is_named: bool,
    (sources, reading, size): (&Sources, partie_archive::Reading, u64),
    stopped: &dyn Fn() -> bool,
) -> Result<Cut, Failure> {
    let failed = |error| Failure { path: named.path().to_owned(), error };
    let mut length = named.length();
    if let Named::Path(path) = named {
        match Opened::open(path, is_named, Arc::default())? {
            Opened::Archive(members) => {
                let member = |(number, member): (usize, Result<_, Failure>)| {
                    member.map(|_| (Named::Member(path.clone(), number), None, length))
                };
                let mut members = members.enumerate().map(member).collect::<Result<Cut, Failure>>()?;
                let each = length / members.len().max(1) as u64;
                members.iter_mut().for_each(|(.., bytes)| *bytes = each);
                return Ok(members);
            }
            Opened::File(mut source) => {
                let claim = partie_input::Claim::of(path);
                if !reading.wants(claim, is_named, &mut source) {
                    return Ok(Vec::new());
                }
                length = source.size.unwrap_or(length);
            }
        }
    }
    let Some(again) = named.again(&sources.raised) else { return Ok(vec![(named.clone(), None, length)]) };
    match shards(&again, reading, size, stopped).map_err(failed)? {
        Some(shards) => Ok(shards.into_iter().map(|shard| (named.clone(), Some(shard), size)).collect()),
        None => Ok(vec![(named.clone(), None, length)]),
    }
}

/// Converts a part to the form that Python stores and sends.
fn part(py: Python<'_>, named: Named, shard: Option<SourceShard>) -> PyResult<Part> {
    let name = named.path().display().to_string();
    let (kind, object, member) = match named {
        Named::Path(path) => ("path", path.into_pyobject(py)?.into_any().unbind(), None),
        Named::Member(path, number) => ("path", path.into_pyobject(py)?.into_any().unbind(), Some(number)),
        Named::Text(_, bytes) => ("bytes", PyBytes::new(py, &bytes).into_any().unbind(), None),
        Named::Opener(_, object) => ("open", object.clone_ref(py), None),
        Named::File(..) | Named::Shard(..) => {
            let said =
                "a file object that is open cannot be sent to another machine: name what opens it, as fsspec.open does";
            return Err(Kind::Option.error(py, said));
        }
    };
    let shard = shard.map(|SourceShard { shard: ShardStart { packed, skip, before, length }, games, lines, until }| {
        let format = before.format.map(|format| format.name().to_owned());
        (packed, skip, before.offset, before.line, format, games, lines, until, length)
    });
    Ok((kind.to_owned(), object, name, member, shard))
}

/// Returns the sources of a task, and the shard that the task reads.
pub(crate) fn of_parts(py: Python<'_>, parts: Vec<Part>) -> PyResult<(Sources, RowShard)> {
    let mut rows = RowShard::default();
    let mut all = Vec::with_capacity(parts.len());
    for (kind, object, name, member, shard) in parts {
        let named = match (kind.as_str(), member) {
            ("path", Some(number)) => Named::Member(object.extract(py)?, number),
            ("path", None) => Named::Path(object.extract::<PathBuf>(py)?),
            ("bytes", _) => Named::Text(name, object.extract::<Vec<u8>>(py)?.into()),
            _ => Named::Opener(name, Arc::new(object)),
        };
        all.push(match shard {
            None => named,
            Some((packed, skip, offset, line, format, games, lines, until, length)) => {
                rows = RowShard { games, lines, until };
                let before = Before { offset, line, format: format.and_then(|name| Format::named(&name)) };
                Named::Shard(Box::new(named), ShardStart { packed, skip, before, length })
            }
        });
    }
    Ok((Sources::of_named(all), rows))
}
