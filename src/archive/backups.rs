//! Backups that lie beside their originals, in folders that are walked. Not for making them (see [`crate::disk`]).

use std::path::{Path, PathBuf};

use partie_input::{BACKUP_SUFFIX, originals};

/// The original of a backup: a file in the same folder with the same name, but without the suffix. `None` if the file is no backup.
pub(crate) fn original(path: &Path) -> Option<PathBuf> {
    let named = |name: &str| Some(path.with_file_name(name)).filter(|original| is_file(original));
    originals(path.file_name()?.to_str()?).find_map(named)
}

/// True if a file lies beside another one of the same name without that suffix.
pub(crate) fn has_original(path: &Path, suffix: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(suffix));
    name.is_some_and(|name| !name.is_empty() && is_file(&path.with_file_name(name)))
}

/// True if a backup has the suffix of `--backup` without a value, which other programs use for backups alone.
pub(crate) fn has_default_suffix(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(BACKUP_SUFFIX.as_bytes())
}

/// True for a regular file, false for a symbolic link.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|data| data.is_file())
}
