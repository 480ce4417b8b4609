//! `convert --prose FILE`: writes headings and prose of printed books to a separate file.

use std::path::{Path, PathBuf};

use super::Exit;
use super::run::{Handler, OfFile, Run, Sources};
use super::standard::report_error;
use partie_archive::WalkEntry;
use partie_archive::disk::{PackedFile, Unwritten, is_input};
use partie_input::{Slice, Stored};
use partie_record::count;
use partie_record::shown::shown_path;
use partie_replay::game_worker::SliceOut;
use partie_replay::{Divider, Prose, Segments};

/// Writes the prose of all inputs into a file, and returns a message with the number of lines.
pub(super) fn keep(sources: &Sources, inputs: &[PathBuf], file: &Path) -> Result<String, Exit> {
    sources.may_be_read_twice("--prose")?;
    if is_input(file, inputs) {
        let line = format!("error[X003]: {} is read, so that nothing is written into it", shown_path(file));
        return Err(report_error(&line, Exit::Operation));
    }
    let unwritten = |unwritten: Unwritten| report_error(&unwritten.to_string(), Exit::Operation);
    let mut keeper = Keeper {
        prose: Prose::default(),
        name: Some(String::new()),
        file: PackedFile::create(file).map_err(unwritten)?,
        failed: None,
    };
    Sources { bar: false, quiet: true, ..sources.clone() }.run(Divider::default, &mut keeper);
    let Keeper { prose, file: packed, failed, .. } = keeper;
    failed.map_or_else(|| packed.commit(), Err).map_err(unwritten)?;
    Ok(format!("{} of headings and prose in {}", count(prose.kept, "line", "lines"), shown_path(file)))
}

/// Writes the prose of the workers' segments in order.
struct Keeper {
    prose: Prose,
    /// The heading for the current file; `None` once it is written.
    name: Option<String>,
    file: PackedFile,
    failed: Option<Unwritten>,
}

impl Handler<Segments> for Keeper {
    fn begin(&mut self, run: &mut Run, _: &WalkEntry, _: Stored) {
        self.prose.begin();
        self.name = Some(format!("[{}]\n\n", run.path));
    }

    fn slice(&mut self, _: &mut Run, slice: &Slice, out: SliceOut<Segments>) {
        self.prose.add(slice, out.made);
        // After a failed write, nothing more is written.
        if self.failed.is_some() || self.prose.text.is_empty() {
            return;
        }
        let name = self.name.take().unwrap_or_default();
        let written = self.file.write(name.as_bytes()).and_then(|()| self.file.write(&self.prose.text));
        self.prose.text.clear();
        self.failed = written.err();
    }

    // Drops messages about files: a later pass reads the files again, and reports them.
    fn of_file(&mut self, _: &mut Run, _: &OfFile<'_>) {}

    fn changed(&mut self, _: &mut Run) {}

    fn stopped(&self) -> bool {
        self.failed.is_some()
    }
}
