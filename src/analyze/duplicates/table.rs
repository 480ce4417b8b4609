//! Writes duplicates as a table beside the table of games. The file gets its final name only when it is complete.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::groups::Duplicates;
use super::row::DuplicateRow;
use crate::tables::{TableFormat, Writer};
use crate::tasks::Joined;
use partie_archive::disk::{NewFile, make_folder_of};
use partie_table::columns::Selection;
use partie_table::game_key;

/// The path of the table of duplicates. The file name is not that of a part, because no task writes it.
pub fn table_path(out: &Path, format: TableFormat) -> PathBuf {
    out.join("duplicates").join(format!("duplicates.{}", format.extension()))
}

/// Writes the table of duplicates, with the game keys of the joined tables.
///
/// # Errors
/// Errors of the file system.
pub fn write_table(duplicates: &mut Duplicates, format: TableFormat, out: &Path, joined: &Joined) -> io::Result<()> {
    let key = |before| joined.place(before).map_or(0, |(task, number)| game_key(task, number));
    let path = table_path(out, format);
    make_folder_of(out, &path)?;
    let file = BufWriter::new(NewFile::create(&path)?);
    let mut writer = Writer::new::<DuplicateRow<'_>>(format, Selection::default(), file)?;
    duplicates.each(|places, row| {
        let (game_key, kept_game_key) = (key(places.place), key(places.kept));
        writer.row(&DuplicateRow { game_key, kept_game_key, ..row })
    })?;
    let (file, _) = writer.finish()?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
}
