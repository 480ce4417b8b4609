//! Loads tables of openings from files and folders.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use partie_openings::{OpeningBook, TableError, TableFault};

/// Maximum bytes of a table.
const MAX_TABLE_BYTES: u64 = 64 << 20;

/// Loads files, and the `.tsv` files of folders in byte order of their names, as one opening book.
///
/// # Errors
/// Returns the first fault, with its file and line.
pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<OpeningBook, TableError> {
    let mut texts = Vec::new();
    for path in paths {
        for file in tables(path.as_ref())? {
            match contents(&file) {
                Ok(bytes) => texts.push((file, bytes)),
                Err(fault) => return Err(TableError { path: file, line: None, fault }),
            }
        }
    }
    OpeningBook::of_tables(texts)
}

/// The path itself if it is a file; otherwise the tables in the folder.
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
    open.take(MAX_TABLE_BYTES + 1).read_to_end(&mut bytes).map_err(TableFault::Read)?;
    if bytes.len() as u64 > MAX_TABLE_BYTES { Err(TableFault::TooLarge(MAX_TABLE_BYTES)) } else { Ok(bytes) }
}
