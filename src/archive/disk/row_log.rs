//! A log with a row for each change to a file. Not for the contents of rows.
//!
//! The rows of a file and the file itself are one transaction. While the log is locked, the planned change is written
//! beside it (the intent) and flushed. Then the rows are added, the file is replaced, and the intent is removed. A run
//! that finds an intent beside an unlocked log adds the rows if the file was replaced, or takes them back.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::grown::{add, open_to_add};
use super::in_place::same_bytes;
use super::new_file::{NewFile, step};
use super::stamp::Stamp;
use partie_record::shown::shown_path;

/// Bytes buffered before a write.
const BUFFER_BYTES: usize = 256 << 10;
/// Bytes read to find the last line of an intent, and the first and last lines of a log.
const MAX_LINE_BYTES: u64 = 64 << 10;

#[derive(Debug)]
pub struct RowLog {
    path: PathBuf,
    file: File,
    /// The line before the first row.
    head: &'static str,
    /// True for a regular file: only such a log can be truncated to remove rows.
    regular: bool,
    /// Rows of the current file in memory; earlier ones are in `spilled`.
    rows: Vec<u8>,
    spilled: Option<NewFile>,
    spilled_bytes: u64,
    /// The open transaction; the log is locked until it ends.
    open: Option<Open>,
}

/// The form of the rows of a log.
#[derive(Clone, Copy, Debug)]
pub struct RowForm {
    /// The line before the first row.
    pub head: &'static str,
    /// True if bytes are the beginning of a file with rows of this form. The last line may be cut short.
    pub begins: fn(&[u8]) -> bool,
    /// True if a file's last complete line may be the end of a row of this form.
    pub ends: fn(&[u8]) -> bool,
}

/// An open transaction.
#[derive(Debug)]
struct Open {
    /// Length of the log before the transaction, in bytes.
    kept: u64,
    /// Text written before the rows: a header, or the line end that a previous row lacks.
    head: Vec<u8>,
    rows: u64,
}

/// The last line of an intent file, after its rows.
#[derive(Serialize, Deserialize)]
struct Intent {
    /// The file to be replaced, and its stamp before the replacement.
    target: PathBuf,
    was: Option<Stamp>,
    /// Length of the log before the rows, and of the rows, in bytes.
    kept: u64,
    head: String,
    rows: u64,
}

