//! The frames of a Zstandard file, found by seeking, without decompression.
//!
//! pzstd writes a skippable frame of 12 bytes before each frame, with the length of the latter. In other files, each
//! block header gives the offset of the next block (RFC 8878, 3.1.1).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

const MAGIC: u32 = 0xfd2f_b528;
/// The skippable frame that pzstd writes.
const PZSTD: u32 = 0x184d_2a50;

/// A range of packed bytes that can be unpacked alone: a frame with the skippable frames before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub from: u64,
    /// One past the last byte.
    pub to: u64,
}

/// An iterator over the frames of a file. Bytes that form no complete frame are returned as a last frame, so that the
/// decoder reports the damage.
#[derive(Debug)]
pub struct Frames {
    file: File,
    size: u64,
    at: u64,
}

impl Frames {
    /// The frames of an open file of `size` bytes.
    pub const fn new(file: File, size: u64) -> Self {
        Self { file, size, at: 0 }
    }

    /// The end of the frame that begins at `at`; `None` if the frame is incomplete.
    fn end(&mut self, mut at: u64) -> io::Result<Option<u64>> {
        loop {
            let head = self.read_bytes::<18>(at)?;
            match word(&head, 0) {
                Some(MAGIC) => return self.blocks(at, &head),
                Some(magic) if magic & 0xffff_fff0 == PZSTD => {
                    let Some(length) = word(&head, 4) else { return Ok(None) };
                    if (magic, length, word(&head, 12)) == (PZSTD, 4, Some(MAGIC))
                        && let Some(packed) = word(&head, 8)
                    {
                        let to = at + 12 + u64::from(packed);
                        if to == self.size || to < self.size && self.is_frame(to)? {
                            return Ok(Some(to));
                        }
                    }
                    at += 8 + u64::from(length);
                    if at >= self.size {
                        return Ok(Some(at));
                    }
                }
                _ => return Ok(None),
            }
        }
    }

    fn is_frame(&mut self, at: u64) -> io::Result<bool> {
        let head = self.read_bytes::<4>(at)?;
        Ok(word(&head, 0).is_some_and(|magic| magic == MAGIC || magic & 0xffff_fff0 == PZSTD))
    }

    /// Finds the end of a frame by the headers of its blocks; `None` if the frame is incomplete.
    fn blocks(&mut self, at: u64, head: &[u8]) -> io::Result<Option<u64>> {
        let Some(&descriptor) = head.get(4) else { return Ok(None) };
        let single = descriptor & 0x20 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content = match descriptor >> 6 {
            0 => u64::from(single),
            size => 1 << size,
        };
        let mut at = at + 5 + u64::from(!single) + dictionary + content;
        loop {
            let [low, middle, high] = self.read_bytes::<3>(at)?[..] else { return Ok(None) };
            let header = u32::from_le_bytes([low, middle, high, 0]);
            let size = u64::from(header >> 3);
            at += 3 + match header >> 1 & 3 {
                1 => 1,
                3 => return Ok(None),
                _ => size,
            };
            if header & 1 == 1 {
                return Ok(Some(at + if descriptor & 4 == 0 { 0 } else { 4 }));
            }
        }
    }

    /// Reads up to `N` bytes from `at` on.
    fn read_bytes<const N: usize>(&mut self, at: u64) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(at))?;
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.file.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(bytes[..filled].to_vec())
    }
}

/// Skippable frames at the end of the file are one frame without data.
impl Iterator for Frames {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.at;
        if from >= self.size {
            return None;
        }
        let to = match self.end(from) {
            Ok(to) => to.filter(|to| *to <= self.size).unwrap_or(self.size),
            Err(error) => {
                self.at = self.size;
                return Some(Err(error));
            }
        };
        self.at = to;
        Some(Ok(Frame { from, to }))
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn frames(bytes: &[u8]) -> Vec<(u64, u64)> {
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(bytes).expect("written");
        Frames::new(file, bytes.len() as u64)
            .map(|frame| frame.map(|frame| (frame.from, frame.to)).expect("reads"))
            .collect()
    }

    fn pzstd(packed: &[u8]) -> Vec<u8> {
        let mut out = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];
        out.extend((packed.len() as u32).to_le_bytes());
        out.extend(packed);
        out
    }

    #[test]
    fn frames_are_found_with_and_without_their_sizes() {
        let text: Vec<u8> = (0..400_000u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let (one, two) =
            (zstd::encode_all(&text[..], 3).expect("packs"), zstd::encode_all(&b""[..], 3).expect("packs"));
        let (a, b) = (one.len() as u64, two.len() as u64);
        assert_eq!(frames(&[one.clone(), two.clone()].concat()), [(0, a), (a, a + b)]);
        let sized = [pzstd(&one), pzstd(&two)].concat();
        assert_eq!(frames(&sized), [(0, a + 12), (a + 12, a + b + 24)]);
        // A skippable frame of four bytes that contains no size.
        let other = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 9, 0, 0, 0][..], &one, &two].concat();
        assert_eq!(frames(&other), [(0, a + 12), (a + 12, a + 12 + b)]);
        // A table at the end, a file that is cut short, and files without a frame.
        let tail = [&one[..], &[0x5e, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]].concat();
        assert_eq!(frames(&tail), [(0, a), (a, a + 10)]);
        assert_eq!(frames(&one[..one.len() - 9]), [(0, a - 9)]);
        assert_eq!(frames(b"1. e4 *"), [(0, 7)]);
        assert_eq!(frames(b""), []);
    }
}
