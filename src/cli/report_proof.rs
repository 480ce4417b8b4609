//! `partie report --proof`: the proof sheet of a book.

use partie_archive::file_messages;
use std::io;
use std::path::Path;

use super::Exit;
use super::source_args::SourceArgs;
use super::standard::{print, report_error};
use super::writer::write_whole;
use partie_analyze::proof_sheet::{self, Proof, ProofReader, Section};
use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry};
use partie_input::{CHUNK, Slice};
use partie_record::shown::shown_path;

/// Most bytes of a sheet: that is a book, not an archive.
const MOST_BYTES: usize = 64 << 20;

/// Writes the sheet of a book.
pub(super) fn run(book: &Path, source: &SourceArgs, output: Option<&Path>) -> Exit {
    let source = match source.source() {
        Ok(source) => source,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    if book.is_dir() {
        let line = format!("error[X001]: {} is a folder; name a book", shown_path(book));
        return report_error(&line, Exit::Operation);
    }
    if let Some(output) = output.filter(|output| is_same_file(book, output)) {
        let line = format!("error[X003]: the output {} is the book itself; nothing is written", shown_path(output));
        return report_error(&line, Exit::Operation);
    }
    let mut binder = Binder { sections: Vec::new(), bytes: 0, failure: None, panicked: false };
    let files = partie_archive::walk(vec![Input { path: book.to_path_buf() }], false);
    let reading = Reading { is_record: None, ..source.reading(CHUNK) };
    let make = || ProofReader::new(source.options(), source.given);
    partie_archive::run(files, 1, reading, make, &mut binder);
    let name = shown_path(book);
    if binder.panicked {
        return report_error(
            &format!("error[X099]: internal error in {name}. Please report it with the file"),
            Exit::Internal,
        );
    }
    if let Some(failure) = binder.failure {
        return report_error(
            &file_messages::unread(&name, &failure, binder.sections.len() as u64, file_messages::Done::Read)
                .to_string(),
            Exit::Operation,
        );
    }
    if binder.sections.is_empty() {
        return report_error(&file_messages::no_record(&name).to_string(), Exit::Operation);
    }
    if binder.bytes > MOST_BYTES {
        let line = format!("error: {name} is too large for a sheet; give a book, or a part of the archive");
        return report_error(&line, Exit::Operation);
    }
    let title = book.file_name().map_or_else(|| name.clone(), |file| shown_path(Path::new(file)));
    let page = proof_sheet::page(&title, &binder.sections);
    match output {
        Some(path) if path.as_os_str() != "-" => match write_whole(path, page.as_bytes()) {
            Ok(()) => Exit::Clean,
            Err(unwritten) => report_error(&unwritten.to_string(), Exit::Operation),
        },
        _ => print(&page, Exit::Clean),
    }
}

/// Whether two paths lead to one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Binds the sections of all slices.
struct Binder {
    sections: Vec<Section>,
    bytes: usize,
    failure: Option<io::Error>,
    panicked: bool,
}

impl Sink<Proof> for Binder {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, _: &Slice, mut proof: Proof) {
        self.panicked |= proof.panicked;
        self.bytes += proof.sections.iter().map(Section::bytes).sum::<usize>();
        self.sections.append(&mut proof.sections);
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        self.failure = error;
    }

    fn failed(&mut self, failure: Failure) {
        self.failure = Some(failure.error);
    }

    fn stopped(&self) -> bool {
        self.panicked || self.bytes > MOST_BYTES
    }
}
