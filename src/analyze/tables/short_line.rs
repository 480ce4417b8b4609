//! Formats a short CSV line in a fixed-size buffer: the length stays in a register, and no cell needs a capacity check.
//! Not for texts that may need quotes.

use super::buffer::{NUMBER, put};
use partie_notation::Packed;
use partie_table::column::Cells;
use partie_table::value::{Day, Digest, Instant, Label, List, Pairs, Words};

/// Exclusive maximum length of a line in bytes. A longer line overwrites its beginning, and must be written elsewhere.
const MAX_LINE_BYTES: usize = 256;
/// Size of the buffer in bytes; no cell is longer than a number.
pub(super) const ROOM: usize = MAX_LINE_BYTES + NUMBER;

pub(super) struct ShortLine<'r> {
    room: &'r mut [u8; ROOM],
    length: usize,
    /// False if a cell so far is unsupported.
    fits: bool,
}

impl<'r> ShortLine<'r> {
    #[inline(always)]
    pub(super) const fn new(room: &'r mut [u8; ROOM]) -> Self {
        Self { room, length: 0, fits: true }
    }

    /// Length of the line in bytes; `None` if it is too long or has unsupported cells.
    #[inline(always)]
    pub(super) fn length(self) -> Option<usize> {
        (self.fits && self.length < MAX_LINE_BYTES).then_some(self.length)
    }

    /// The place of the next cell.
    #[inline(always)]
    fn place<const SIZE: usize>(&mut self) -> Option<&mut [u8; SIZE]> {
        self.room[self.length % MAX_LINE_BYTES..].first_chunk_mut()
    }

    /// Copies `bytes` with a fixed size, of which the first `length` bytes count, and adds a comma.
    #[inline(always)]
    fn block<const SIZE: usize>(&mut self, bytes: &[u8; SIZE], length: usize) {
        if let Some(place) = self.place() {
            *place = *bytes;
        }
        self.length += length;
        self.end();
    }

    #[inline(always)]
    fn end(&mut self) {
        self.room[self.length % MAX_LINE_BYTES] = b',';
        self.length += 1;
    }
}

impl Cells for ShortLine<'_> {
    #[inline(always)]
    fn text(&mut self, _: Option<&str>) {
        self.fits = false;
    }

    #[inline(always)]
    fn name(&mut self, _: Option<&'static str>) {
        self.fits = false;
    }

    /// Writes an unknown label as an empty one: a branch would be unpredictable.
    #[inline(always)]
    fn label(&mut self, value: Option<Label>) {
        let (bytes, length) = value.unwrap_or_default().bytes();
        self.block(bytes, length);
    }

    #[inline(always)]
    fn packed(&mut self, value: Packed) {
        let (bytes, length) = value.bytes();
        self.block(&bytes, length);
    }

    #[inline(always)]
    fn int(&mut self, value: Option<i64>) {
        match value {
            Some(value) => {
                let length = self.place::<NUMBER>().map_or(0, |place| put(place, value, b','));
                self.length += length;
            }
            None => self.end(),
        }
    }

    #[inline(always)]
    fn hash(&mut self, value: Option<u64>) {
        match value {
            Some(value) => self.block(&Digest(value).digits(), 16),
            None => self.end(),
        }
    }

    #[inline(always)]
    fn day(&mut self, value: Option<Day>) {
        match value {
            Some(value) => self.block(&value.digits(), 10),
            None => self.end(),
        }
    }

    #[inline(always)]
    fn instant(&mut self, value: Option<Instant>) {
        match value {
            Some(value) => self.block(&value.digits(), 20),
            None => self.end(),
        }
    }

    #[inline(always)]
    fn list(&mut self, _: Option<List<'_>>) {
        self.fits = false;
    }

    #[inline(always)]
    fn words(&mut self, _: Option<Words<'_>>) {
        self.fits = false;
    }

    #[inline(always)]
    fn pairs(&mut self, _: Option<&Pairs<'_>>) {
        self.fits = false;
    }
}
