//! The selection language: which games an expression chooses (`--where`, `partie select`). `docs/where.md` is its page.
//!
//! An expression is read by the grammar, bound to columns, tags and patterns, and then asked of one game after the other:
//! of its tags, of what replay says, of its positions, no further than needed. Not for what is done with the games.

mod bind;
mod board_pattern;
mod boards;
mod condition;
mod expression;
mod grammar;
mod matcher;
mod material_pattern;
mod mistakes;
mod names;
mod needs;
mod opening_moves;
mod read;
mod selector;
mod sort_keys;
mod text_error;
mod watch;

pub use bind::position_key;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use matcher::{Matcher, QueryChoice};
pub use names::{Meaning, NAMES, Name};
pub use read::{Query, QueryError};
pub use selector::{ChosenGame, Selected, Selector, SplitValue};
pub use sort_keys::{SortKeys, SortValues};
pub use text_error::TextError;
