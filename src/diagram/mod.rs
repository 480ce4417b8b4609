//! Boards as text and as SVG. Not for deciding what to show: squares to mark come from findings.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;
