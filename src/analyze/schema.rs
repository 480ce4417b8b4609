//! The pages of `docs/schema/`, written from the row types.

use std::fmt::Write as _;

use super::column::Row;
use super::rows::SCHEMA_VERSION;

/// The page of a table.
pub fn page<R: Row>() -> String {
    let mut page = format!("# Table `{}`\n\n{}\n\n", R::TABLE, R::ABOUT.trim());
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "Schema version {SCHEMA_VERSION}, {} columns. Written from the row types by a test; do not edit. Only signed\n\
         integers occur; what is not known is null (an empty cell in CSV), never \"?\". CSV joins lists by blanks,\n\
         `-` being an element that is not known; hashes are sixteen hexadecimal digits in CSV and JSON lines.\n",
        R::COLUMNS.len()
    );
    page.push_str("| column | type | null | what it holds |\n|---|---|---|---|\n");
    for column in R::COLUMNS {
        let null = if column.nullable { "yes" } else { "" };
        let about = column.about.trim().replace('|', "\\|");
        let _ = writeln!(page, "| `{}` | {} | {null} | {about} |", column.name, column.shape.name());
    }
    page
}
