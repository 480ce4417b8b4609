//! The Python class of a game, with tags, moves, positions, findings and repairs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::errors::Kind;
use super::targets::target;
use partie_core::GameLine;

/// A game of a text.
#[pyclass(module = "partie", frozen)]
#[derive(Debug)]
pub(crate) struct Game(Mutex<partie_core::Game>);

/// A move of a record.
#[pyclass(module = "partie", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Move {
    ply: u32,
    side: &'static str,
    token: String,
    san: String,
    coordinates: String,
    position: String,
    marks: Vec<String>,
    comments: Vec<String>,
    clock_ms: Option<i32>,
    spent_ms: Option<i32>,
    eval_cp: Option<i32>,
}

/// The main line, or a variation.
#[pyclass(module = "partie", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct Line {
    parent: Option<usize>,
    ply: u32,
    comments: Vec<String>,
    moves: Vec<Py<Move>>,
}

#[pymethods]
impl Move {
    /// True if the move can be played, so that it has ``san``, ``coordinates`` and ``position``.
    #[getter]
    const fn is_played(&self) -> bool {
        !self.position.is_empty()
    }

    fn __repr__(&self) -> String {
        let text = if self.is_played() { &self.san } else { &self.token };
        format!("<Move {} {text}>", self.ply)
    }
}

#[pymethods]
impl Line {
    const fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __repr__(&self) -> String {
        format!("<Line of {} moves from ply {}>", self.moves.len(), self.ply)
    }
}

impl Game {
    pub(crate) const fn new(game: partie_core::Game) -> Self {
        Self(Mutex::new(game))
    }

    fn game(&self) -> MutexGuard<'_, partie_core::Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a query on the game without the interpreter's lock, because it may take long.
    fn ask<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&partie_core::Game) -> T + Send) -> T {
        py.detach(|| ask(&self.game()))
    }
}

fn moves(py: Python<'_>, line: GameLine) -> PyResult<Line> {
    let each = line.moves.into_iter().map(|mv| {
        let side = mv.side.name();
        let partie_core::GameMove { ply, token, san, coordinates, position, marks, comments, .. } = mv;
        let (clock_ms, spent_ms, eval_cp) = (mv.clock_ms, mv.spent_ms, mv.eval_cp);
        let mv = Move { ply, side, token, san, coordinates, position, marks, comments, clock_ms, spent_ms, eval_cp };
        Py::new(py, mv)
    });
    Ok(Line { parent: line.parent, ply: line.ply, comments: line.comments, moves: each.collect::<PyResult<_>>()? })
}

/// Creates an object of a Python class of the package from a line of JSON.
fn made(py: Python<'_>, class: &str, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("partie._objects")?.getattr(class)?.call_method1("_of_json", (json,))?.unbind())
}

