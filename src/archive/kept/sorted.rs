//! Keeps games in a temporary file until all are known and can be sorted. Not for making sort keys.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use crate::disk::{AnyRecords, Sorter};

/// The games so far: their texts in a file, and a sort record for each.
#[derive(Debug)]
pub struct Waiting {
    file: BufWriter<File>,
    length: u64,
    /// The last game; text that follows it is appended.
    last: Option<WaitingGame>,
    sorter: Sorter<AnyRecords>,
}

/// The position of a game in the file, and the value by which games are split.
#[derive(Debug)]
struct WaitingGame {
    /// The sort key, compared as bytes.
    order: Vec<u8>,
    from: u64,
    bytes: u64,
    value: String,
}

impl Waiting {
    /// Keeps games; sorting uses at most about `memory` MiB.
    pub(super) fn new(memory: u64) -> io::Result<Self> {
        let memory = usize::try_from(memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
        let sorter = Sorter::new(&std::env::temp_dir(), memory);
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), length: 0, last: None, sorter })
    }

    pub(super) fn add(&mut self, order: Vec<u8>, text: &[u8], value: String) -> io::Result<()> {
        self.sort_last()?;
        self.last = Some(WaitingGame { order, from: self.length, bytes: 0, value });
        self.rest_of_last(text)
    }

    /// Appends text to the last game.
    pub(super) fn rest_of_last(&mut self, text: &[u8]) -> io::Result<()> {
        if let Some(last) = &mut self.last {
            last.bytes += text.len() as u64;
            self.length += text.len() as u64;
            self.file.write_all(text)?;
        }
        Ok(())
    }

    /// Passes the last game to the sorter, as one record: sort key, offset, length, split value, and length of that
    /// value. The offset keeps games with equal keys in input order.
    fn sort_last(&mut self) -> io::Result<()> {
        let Some(WaitingGame { order, from, bytes, value }) = self.last.take() else { return Ok(()) };
        let mut record = order;
        record.extend(from.to_be_bytes());
        record.extend(bytes.to_be_bytes());
        record.extend(value.as_bytes());
        record.extend((value.len() as u64).to_be_bytes());
        self.sorter.push(&record)
    }

    /// Passes the sorted games to `give`, at most `most` after the first `skip`, until `give` returns false. Games with
    /// equal keys stay in input order.
    pub(super) fn each(
        mut self,
        skip: usize,
        most: usize,
        mut give: impl FnMut(&[u8], String) -> bool,
    ) -> io::Result<()> {
        self.sort_last()?;
        let Self { file, sorter, .. } = self;
        let mut file = BufReader::new(file.into_inner().map_err(io::IntoInnerError::into_error)?);
        let mut sorted = sorter.finish()?;
        let mut sorted = sorted.merge()?;
        for _ in 0..skip {
            if sorted.pop()?.is_none() {
                return Ok(());
            }
        }
        let mut text = Vec::new();
        for _ in 0..most {
            let Some(record) = sorted.pop()? else { break };
            let (from, bytes, value) = read_record(&record).ok_or(io::ErrorKind::InvalidData)?;
            file.seek(SeekFrom::Start(from))?;
            text.clear();
            file.by_ref().take(bytes).read_to_end(&mut text)?;
            if !give(&text, value) {
                break;
            }
        }
        Ok(())
    }
}

/// The offset, length and split value of a game; `None` for a malformed record.
fn read_record(record: &[u8]) -> Option<(u64, u64, String)> {
    let (rest, length) = record.split_last_chunk()?;
    let length = usize::try_from(u64::from_be_bytes(*length)).ok()?;
    let (rest, value) = rest.split_at_checked(rest.len().checked_sub(length)?)?;
    let (rest, bytes) = rest.split_last_chunk()?;
    let (_, from) = rest.split_last_chunk()?;
    Some((u64::from_be_bytes(*from), u64::from_be_bytes(*bytes), String::from_utf8(value.to_vec()).ok()?))
}
