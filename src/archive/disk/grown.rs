//! Files that several runs add to, each at the end, and cut where one was ended in the middle.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::write_all;

/// Opens a file to add to, which need not be there; it may be cut, and read where that is asked for.
///
/// # Errors
/// What the system says.
pub fn open_to_add(path: &Path, readable: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(readable).create(true);
    // Who may only append may not cut there; so the end is looked for before each addition, under a lock that others heed.
    #[cfg(windows)]
    options.write(true);
    #[cfg(unix)]
    options.append(true);
    options.open(path)
}

/// Writes to the end of such a file; where that fails some of the bytes may be there.
pub(super) fn add(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    #[cfg(windows)]
    io::Seek::seek(file, io::SeekFrom::End(0))?;
    write_all(file, bytes)
}

/// Writes to the end of such a file, and makes it lasting.
///
/// # Errors
/// What the system says; some of the bytes may be there.
pub fn add_lasting(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    add(file, bytes)?;
    super::step()?;
    file.sync_data()
}

/// Waits until nobody is adding to a file that is going to be read, where the system would not let it be read then.
///
/// # Errors
/// What the system says.
pub fn wait_for_adding(file: &File) -> io::Result<()> {
    #[cfg(windows)]
    {
        fs4::FileExt::lock_shared(file)?;
        fs4::FileExt::unlock(file)?;
    }
    let _ = file;
    Ok(())
}
