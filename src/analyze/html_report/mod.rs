//! The report: one HTML page of a run's output folder, usable without network. Its only script is the viewer, which
//! steps through the moves of broken games; without it the boards are static.
//!
//! Totals come from `summary.json` and examples from the tables, in any format, so no game is analyzed again. Every
//! text from a file is escaped ([`html`]).

mod bases;
mod cells;
mod charts;
mod examples;
mod findings;
mod html;
mod load;
mod moves;
mod outcomes;
mod sections;
mod viewer;

pub use html::HEAD;
pub(crate) use html::{FileText, board, data, grounds, hash, module, page, policy};
pub use load::{Material, load};
pub use sections::render;
pub(crate) use viewer::VIEWER;

/// Maximum bytes of a page.
pub const MOST_BYTES: usize = 2_000_000;
/// Maximum examples of a code and severity.
pub const EXAMPLES: usize = crate::broken_texts::OF_A_CODE;
/// Maximum lines of openings and of messages about files.
const MOST_LINES: usize = 40;
/// The style of boards and their surroundings on every page.
pub(crate) const STYLE: &str = include_str!("page.css");
