//! The design of a proof sheet: style, board, and the script that shows the position at the cursor.
//!
//! The page allows this one script by its hash (in `head.html`), and loads nothing.

/// The page up to its content.
pub const HEAD: &str = concat!(
    include_str!("head.html"),
    include_str!("sheet.css"),
    "</style></head><body>\n",
    include_str!("pieces.svg"),
);

/// The board beside the print.
pub(super) const BOARD: &str = include_str!("board.html");

/// The page after its content.
pub(super) const FOOT: &str = concat!("<script>", include_str!("cursor.js"), "</script></body></html>\n");
