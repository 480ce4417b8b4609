//! What the table of words is made of.

/// A row of the table: a name, and the words with the arguments in braces (see `render`).
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is called, in the code and in every output form.
    pub name: &'static str,
    pub words: &'static str,
}

/// A shape with the names that its arguments are given in.
#[derive(Debug, PartialEq, Eq)]
pub struct Named {
    pub shape: &'static Shape,
    /// The names of the arguments.
    pub names: &'static [&'static str],
}

pub(super) const fn shape(name: &'static str, words: &'static str) -> Shape {
    Shape { name, words }
}
