//! A file that is written under another name, and takes its own when it is complete.
//!
//! Whatever goes wrong before that, what was there stays as it was.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::TempPath;

use super::fault;

/// How the names of temporary files end, and the characters before it that make a name unique.
const ENDING: &str = ".partie";
const UNIQUE: usize = 6;
/// So long after its last change a temporary file is one that a killed run left.
const LEFT_BEHIND: Duration = Duration::from_secs(24 * 60 * 60);

/// A file on its way.
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    /// The name it has until it is complete; none for what is no regular file, as a pipe.
    temporary: Option<TempPath>,
    /// Nothing while it is paused.
    file: Option<File>,
}

/// What a run has made so far.
struct WrittenFiles {
    /// Temporary files that are there.
    unfinished: BTreeSet<PathBuf>,
    /// Folders in which was looked for what other runs left.
    tidied: BTreeSet<PathBuf>,
    /// Files that have their name.
    complete: u64,
}

static WRITTEN_FILES: Mutex<WrittenFiles> =
    Mutex::new(WrittenFiles { unfinished: BTreeSet::new(), tidied: BTreeSet::new(), complete: 0 });

/// Whoever has it makes, names or removes a file, and nobody else does.
fn made() -> MutexGuard<'static, WrittenFiles> {
    WRITTEN_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Files of this run that are complete.
pub fn complete() -> u64 {
    made().complete
}

/// Removes what is not complete, for a run that ends where it is; how many files are complete. From then on no file
/// is made or named any more: a thread that wants to waits for the end of the process.
pub fn abandon() -> u64 {
    let made = made();
    for temporary in &made.unfinished {
        // One that cannot be removed stays, as after a crash.
        let _ = fs::remove_file(temporary);
    }
    let complete = made.complete;
    std::mem::forget(made);
    complete
}

impl NewFile {
    /// Opens the temporary file beside the target.
    ///
    /// # Errors
    /// What the system says; a folder, or a file that nobody may write, is not replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link stays, and the file that it names is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        match &old {
            Some(old) if old.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Some(old) if !old.is_file() => {
                let file = OpenOptions::new().write(true).open(&target)?;
                return Ok(Self { target, temporary: None, file: Some(file) });
            }
            Some(old) if old.permissions().readonly() => return Err(io::Error::from(io::ErrorKind::PermissionDenied)),
            _ => {}
        }
        fault::take(1)?;
        let (file, temporary) = {
            let mut made = made();
            let folder = folder(&target);
            if made.tidied.insert(folder.to_owned()) {
                tidy(folder);
            }
            let (file, temporary) = temporary(&target)?;
            made.unfinished.insert(temporary.to_path_buf());
            (file, temporary)
        };
        let new = Self { target, temporary: Some(temporary), file: Some(file) };
        if let (Some(old), Some(file)) = (old, &new.file) {
            file.set_permissions(old.permissions())?;
        }
        Ok(new)
    }

    /// Closes it for a while, so that not too many are open at once.
    pub fn pause(&mut self) {
        self.file = None;
    }

    /// The file that it will be.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The name that it has until then.
    pub fn temporary(&self) -> Option<&Path> {
        self.temporary.as_deref()
    }

    fn file(&mut self) -> io::Result<&mut File> {
        let file = match (self.file.take(), &self.temporary) {
            (Some(file), _) => file,
            (None, Some(temporary)) => OpenOptions::new().append(true).open(temporary)?,
            (None, None) => OpenOptions::new().write(true).open(&self.target)?,
        };
        Ok(self.file.insert(file))
    }

    /// Makes it lasting, and gives it its name.
    ///
    /// # Errors
    /// What the system says; what was there before then stays.
    pub fn commit(mut self) -> io::Result<()> {
        if self.temporary.is_some() {
            fault::take(1)?;
            self.file()?.sync_all()?;
        }
        let target = self.target.clone();
        self.name()?;
        sync_folder(folder(&target))
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// What the system says; what was there before then stays.
    pub fn name(mut self) -> io::Result<()> {
        fault::take(1)?;
        let Some(temporary) = self.temporary.take() else { return Ok(()) };
        let mut made = made();
        made.unfinished.remove(&*temporary);
        temporary.persist(&self.target)?;
        made.complete += 1;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = fault::take(bytes.len())?;
        self.file()?.write(&bytes[..room])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            let mut made = made();
            made.unfinished.remove(&*temporary);
            // One that cannot be removed stays, as after a crash.
            let _ = temporary.close();
        }
    }
}

/// Writes to a file that is not new.
///
/// # Errors
/// What the system says; some of the bytes may be there.
pub fn write_all(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let (now, rest) = bytes.split_at(fault::take(bytes.len())?);
        file.write_all(now)?;
        bytes = rest;
    }
    Ok(())
}

/// Writes to the end of a file that is not new, and makes it lasting.
///
/// # Errors
/// What the system says; some of the bytes may be there.
pub fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    write_all(file, bytes)?;
    fault::take(1)?;
    file.sync_data()
}

/// Makes a file that is closed lasting.
///
/// # Errors
/// What the system says.
pub fn sync(path: &Path) -> io::Result<()> {
    fault::take(1)?;
    OpenOptions::new().append(true).open(path)?.sync_all()
}

/// Makes the names in a folder lasting.
///
/// # Errors
/// What the system says.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Where folders cannot be opened or synced nothing more can be done.
    let Ok(opened) = File::open(folder) else { return Ok(()) };
    match opened.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// A new file beside the target; hidden, so that a walk does not read it.
fn temporary(target: &Path) -> io::Result<(File, TempPath)> {
    let mut prefix = OsString::from(".");
    // A long name would be too long with more around it.
    let short: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    prefix.push(short);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(UNIQUE);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file has them, less what the user's mask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    Ok(builder.tempfile_in(folder(target))?.into_parts())
}

/// Whether a name is one of those that temporary files have.
pub fn is_temporary(name: &str) -> bool {
    let inner = name.strip_prefix('.').and_then(|name| name.strip_suffix(ENDING));
    let unique = inner.and_then(|inner| inner.rsplit_once('.')).map(|(_, unique)| unique);
    unique.is_some_and(|unique| unique.len() == UNIQUE && unique.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes what killed runs left in a folder.
fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_temporary)) {
        let data = entry.metadata().ok().filter(fs::Metadata::is_file);
        let age = data.and_then(|data| data.modified().ok()?.elapsed().ok());
        if age.is_some_and(|age| age > LEFT_BEHIND) {
            // Another run may do the same.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_runs_left_is_removed_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = std::time::SystemTime::now() - 2 * LEFT_BEHIND;
        for name in [".a.pgn.Ab12cd.partie", ".new.Ab12cd.partie", ".a.partie", "a.Ab12cd.partie"] {
            let file = File::create(folder.path().join(name)).unwrap();
            if !name.contains("new") {
                file.set_modified(long_ago).unwrap();
            }
        }
        let mut file = NewFile::create(&folder.path().join("b")).unwrap();
        let own = file.temporary().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        assert!(is_temporary(&own), "{own}");
        file.write_all(b"text").unwrap();
        file.pause();
        file.write_all(b" and more").unwrap();
        file.commit().unwrap();
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"text and more");
        let mut left: Vec<OsString> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".a.partie", ".new.Ab12cd.partie", "a.Ab12cd.partie", "b"]);
    }
}
