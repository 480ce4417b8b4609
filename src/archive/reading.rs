//! Reads files one after another, as slices. Not for judging slices, nor for threads.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::open::{Failure, Source};
use super::opened::Opened;
use super::seekable::Before;
use super::walk::WalkEntry;
use partie_input::{CHUNK, Claim, Slice, Slicer, Stored};
use partie_record::Format;

/// True if a file is a record, by the claim of its name and its first bytes. The flag is true if these are all its
/// bytes.
pub type IsRecord = fn(Claim, &[u8], bool) -> bool;

#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Approximate size of a slice in bytes.
    pub chunk: usize,
    /// The format, if the user gave one; otherwise the content decides.
    pub format: Option<Format>,
    /// Decides whether a file in a folder is a record; if `None`, every file is one.
    pub is_record: Option<IsRecord>,
}

impl Default for Reading {
    fn default() -> Self {
        Self { chunk: CHUNK, format: None, is_record: None }
    }
}

impl Reading {
    /// True if a file must be read; always true for a file that the user named.
    pub fn wants(&self, claim: Claim, named: bool, source: &mut Source) -> bool {
        let Some(is_record) = self.is_record.filter(|_| !named) else { return true };
        let (head, whole) = source.head(claim.head());
        // A read error must be reported, unless the file's name rules out a record.
        let broken = !whole && head.len() < claim.head();
        broken && claim != Claim::Other || is_record(claim, head, whole)
    }
}

/// The progress of reading a file.
#[derive(Clone, Debug)]
pub struct Progress {
    pub stored: Stored,
    /// Size of the file in bytes, if known.
    pub size: Option<u64>,
    /// Bytes of the file that were read.
    pub consumed: Arc<AtomicU64>,
}

pub(super) enum Event {
    Begin(WalkEntry, Progress),
    Slice(Slice),
    End(Option<io::Error>, bool),
    Failed(Failure),
}

impl Event {
    /// Number of bytes in the event's slice, or 0.
    pub(super) const fn bytes(&self) -> usize {
        match self {
            Self::Slice(slice) => slice.bytes.len(),
            _ => 0,
        }
    }
}

pub(super) trait Outlet {
    /// Passes an event on; true if more are wanted.
    fn pass(&mut self, event: Event) -> bool;
    /// A free buffer.
    fn buffer(&mut self) -> Slice;
}

/// Opens each file only when the iterator reaches it.
pub(super) fn opened(
    files: impl Iterator<Item = Result<WalkEntry, Failure>>,
) -> impl Iterator<Item = Result<(WalkEntry, Opened), Failure>> {
    files.map(|met| met.and_then(|met| Opened::open(&met.path, met.named, Arc::default()).map(|opened| (met, opened))))
}

/// Reads files one after another, until the outlet wants no more events.
pub(super) fn read_files(
    files: impl Iterator<Item = Result<(WalkEntry, Opened), Failure>>,
    reading: Reading,
    outlet: &mut impl Outlet,
) {
    for opened in files {
        let more = match opened {
            Ok((met, Opened::File(source))) => read_file(met, source, reading, outlet),
            Ok((met, Opened::Archive(mut members))) => members.all(|member| match member {
                Ok((path, source)) => read_file(WalkEntry { path, named: false, ..met }, source, reading, outlet),
                Err(failure) => outlet.pass(Event::Failed(failure)),
            }),
            Err(failure) => outlet.pass(Event::Failed(failure)),
        };
        if !more {
            return;
        }
    }
}

/// Reads a file; true if the outlet wants more events.
fn read_file(met: WalkEntry, mut source: Source, reading: Reading, outlet: &mut impl Outlet) -> bool {
    let progress = Progress { stored: source.stored, size: source.size, consumed: Arc::clone(&source.consumed) };
    let wanted = reading.wants(met.claim(), met.named, &mut source);
    if !outlet.pass(Event::Begin(met, progress)) {
        return false;
    }
    let Before { offset, line, format } = source.before;
    let slicer = Slicer::of_begun(std::mem::take(&mut source.reader), reading.chunk, reading.format.or(format));
    let mut slicer = slicer.of(source.undeclared()).after(offset, line);
    let error = loop {
        if !wanted {
            break None;
        }
        // A file that was already read to its end needs no pooled buffer.
        let buffer = if slicer.has_ended() { Slice::default() } else { outlet.buffer() };
        match slicer.next(buffer) {
            Ok(Some(slice)) => {
                if !outlet.pass(Event::Slice(slice)) {
                    return false;
                }
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    outlet.pass(Event::End(error, source.changed()))
}
