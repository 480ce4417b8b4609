//! The look of a proof sheet: its style, its board, and the script that shows the position at the cursor.
//!
//! The page allows one script, by its hash (which stands in `head.html`), and fetches nothing.

/// What stands before the content.
pub const HEAD: &str = concat!(
    include_str!("head.html"),
    include_str!("sheet.css"),
    "</style></head><body>\n",
    include_str!("pieces.svg"),
);

/// The board beside the print.
pub(super) const BOARD: &str = include_str!("board.html");

/// What stands behind the content.
pub(super) const FOOT: &str = concat!("<script>", include_str!("cursor.js"), "</script></body></html>\n");
