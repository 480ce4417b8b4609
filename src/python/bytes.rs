//! Copies the bytes of bytes-like Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};

/// Returns the bytes of a bytes-like object; `None` for other objects.
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
