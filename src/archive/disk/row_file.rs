//! A file of rows, one a line, to which rows are added. Not for rows that go with the files of which they tell (see [`super::RowLog`]).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::grown::open_to_add;

/// The file, and its rows as far as they are whole. Where rows are added it need not be there, and a row goes that a run
/// wrote when it was ended.
///
/// # Errors
/// What the system says.
pub fn whole_rows(path: &Path, added: bool) -> io::Result<(File, Vec<u8>)> {
    let mut file = if added { open_to_add(path, true) } else { File::open(path) }?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1);
    if added && whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    bytes.truncate(whole);
    Ok((file, bytes))
}
