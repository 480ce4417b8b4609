//! A game for a viewer: positions, moves and findings as data, so that the viewer needs no rules.

mod cut;
mod finding;
mod offsets;
mod row;
mod view;

pub use offsets::TextOffsets;
pub use row::RowView;
pub use view::GameView;
