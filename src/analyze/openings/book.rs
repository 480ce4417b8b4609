//! The openings by their positions.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::{TableError, TableFault, table};

/// The table that is shipped: one line for each of the 500 codes.
const SHIPPED: &str = include_str!("../data/eco.tsv");
/// Bytes of a table that is read from a file.
const MOST_BYTES: u64 = 64 << 20;

/// A named opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A letter and two digits, in ASCII.
    pub(super) eco: [u8; 3],
    pub(super) name: Box<str>,
    pub(super) plies: u32,
    /// Its number in the table.
    pub(super) index: u32,
}

impl Opening {
    /// The code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub fn eco(&self) -> &str {
        str::from_utf8(&self.eco).unwrap_or_default()
    }

    /// The whole name: `Sicilian Defence: Najdorf Variation`.
    pub const fn name(&self) -> &str {
        &self.name
    }

    /// The name up to the first colon: `Sicilian Defence`.
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or_default().trim_end()
    }

    /// Its number in its book, from 0.
    pub const fn index(&self) -> usize {
        self.index as usize
    }

    /// Plies of the line by which the table reaches it.
    pub const fn plies(&self) -> u32 {
        self.plies
    }
}

/// Named positions: their keys in ascending order, and a set of bits that most other keys miss.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    openings: Box<[Opening]>,
    keys: Box<[u64]>,
    /// The opening of each key.
    indexes: Box<[u32]>,
    /// One bit for the low bits of each key; a power of two of words.
    filter: Box<[u64]>,
}

impl OpeningBook {
    /// The table that is shipped: the main line of each ECO code.
    pub fn shipped() -> &'static Self {
        static BOOK: OnceLock<OpeningBook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let mut rows = Vec::with_capacity(500);
            // A test holds that the table has no fault.
            let _ = table::read(SHIPPED.as_bytes(), &mut rows);
            Self::new(rows)
        })
    }

    /// The tables of files, and of the files that end in `.tsv` of folders, in byte order of their names.
    ///
    /// Where several lines lead to the same position, the first counts.
    ///
    /// # Errors
    /// The first fault, with its file and line.
    pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<Self, TableError> {
        let mut rows = Vec::new();
        for path in paths {
            for file in tables(path.as_ref())? {
                let at = |line, fault| TableError { path: file.clone(), line, fault };
                let bytes = contents(&file).map_err(|fault| at(None, fault))?;
                table::read(&bytes, &mut rows).map_err(|(line, fault)| at(Some(line), fault))?;
            }
        }
        Ok(Self::new(rows))
    }

    fn new(rows: table::Rows) -> Self {
        // Sixteen bits for each key let one in sixteen of other keys pass.
        let words = (rows.len() / 4).next_power_of_two();
        let mut order: Vec<(u64, u32)> = rows.iter().zip(0..).map(|((key, _), index)| (*key, index)).collect();
        order.sort_unstable();
        order.dedup_by_key(|(key, _)| *key);
        let mut filter = vec![0; words].into_boxed_slice();
        for (key, _) in &order {
            let (word, bit) = place(*key, words);
            filter[word] |= bit;
        }
        Self {
            openings: rows.into_iter().zip(0..).map(|((_, opening), index)| Opening { index, ..opening }).collect(),
            keys: order.iter().map(|(key, _)| *key).collect(),
            indexes: order.iter().map(|(_, index)| *index).collect(),
            filter,
        }
    }

    /// The lines of the table, in its order.
    pub const fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// How many positions are named.
    pub const fn positions(&self) -> usize {
        self.keys.len()
    }

    /// Whether a position may be named; most that are not are told at once.
    #[inline(always)]
    pub(super) fn may_hold(&self, key: u64) -> bool {
        let (word, bit) = place(key, self.filter.len());
        self.filter.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// The opening of a position, by its key (see [`crate::rules::Game::key`]).
    pub fn find(&self, key: u64) -> Option<&Opening> {
        let at = self.keys.binary_search(&key).ok()?;
        self.openings.get(*self.indexes.get(at)? as usize)
    }
}

/// Word and bit of a key in a filter of so many words, a power of two.
#[inline(always)]
const fn place(key: u64, words: usize) -> (usize, u64) {
    ((key >> 6) as usize & words.wrapping_sub(1), 1 << (key & 63))
}

/// The file itself, or the tables of a folder.
fn tables(path: &Path) -> Result<Vec<PathBuf>, TableError> {
    let whole = |fault| TableError { path: path.to_owned(), line: None, fault };
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| whole(TableFault::Read(error)))?;
    let is_table = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tsv");
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(is_table).collect();
    files.sort_unstable();
    if files.is_empty() { Err(whole(TableFault::NoTable)) } else { Ok(files) }
}

fn contents(file: &Path) -> Result<Vec<u8>, TableFault> {
    let mut bytes = Vec::new();
    let open = File::open(file).map_err(TableFault::Read)?;
    open.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(TableFault::Read)?;
    if bytes.len() as u64 > MOST_BYTES { Err(TableFault::TooLarge(MOST_BYTES)) } else { Ok(bytes) }
}
