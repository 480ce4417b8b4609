//! External merge sort of records by their bytes, in bounded memory: sorted runs on disk, then one merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::path::{Path, PathBuf};

use super::spill::Spill;

/// Bytes per write.
const WRITE_BYTES: usize = 256 << 10;
/// Minimum and maximum bytes per read of a run.
const MIN_READ_BYTES: usize = 4 << 10;
const MAX_READ_BYTES: usize = 1 << 20;

/// Records in memory, and their encoding in a run.
pub trait Records: Default {
    type Record: Ord;

    /// Size in bytes of a record's header in a run; the header contains the record's length.
    const HEAD: usize;

    /// Maximum [`Self::size`] of records for a sorter that may use `memory` bytes.
    fn limit(memory: usize) -> usize;
    /// Bytes that the records occupy.
    fn size(&self) -> usize;
    fn sort(&mut self);
    fn clear(&mut self);
    /// The record at an index; `None` past the end.
    fn get(&self, index: usize) -> Option<Self::Record>;
    /// Appends the encoded record at an index; false past the end.
    ///
    /// # Errors
    /// The record's length does not fit into its header.
    fn write(&self, index: usize, to: &mut Vec<u8>) -> io::Result<bool>;
    /// Length of the record after a header, in bytes.
    fn length(head: &[u8]) -> usize;
    /// Decodes a record of [`Self::length`] bytes.
    fn read(bytes: &[u8]) -> Option<Self::Record>;
}

/// Records of `N` bytes each.
#[derive(Debug)]
pub struct FixedRecords<const N: usize>(Vec<[u8; N]>);

impl<const N: usize> Default for FixedRecords<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const N: usize> Records for FixedRecords<N> {
    type Record = [u8; N];

    const HEAD: usize = 0;

    fn limit(memory: usize) -> usize {
        memory.max(64 * N)
    }

    fn size(&self) -> usize {
        self.0.len() * N
    }

    fn sort(&mut self) {
        self.0.sort_unstable();
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn get(&self, index: usize) -> Option<[u8; N]> {
        self.0.get(index).copied()
    }

    fn write(&self, index: usize, to: &mut Vec<u8>) -> io::Result<bool> {
        let record = self.0.get(index);
        to.extend(record.into_iter().flatten());
        Ok(record.is_some())
    }

    fn length(_: &[u8]) -> usize {
        N
    }

    fn read(bytes: &[u8]) -> Option<[u8; N]> {
        bytes.try_into().ok()
    }
}

/// Records of any length in one buffer, with the range of each record.
#[derive(Debug, Default)]
pub struct AnyRecords {
    bytes: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl AnyRecords {
    fn slice(&self, index: usize) -> Option<&[u8]> {
        self.places.get(index).map(|(from, to)| &self.bytes[*from..*to])
    }
}

impl Records for AnyRecords {
    type Record = Vec<u8>;

    const HEAD: usize = size_of::<u32>();

    fn limit(memory: usize) -> usize {
        // A growing vector may allocate twice its length.
        memory / 2
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.places.len() * size_of::<(usize, usize)>()
    }

    fn sort(&mut self) {
        let Self { bytes, places } = self;
        places.sort_unstable_by(|one, other| bytes[one.0..one.1].cmp(&bytes[other.0..other.1]));
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
    }

    fn get(&self, index: usize) -> Option<Vec<u8>> {
        self.slice(index).map(<[u8]>::to_vec)
    }

    fn write(&self, index: usize, to: &mut Vec<u8>) -> io::Result<bool> {
        let Some(record) = self.slice(index) else { return Ok(false) };
        let length = u32::try_from(record.len()).map_err(io::Error::other)?;
        to.extend_from_slice(&length.to_be_bytes());
        to.extend_from_slice(record);
        Ok(true)
    }

    fn length(head: &[u8]) -> usize {
        head.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes)) as usize
    }

