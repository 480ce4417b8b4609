//! Errors in tables of openings.

use std::path::PathBuf;
use std::{fmt, io};

use super::DEPTH;

/// An error in a table of openings, with its place.
#[derive(Debug)]
pub struct TableError {
    pub path: PathBuf,
    /// Line, from 1; `None` if the error concerns the whole file.
    pub line: Option<u64>,
    pub fault: TableFault,
}

/// A kind of error in a table of openings.
#[derive(Debug)]
pub enum TableFault {
    Read(io::Error),
    /// The table exceeds this number of bytes.
    TooLarge(u64),
    /// The folder contains no file that ends in `.tsv`.
    NoTable,
    /// The header lacks this column.
    NoColumn(&'static str),
    /// The row lacks this cell, or the cell is empty.
    NoCell(&'static str),
    /// The line is not UTF-8.
    NotUtf8,
    /// The code is not a letter from A to E with two digits.
    Eco(String),
    /// The word is not exactly one legal move.
    Move {
        word: String,
        /// Ply, from 1.
        ply: u32,
    },
    /// The line is longer than [`DEPTH`] plies: games are compared only up to that ply.
    TooDeep,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{error}"),
            Self::TooLarge(most) => write!(f, "the table is above {most} bytes"),
            Self::NoTable => f.write_str("the folder holds no file that ends in .tsv"),
            Self::NoColumn(name) => write!(f, "the first line names no column {name:?}"),
            Self::NoCell(name) => write!(f, "the column {name:?} is empty"),
            Self::NotUtf8 => f.write_str("the line is not UTF-8"),
            Self::Eco(code) => write!(f, "{code:?} is no ECO code from A00 to E99"),
            Self::Move { word, ply } => write!(f, "{word:?}, ply {ply}, is not one legal move"),
            Self::TooDeep => write!(f, "the line has more than {DEPTH} plies"),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            TableFault::Read(error) => Some(error),
            _ => None,
        }
    }
}
