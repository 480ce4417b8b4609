//! Sorting records of any length, by their bytes, within a bound of memory: sorted runs on disk, then one merge. Records
//! of one width are sorted in less room by `analyze/duplicates/sort`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::path::{Path, PathBuf};

use super::spill::Spill;

/// Bytes that are written at once.
const WRITE: usize = 256 << 10;
/// Bytes of a run that are read at once, at least and at most.
const READ: [usize; 2] = [4 << 10, 1 << 20];
/// Bytes of the length before a record in a run.
const LENGTH: usize = size_of::<u32>();

/// Takes records in any order.
#[derive(Debug)]
pub struct BytesSorter {
    folder: PathBuf,
    /// Bytes that are kept in memory, with the places.
    most: usize,
    kept: Kept,
    spill: Option<Spill>,
    /// Where each run begins and ends in the file, in bytes.
    runs: Vec<(u64, u64)>,
}

/// Records in memory: all their bytes, and where each one begins and ends.
#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl Kept {
    fn sort(&mut self) {
        let Self { bytes, places } = self;
        places.sort_unstable_by(|one, other| bytes[one.0..one.1].cmp(&bytes[other.0..other.1]));
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.places.len() * size_of::<(usize, usize)>()
    }
}

impl BytesSorter {
    /// A sorter that keeps about `memory` bytes, and the rest in `folder`.
    pub fn new(folder: &Path, memory: usize) -> Self {
        // What grows has room for twice as much.
        let most = memory / 2;
        Self { folder: folder.to_owned(), most, kept: Kept::default(), spill: None, runs: Vec::new() }
    }

    /// Takes a record.
    ///
    /// # Errors
    /// The file of what does not fit into memory cannot be written.
    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        if self.kept.size() + record.len() > self.most && !self.kept.places.is_empty() {
            self.write()?;
        }
        let from = self.kept.bytes.len();
        self.kept.bytes.extend_from_slice(record);
        self.kept.places.push((from, from + record.len()));
        Ok(())
    }

    /// Writes what is kept as a run.
    fn write(&mut self) -> io::Result<()> {
        self.kept.sort();
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new(&self.folder)?),
        };
        let from = spill.bytes();
        let mut out = Vec::new();
        for (begin, end) in &self.kept.places {
            let length = u32::try_from(end - begin).map_err(io::Error::other)?;
            out.extend_from_slice(&length.to_be_bytes());
            out.extend_from_slice(&self.kept.bytes[*begin..*end]);
            if out.len() >= WRITE {
                spill.append(&out)?;
                out.clear();
            }
        }
        spill.append(&out)?;
        self.runs.push((from, spill.bytes()));
        self.kept.bytes.clear();
        self.kept.places.clear();
        Ok(())
    }

    /// All records, to be gone through in order, once.
    ///
    /// # Errors
    /// The file of what does not fit into memory cannot be written or read.
    pub fn finish(mut self) -> io::Result<SortedBytes> {
        if self.spill.is_none() {
            self.kept.sort();
            return Ok(SortedBytes {
                kept: self.kept,
                next: 0,
                spill: None,
                runs: Vec::new(),
                heap: BinaryHeap::new(),
            });
        }
        self.write()?;
        let buffer = (self.most / self.runs.len().max(1)).clamp(READ[0], READ[1]);
        let run = |&(from, to): &(u64, u64)| Run { from, to, bytes: Vec::new(), at: 0, buffer };
        let runs = self.runs.iter().map(run).collect();
        let mut sorted =
            SortedBytes { kept: Kept::default(), next: 0, spill: self.spill, runs, heap: BinaryHeap::new() };
        if let Some(spill) = &mut sorted.spill {
            for (index, run) in sorted.runs.iter_mut().enumerate() {
                if let Some(record) = run.next(spill)? {
                    sorted.heap.push(Reverse((record, index)));
                }
            }
        }
        Ok(sorted)
    }
}

#[derive(Debug)]
pub struct SortedBytes {
    kept: Kept,
    /// The next one of those in memory.
    next: usize,
    spill: Option<Spill>,
    runs: Vec<Run>,
    heap: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
}

impl SortedBytes {
    /// The next record.
    ///
    /// # Errors
    /// The file of what does not fit into memory cannot be read.
    pub fn pop(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(spill) = &mut self.spill else {
            let place = self.kept.places.get(self.next).copied();
            self.next += 1;
            return Ok(place.map(|(from, to)| self.kept.bytes[from..to].to_vec()));
        };
        let Some(mut least) = self.heap.peek_mut() else { return Ok(None) };
        let Reverse((record, index)) = &mut *least;
        let Some(after) = self.runs[*index].next(spill)? else {
            let Reverse((record, _)) = PeekMut::pop(least);
            return Ok(Some(record));
        };
        Ok(Some(std::mem::replace(record, after)))
    }
}

/// A sorted run, read piece by piece.
#[derive(Debug)]
struct Run {
    from: u64,
    to: u64,
    bytes: Vec<u8>,
    at: usize,
    buffer: usize,
}

impl Run {
    fn next(&mut self, spill: &mut Spill) -> io::Result<Option<Vec<u8>>> {
        if !self.has(LENGTH, spill)? {
            return Ok(None);
        }
        let length = self.bytes[self.at..].first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes)) as usize;
        if !self.has(LENGTH + length, spill)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let from = self.at + LENGTH;
        self.at = from + length;
        Ok(Some(self.bytes[from..self.at].to_vec()))
    }

    /// Whether so many bytes are left, of which those that are missing are read.
    fn has(&mut self, wanted: usize, spill: &mut Spill) -> io::Result<bool> {
        let left = self.bytes.len() - self.at;
        if left >= wanted {
            return Ok(true);
        }
        self.bytes.drain(..self.at);
        self.at = 0;
        let rest = usize::try_from(self.to - self.from).unwrap_or(usize::MAX);
        let more = self.buffer.max(wanted - left).min(rest);
        self.bytes.resize(left + more, 0);
        spill.read_at(self.from, &mut self.bytes[left..])?;
        self.from += more as u64;
        Ok(self.bytes.len() >= wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_any_length_come_in_order_from_memory_and_disk() {
        for memory in [1, 1000, 100_000, 1 << 24] {
            let mut sorter = BytesSorter::new(&std::env::temp_dir(), memory);
            let mut expected: Vec<Vec<u8>> = Vec::new();
            let mut state = 1_u64;
            for number in 0..2000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let length = if number == 700 { 10_000 } else { (state >> 60) as usize };
                let record: Vec<u8> = (state >> 40).to_be_bytes().into_iter().cycle().skip(5).take(length).collect();
                sorter.push(&record).expect("room");
                expected.push(record);
            }
            expected.sort_unstable();
            let mut sorted = sorter.finish().expect("room");
            let mut found = Vec::new();
            while let Some(record) = sorted.pop().expect("readable") {
                found.push(record);
            }
            assert!(found == expected, "with {memory} bytes");
            assert!(sorted.pop().expect("readable").is_none());
        }
    }
}
