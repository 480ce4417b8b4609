//! The error that a call from JavaScript returns.

use std::error::Error;
use std::fmt;

use wasm_bindgen::JsValue;

/// The reason why a call from JavaScript failed, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageError(String);

impl PageError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

// No `impl Error`: the conversion from every error below would conflict with it.
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
