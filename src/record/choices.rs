//! Values by the names that a face gives them. Not for reading arguments.

/// The values among which somebody chooses: what each is called, what it is, and a word on it.
pub type Choices<T> = &'static [(&'static str, T, &'static str)];
