//! Keeps output paths inside the output folder. Not for files that the user names.
//!
//! A symbolic link that the user names is followed. A link inside a named folder may come from somebody else, so
//! nothing is written through it if it leads out of the folder. A program that changes the folder during the run is
//! trusted.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use partie_record::shown::shown_path;

/// Checks that an output file lies inside `folder`, and that its name is not in use by a device, pipe or socket.
///
/// # Errors
/// The reason why the file is not written.
pub fn confine(folder: &Path, path: &Path) -> io::Result<()> {
    let outside = || refused(format!("it does not lie in {}", shown_path(folder)));
    let below = path.strip_prefix(folder).map_err(|_| outside())?;
    let mut at = folder.to_owned();
    for part in below.components() {
        let Component::Normal(name) = part else { return Err(outside()) };
        at.push(name);
        let Ok(data) = at.symlink_metadata() else { return Ok(()) };
        if data.is_symlink() && !lies_in(folder, &at) {
            let (link, folder) = (shown_path(&at), shown_path(folder));
            let link = if at == path { "it" } else { &link };
            return Err(refused(format!(
                "{link} is a symbolic link that leads out of {folder}, and nothing is written through it; remove it"
            )));
        }
    }
    match fs::metadata(path).as_ref().map(Metadata::file_type) {
        Ok(kind) if !kind.is_file() && !kind.is_dir() => Err(refused("it is no regular file; remove it".to_owned())),
        _ => Ok(()),
    }
}

/// Creates the parent folder of an output file inside `folder`.
///
/// # Errors
/// The errors of [`confine`], or an error of the system.
pub fn make_folder_of(folder: &Path, path: &Path) -> io::Result<()> {
    confine(folder, path)?;
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// True if a path exists and lies inside a folder, after all links are resolved.
pub fn lies_in(folder: &Path, path: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    real(folder).zip(real(path)).is_some_and(|(folder, path)| path.starts_with(folder))
}

fn refused(why: String) -> io::Error {
    io::Error::other(why)
}
