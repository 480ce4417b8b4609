//! What a key is set to, and who says so.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What a key is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    List(Vec<String>),
    Text(String),
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &String| toml_edit::Value::from(text.as_str()).to_string();
        match self {
            Self::List(list) => write!(f, "[{}]", list.iter().map(quoted).collect::<Vec<_>>().join(", ")),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// Who says what a key is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// A file, a flag or a variable.
    pub place: Arc<str>,
    /// The line of a file, from 1.
    pub line: Option<usize>,
    /// The pattern of its table, where it is one for files.
    pub pattern: Option<Arc<str>>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        match &self.pattern {
            Some(pattern) => write!(f, ", for {pattern}"),
            None => Ok(()),
        }
    }
}

/// What keys are set to, by their names with dots.
pub(crate) type Values = BTreeMap<String, (Value, Origin)>;
