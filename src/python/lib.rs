//! The extension module `_partie` of the Python package `partie` (`src/python/partie/`). It handles sources,
//! exceptions, signals and the interpreter's lock. Not for judging games (`partie-core`) or making rows.

#![allow(unsafe_code, reason = "what PyO3's macros generate")]

mod asked;
mod bytes;
mod command;
mod convert;
mod errors;
mod file_object;
mod fix;
mod game;
mod games;
mod plan;
mod sources;
mod table;
mod targets;
mod validate;
mod waiting;

/// The native module of the package `partie`; programs import the package.
#[pyo3::pymodule]
mod _partie {
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::convert::convert;
    #[pymodule_export]
    use super::fix::fix;
    #[pymodule_export]
    use super::game::{Game, Line, Move};
    #[pymodule_export]
    use super::games::{GameIterator, explain, read};
    #[pymodule_export]
    use super::plan::plan;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::targets::targets;
    #[pymodule_export]
    use super::validate::{board, validate};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "as Python writes it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