    fn read(bytes: &[u8]) -> Option<Vec<u8>> {
        Some(bytes.to_vec())
    }
}

/// A sorter for records in any order.
#[derive(Debug)]
pub struct Sorter<R> {
    folder: PathBuf,
    /// Maximum bytes of records in memory.
    most: usize,
    kept: R,
    spill: Option<Spill>,
    /// Beginning and end of each run in the file, in bytes.
    runs: Vec<(u64, u64)>,
}

impl<const N: usize> Sorter<FixedRecords<N>> {
    /// Adds a record.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn push(&mut self, record: [u8; N]) -> io::Result<()> {
        self.make_room(N)?;
        self.kept.0.push(record);
        Ok(())
    }
}

impl Sorter<AnyRecords> {
    /// Adds a record.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        self.make_room(record.len())?;
        let from = self.kept.bytes.len();
        self.kept.bytes.extend_from_slice(record);
        self.kept.places.push((from, from + record.len()));
        Ok(())
    }
}

impl<R: Records> Sorter<R> {
    /// A sorter that uses about `memory` bytes, and a temporary file in `folder` for more records.
    pub fn new(folder: &Path, memory: usize) -> Self {
        Self { folder: folder.to_owned(), most: R::limit(memory), kept: R::default(), spill: None, runs: Vec::new() }
    }

    fn make_room(&mut self, bytes: usize) -> io::Result<()> {
        if self.kept.size() > 0 && self.kept.size() + bytes > self.most {
            self.write_run()?;
        }
        Ok(())
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.kept.sort();
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new(&self.folder)?),
        };
        let from = spill.bytes();
        let mut out = Vec::new();
        let mut index = 0;
        while self.kept.write(index, &mut out)? {
            index += 1;
            if out.len() >= WRITE_BYTES {
                spill.append(&out)?;
                out.clear();
            }
        }
        spill.append(&out)?;
        self.runs.push((from, spill.bytes()));
        self.kept.clear();
        Ok(())
    }

    /// Returns all records, for any number of ordered passes.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn finish(mut self) -> io::Result<Sorted<R>> {
        if self.spill.is_none() {
            self.kept.sort();
        } else {
            if self.kept.size() > 0 {
                self.write_run()?;
            }
            self.kept = R::default();
        }
        let buffer = (self.most / 4 / self.runs.len().max(1)).clamp(MIN_READ_BYTES, MAX_READ_BYTES);
        Ok(Sorted { kept: self.kept, spill: self.spill, runs: self.runs, buffer })
    }
}

/// Sorted records.
#[derive(Debug)]
pub struct Sorted<R> {
    kept: R,
    spill: Option<Spill>,
    runs: Vec<(u64, u64)>,
    /// Bytes per read.
    buffer: usize,
}

impl<R: Records> Sorted<R> {
    /// Begins an ordered pass.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn merge(&mut self) -> io::Result<Merge<'_, R>> {
        let Self { kept, spill, runs, buffer } = self;
        let run = |&(from, to): &(u64, u64)| Run { from, to, bytes: Vec::new(), at: 0, buffer: *buffer };
        let mut merge = Merge {
            kept,
            index: 0,
            spill: spill.as_mut(),
            runs: runs.iter().map(run).collect(),
            heap: BinaryHeap::new(),
        };
        if let Some(spill) = &mut merge.spill {
            for (index, run) in merge.runs.iter_mut().enumerate() {
                if let Some(record) = run.next::<R>(spill)? {
                    merge.heap.push(Reverse((record, index)));
                }
            }
        }
        Ok(merge)
    }
}

/// A pass over sorted records.
#[derive(Debug)]
pub struct Merge<'a, R: Records> {
    kept: &'a R,
    /// Index of the next record in memory.
    index: usize,
    spill: Option<&'a mut Spill>,
    runs: Vec<Run>,
    heap: BinaryHeap<Reverse<(R::Record, usize)>>,
}

