//! Files to which several runs append; an addition that a killed run left incomplete can be cut off.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::write_all;

/// Opens a file for appending and truncating, and for reading if `readable`. Creates it if it is missing.
///
/// # Errors
/// An error of the system.
pub fn open_to_add(path: &Path, readable: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(readable).create(true);
    // Windows cannot truncate a file that is opened for appending only. So each addition seeks to the end first, under
    // a lock that other runs respect.
    #[cfg(windows)]
    options.write(true);
    #[cfg(unix)]
    options.append(true);
    options.open(path)
}

/// Appends to a file opened by [`open_to_add`]; after an error, some of the bytes may be written.
pub(super) fn add(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    #[cfg(windows)]
    io::Seek::seek(file, io::SeekFrom::End(0))?;
    write_all(file, bytes)
}

/// Appends to a file opened by [`open_to_add`], and flushes it to disk.
///
/// # Errors
/// An error of the system; some of the bytes may be written.
pub fn add_lasting(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    add(file, bytes)?;
    super::step()?;
    file.sync_data()
}

/// Waits until no other run appends to `file`, so that it can be read. Only Windows needs this: its locks block
/// readers.
///
/// # Errors
/// An error of the system.
pub fn wait_for_adding(file: &File) -> io::Result<()> {
    #[cfg(windows)]
    {
        fs4::FileExt::lock_shared(file)?;
        fs4::FileExt::unlock(file)?;
    }
    let _ = file;
    Ok(())
}
