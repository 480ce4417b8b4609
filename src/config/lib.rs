//! The configuration of a folder of game records: `partie.toml`, found upwards from each file. `docs/config.md` is its
//! page.
//!
//! A configuration determines how records are read and judged. It never writes, runs or fetches anything, and names no
//! output. Commands apply it.

mod config_error;
mod document;
mod finder;
mod keys;
mod pattern;
mod schema;
mod settings;
mod value;

pub use config_error::ConfigError;
pub use finder::{Finder, NAMES};
pub use keys::{KEYS, Key};
pub use schema::schema;
pub use settings::Settings;
pub use value::{Origin, Value};
