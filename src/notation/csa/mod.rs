//! CSA, the format of the Computer Shogi Association, versions 2 and 3 (V3.0 of 14 May 2024), read leniently. A line
//! has one statement or several separated by commas; the first byte of a statement shows its kind. Commas between
//! statements and the line `/` between games are separators. Every other byte belongs to a tag, the set-up, an item,
//! a note or white space.
//!
//! Text is not decoded: statements are ASCII, and names and comments keep their bytes.

mod boundary;
mod fast;
mod format;
mod glued;
mod grammar;
mod header;
mod moves;
mod reader;
mod server;
mod setup;
mod terminal;
mod time_headers;
mod words;
mod write;

pub use boundary::{cut, looks_like};
pub(super) use fast::parse_fast;
pub(super) use format::FORMAT;
pub use grammar::CsaToken;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use header::Version;
pub use header::{KIF, field};
pub use moves::{read_move, spell};
pub use reader::read_record;
pub use setup::{SetupRead, setup};
pub use terminal::{terminal, time};
pub use words::{code, kind};
pub use write::CsaWriter;

pub(super) use server::server_says;
pub(super) use terminal::named;
pub(super) use words::{BROKEN_OFF, name, nearest};
