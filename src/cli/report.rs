//! `partie report`: one page of what `analyze -o` wrote.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use super::Exit;
use super::args::{complain, print};
use crate::analyze::page;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The folder that analyze -o wrote
    #[arg(value_name = "OUT")]
    folder: PathBuf,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ReportArgs) -> Exit {
    let material = match page::load(&args.folder) {
        Ok(material) => material,
        Err(message) => return complain(&format!("error[X001]: {message}"), Exit::Operation),
    };
    let text = page::render(&material);
    match &args.output {
        Some(path) if path.as_os_str() != "-" => match save(path, &text) {
            Ok(()) => Exit::Clean,
            Err(error) => complain(&format!("error[X002]: cannot write {}: {error}", path.display()), Exit::Operation),
        },
        _ => print(&text, Exit::Clean),
    }
}

/// Writes a file that has its name only when it is complete.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".tmp-{}", std::process::id()));
    let temporary = PathBuf::from(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    let done = write();
    if done.is_err() {
        drop(fs::remove_file(&temporary));
    }
    done
}
