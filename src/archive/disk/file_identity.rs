//! Identifies a file independently of its name, and counts its hard links, on Unix and Windows.

use std::io;
use std::path::Path;

/// The identity of a file, and its number of hard links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    /// The device or volume, and the file's number on it.
    pub place: (u64, u64),
    /// Number of names (hard links).
    pub names: u64,
}

/// Returns the identity of the file to which a path leads.
///
/// # Errors
/// An error of the system.
#[cfg(unix)]
pub fn identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    let data = path.metadata()?;
    Ok(FileIdentity { place: (data.dev(), data.ino()), names: data.nlink() })
}

/// Returns the identity of the file to which a path leads.
///
/// # Errors
/// An error of the system.
#[cfg(windows)]
pub fn identity(path: &Path) -> io::Result<FileIdentity> {
    let data = winapi_util::file::information(winapi_util::Handle::from_path_any(path)?)?;
    Ok(FileIdentity { place: (data.volume_serial_number(), data.file_index()), names: data.number_of_links() })
}
