//! The values of keys, and their origins.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The value of a key.
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

/// The place where a key was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, flag or environment variable that sets the key.
    pub place: Arc<str>,
    /// Line of the file, from 1; `None` for flags and variables.
    pub line: Option<usize>,
    /// Pattern of the `[files]` table that contains the key; `None` outside such tables.
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

/// Values and their origins by the full name of the key, such as `fix.style`.
pub(crate) type Values = BTreeMap<String, (Value, Origin)>;
