//! Named values of options. Arguments are parsed elsewhere.

/// The values of an option, each as a name, the value and a description.
pub type Choices<T> = &'static [(&'static str, T, &'static str)];
