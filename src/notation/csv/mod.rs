//! Tables of text with a game in a cell of each row. They are not the tables that `analyze` writes.

mod format;
mod grammar;
mod row;
mod sniff;

pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub(super) use sniff::is_regular;
