//! A short line of CSV, put together in a room of fixed size: where its next byte stands is kept in a register, and no
//! cell asks whether there is room for it. Not for texts that may need quotes.

use super::buffer::{NUMBER, put};
use partie_notation::Packed;
use partie_table::column::Cells;
use partie_table::value::{Day, Digest, Instant, Label, List, Pairs, Words};

/// Bytes of a short line are fewer than this; what is too much begins again at the front, to be written elsewhere.
const MOST: usize = 256;
/// Bytes of the room: no cell takes more than a number.
pub(super) const ROOM: usize = MOST + NUMBER;

pub(super) struct ShortLine<'r> {
    room: &'r mut [u8; ROOM],
    length: usize,
    /// Whether all cells were of a kind that a short line takes.
    fits: bool,
}

impl<'r> ShortLine<'r> {
    #[inline(always)]
    pub(super) const fn new(room: &'r mut [u8; ROOM]) -> Self {
        Self { room, length: 0, fits: true }
    }

    /// Bytes of the line; nothing if it is no short one.
    #[inline(always)]
    pub(super) fn length(self) -> Option<usize> {
        (self.fits && self.length < MOST).then_some(self.length)
    }

    /// The place of the next cell.
    #[inline(always)]
    fn place<const SIZE: usize>(&mut self) -> Option<&mut [u8; SIZE]> {
        self.room[self.length % MOST..].first_chunk_mut()
    }

    /// The first of some bytes, all of which are copied at once, and a comma.
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

    /// A label that is not known is one without bytes, as which of both it is cannot be foreseen.
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
