//! The error of a call from a page.

use std::error::Error;
use std::fmt;

use wasm_bindgen::JsValue;

/// The error of a refused call from a page: a message for its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageError(String);

impl PageError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

// No `impl Error`: it would overlap with the conversion from every error below.
impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for PageError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// JavaScript receives only the message.
impl From<PageError> for JsValue {
    fn from(error: PageError) -> Self {
        error.0.into()
    }
}
