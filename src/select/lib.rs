//! The selection language (`--where`, `partie select`): filters games by an expression. User page: `docs/where.md`.
//!
//! The grammar parses an expression, and `bind` resolves its columns, tags and patterns. Each game is then evaluated in
//! order of cost: tags, replay results, positions; evaluation stops at the first decisive answer.

mod bind;
mod board_pattern;
mod boards;
mod condition;
mod expression;
mod grammar;
mod matcher;
mod material_pattern;
mod names;
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
