//! Generates the pages of `docs/schema/`, and a machine-readable schema of the tables, from the row types.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::broken_texts::TextRow;
use super::duplicates::DuplicateRow;
use super::tables::TableFormat;
use partie_table::column::{Column, Row, Shape};
use partie_table::columns::Columns;
use partie_table::columns::Selection;
use partie_table::{FindingRow, GameRow, MoveRow, SCHEMA_VERSION};

/// The columns of a table in a file format, as a Spark struct type in JSON.
pub fn json<R: Row>(columns: &Selection, format: TableFormat) -> Value {
    let field = |column: &Column| {
        json!({
            "name": column.name,
            "type": type_of(column.shape, format),
            "nullable": column.nullable,
            "metadata": { "comment": column.about.trim() },
        })
    };
    json!({ "type": "struct", "fields": columns.columns::<R>().iter().map(field).collect::<Vec<_>>() })
}

/// The schema of all tables of a run. If `moves` or `duplicates` is true, these tables are included.
pub fn of_tables(columns: &Columns, format: TableFormat, (moves, duplicates): (bool, bool)) -> Value {
    let mut tables = serde_json::Map::new();
    let mut add = |name: &str, json| drop(tables.insert(name.to_owned(), json));
    add(GameRow::TABLE, json::<GameRow<'_>>(&columns.games, format));
    add(FindingRow::TABLE, json::<FindingRow<'_>>(&columns.findings, format));
    add(TextRow::TABLE, json::<TextRow<'_>>(&Selection::default(), format));
    if moves {
        add(MoveRow::TABLE, json::<MoveRow<'_>>(&columns.moves, format));
    }
    if duplicates {
        add(DuplicateRow::TABLE, json::<DuplicateRow<'_>>(&Selection::default(), format));
    }
    Value::Object(tables)
}

/// The Spark type of a shape; types that CSV or JSON lack become strings.
fn type_of(shape: Shape, format: TableFormat) -> Value {
    let (is_csv, is_jsonl) = match format {
        TableFormat::Csv { .. } => (true, false),
        TableFormat::Jsonl => (false, true),
        TableFormat::Parquet => (false, false),
    };
    let array = |of: &str, unknown: bool| json!({ "type": "array", "elementType": of, "containsNull": unknown });
    match shape {
        Shape::List(_) | Shape::Words | Shape::Map if is_csv => json!("string"),
        Shape::Hash if is_csv || is_jsonl => json!("string"),
        Shape::Text | Shape::Name => json!("string"),
        Shape::Int(8) => json!("byte"),
        Shape::Int(16) => json!("short"),
        Shape::Int(32) => json!("integer"),
        Shape::Int(_) | Shape::Hash => json!("long"),
        Shape::Day => json!("date"),
        Shape::Instant => json!("timestamp"),
        Shape::List(16) => array("short", true),
        Shape::List(_) => array("integer", true),
        Shape::Words => array("string", false),
        Shape::Map => json!({ "type": "map", "keyType": "string", "valueType": "string", "valueContainsNull": false }),
    }
}

/// The Markdown page of a table.
pub fn page<R: Row>() -> String {
    let mut page = format!("# Table `{}`\n\n{}\n\n", R::TABLE, R::ABOUT.trim());
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "Schema version {SCHEMA_VERSION}, {} columns. Generated from the row types by a test; do not edit. All\n\
         integers are signed. Unknown values are null (an empty cell in CSV), never \"?\". CSV separates the numbers of a list by\n\
         spaces, and writes `-` for an unknown one. Hashes are sixteen hexadecimal digits in CSV and JSON lines.\n",
        R::COLUMNS.len()
    );
    if R::COLUMNS.iter().any(|column| column.on_request) {
        page.push_str(
            "Columns with a plus are written only if they are named (`--columns +tags` adds one to the default columns). In CSV they\n\
             are JSON unless they are texts.\n\n",
        );
    }
    page.push_str("| column | type | null | description |\n|---|---|---|---|\n");
    for column in R::COLUMNS {
        let null = if column.nullable { "yes" } else { "" };
        let plus = if column.on_request { "+" } else { "" };
        let about = column.about.trim().replace('|', "\\|");
        let _ = writeln!(page, "| {plus}`{}` | {} | {null} | {about} |", column.name, column.shape.name());
    }
    page
}
