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
use super::process::is_gone;

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
        if is_device(path) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { target: path.to_owned(), temporary: None, file: Some(file) });
        }
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
        let new = Self::begin(target)?;
        if let (Some(old), Some(file)) = (old, &new.file) {
            // What is written anew belongs to who writes it where the system wants that.
            let _ = keep_owner(file, &old);
            file.set_permissions(old.permissions())?;
        }
        Ok(new)
    }

    /// The same for what is a file already, or a copy of it: it has its owner, its group and its mode before it has a byte.
    ///
    /// # Errors
    /// What the system says; that the owner or the group cannot be kept is a reason to write nothing.
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
        // Who finds it locked knows that somebody is at it. Elsewhere a lock would keep away whoever writes, and so ourselves.
        #[cfg(unix)]
        let _ = fs4::FileExt::try_lock_shared(&file);
        drop(made);
        Ok(Self { target, temporary: Some(temporary), file: Some(file) })
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
        self.sync()?;
        self.name_after(|| Ok(()))
    }

    /// Makes its bytes lasting.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.temporary.is_some() {
            fault::take(1)?;
            self.file()?.sync_all()?;
        }
        Ok(())
    }

    /// Gives it its name right after something else was done, which a run that ends cannot part from it; the name lasts.
    ///
    /// # Errors
    /// What the system says; what was there before then stays.
    pub fn name_after(self, before: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let target = self.target.clone();
        self.named(before)?;
        sync_folder(folder(&target))
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// What the system says; what was there before then stays.
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
            // One that cannot be removed stays, as after a crash.
            let _ = temporary.close();
        }
    }
}

/// Something else is done on the disk: in tests it may be full there, or the process end.
///
/// # Errors
/// The disk is full.
pub fn step() -> io::Result<()> {
    fault::take(1).map(|_| ())
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
    prefix.push(format!(".{}-", std::process::id()));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(UNIQUE);
    Ok(begin_in(&mut builder, folder(target))?.into_parts())
}

#[cfg(unix)]
fn begin_in(builder: &mut tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // As any new file has them, less what the user's mask takes away.
    builder.permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Opened by the standard library: then its name may be as long as that of any file, and it is a file like any other.
#[cfg(windows)]
fn begin_in(builder: &mut tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    builder.make_in(folder, |path| OpenOptions::new().read(true).write(true).create_new(true).open(path))
}

/// Gives a temporary file its name.
#[cfg(unix)]
fn place(temporary: TempPath, target: &Path) -> io::Result<()> {
    Ok(temporary.persist(target)?)
}

/// Gives a temporary file its name: at once, also where somebody reads what was there and lets it be renamed.
#[cfg(windows)]
fn place(mut temporary: TempPath, target: &Path) -> io::Result<()> {
    fs::rename(&temporary, target)?;
    temporary.disable_cleanup(true);
    Ok(())
}

/// Why a file keeps its name from us.
#[cfg(unix)]
const fn in_use(error: io::Error, _: &Path) -> io::Error {
    error
}

/// Why a file keeps its name from us: as a rule a program has it open, and the system says only that we may not.
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

/// Whether a name is that of a device, as /dev/null has one in its folder.
#[cfg(unix)]
const fn is_device(_: &Path) -> bool {
    false
}

/// Whether a name is that of a device, which it is in every folder and with any ending.
#[cfg(windows)]
fn is_device(path: &Path) -> bool {
    const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let numbered = |port| stem.strip_prefix(port).is_some_and(|n| matches!(n.as_bytes(), [b'1'..=b'9']));
    DEVICES.contains(&stem) || numbered("COM") || numbered("LPT")
}

/// Whether a name is one of those that temporary files have.
pub fn is_temporary(name: &str) -> bool {
    process_of(name).is_some()
}

/// The process that a temporary file of this name belongs to, if the name says so; nothing if it is no such name.
fn process_of(name: &str) -> Option<Option<u32>> {
    let inner = name.strip_prefix('.').and_then(|name| name.strip_suffix(ENDING))?;
    let (_, unique) = inner.rsplit_once('.')?;
    let (process, unique) = match unique.split_once('-') {
        Some((process, unique)) => (Some(process.parse().ok()?), unique),
        None => (None, unique),
    };
    (unique.len() == UNIQUE && unique.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(process)
}

/// Removes what killed runs left in a folder, once a run: files whose process is gone, and that nobody has locked. Where
/// the system does not tell of processes, or it is a system of its own (a container), only age tells.
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
            // Another run may do the same.
            let _ = fs::remove_file(path);
        }
    }
}

fn is_left_behind(path: &Path, process: Option<u32>) -> io::Result<bool> {
    let data = path.symlink_metadata()?;
    if !data.is_file() {
        return Ok(false);
    }
    if data.modified()?.elapsed().is_ok_and(|age| age > LEFT_BEHIND) {
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
        let long_ago = std::time::SystemTime::now() - 2 * LEFT_BEHIND;
        // No process has such a number.
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
