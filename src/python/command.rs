//! Runs the command line program, for the script that a wheel installs.

use std::ffi::OsString;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Runs the command with these arguments, its name first, and returns its exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<Bound<'_, PyBytes>>) -> PyResult<u8> {
    let arguments = arguments.iter().map(os_string).collect::<PyResult<Vec<OsString>>>()?;
    Ok(py.detach(|| partie::cli::run_with(&arguments)))
}

#[cfg(unix)]
fn os_string(bytes: &Bound<'_, PyBytes>) -> PyResult<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Ok(OsString::from_vec(bytes.as_bytes().to_vec()))
}

#[cfg(not(unix))]
fn os_string(bytes: &Bound<'_, PyBytes>) -> PyResult<OsString> {
    // On systems other than Unix, `os.fsencode` returns UTF-8.
    Ok(OsString::from(std::str::from_utf8(bytes.as_bytes())?))
}
