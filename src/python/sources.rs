//! The sources of a call: paths and folders, texts, file objects.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::bytes::bytes;
use super::errors::{Kind, Wrong};
use super::file_object::{FileObject, Raised};
use partie_archive::{Failure, Input, OpenAgain, Opened, Seekable, ShardStart, Source, WalkEntry, Walking, walk};

/// A source that the caller named.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    /// A file or a folder.
    Path(PathBuf),
    /// A text in memory, and its name.
    Text(String, Arc<[u8]>),
    /// A file object and its name.
    File(String, Arc<Mutex<Option<Py<PyAny>>>>),
    /// An object that opens a file object, and its name.
    Opener(String, Arc<Py<PyAny>>),
    /// A member of an archive, by its number from 0.
    Member(PathBuf, usize),
    /// A shard of another source.
    Shard(Box<Self>, ShardStart),
}

/// The sources of a call, in the order in which they are named.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    named: Vec<Named>,
    /// True if the caller passed several sources, or a list of one.
    is_list: bool,
    pub(crate) raised: Raised,
}

/// Converts a Python object to a source; `None` if it is not a single source.
fn named(object: &Bound<'_, PyAny>) -> PyResult<Option<Named>> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_str()?;
        // A string with a line break is a text, not a path.
        return Ok(Some(match text.contains(['\n', '\r']) {
            true => Named::Text("<str>".to_owned(), text.as_bytes().into()),
            false => Named::Path(path(object.py(), Path::new(text))?),
        }));
    }
    if let Some(bytes) = bytes(object)? {
        return Ok(Some(Named::Text("<bytes>".to_owned(), bytes.into())));
    }
    if object.hasattr("read")? {
        if object.getattr("closed").and_then(|closed| closed.is_truthy()).unwrap_or(false) {
            return Err(PyValueError::new_err("the source is a file object that is closed"));
        }
        let name = object.getattr("name").ok().and_then(|name| name.extract().ok());
        let name = name.unwrap_or_else(|| "<stream>".to_owned());
        return Ok(Some(Named::File(name, Arc::new(Mutex::new(Some(object.clone().unbind()))))));
    }
    if object.hasattr("__fspath__")? {
        return Ok(Some(Named::Path(path(object.py(), &object.extract::<PathBuf>()?)?)));
    }
    if object.hasattr("open")? {
        let name = ["full_name", "path", "name"].iter().find_map(|name| object.getattr(*name).ok()?.extract().ok());
        let name = name.unwrap_or_else(|| "<stream>".to_owned());
        return Ok(Some(Named::Opener(name, Arc::new(object.clone().unbind()))));
    }
    Ok(None)
}

/// Checks that a path exists, so that an exception is raised before anything is read.
fn path(py: Python<'_>, path: &Path) -> PyResult<PathBuf> {
    match path.metadata() {
        Ok(_) => Ok(path.to_owned()),
        Err(_) if path.to_string_lossy().contains("://") => {
            let said = format!("{} is an address, no path: fsspec.open opens it for reading here", path.display());
            Err(Kind::Missing.error(py, said))
        }
        Err(error) => Err(Wrong::unread(path, &error).into_error(py)),
    }
}

impl Sources {
    /// Converts a Python object: a single source, or an iterable of sources.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (named, is_list) = match named(object)? {
            Some(one) => (vec![one], false),
            None => {
                let Ok(each) = object.try_iter() else { return Err(not_a_source(object)) };
                let each = each.map(|object| {
                    let object = object?;
                    named(&object)?.ok_or_else(|| not_a_source(&object))
                });
                (each.collect::<PyResult<Vec<_>>>()?, true)
            }
        };
        if named.is_empty() {
            return Err(Kind::Option.error(object.py(), "no source is named"));
        }
        Ok(Self { named, is_list, raised: Raised::default() })
    }

    /// Wraps sources that are already converted.
    pub(crate) fn of_named(named: Vec<Named>) -> Self {
        Self { named, is_list: true, raised: Raised::default() }
    }

    /// All files, including those in folders; the flag is true if the caller named the file.
    pub(crate) fn each_file(&self) -> impl Iterator<Item = Result<(Named, bool), Failure>> + use<> {
        self.named.clone().into_iter().flat_map(|named| -> Box<dyn Iterator<Item = _>> {
            match named {
                Named::Path(path) => Box::new(
                    walk(vec![Input { path }], &Walking::default())
                        .map(|met| met.map(|met| (Named::Path(met.path), met.named))),
                ),
                one => Box::new(std::iter::once(Ok((one, true)))),
            }
        })
    }

    /// True if reading a source calls Python.
    pub(crate) fn ask_python(&self) -> bool {
        self.named.iter().any(Named::asks_python)
    }

    /// The paths of the sources, for messages about folders; for a text or object, its name.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        self.named.iter().map(|named| named.path().to_owned()).collect()
    }

    /// True if the caller passed a single source, not a list.
    pub(crate) const fn is_single(&self) -> bool {
        !self.is_list
    }

    /// A short description of the sources, for display.
    pub(crate) fn words(&self) -> String {
        match self.named.as_slice() {
            [one] => one.path().display().to_string(),
            [one, others @ ..] => format!("{} and {} more", one.path().display(), others.len()),
            [] => String::new(),
        }
    }

    /// Takes the exception that reading a file object raised, if any.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Opens all files, each when the iterator reaches it.
    pub(crate) fn open(&self) -> impl Iterator<Item = Result<(WalkEntry, Opened), Failure>> + Send + use<> {
        let raised = Arc::clone(&self.raised);
        self.named.clone().into_iter().enumerate().flat_map(move |(input, named)| {
            let opened: Box<dyn Iterator<Item = _> + Send> = match named {
                Named::Path(path) => Box::new(walk(vec![Input { path }], &Walking::default()).map(move |met| {
                    let met = WalkEntry { input, ..met? };
                    Opened::open(&met.path, met.named, Arc::default()).map(|opened| (met, opened))
                })),
                one => Box::new(std::iter::once(one.open(input, &raised))),
            };
            opened
        })
    }
}

