//! A short line of CSV in a fixed-size buffer. Its length stays in a register, and no cell needs a capacity check.
//! Texts that may need quotes are not supported.

use super::buffer::{NUMBER, put};
use partie_notation::Packed;
use partie_table::column::Cells;
use partie_table::value::{Day, Digest, Instant, Label, List, Pairs, Words};

/// Exclusive maximum of bytes. Longer lines wrap around to the front, and are then written elsewhere.
const MOST: usize = 256;
/// Bytes of the buffer; no cell is longer than a number.
pub(super) const ROOM: usize = MOST + NUMBER;

pub(super) struct ShortLine<'r> {
    room: &'r mut [u8; ROOM],
    length: usize,
    /// Whether the line supports all cells so far.
    fits: bool,
}

impl<'r> ShortLine<'r> {
    #[inline(always)]
    pub(super) const fn new(room: &'r mut [u8; ROOM]) -> Self {
        Self { room, length: 0, fits: true }
    }

    /// Bytes of the line; `None` if it is too long or has unsupported cells.
    #[inline(always)]
    pub(super) fn length(self) -> Option<usize> {
        (self.fits && self.length < MOST).then_some(self.length)
    }

    /// The place of the next cell.
    #[inline(always)]
    fn place<const SIZE: usize>(&mut self) -> Option<&mut [u8; SIZE]> {
        self.room[self.length % MOST..].first_chunk_mut()
    }

    /// Writes the first `length` bytes of a fixed-size copy, and a comma.
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
        self.room[self.length % MOST] = b',';
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

    /// An unknown label is written as an empty one: a branch would be unpredictable.
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
