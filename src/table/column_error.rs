//! The error for a list of columns.

use std::error::Error;
use std::fmt;

/// An invalid list of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnError {
    UnknownTable(String),
    UnknownColumn { name: String, table: &'static str, nearest: Option<&'static str> },
    Repeated(String),
    Empty,
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTable(table) => write!(f, "no table {table:?}; the tables are games, findings and moves"),
            Self::UnknownColumn { name, table, nearest } => {
                write!(f, "no column {name:?} in the table {table}")?;
                if let Some(nearest) = nearest {
                    write!(f, ", the nearest is {nearest}")?;
                }
                write!(f, "; all of them: docs/schema/{table}.md")
            }
            Self::Repeated(name) => write!(f, "column {name:?} is named twice"),
            Self::Empty => write!(f, "a name is missing"),
        }
    }
}

impl Error for ColumnError {}
