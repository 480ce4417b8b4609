//! Finds conversion targets by name.

use pyo3::prelude::*;

use super::errors::Kind;
use partie_core::{TARGETS, Target};

/// The names of all targets.
#[pyfunction]
pub(crate) fn targets() -> Vec<&'static str> {
    TARGETS.iter().map(|row| row.name).collect()
}

/// Finds the target called `name`.
pub(crate) fn target(py: Python<'_>, name: &str) -> PyResult<Target> {
    Target::find(name)
        .ok_or_else(|| Kind::Option.error(py, format!("no target {name:?}: the targets are {}", targets().join(", "))))
}