impl RowLog {
    /// Opens the log, and ends a transaction that a killed run left open.
    ///
    /// # Errors
    /// An error of the system, or the file is not a log of this form.
    pub fn open(path: &Path, form: RowForm) -> io::Result<Self> {
        let regular = fs::metadata(path).map_or(true, |data| data.is_file());
        let file = open_to_add(path, regular)?;
        let path = path.to_owned();
        let mut log = Self {
            path,
            file,
            head: form.head,
            regular,
            rows: Vec::new(),
            spilled: None,
            spilled_bytes: 0,
            open: None,
        };
        if regular {
            log.lock()?;
            log.recover()?;
            log.check(form)?;
            log.unlock();
        }
        Ok(log)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses a file that is neither empty nor a log of this form.
    fn check(&mut self, form: RowForm) -> io::Result<()> {
        let mut beginning = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        (&self.file).take(MAX_LINE_BYTES).read_to_end(&mut beginning)?;
        if beginning.is_empty()
            || (form.begins)(&beginning) && last_whole_line(&self.file)?.is_none_or(|line| (form.ends)(&line))
        {
            return Ok(());
        }
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is no log of partie, and no row is added to it; name another file",
        ))
    }

    /// Adds a row for the current file.
    ///
    /// # Errors
    /// An error of the system.
    pub fn add(&mut self, row: &[u8]) -> io::Result<()> {
        self.rows.extend_from_slice(row);
        if self.rows.len() >= BUFFER_BYTES && self.regular { self.spill() } else { Ok(()) }
    }

    /// Moves the rows in memory to a temporary file beside the log.
    fn spill(&mut self) -> io::Result<()> {
        let intent = self.intent();
        let file = match &mut self.spilled {
            Some(file) => file,
            none => none.insert(NewFile::create(&intent)?),
        };
        file.write_all(&self.rows)?;
        self.spilled_bytes += self.rows.len() as u64;
        self.rows.clear();
        Ok(())
    }

    /// The path of the intent: beside the log itself, with links resolved.
    fn intent(&self) -> PathBuf {
        let log = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let mut name = std::ffi::OsString::from(".");
        name.push(log.file_name().unwrap_or_default());
        name.push(".intent");
        log.with_file_name(name)
    }

    /// Waits for the lock of the log. On systems without locks, each row is still a single append.
    fn lock(&self) -> io::Result<()> {
        match fs4::FileExt::lock(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
            done => done,
        }
    }

    fn unlock(&self) {
        // A failed unlock is harmless: closing the file also unlocks it.
        let _ = fs4::FileExt::unlock(&self.file);
    }

    /// Locks the log, and flushes the intent: the rows to be added, and the file to be replaced.
    ///
    /// # Errors
    /// An error of the system.
    pub fn prepare(&mut self, target: &Path) -> io::Result<()> {
        if !self.regular || self.spilled_bytes == 0 && self.rows.is_empty() {
            return Ok(());
        }
        self.lock()?;
        let prepared = self.write_intent(target);
        if prepared.is_err() {
            self.unlock();
        }
        prepared
    }

    fn write_intent(&mut self, target: &Path) -> io::Result<()> {
        self.recover()?;
        let kept = self.file.metadata()?.len();
        let mut head = Vec::new();
        if kept == 0 {
            head.extend_from_slice(self.head.as_bytes());
        } else if kept > 0 {
            let mut last = [0];
            self.file.seek(SeekFrom::Start(kept - 1))?;
            self.file.read_exact(&mut last)?;
            // Another run's last row may be cut short and lack its line end.
            head.extend_from_slice(if last == *b"\n" { b"" } else { b"\n" });
        }
        self.spill()?;
        let Some(mut file) = self.spilled.take() else { return Ok(()) };
        let rows = self.spilled_bytes;
        let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
        let was = Stamp::of(&target).ok();
        let head_text = String::from_utf8_lossy(&head).into_owned();
        let mut line = serde_json::to_vec(&Intent { target, was, kept, head: head_text, rows })?;
        line.push(b'\n');
        file.write_all(&line)?;
        file.commit()?;
        self.open = Some(Open { kept, head, rows });
        Ok(())
    }

    /// Adds the rows, just before the change that they describe.
    ///
    /// # Errors
    /// An error of the system.
    pub fn append(&mut self) -> io::Result<()> {
        if !self.regular {
            let rows = std::mem::take(&mut self.rows);
            return add(&mut self.file, &rows);
        }
        let Some(open) = &self.open else { return Ok(()) };
        let intent = File::open(self.intent())?;
        add_rows(&mut self.file, &open.head, intent.take(open.rows))
    }

    /// Ends the transaction and the current file. Keeps the rows if `done`, or removes them.
    ///
    /// # Errors
    /// An error of the system.
    pub fn settle(&mut self, done: bool) -> io::Result<()> {
        self.rows.clear();
        (self.spilled, self.spilled_bytes) = (None, 0);
        let Some(open) = self.open.take() else { return Ok(()) };
        let settled = if done { self.file.sync_data() } else { self.cut(open.kept) };
        // If the log could not be settled, the intent stays for the next run. An intent that cannot be removed does no
        // harm: the next run finds its transaction complete.
        if settled.is_ok() {
            let _ = remove(&self.intent());
        }
        self.unlock();
        settled
    }

    fn cut(&self, kept: u64) -> io::Result<()> {
        if self.file.metadata()?.len() <= kept {
            return Ok(());
        }
        self.file.set_len(kept)?;
        self.file.sync_data()
    }

    /// True if the log consists of the intent's `kept` bytes and a prefix of the intent's head and rows.
    fn ends_with_beginning_of(&self, intent: &Intent, mut rows: &File) -> io::Result<bool> {
        let Some(added) = self.file.metadata()?.len().checked_sub(intent.kept) else { return Ok(false) };
        let mut log = &self.file;
        log.seek(SeekFrom::Start(intent.kept))?;
        rows.seek(SeekFrom::Start(0))?;
        same_bytes(log.take(added), intent.head.as_bytes().chain(rows.take(intent.rows)).take(added))
    }

    /// Completes or reverts the transaction of a killed run. The caller has locked the log.
    fn recover(&mut self) -> io::Result<()> {
        let path = self.intent();
        // An intent is always a regular file; a link here comes from another program.
        if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
            return Err(io::Error::other(format!("{} is no regular file; move it away", shown_path(&path))));
        }
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let bytes = file.metadata()?.len();
        file.seek(SeekFrom::Start(bytes.saturating_sub(MAX_LINE_BYTES)))?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail)?;
        let line = tail.trim_ascii_end();
        let line = &line[memchr::memrchr(b'\n', line).map_or(0, |at| at + 1)..];
        // An intent gets its final name only when it is complete, so an unreadable one comes from another program.
        let Ok(intent) = serde_json::from_slice::<Intent>(line) else {
            return Err(io::Error::other(format!("{} is no intent of partie; move it away", shown_path(&path))));
        };
        let now = self.file.metadata()?.len();
        let whole = intent.kept.saturating_add(intent.head.len() as u64).saturating_add(intent.rows);
        let is_undone = Stamp::of(&intent.target).ok() == intent.was;
        // The intent may belong to another log, so the log is cut only if its end is a prefix of the intent's rows.
        if (is_undone || now < whole) && !self.ends_with_beginning_of(&intent, &file)? {
            let path = shown_path(&path);
            return Err(io::Error::other(format!("{path} is the intent of another log; move it away")));
        }
        if is_undone {
            self.cut(intent.kept)?;
        } else if now < whole {
            self.cut(intent.kept)?;
            file.seek(SeekFrom::Start(0))?;
            add_rows(&mut self.file, intent.head.as_bytes(), file.take(intent.rows))?;
            self.file.sync_data()?;
        }
        remove(&path)
    }
}

/// The last complete line that is not blank, without its line end; `None` if it exceeds the last [`MAX_LINE_BYTES`].
fn last_whole_line(mut file: &File) -> io::Result<Option<Vec<u8>>> {
    let bytes = file.metadata()?.len();
    file.seek(SeekFrom::Start(bytes.saturating_sub(MAX_LINE_BYTES)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let whole = tail[..memchr::memrchr(b'\n', &tail).unwrap_or(0)].trim_ascii_end();
    let start = memchr::memrchr(b'\n', whole).map(|at| at + 1);
    let start = start.or_else(|| (bytes <= MAX_LINE_BYTES).then_some(0));
    Ok(start.map(|start| whole[start..].to_vec()).filter(|line| !line.is_empty()))
}

/// Adds rows to the log, whole lines at a time.
fn add_rows(log: &mut File, head: &[u8], mut rows: impl Read) -> io::Result<()> {
    let mut held = head.to_vec();
    loop {
        let read = rows.by_ref().take(BUFFER_BYTES as u64).read_to_end(&mut held)?;
        let whole = if read == 0 { held.len() } else { memchr::memrchr(b'\n', &held).map_or(0, |at| at + 1) };
        add(log, &held[..whole])?;
        held.drain(..whole);
        if read == 0 {
            return Ok(());
        }
    }
}

fn remove(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_file(path)
}
