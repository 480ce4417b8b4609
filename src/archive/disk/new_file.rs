//! A file that is written under a temporary name, and gets its final name when it is complete.
//!
//! If writing fails, an older file with the final name stays unchanged.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::TempPath;

use super::fault;
use super::process::is_gone;

/// The suffix of temporary names, and the number of random characters before the suffix.
const TEMPORARY_SUFFIX: &str = ".partie";
const RANDOM_CHARACTERS: usize = 6;
/// A temporary file unchanged for longer is taken for a leftover of a killed run.
const MIN_LEFTOVER_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// An incomplete file.
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    /// The temporary name; `None` for a device or pipe, which is written directly.
    temporary: Option<TempPath>,
    /// `None` while the file is paused.
    file: Option<File>,
}

/// The files that this run has created so far.
struct WrittenFiles {
    /// Temporary files that exist.
    unfinished: BTreeSet<PathBuf>,
    /// Folders that were searched for leftovers of other runs.
    tidied: BTreeSet<PathBuf>,
    /// Number of files that have their final names.
    complete: u64,
}

static WRITTEN_FILES: Mutex<WrittenFiles> =
    Mutex::new(WrittenFiles { unfinished: BTreeSet::new(), tidied: BTreeSet::new(), complete: 0 });

/// Locks the list of files, so that only one thread creates, names or removes a file.
fn made() -> MutexGuard<'static, WrittenFiles> {
    WRITTEN_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Number of complete files of this run.
pub fn complete() -> u64 {
    made().complete
}

/// Removes the incomplete files of an interrupted run, and returns the number of complete ones. A thread that later
/// creates or names a file blocks until the process ends.
pub fn abandon() -> u64 {
    let made = made();
    for temporary in &made.unfinished {
        // A temporary file that cannot be removed stays, as after a crash.
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
    /// An error of the system. A folder or a read-only file is not replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        if is_device(path) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { target: path.to_owned(), temporary: None, file: Some(file) });
        }
        // Replaces the target of a symbolic link, not the link.
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
        let new = Self::begin(target)?;
        if let (Some(old), Some(file)) = (old, &new.file) {
            // Changing the owner may require privileges; without them the new file belongs to the current user.
            let _ = keep_owner(file, &old);
            file.set_permissions(old.permissions())?;
        }
        Ok(new)
    }

    /// Opens the temporary file for a copy of an existing file. It gets the owner, group and mode of `like` before any
    /// byte is written.
    ///
    /// # Errors
    /// An error of the system, such as an owner or group that cannot be set.
    pub fn create_like(path: &Path, like: &fs::Metadata) -> io::Result<Self> {
        if like.permissions().readonly() {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied));
        }
        let new = Self::begin(path.to_owned())?;
        if let Some(file) = &new.file {
            keep_owner(file, like)?;
            file.set_permissions(like.permissions())?;
        }
        Ok(new)
    }

    fn begin(target: PathBuf) -> io::Result<Self> {
        fault::take(1)?;
        let mut made = made();
        let folder = folder(&target);
        if made.tidied.insert(folder.to_owned()) {
            tidy(folder, &made.unfinished);
        }
        let (file, temporary) = temporary(&target)?;
        made.unfinished.insert(temporary.to_path_buf());
        // The lock shows other runs that the file is in use. On Windows, it would block this run's own writes.
        #[cfg(unix)]
        let _ = fs4::FileExt::try_lock_shared(&file);
        drop(made);
        Ok(Self { target, temporary: Some(temporary), file: Some(file) })
    }

    /// Closes the file for a while, to limit the number of open files.
    pub fn pause(&mut self) {
        self.file = None;
    }

    /// The final path of the file.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The temporary path; `None` for a device or pipe.
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

    /// Flushes the file to disk, and gives it its final name.
    ///
    /// # Errors
    /// An error of the system; an older file with that name then stays.
    pub fn commit(mut self) -> io::Result<()> {
        self.sync()?;
        self.name_after(|| Ok(()))
    }

    /// Flushes the bytes of the file to disk.
    ///
    /// # Errors
    /// An error of the system.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.temporary.is_some() {
            fault::take(1)?;
            self.file()?.sync_all()?;
        }
        Ok(())
    }

    /// Calls `before`, gives the file its final name, and flushes the name. [`abandon`] cannot interrupt between the
    /// first two steps.
    ///
    /// # Errors
    /// An error of the system; an older file of that name then stays.
    pub fn name_after(self, before: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let target = self.target.clone();
        self.named(before)?;
        sync_folder(folder(&target))
    }

    /// Gives the file its final name, without flushing the name.
    ///
    /// # Errors
    /// An error of the system; an older file of that name then stays.
    pub fn name(self) -> io::Result<()> {
        self.named(|| Ok(()))
    }

    fn named(mut self, before: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        fault::take(1)?;
        if self.temporary.is_none() {
            return before();
        }
        let mut made = made();
        let done = before().and_then(|()| fault::take(1).map(|_| ()));
        let Some(temporary) = self.temporary.take() else { return done };
        made.unfinished.remove(&*temporary);
        done?;
        if let Err(error) = place(temporary, &self.target) {
            return Err(in_use(error, &self.target));
        }
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
            // A temporary file that cannot be removed stays, as after a crash.
            let _ = temporary.close();
        }
    }
}

