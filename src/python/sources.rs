//! What a caller names as a source: paths and folders, texts, file objects. Not for what is read from them.

use std::ffi::OsStr;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use super::errors::{Kind, Wrong};
use super::file_object::{FileObject, Raised};
use partie_archive::{Failure, Input, Opened, Source, WalkEntry, walk};

/// One of the things that are read.
#[derive(Clone, Debug)]
enum Named {
    /// A file or a folder.
    Path(PathBuf),
    /// A text, and what it is called.
    Text(String, Arc<[u8]>),
    /// A file object, and what it is called.
    File(String, Arc<Mutex<Option<Py<PyAny>>>>),
}

/// What is read, in the order in which it is named.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    named: Vec<Named>,
    /// Whether they are several things, though it may be one.
    is_list: bool,
    raised: Raised,
}

/// The bytes of an object that is some.
pub(crate) fn bytes(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Some(bytes.to_vec()));
    }
    if object.is_instance_of::<PyMemoryView>() {
        return object.call_method0("tobytes")?.extract().map(Some);
    }
    Ok(None)
}

/// A thing that is read, if the object is one.
fn named(object: &Bound<'_, PyAny>) -> PyResult<Option<Named>> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_str()?;
        // No path of a record has a line break.
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
    Ok(None)
}

/// A path that leads somewhere: where it does not, that is said before anything is read.
fn path(py: Python<'_>, path: &Path) -> PyResult<PathBuf> {
    match path.metadata() {
        Ok(_) => Ok(path.to_owned()),
        Err(error) => Err(Wrong::unread(path, &error).into_error(py)),
    }
}

impl Sources {
    /// What an object names: one thing, or several in any iterable.
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

    /// Whether reading asks the interpreter.
    pub(crate) fn ask_python(&self) -> bool {
        self.named.iter().any(|named| matches!(named, Named::File(..)))
    }

    /// The paths among them, for what is said of folders; a text has none.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        self.named.iter().map(|named| named.path().to_owned()).collect()
    }

    /// Whether one thing was named, rather than a list.
    pub(crate) const fn is_single(&self) -> bool {
        !self.is_list
    }

    /// What they are called, for whoever looks at them.
    pub(crate) fn words(&self) -> String {
        match self.named.as_slice() {
            [one] => one.path().display().to_string(),
            [one, others @ ..] => format!("{} and {} more", one.path().display(), others.len()),
            [] => String::new(),
        }
    }

    /// What Python raised while a file object was read.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// All files, each opened when it is its turn.
    pub(crate) fn open(
        &self,
    ) -> impl Iterator<Item = Result<(WalkEntry, Opened), Failure>> + Send + use<> {
        let raised = Arc::clone(&self.raised);
        self.named.clone().into_iter().enumerate().flat_map(move |(input, named)| {
            let opened: Box<dyn Iterator<Item = _> + Send> = match named {
                Named::Path(path) => Box::new(walk(vec![Input { path }], false).map(move |met| {
                    let met = WalkEntry { input, ..met? };
                    Opened::open(&met.path, met.named, Arc::default()).map(|opened| (met, opened))
                })),
                Named::Text(name, bytes) => Box::new(std::iter::once(read(input, &name, Cursor::new(bytes)))),
                Named::File(name, object) => {
                    let object = object.lock().unwrap_or_else(PoisonError::into_inner).take();
                    Box::new(std::iter::once(match object {
                        Some(object) => read(input, &name, FileObject::new(object, Arc::clone(&raised))),
                        None => Err(Failure {
                            path: name.into(),
                            error: std::io::Error::other("a file object can be read once: open it again"),
                        }),
                    }))
                }
            };
            opened
        })
    }
}

impl Named {
    fn path(&self) -> &Path {
        match self {
            Self::Path(path) => path,
            Self::Text(name, _) | Self::File(name, _) => Path::new(OsStr::new(name)),
        }
    }
}

fn read(
    input: usize,
    name: &str,
    reader: impl std::io::Read + Send + 'static,
) -> Result<(WalkEntry, Opened), Failure> {
    let met = WalkEntry { path: name.into(), input, named: true };
    match Source::of_reader(reader) {
        Ok(source) => Ok((met, Opened::File(source))),
        Err(error) => Err(Failure { path: met.path, error }),
    }
}

fn not_a_source(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a source is a path, bytes, a str, a file object, or several of these, not {name}"
    ))
}
