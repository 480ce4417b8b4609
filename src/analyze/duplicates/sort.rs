//! Sorting records of fixed width, by their bytes, within a bound of memory: sorted runs on disk, then one merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::path::{Path, PathBuf};

use partie_archive::disk::Spill;

/// Bytes that are written at once.
const WRITE: usize = 256 << 10;
/// Bytes of a run that are read at once, at least and at most.
const READ: [usize; 2] = [4 << 10, 1 << 20];

/// What sorting may take: memory, and where the rest lies.
#[derive(Clone, Debug)]
pub struct SortLimits {
    pub memory: usize,
    /// The folder of temporary files.
    pub folder: PathBuf,
}

impl SortLimits {
    /// Bytes for the cards, which are kept until the end.
    pub(super) const fn fingerprints(&self) -> usize {
        self.memory / 16 * 3
    }

    /// Bytes for each of what is sorted after them.
    pub(super) const fn other(&self) -> usize {
        self.memory / 8
    }
}

/// Takes records of `N` bytes in any order.
#[derive(Debug)]
pub(super) struct Sorter<const N: usize> {
    folder: PathBuf,
    /// Records that are kept in memory.
    most: usize,
    kept: Vec<[u8; N]>,
    spill: Option<Spill>,
    /// Where each run begins and ends in the file, in bytes.
    runs: Vec<(u64, u64)>,
}

impl<const N: usize> Sorter<N> {
    /// A sorter that keeps about `memory` bytes, and the rest in `folder`.
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        let most = (memory / N).max(64);
        Self { folder: folder.to_owned(), most, kept: Vec::new(), spill: None, runs: Vec::new() }
    }

    pub(super) fn push(&mut self, record: [u8; N]) -> io::Result<()> {
        if self.kept.len() >= self.most {
            self.write()?;
        }
        self.kept.push(record);
        Ok(())
    }

    /// Writes what is kept as a run.
    fn write(&mut self) -> io::Result<()> {
        self.kept.sort_unstable();
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new(&self.folder)?),
        };
        let from = spill.bytes();
        for part in self.kept.chunks((WRITE / N).max(1)) {
            spill.append(part.as_flattened())?;
        }
        self.runs.push((from, spill.bytes()));
        self.kept.clear();
        Ok(())
    }

    /// All records, to be gone through in order.
    pub(super) fn finish(mut self) -> io::Result<Sorted<N>> {
        if self.spill.is_some() {
            if !self.kept.is_empty() {
                self.write()?;
            }
            self.kept = Vec::new();
        } else {
            self.kept.sort_unstable();
        }
        let share = self.most * N / 4 / self.runs.len().max(1);
        let buffer = share.clamp(READ[0], READ[1]) / N * N;
        Ok(Sorted { kept: self.kept, spill: self.spill, runs: self.runs, buffer: buffer.max(N) })
    }
}

/// Records in order, as often as they are wanted.
#[derive(Debug)]
pub(super) struct Sorted<const N: usize> {
    kept: Vec<[u8; N]>,
    spill: Option<Spill>,
    runs: Vec<(u64, u64)>,
    /// Bytes that are read at once.
    buffer: usize,
}

impl<const N: usize> Sorted<N> {
    /// Begins with the least one.
    pub(super) fn merge(&mut self) -> io::Result<Merge<'_, N>> {
        let mut merge = Merge { kept: self.kept.iter(), spill: None, runs: Vec::new(), heap: BinaryHeap::new() };
        if let Some(spill) = &mut self.spill {
            let buffer = self.buffer;
            let run = |&(from, to): &(u64, u64)| Run { from, to, bytes: Vec::new(), at: 0, buffer };
            merge.runs = self.runs.iter().map(run).collect();
            for (index, run) in merge.runs.iter_mut().enumerate() {
                if let Some(record) = run.next(spill)? {
                    merge.heap.push(Reverse((record, index)));
                }
            }
            merge.spill = Some(spill);
        }
        Ok(merge)
    }
}

/// A way through sorted records.
#[derive(Debug)]
pub(super) struct Merge<'a, const N: usize> {
    kept: std::slice::Iter<'a, [u8; N]>,
    spill: Option<&'a mut Spill>,
    runs: Vec<Run<N>>,
    heap: BinaryHeap<Reverse<([u8; N], usize)>>,
}

impl<const N: usize> Merge<'_, N> {
    pub(super) fn next(&mut self) -> io::Result<Option<[u8; N]>> {
        let Some(spill) = &mut self.spill else { return Ok(self.kept.next().copied()) };
        let Some(mut least) = self.heap.peek_mut() else { return Ok(None) };
        let Reverse((record, index)) = *least;
        match self.runs[index].next(spill)? {
            Some(after) => *least = Reverse((after, index)),
            None => {
                std::collections::binary_heap::PeekMut::pop(least);
            }
        }
        Ok(Some(record))
    }
}

/// A sorted run, read piece by piece.
#[derive(Debug)]
struct Run<const N: usize> {
    from: u64,
    to: u64,
    bytes: Vec<u8>,
    at: usize,
    buffer: usize,
}

impl<const N: usize> Run<N> {
    fn next(&mut self, spill: &mut Spill) -> io::Result<Option<[u8; N]>> {
        if self.at >= self.bytes.len() {
            let length = usize::try_from(self.to - self.from).unwrap_or(usize::MAX).min(self.buffer);
            self.bytes.resize(length, 0);
            spill.read_at(self.from, &mut self.bytes)?;
            self.from += length as u64;
            self.at = 0;
        }
        let record = self.bytes.get(self.at..self.at + N).and_then(|bytes| bytes.try_into().ok());
        self.at += N;
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_in_order_from_memory_and_disk() {
        for memory in [1, 1000, 1 << 20] {
            let mut sorter = Sorter::<8>::new(&std::env::temp_dir(), memory);
            let mut expected: Vec<[u8; 8]> = Vec::new();
            let mut state = 1_u64;
            for _ in 0..5000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let record = (state >> 50).to_be_bytes();
                expected.push(record);
                sorter.push(record).expect("room");
            }
            expected.sort_unstable();
            let mut sorted = sorter.finish().expect("room");
            for _ in 0..2 {
                let mut merge = sorted.merge().expect("readable");
                let mut found = Vec::new();
                while let Some(record) = merge.next().expect("readable") {
                    found.push(record);
                }
                assert!(found == expected, "with {memory} bytes");
            }
        }
    }
}
