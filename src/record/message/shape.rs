//! Types of the message table.

/// A row of the table: a name, and words with the arguments in braces (see `render`).
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name in the code and in every output form.
    pub name: &'static str,
    pub words: &'static str,
}

/// A shape with the names of its arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Named {
    pub shape: &'static Shape,
    pub names: &'static [&'static str],
}
