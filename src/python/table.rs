//! The rows of a table as an Arrow stream, which is computed when a consumer requests it through the PyCapsule
//! interface (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>).

use std::io;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::asked::Asked;
use super::errors::{Kind, Wrong};
use super::plan::{Part, of_parts};
use super::sources::Sources;
use partie_analyze::row_stream::arrow_array::ffi_stream::FFI_ArrowArrayStream;
use partie_analyze::row_stream::arrow_array::{RecordBatch, RecordBatchReader};
use partie_analyze::row_stream::arrow_schema::ffi::FFI_ArrowSchema;
use partie_analyze::row_stream::arrow_schema::{ArrowError, SchemaRef};
use partie_analyze::row_stream::{RowError, RowShard, RowStream, RowTable, TableSpec};
use partie_table::columns::Columns;

/// Rows of games, moves or findings; each stream reads the sources again.
#[pyclass(module = "partie", frozen)]
#[derive(Debug)]
pub(crate) struct Table {
    name: &'static str,
    spec: TableSpec,
    sources: Sources,
    /// Messages about skipped sources.
    problems: Arc<Mutex<Vec<String>>>,
}

#[pymethods]
impl Table {
    #[new]
    fn new(
        py: Python<'_>,
        table: &str,
        source: &Bound<'_, PyAny>,
        columns: Vec<String>,
        asked: Asked,
    ) -> PyResult<Self> {
        let sources = Sources::of(source)?;
        let named = named(py, table)?;
        let spec = spec(named, &columns, &asked).map_err(|wrong| wrong.into_error(py))?;
        Ok(Self { name: named.0, spec, sources, problems: Arc::default() })
    }

    /// The rows of a task of a plan, given its number, its parts and the columns.
    #[staticmethod]
    fn of_task(
        py: Python<'_>,
        table: &str,
        task: (u64, Vec<Part>),
        columns: Vec<String>,
        asked: Asked,
    ) -> PyResult<Self> {
        let (number, parts) = task;
        let (sources, shard) = of_parts(py, parts)?;
        let named = named(py, table)?;
        let spec = spec(named, &columns, &asked).map_err(|wrong| wrong.into_error(py))?;
        Ok(Self { name: named.0, spec: TableSpec { shard, part: number, ..spec }, sources, problems: Arc::default() })
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.spec.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Sources skipped by the streams so far, if problems do not end them.
    #[getter]
    fn problems(&self) -> Vec<String> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __repr__(&self) -> String {
        let columns = self.spec.schema().fields().len();
        format!("<partie.Table {} of {}: {columns} columns>", self.name, self.sources.words())
    }

    /// The schema as an Arrow capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.spec.schema()).map_err(value_error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// A stream of batches as an Arrow capsule. Ignores ``requested_schema``: the caller converts.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let reader = self.reader().map_err(|error| Kind::Read.error(py, error.to_string()))?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

impl Table {
    fn reader(&self) -> io::Result<Reader> {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt::new(&stop)?;
        let problems = Arc::clone(&self.problems);
        let problem = move |said: partie_archive::file_messages::FileMessage| {
            problems.lock().unwrap_or_else(PoisonError::into_inner).push(said.to_string());
        };
        let sources = &self.sources;
        let rows = RowStream::new(self.spec.clone(), sources.open(), sources.inputs(), problem, stop)?;
        let lender = sources.ask_python().then(|| thread::current().id());
        Ok(Reader { rows, _interrupt: interrupt, lender, sources: sources.clone() })
    }
}

fn named(py: Python<'_>, table: &str) -> PyResult<(&'static str, RowTable)> {
    match table {
        "games" => Ok(("games", RowTable::Games)),
        "moves" => Ok(("moves", RowTable::Moves)),
        "findings" => Ok(("findings", RowTable::Findings)),
        other => {
            let said = format!("no table {other:?}; the tables are games, moves and findings");
            Err(Kind::Option.error(py, said))
        }
    }
}

fn spec((name, table): (&str, RowTable), columns: &[String], asked: &Asked) -> Result<TableSpec, Wrong> {
    // In a list of columns, those of `games` have no table name.
    let before = if table == RowTable::Games { String::new() } else { format!("{name}.") };
    let column = |column: &String| match column.strip_prefix('+') {
        Some(column) => format!("+{before}{column}"),
        None => format!("{before}{column}"),
    };
    let list: Vec<String> = columns.iter().map(column).collect();
    let columns =
        if list.is_empty() { Columns::default() } else { Columns::from_str(&list.join(",")).map_err(Wrong::option)? };
    Ok(TableSpec {
        table,
        columns,
        settings: asked.settings()?,
        reading: asked.reading()?,
        threads: asked.threads(),
        batch_rows: None,
        stops: asked.stops,
        shard: RowShard::default(),
        part: 0,
    })
}

fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Reads batches on request, from any thread.
struct Reader {
    rows: RowStream,
    _interrupt: Interrupt,
    /// The thread that requested the stream, if reading sources needs the interpreter's lock. This thread may hold the
    /// lock, and must release it while it waits. Other threads that wait here do not hold the lock.
    lender: Option<ThreadId>,
    sources: Sources,
}

impl Reader {
    fn take(&mut self) -> Option<Result<RecordBatch, RowError>> {
        let rows = &mut self.rows;
        match self.lender {
            Some(lender) if lender == thread::current().id() => Python::attach(|py| py.detach(|| rows.next())),
            _ => rows.next(),
        }
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.take()?;
        Some(batch.map_err(|error| match (self.sources.raised(), error) {
            (Some(raised), _) => ArrowError::ExternalError(Box::new(raised)),
            (None, error) => ArrowError::ExternalError(Box::new(error)),
        }))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.rows.schema()
    }
}

/// Ends a stream after Ctrl-C, whichever thread waits for it. Python's own handler raises the exception once the call
/// returns.
#[derive(Debug)]
struct Interrupt {
    #[cfg(unix)]
    signal: signal_hook::SigId,
}

impl Interrupt {
    #[cfg(unix)]
    fn new(stop: &Arc<AtomicBool>) -> io::Result<Self> {
        let signal = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(stop))?;
        Ok(Self { signal })
    }

    #[cfg(not(unix))]
    fn new(_: &Arc<AtomicBool>) -> io::Result<Self> {
        Ok(Self {})
    }
}

#[cfg(unix)]
impl Drop for Interrupt {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.signal);
    }
}
