//! The report: one HTML page of what a run left in its folder, without network. Its script
//! is the viewer alone, which steps through the moves of broken games; without it the boards stand still.
//!
//! Totals come from `summary.json`, examples from the tables in whatever format they are, so that nothing is analysed
//! again. Every text that comes from a file is escaped ([`html`]). Not for counting what the totals hold already.

mod bases;
mod cells;
mod charts;
mod examples;
mod html;
mod load;
mod moves;
mod sections;
mod viewer;

pub use html::HEAD;
pub(crate) use html::{begin, data, end, escape, escape_lines};
pub use load::{Material, load};
pub use sections::render;
pub(crate) use viewer::VIEWER;

/// Most bytes of a page.
pub const MOST_BYTES: usize = 2_000_000;
/// Examples of a code that are shown.
pub const EXAMPLES: usize = crate::broken_texts::OF_A_CODE;
/// How boards and their surroundings look on every page.
pub(crate) const STYLE: &str = include_str!("page.css");