impl Named {
    /// Opens the source, which must not be a folder.
    fn open(self, input: usize, raised: &Raised) -> Result<(WalkEntry, Opened), Failure> {
        let met = WalkEntry { path: self.path().to_owned(), input, named: true };
        let source = match self {
            Self::Path(path) => return Opened::open(&path, true, Arc::default()).map(|opened| (met, opened)),
            Self::Member(path, number) => {
                let Opened::Archive(mut members) = Opened::open(&path, true, Arc::default())? else {
                    return Err(Failure { path, error: io::Error::other("it is no archive any more") });
                };
                let missing = || Failure { path: path.clone(), error: io::Error::other("a member is gone") };
                let (path, source) = members.nth(number).ok_or_else(missing)??;
                return Ok((WalkEntry { path, ..met }, Opened::File(source)));
            }
            Self::Text(_, bytes) => Source::of_reader(Cursor::new(bytes)),
            Self::File(_, object) => match object.lock().unwrap_or_else(PoisonError::into_inner).take() {
                Some(object) => Source::of_reader(FileObject::new(object, Arc::clone(raised))),
                None => Err(io::Error::other("a file object can be read once: open it again")),
            },
            Self::Shard(whole, shard) => match whole.again(raised) {
                Some(again) => shard.open(&again),
                None => Err(io::Error::other("it cannot be read from any place")),
            },
            Self::Opener(..) => match self.again(raised) {
                Some(again) => Source::of_seekable(&again),
                None => Err(io::Error::other("it cannot be opened")),
            },
        };
        match source {
            Ok(source) => Ok((met, Opened::File(source))),
            Err(error) => Err(Failure { path: met.path, error }),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Path(path) | Self::Member(path, _) => path,
            Self::Text(name, _) | Self::File(name, _) | Self::Opener(name, _) => Path::new(OsStr::new(name)),
            Self::Shard(whole, _) => whole.path(),
        }
    }

    /// The length of the source in bytes; `u64::MAX` if it is unknown.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Self::Path(path) | Self::Member(path, _) => path.metadata().map_or(0, |data| data.len()),
            Self::Text(_, bytes) => bytes.len() as u64,
            // A source of unknown length fills a whole task.
            Self::File(..) | Self::Opener(..) | Self::Shard(..) => u64::MAX,
        }
    }

    fn asks_python(&self) -> bool {
        match self {
            Self::File(..) | Self::Opener(..) => true,
            Self::Shard(whole, _) => whole.asks_python(),
            _ => false,
        }
    }

    /// Returns a function that opens the source any number of times; `None` for a member or a shard, or if the source
    /// can be read only once.
    pub(crate) fn again(&self, raised: &Raised) -> Option<OpenAgain> {
        match self {
            Self::Path(path) => Some(of_path(path.clone())),
            Self::Text(_, bytes) => {
                let bytes = Arc::clone(bytes);
                Some(Arc::new(move || Ok(Box::new(Cursor::new(Arc::clone(&bytes))))))
            }
            Self::Opener(_, object) => Some(of_object(Python::attach(|py| object.clone_ref(py)), raised)),
            Self::File(..) | Self::Member(..) | Self::Shard(..) => None,
        }
    }
}

fn not_a_source(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("a source is a path, bytes, a str, a file object, or several of these, not {name}"))
}

/// Returns a function that opens a file any number of times.
pub(crate) fn of_path(path: PathBuf) -> OpenAgain {
    Arc::new(move || Ok(Box::new(File::open(&path)?)))
}

/// Returns a function that opens an object with its method `open`, or rewinds an object that is already open.
pub(crate) fn of_object(object: Py<PyAny>, raised: &Raised) -> OpenAgain {
    let raised = Arc::clone(raised);
    Arc::new(move || {
        let opened = Python::attach(|py| {
            let object = object.bind(py);
            if !object.hasattr("open")? {
                object.call_method1("seek", (0,))?;
                return Ok(object.clone().unbind());
            }
            // Path-like objects need the mode; `open` of fsspec objects takes no arguments.
            let opened = object.call_method1("open", ("rb",)).or_else(|_| object.call_method0("open"))?;
            Ok(opened.unbind())
        });
        match opened {
            Ok(file) => Ok(Box::new(FileObject::new(file, Arc::clone(&raised))) as Box<dyn Seekable>),
            Err(error) => {
                let message = Python::attach(|py| PyErr::value(&error, py).to_string());
                raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                Err(io::Error::other(message))
            }
        }
    })
}
