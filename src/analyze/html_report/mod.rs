//! The report: one HTML page of what a run left in its folder, without network and without script.
//!
//! Totals come from `summary.json`, examples from the tables in whatever format they are, so that nothing is analysed
//! again. Every text that comes from a file is escaped ([`html`]). Not for counting what the totals hold already.

mod bases;
mod cells;
mod charts;
mod examples;
mod html;
mod load;
mod sections;

pub use html::HEAD;
pub(crate) use html::escape;
pub use load::{Material, load};
pub use sections::render;

/// Most bytes of a page.
pub const MOST_BYTES: usize = 2_000_000;
/// Examples of a code that are shown.
pub const EXAMPLES: usize = 20;
