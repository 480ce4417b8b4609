//! Raises the exceptions of the package. Their classes are in `partie/_errors.py`.

use std::io;
use std::path::Path;

use pyo3::prelude::*;

/// The class of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A missing file.
    Missing,
    /// A source that cannot be read to its end.
    Read,
    /// A source without a record.
    NoRecord,
    /// An invalid option.
    Option,
    /// Content that a target cannot hold.
    Conversion,
}

/// An error that is created without the interpreter's lock, and converted to an exception once the lock is held.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) Kind, pub(crate) String);

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Missing => "MissingFileError",
            Self::Read => "ReadError",
            Self::NoRecord => "NoRecordError",
            Self::Option => "OptionError",
            Self::Conversion => "ConversionError",
        }
    }

    /// Creates the exception with a message.
    pub(crate) fn error(self, py: Python<'_>, message: impl Into<String>) -> PyErr {
        let made = py
            .import("partie._errors")
            .and_then(|errors| errors.getattr(self.name()))
            .and_then(|class| class.call1((message.into(),)));
        made.map_or_else(|error| error, PyErr::from_value)
    }

    /// Returns the exception class for a system error of a file.
    pub(crate) fn of_file(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound { Self::Missing } else { Self::Read }
    }
}

impl Wrong {
    pub(crate) fn option(message: impl ToString) -> Self {
        Self(Kind::Option, message.to_string())
    }

    /// The error for a file that cannot be read.
    pub(crate) fn unread(path: &Path, error: &io::Error) -> Self {
        let shown = partie_record::shown::shown_path(path);
        let said = partie_archive::file_messages::unread(&shown, error, 0, partie_archive::file_messages::Done::Read);
        Self(Kind::of_file(error), said.message.to_string())
    }

    pub(crate) fn into_error(self, py: Python<'_>) -> PyErr {
        self.0.error(py, self.1)
    }
}
