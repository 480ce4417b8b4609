//! Reads some columns of a table as texts, from CSV, JSON lines or Parquet.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use partie_record::shown::without_sign;

/// A part of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) task: u64,
    path: PathBuf,
}

/// The parts of a table by task, or the file of a table without parts; empty if the table does not exist.
pub(super) fn parts(out: &Path, table: &str) -> io::Result<Vec<Part>> {
    let mut parts = Vec::new();
    let folder = out.join(table);
    if !folder.is_dir() {
        return Ok(parts);
    }
    for source in fs::read_dir(folder)? {
        let source = source?.path();
        if !source.is_dir() {
            let extension = source.extension().and_then(|extension| extension.to_str());
            if source.file_stem().is_some_and(|name| name == table)
                && matches!(extension, Some("csv" | "jsonl" | "parquet"))
            {
                parts.push(Part { task: 0, path: source });
            }
            continue;
        }
        for part in fs::read_dir(source)? {
            let path = part?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.strip_prefix("part-").and_then(|rest| rest.split_once('.'));
            if let Some((number, "csv" | "jsonl" | "parquet")) = number
                && let Ok(task) = number.parse()
            {
                parts.push(Part { task, path });
            }
        }
    }
    parts.sort();
    Ok(parts)
}

/// A row with the requested columns, in their order.
pub(super) type Row = [Option<String>];

/// The requested columns: required ones, then optional ones.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    pub(super) needed: &'a [&'a str],
    pub(super) others: &'a [&'a str],
}

impl<'a> Columns<'a> {
    fn all(self) -> impl Iterator<Item = &'a str> {
        self.needed.iter().chain(self.others).copied()
    }

    /// The first required column that is missing.
    fn lacking(self, is_there: impl Fn(&str) -> bool) -> Option<&'a str> {
        self.needed.iter().copied().find(|column| !is_there(column))
    }

    fn empty_row(self) -> Vec<Option<String>> {
        vec![None; self.all().count()]
    }
}

/// Calls `each` with each row of a part.
pub(super) fn read_cells(part: &Part, columns: Columns<'_>, each: &mut dyn FnMut(&Row)) -> io::Result<()> {
    match part.path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => csv(&part.path, columns, each),
        Some("jsonl") => jsonl(&part.path, columns, each),
        #[cfg(feature = "parquet")]
        Some("parquet") => parquet(&part.path, columns, each),
        #[cfg(not(feature = "parquet"))]
        Some("parquet") => Err(crate::tables::without_parquet()),
        _ => Err(io::Error::other(format!("{} is in a format that this build cannot read", part.path.display()))),
    }
}

/// The error for a column that was not requested when the table was written.
fn lacking(path: &Path, column: &str) -> io::Error {
    let path = path.display();
    io::Error::other(format!(
        "{path} has no column {column}; write the tables again with all columns, or with this one"
    ))
}

fn csv(path: &Path, columns: Columns<'_>, each: &mut dyn FnMut(&Row)) -> io::Result<()> {
    let mut reader = csv::Reader::from_path(path)?;
    let headers = reader.headers()?.clone();
    let place = |column: &str| headers.iter().position(|header| header == column);
    if let Some(column) = columns.lacking(|column| place(column).is_some()) {
        return Err(lacking(path, column));
    }
    let places: Vec<Option<usize>> = columns.all().map(place).collect();
    let mut row = columns.empty_row();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record)? {
        for (cell, place) in row.iter_mut().zip(&places) {
            let text = place.and_then(|place| record.get(place)).filter(|text| !text.is_empty());
            *cell = text.map(|text| without_sign(text).to_owned());
        }
        each(&row);
    }
    Ok(())
}

fn jsonl(path: &Path, columns: Columns<'_>, each: &mut dyn FnMut(&Row)) -> io::Result<()> {
    let mut row = columns.empty_row();
    for line in BufReader::new(File::open(path)?).lines() {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&line?)?;
        if let Some(column) = columns.lacking(|column| object.contains_key(column)) {
            return Err(lacking(path, column));
        }
        for (cell, column) in row.iter_mut().zip(columns.all()) {
            *cell = match object.get(column) {
                None | Some(serde_json::Value::Null) => None,
                Some(serde_json::Value::String(text)) => Some(text.clone()),
                Some(other) => Some(other.to_string()),
            };
        }
        each(&row);
    }
    Ok(())
}

#[cfg(feature = "parquet")]
fn parquet(path: &Path, columns: Columns<'_>, each: &mut dyn FnMut(&Row)) -> io::Result<()> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use parquet::schema::types::Type;

    let reader = SerializedFileReader::new(File::open(path)?).map_err(io::Error::other)?;
    let schema = reader.metadata().file_metadata().schema();
    let is_there = |column: &str| schema.get_fields().iter().any(|field| field.name() == column);
    if let Some(column) = columns.lacking(is_there) {
        return Err(lacking(path, column));
    }
    let fields = schema
        .get_fields()
        .iter()
        .filter(|field| columns.all().any(|column| column == field.name()))
        .cloned()
        .collect();
    let projection = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(io::Error::other)?;
    let mut row = columns.empty_row();
    for found in reader.get_row_iter(Some(projection)).map_err(io::Error::other)? {
        let found = found.map_err(io::Error::other)?;
        for (name, field) in found.get_column_iter() {
            let Some(place) = columns.all().position(|column| column == name) else { continue };
            row[place] = match field {
                Field::Null => None,
                Field::Str(text) => Some(text.clone()),
                Field::Byte(number) => Some(number.to_string()),
                Field::Short(number) => Some(number.to_string()),
                Field::Int(number) => Some(number.to_string()),
                Field::Long(number) => Some(number.to_string()),
                other => Some(other.to_string()),
            };
        }
        each(&row);
    }
    Ok(())
}