#[pymethods]
impl Game {
    /// Its number in its source, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.game().number()
    }

    /// The line of its first byte, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.game().place().line
    }

    /// The range of its bytes in the unpacked source: start and end.
    #[getter]
    fn span(&self) -> (u64, u64) {
        let span = self.game().span();
        (span.start, span.end)
    }

    /// Its text as written.
    #[getter]
    fn text(&self) -> String {
        self.game().text()
    }

    /// Its record format.
    #[getter]
    fn format(&self) -> &'static str {
        self.game().format().name()
    }

    /// Its encoding.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.game().encoding().name()
    }

    /// ``chess``, ``shogi`` or ``hex``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.game().kind().name()
    }

    /// The rule book that it was judged under.
    #[getter]
    fn rules(&self) -> &'static str {
        self.game().rules()
    }

    /// True if it has an error or cannot be judged.
    #[getter]
    fn is_broken(&self) -> bool {
        self.game().is_broken()
    }

    /// The number of plies of its main line that can be played.
    #[getter]
    fn plies(&self) -> u32 {
        self.game().plies()
    }

    /// The players as written: the first player, then the second.
    #[getter]
    fn players(&self, py: Python<'_>) -> (Option<String>, Option<String>) {
        self.ask(py, |game| {
            let [first, second] = game.players().map(|name| name.map(str::to_owned));
            (first, second)
        })
    }

    /// The result in the record.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.game().result().map(|outcome| outcome.token())
    }

    /// Its tags or headers by name; the first one if a name occurs twice.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags: Vec<(String, String)> =
            self.ask(py, |game| game.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect());
        let dict = PyDict::new(py);
        for (name, value) in tags {
            if !dict.contains(&name)? {
                dict.set_item(name, value)?;
            }
        }
        Ok(dict)
    }

    /// Its lines, the main line first.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Line>> {
        let lines = self.ask(py, |game| game.lines().to_vec());
        lines.into_iter().map(|line| moves(py, line)).collect()
    }

    /// The moves of its main line, including those that cannot be played.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        let main = self.ask(py, |game| game.lines().first().cloned());
        Ok(main.map(|line| moves(py, line)).transpose()?.map(|line| line.moves).unwrap_or_default())
    }

    /// Its variations, in the order in which they open.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Line>> {
        let lines = self.ask(py, |game| game.lines().iter().skip(1).cloned().collect::<Vec<_>>());
        lines.into_iter().map(|line| moves(py, line)).collect()
    }

    /// The comments of its main line, each with the ply that it follows; 0 before the first move.
    #[getter]
    fn comments(&self, py: Python<'_>) -> Vec<(u32, String)> {
        self.ask(py, |game| {
            let Some(main) = game.lines().first() else { return Vec::new() };
            let behind = main.moves.iter().flat_map(|mv| mv.comments.iter().map(|comment| (mv.ply, comment.clone())));
            main.comments.iter().map(|comment| (0, comment.clone())).chain(behind).collect()
        })
    }

    /// The clock time after each ply of the main line, in seconds.
    #[getter]
    fn clocks(&self, py: Python<'_>) -> Vec<Option<f64>> {
        self.ask(py, |game| game.moves().iter().map(|mv| mv.clock_ms.map(|ms| f64::from(ms) / 1000.0)).collect())
    }

    /// The evaluation after each ply of the main line, in hundredths of a pawn for the first player.
    #[getter]
    fn evals(&self, py: Python<'_>) -> Vec<Option<i32>> {
        self.ask(py, |game| game.moves().iter().map(|mv| mv.eval_cp).collect())
    }

    /// Draws that could have been claimed or were automatic, as in ``docs/schema/jsonl.md``.
    #[getter]
    fn draws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = py.import("json")?.call_method1("loads", (self.json(py),))?;
        game.call_method1("get", ("draws", PyList::empty(py)))
    }

    /// The positions of its main line, beginning with the start position: FEN, SFEN or hexagonal FEN.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Vec<String> {
        self.fens(py)
    }

    /// The position of the main line after ``ply`` plies: FEN, SFEN or hexagonal FEN.
    fn position(&self, py: Python<'_>, ply: u32) -> PyResult<String> {
        self.ask(py, |game| game.position_at(ply)).ok_or_else(|| no_ply(ply))
    }

    /// The same as ``positions``, under the name used by python-chess.
    fn fens(&self, py: Python<'_>) -> Vec<String> {
        self.ask(py, |game| {
            let begin = game.position_at(0);
            let played = game.moves().iter().map(|mv| mv.position.clone()).take_while(|position| !position.is_empty());
            begin.into_iter().chain(played).collect()
        })
    }

    /// The legal moves after ``ply`` plies, in the usual notation of the game.
    fn legal_moves(&self, py: Python<'_>, ply: u32) -> Vec<String> {
        self.ask(py, |game| game.legal_moves(ply).into_iter().map(|mv| mv.written).collect())
    }

    /// The findings of the game.
    #[getter]
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let lines: Vec<String> = self.ask(py, |game| game.findings().map(|finding| finding.json()).collect());
        lines.iter().map(|line| made(py, "Finding", line)).collect()
    }

    /// The repairs of the game, searched for on access; ``None`` if there are none.
    #[getter]
    fn repairs(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let json = self.ask(py, |game| game.repairs().and_then(|repairs| repairs.json()));
        json.map(|json| made(py, "Repairs", &json)).transpose()
    }

    /// The JSON object that the command prints for the game (``docs/schema/jsonl.md``).
    fn json(&self, py: Python<'_>) -> String {
        self.ask(py, |game| game.json(true))
    }

    /// Converts the game to a target, as text.
    fn convert(&self, py: Python<'_>, to: &str) -> PyResult<String> {
        let target = target(py, to)?;
        let converted = self.ask(py, |game| game.convert(target));
        if converted.written == 0 {
            let said = converted.issues.first().map(|issue| issue.message.clone());
            return Err(Kind::Conversion.error(py, said.unwrap_or_else(|| "the game cannot be written".to_owned())));
        }
        Ok(String::from_utf8_lossy(&converted.bytes).into_owned())
    }

    /// The board after ``ply`` plies as SVG; by default at the end.
    #[pyo3(signature = (ply = None))]
    fn svg(&self, py: Python<'_>, ply: Option<u32>) -> PyResult<String> {
        self.ask(py, |game| game.svg(ply.unwrap_or(game.plies()))).ok_or_else(|| no_ply(ply.unwrap_or_default()))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.ask(py, |game| game.svg(game.plies()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (first, second) = self.players(py);
        let (first, second) = (first.unwrap_or_else(|| "?".to_owned()), second.unwrap_or_else(|| "?".to_owned()));
        let game = self.game();
        let broken = if game.is_broken() { ", broken" } else { "" };
        let result = game.result().map_or("*", |outcome| outcome.token());
        format!("<Game {}: {first} - {second} {result}, {} plies{broken}>", game.number(), game.plies())
    }
}

fn no_ply(ply: u32) -> PyErr {
    PyIndexError::new_err(format!("the game has no position after {ply} plies"))
}
