//! What a folder of game records wants of partie: `partie.toml`, found upwards from each file. `docs/config.md` is its page.
//!
//! A configuration says how records are read and judged. It never writes, runs or fetches anything, and names no output. Not for
//! what a command does with it.

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
