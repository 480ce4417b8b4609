//! `partie report --proof`: makes the proof sheet of a book.

use std::path::Path;

use super::Exit;
use super::report_args::ReportArgs;
use super::run::{Expects, Handler, Run, Sources};
use super::standard::{is_same_file, report_error, write_page};
use partie_analyze::proof_sheet::{self, Proof, Section, proof_worker};
use partie_archive::{Reading, file_messages};
use partie_input::Slice;
use partie_record::shown::shown_path;
use partie_replay::game_worker::SliceOut;

/// Maximum bytes of a proof sheet, which is for a book, not for an archive.
const MAX_BYTES: usize = 64 << 20;

/// Writes the proof sheet of a book.
pub(super) fn run(args: &ReportArgs) -> Exit {
    let (book, name) = (&args.folder, shown_path(&args.folder));
    let source = match args.source.source() {
        Ok(source) => source,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    if book.is_dir() {
        return report_error(&format!("error[X001]: {name} is a folder; name a book"), Exit::Operation);
    }
    if let Some(output) = args.output.as_deref().filter(|output| is_same_file(book, output)) {
        let line = format!("error[X003]: the output {} is the book itself; nothing is written", shown_path(output));
        return report_error(&line, Exit::Operation);
    }
    let mut binder = Binder::default();
    let sources = Sources::new(std::slice::from_ref(book), &source, &args.run);
    let sources = Sources {
        // The user named this file, so it is read without checking for a record.
        reading: Reading { is_record: None, ..sources.reading },
        bar: false,
        expects: Expects::InNamed,
        ..sources
    };
    let run = sources.run(|| proof_worker(source.options(), source.given), &mut binder);
    if run.failed || run.panicked {
        return run.exit(Exit::Operation);
    }
    if binder.sections.is_empty() {
        return report_error(&file_messages::no_record(&name).to_string(), Exit::Operation);
    }
    if binder.bytes > MAX_BYTES {
        let line = format!("error: {name} is too large for a sheet; give a book, or a part of the archive");
        return report_error(&line, Exit::Operation);
    }
    let title = book.file_name().map_or(name, |file| shown_path(Path::new(file)));
    write_page(args.output.as_deref(), &proof_sheet::page(&title, &binder.sections))
}

/// Collects the sections of all slices.
#[derive(Default)]
struct Binder {
    sections: Vec<Section>,
    bytes: usize,
    panicked: bool,
}

impl Handler<Proof> for Binder {
    fn slice(&mut self, _: &mut Run, _: &Slice, mut out: SliceOut<Proof>) {
        self.panicked |= out.panicked.is_some();
        self.bytes += out.made.sections.iter().map(Section::bytes).sum::<usize>();
        self.sections.append(&mut out.made.sections);
    }

    fn stopped(&self) -> bool {
        self.panicked || self.bytes > MAX_BYTES
    }
}
