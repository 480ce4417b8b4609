//! Sources that can be opened again and read from any offset: files, and Python objects with a method `open`, such as
//! fsspec's.

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use pyo3::prelude::*;

use super::file_object::{FileObject, Raised};
use partie_archive::{OpenAgain, Seekable};

/// Opens a file, any number of times.
pub(crate) fn of_path(path: PathBuf) -> OpenAgain {
    Arc::new(move || Ok(Box::new(File::open(&path)?)))
}

/// Opens an object by its method `open`, or rewinds one that is already open.
pub(crate) fn of_object(object: Py<PyAny>, raised: &Raised) -> OpenAgain {
    let raised = Arc::clone(raised);
    Arc::new(move || {
        let opened = Python::attach(|py| {
            let object = object.bind(py);
            if !object.hasattr("open")? {
                object.call_method1("seek", (0,))?;
                return Ok(object.clone().unbind());
            }
            // Path-like objects need the mode; objects of fsspec know their own.
            let opened = object.call_method1("open", ("rb",)).or_else(|_| object.call_method0("open"))?;
            Ok(opened.unbind())
        });
        match opened {
            Ok(file) => Ok(Box::new(FileObject::new(file, Arc::clone(&raised))) as Box<dyn Seekable>),
            Err(error) => {
                let message = Python::attach(|py| PyErr::value(&error, py).to_string());
                raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                Err(std::io::Error::other(message))
            }
        }
    })
}
