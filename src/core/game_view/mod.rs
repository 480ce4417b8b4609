//! A game as a viewer shows it: positions, moves and findings as data, so that who shows them needs no rules.

mod cut;
mod finding;
mod offsets;
mod row;
mod view;

pub use offsets::TextOffsets;
pub use row::RowView;
pub use view::GameView;