/// Counts one disk operation; in tests, the simulated disk may be full here, or the process may end.
///
/// # Errors
/// The disk is full.
pub fn step() -> io::Result<()> {
    fault::take(1).map(|_| ())
}

/// Writes to an existing file.
///
/// # Errors
/// An error of the system; some of the bytes may be written.
pub fn write_all(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let (now, rest) = bytes.split_at(fault::take(bytes.len())?);
        file.write_all(now)?;
        bytes = rest;
    }
    Ok(())
}

/// Flushes a closed file to disk.
///
/// # Errors
/// An error of the system.
pub fn sync(path: &Path) -> io::Result<()> {
    fault::take(1)?;
    OpenOptions::new().append(true).open(path)?.sync_all()
}

/// Flushes the names in a folder to disk.
///
/// # Errors
/// An error of the system.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Some systems cannot open or sync folders.
    let Ok(opened) = File::open(folder) else { return Ok(()) };
    match opened.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// Creates a temporary file beside the target, with a hidden name so that a walk does not read it.
fn temporary(target: &Path) -> io::Result<(File, TempPath)> {
    let mut prefix = OsString::from(".");
    // The added characters would push a long name over the system's limit.
    let short: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    prefix.push(short);
    prefix.push(format!(".{}-", std::process::id()));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY_SUFFIX).rand_bytes(RANDOM_CHARACTERS);
    Ok(begin_in(&mut builder, folder(target))?.into_parts())
}

