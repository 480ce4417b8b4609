//! A game for a viewer: positions, moves and findings as data, so that the viewer needs no rules.

mod view;

pub use view::GameView;
pub use view::RowView;
pub use view::TextOffsets;