impl<R: Records> Merge<'_, R> {
    /// Returns the next record; `None` at the end.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn pop(&mut self) -> io::Result<Option<R::Record>> {
        let Some(spill) = &mut self.spill else {
            let record = self.kept.get(self.index);
            self.index += 1;
            return Ok(record);
        };
        let Some(mut least) = self.heap.peek_mut() else { return Ok(None) };
        let Reverse((record, run)) = &mut *least;
        let Some(after) = self.runs[*run].next::<R>(spill)? else {
            let Reverse((record, _)) = PeekMut::pop(least);
            return Ok(Some(record));
        };
        Ok(Some(std::mem::replace(record, after)))
    }
}

/// A sorted run, read in parts.
#[derive(Debug)]
struct Run {
    from: u64,
    to: u64,
    bytes: Vec<u8>,
    at: usize,
    buffer: usize,
}

impl Run {
    fn next<R: Records>(&mut self, spill: &mut Spill) -> io::Result<Option<R::Record>> {
        if self.at == self.bytes.len() && self.from == self.to {
            return Ok(None);
        }
        self.fill(R::HEAD, spill)?;
        let length = R::length(&self.bytes[self.at..]);
        self.fill(R::HEAD + length, spill)?;
        let from = self.at + R::HEAD;
        self.at = from + length;
        Ok(R::read(&self.bytes[from..self.at]))
    }

    /// Reads until at least `wanted` bytes are buffered.
    fn fill(&mut self, wanted: usize, spill: &mut Spill) -> io::Result<()> {
        let left = self.bytes.len() - self.at;
        if left >= wanted {
            return Ok(());
        }
        self.bytes.drain(..self.at);
        self.at = 0;
        let rest = usize::try_from(self.to - self.from).unwrap_or(usize::MAX);
        let more = self.buffer.max(wanted - left).min(rest);
        self.bytes.resize(left + more, 0);
        spill.read_at(self.from, &mut self.bytes[left..])?;
        self.from += more as u64;
        if self.bytes.len() < wanted { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> impl Iterator<Item = u64> {
        let next =
            |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        std::iter::successors(next(&1), next).take(count)
    }

    #[test]
    fn records_of_any_length_come_in_order_from_memory_and_disk() {
        for memory in [1, 1000, 100_000, 1 << 24] {
            let mut sorter = Sorter::<AnyRecords>::new(&std::env::temp_dir(), memory);
            let mut expected: Vec<Vec<u8>> = Vec::new();
            for (number, state) in numbers(2000).enumerate() {
                let length = if number == 700 { 10_000 } else { (state >> 60) as usize };
                let record: Vec<u8> = (state >> 40).to_be_bytes().into_iter().cycle().skip(5).take(length).collect();
                sorter.push(&record).expect("room");
                expected.push(record);
            }
            expected.sort_unstable();
            check(sorter.finish(), &expected, memory);
        }
    }

    #[test]
    fn records_of_one_length_come_in_order_from_memory_and_disk() {
        for memory in [1, 1000, 1 << 20] {
            let mut sorter = Sorter::<FixedRecords<8>>::new(&std::env::temp_dir(), memory);
            let mut expected: Vec<[u8; 8]> = numbers(5000).map(|state| (state >> 50).to_be_bytes()).collect();
            expected.iter().for_each(|record| sorter.push(*record).expect("room"));
            expected.sort_unstable();
            check(sorter.finish(), &expected, memory);
        }
    }

    fn check<R: Records>(sorted: io::Result<Sorted<R>>, expected: &[R::Record], memory: usize) {
        let mut sorted = sorted.expect("room");
        for _ in 0..2 {
            let mut merge = sorted.merge().expect("readable");
            let mut found = Vec::new();
            while let Some(record) = merge.pop().expect("readable") {
                found.push(record);
            }
            assert!(found == expected, "with {memory} bytes");
            assert!(merge.pop().expect("readable").is_none());
        }
    }
}