#[cfg(unix)]
fn begin_in(builder: &mut tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // The mode of any new file; the user's umask applies.
    builder.permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Opens the file with the standard library, not with `tempfile`, so that long names and ordinary attributes work.
#[cfg(windows)]
fn begin_in(builder: &mut tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    builder.make_in(folder, |path| OpenOptions::new().read(true).write(true).create_new(true).open(path))
}

/// Renames a temporary file to its final name.
#[cfg(unix)]
fn place(temporary: TempPath, target: &Path) -> io::Result<()> {
    Ok(temporary.persist(target)?)
}

/// Renames a temporary file to its final name, even while another program reads the old file and permits renaming.
#[cfg(windows)]
fn place(mut temporary: TempPath, target: &Path) -> io::Result<()> {
    fs::rename(&temporary, target)?;
    temporary.disable_cleanup(true);
    Ok(())
}

/// Returns `error`: only Windows has a better message for a file in use.
#[cfg(unix)]
const fn in_use(error: io::Error, _: &Path) -> io::Error {
    error
}

/// Returns a better error for a file that cannot be renamed. Usually another program has it open, but Windows only
/// reports that access is denied.
#[cfg(windows)]
fn in_use(error: io::Error, target: &Path) -> io::Error {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARING_VIOLATION: i32 = 32;
    let alone = OpenOptions::new().write(true).share_mode(0).open(target);
    if alone.err().and_then(|why| why.raw_os_error()) == Some(SHARING_VIOLATION) {
        io::Error::new(error.kind(), format!("another program has it open; close it there ({error})"))
    } else {
        error
    }
}

/// False: on Unix, a device is a file in a folder, such as `/dev/null`, and not a reserved name.
#[cfg(unix)]
const fn is_device(_: &Path) -> bool {
    false
}

/// True for a reserved device name: Windows reserves it in every folder and with any extension.
#[cfg(windows)]
fn is_device(path: &Path) -> bool {
    const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let numbered = |port| stem.strip_prefix(port).is_some_and(|n| matches!(n.as_bytes(), [b'1'..=b'9']));
    DEVICES.contains(&stem) || numbered("COM") || numbered("LPT")
}

/// True for the name of a temporary file.
pub fn is_temporary(name: &str) -> bool {
    process_of(name).is_some()
}

/// The process number in a temporary file's name: `Some(None)` without a number, `None` for the name of another file.
fn process_of(name: &str) -> Option<Option<u32>> {
    let inner = name.strip_prefix('.').and_then(|name| name.strip_suffix(TEMPORARY_SUFFIX))?;
    let (_, unique) = inner.rsplit_once('.')?;
    let (process, unique) = match unique.split_once('-') {
        Some((process, unique)) => (Some(process.parse().ok()?), unique),
        None => (None, unique),
    };
    (unique.len() == RANDOM_CHARACTERS && unique.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(process)
}

/// Removes temporary files of killed runs from a file's folder, once per run: they are unlocked, and their process has
/// ended. Where process numbers cannot be checked or repeat (in containers), only age decides.
pub fn tidy_folder_of(path: &Path) {
    let mut made = made();
    let folder = folder(path);
    if made.tidied.insert(folder.to_owned()) {
        tidy(folder, &made.unfinished);
    }
}

fn tidy(folder: &Path, own: &BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Some(process) = entry.file_name().to_str().and_then(process_of) else { continue };
        let path = entry.path();
        if !own.contains(&path) && is_left_behind(&path, process).unwrap_or(false) {
            // Another run may remove it at the same time.
            let _ = fs::remove_file(path);
        }
    }
}

fn is_left_behind(path: &Path, process: Option<u32>) -> io::Result<bool> {
    let data = path.symlink_metadata()?;
    if !data.is_file() {
        return Ok(false);
    }
    if data.modified()?.elapsed().is_ok_and(|age| age > MIN_LEFTOVER_AGE) {
        return Ok(true);
    }
    if !process.is_some_and(is_gone) {
        return Ok(false);
    }
    Ok(fs4::FileExt::try_lock(&File::open(path)?).is_ok())
}

/// Gives a new file the owner and the group of another one.
#[cfg(unix)]
fn keep_owner(file: &File, like: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    let owner = (own.uid() != like.uid()).then_some(like.uid());
    let group = (own.gid() != like.gid()).then_some(like.gid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(file, owner, group).map_err(|error| {
        let what = if owner.is_some() { "owner" } else { "group" };
        let why = format!("its {what} cannot be kept ({error}); run it as its owner");
        io::Error::new(error.kind(), why)
    })
}

#[cfg(windows)]
#[expect(clippy::unnecessary_wraps, reason = "the same as where files have owners")]
const fn keep_owner(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_runs_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = std::time::SystemTime::now() - 2 * MIN_LEFTOVER_AGE;
        // No process has this number.
        let (gone, own) = (".a.4294967295-Ab12cd.partie", format!(".a.{}-Ab12cd.partie", std::process::id()));
        fs::write(folder.path().join(gone), "").unwrap();
        fs::write(folder.path().join(&own), "").unwrap();
        for name in [".a.pgn.Ab12cd.partie", ".new.Ab12cd.partie", ".a.partie", "a.Ab12cd.partie"] {
            let file = File::create(folder.path().join(name)).unwrap();
            if !name.contains("new") {
                file.set_modified(long_ago).unwrap();
            }
        }
        let mut file = NewFile::create(&folder.path().join("b")).unwrap();
        let fresh = own;
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
        let mut wanted =
            [".a.partie", ".new.Ab12cd.partie", "a.Ab12cd.partie", "b", &*fresh].map(OsString::from).to_vec();
        if !Path::new("/proc/self/stat").exists() {
            wanted.push(gone.into());
        }
        wanted.sort();
        assert_eq!(left, wanted);
    }
}
