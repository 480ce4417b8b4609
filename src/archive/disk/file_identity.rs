//! What tells a file from all others, whatever its names, and how many it has: one answer for each system.

use std::io;
use std::path::Path;

/// A file as the system knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    /// The device or volume, and the number of the file there.
    pub place: (u64, u64),
    /// How many names it has.
    pub names: u64,
}

/// The file to which a path leads.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub fn identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    let data = path.metadata()?;
    Ok(FileIdentity { place: (data.dev(), data.ino()), names: data.nlink() })
}

/// The file to which a path leads.
///
/// # Errors
/// What the system says.
#[cfg(windows)]
pub fn identity(path: &Path) -> io::Result<FileIdentity> {
    let data = winapi_util::file::information(winapi_util::Handle::from_path_any(path)?)?;
    Ok(FileIdentity { place: (data.volume_serial_number(), data.file_index()), names: data.number_of_links() })
}
