//! Arguments of `convert` and `select` for the destination of games. Not for writing.

use super::refused::Refused;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;

use partie_archive::disk::{Place, Split};

/// Extensions of compressed files that cannot be written.
const UNWRITTEN: [&str; 7] = ["xz", "zip", "7z", "rar", "lz4", "br", "tar"];

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// The file to write, compressed if its name ends in .gz, .bz2 or .zst [default: standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    output: Option<PathBuf>,
    /// The folder for one output file per input
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// With --out-dir: number of games in each file
    #[arg(long, value_name = "N", requires = "out_dir", value_parser = clap::value_parser!(u64).range(1..))]
    games_per_file: Option<u64>,
    /// With --out-dir: one file for each value of a tag; ECO is also found by the moves
    #[arg(long, value_name = "TAG", requires = "out_dir", conflicts_with = "games_per_file")]
    pub(super) split_by: Option<String>,
}

impl OutputArgs {
    /// # Errors
    /// The extension of the output file promises a compression that cannot be written.
    pub(super) fn place(&self) -> Result<Place, Refused> {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(OsStr::to_str).unwrap_or_default();
        if let Some(packed) = UNWRITTEN.iter().find(|packed| ending.eq_ignore_ascii_case(packed)) {
            return Err(Refused::new(format!("a file is packed as .gz, .bz2 or .zst, never as .{packed}")));
        }
        let split = match (self.games_per_file, &self.split_by) {
            (Some(games), _) => Split::Games(games),
            (None, Some(_)) => Split::Values,
            (None, None) => Split::Inputs,
        };
        Ok(match (&self.output, &self.out_dir) {
            (Some(file), _) if file.as_os_str() != "-" => Place::File(file.clone()),
            (_, Some(folder)) => Place::Folder(folder.clone(), split),
            _ => Place::Standard,
        })
    }
}
