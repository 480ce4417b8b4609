//! Reads from a Python file object.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::bytes::bytes;

/// Bytes per read of the object; each read takes the interpreter's lock.
const READ_BYTES: usize = 1 << 20;

/// The exception that reading raised, shared with the thread that waits for the results.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A reader of a Python file object, in binary or text mode.
#[derive(Debug)]
pub(crate) struct FileObject {
    object: Py<PyAny>,
    raised: Raised,
    /// Bytes that were read but not yet returned.
    bytes: Vec<u8>,
    at: usize,
}

impl FileObject {
    pub(crate) const fn new(object: Py<PyAny>, raised: Raised) -> Self {
        Self { object, raised, bytes: Vec::new(), at: 0 }
    }

    fn fill(&mut self) -> io::Result<()> {
        let read = Python::attach(|py| {
            let answer = self.object.bind(py).call_method1("read", (READ_BYTES,))?;
            self.bytes.clear();
            self.at = 0;
            if let Ok(text) = answer.cast::<PyString>() {
                self.bytes.extend_from_slice(text.to_str()?.as_bytes());
            } else if let Some(bytes) = bytes(&answer)? {
                self.bytes = bytes;
            } else {
                let name = answer.get_type().name()?;
                return Err(PyTypeError::new_err(format!("read() of a source gives bytes or str, not {name}")));
            }
            Ok(())
        });
        read.map_err(|error: PyErr| self.failed(error))
    }
}

impl FileObject {
    /// Keeps the exception for the waiting thread, and returns an error with its message.
    fn failed(&self, error: PyErr) -> io::Error {
        let message = Python::attach(|py| error.value(py).to_string());
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        io::Error::other(message)
    }
}

/// Calls the object's `seek`, and discards the buffered bytes.
impl Seek for FileObject {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).unwrap_or(i64::MAX), 0),
            SeekFrom::Current(offset) => (offset - (self.bytes.len() - self.at) as i64, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        self.bytes.clear();
        self.at = 0;
        let sought = Python::attach(|py| self.object.bind(py).call_method1("seek", (offset, whence))?.extract());
        sought.map_err(|error| self.failed(error))
    }
}

impl Read for FileObject {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.bytes.len() && !out.is_empty() {
            self.fill()?;
        }
        let some = (self.bytes.len() - self.at).min(out.len());
        out[..some].copy_from_slice(&self.bytes[self.at..self.at + some]);
        self.at += some;
        Ok(some)
    }
}
