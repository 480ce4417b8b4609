//! Parquet's RLE/bit-packing hybrid for small numbers: long runs are run-length encoded, others bit-packed by eight.

/// Numbers in a bit-packed group.
const GROUP: usize = 8;
/// Minimum length of a run that is shorter run-length encoded than bit-packed.
const MIN_RUN: usize = 16;
/// Maximum groups in a bit-packed run, so that its header stays short.
const MAX_GROUPS: usize = 1 << 12;

/// Number of bits needed for the numbers below `count`.
pub(super) const fn width(count: usize) -> u8 {
    match count {
        0 => 0,
        _ => (usize::BITS - (count - 1).leading_zeros()) as u8,
    }
}

/// Appends numbers of `width` bits each; `width` is at most 32.
pub(super) fn encode(numbers: &[u32], width: u8, out: &mut Vec<u8>) {
    let (mut unwritten, mut at) = (0usize, 0);
    while let Some((first, rest)) = numbers.get(at..).and_then(<[u32]>::split_first) {
        // Most numbers start no run, which this single comparison detects.
        if rest.get(MIN_RUN - 2) != Some(first) {
            at += 1;
            continue;
        }
        let run = 1 + rest.iter().take_while(|number| *number == first).count();
        // Bit-packed groups must be full, so the group before a run takes numbers of the run.
        let fill = unwritten.wrapping_sub(at) % GROUP;
        if run >= fill + MIN_RUN {
            pack(&numbers[unwritten..at + fill], width, out);
            header((run - fill) << 1, out);
            out.extend_from_slice(&first.to_le_bytes()[..usize::from(width.div_ceil(8))]);
            unwritten = at + run;
        }
        at += run;
    }
    pack(&numbers[unwritten..], width, out);
}

/// Bit-packs numbers from the lowest bit on, and pads the last group with zeros.
fn pack(numbers: &[u32], width: u8, out: &mut Vec<u8>) {
    for numbers in numbers.chunks(GROUP * MAX_GROUPS) {
        let groups = numbers.len().div_ceil(GROUP);
        header(groups << 1 | 1, out);
        let end = out.len() + groups * usize::from(width);
        out.reserve(groups * usize::from(width) + size_of::<u32>());
        let (mut word, mut bits) = (0u64, 0);
        for number in numbers {
            word |= u64::from(*number) << bits;
            bits += u32::from(width);
            if bits >= u32::BITS {
                out.extend_from_slice(&(word as u32).to_le_bytes());
                word >>= u32::BITS;
                bits -= u32::BITS;
            }
        }
        out.extend_from_slice(&(word as u32).to_le_bytes());
        out.resize(end, 0);
    }
}

/// Writes a run header as a varint: groups of seven bits, the lowest first.
fn header(mut number: usize, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Decodes the numbers as the Parquet specification describes.
    fn decode(mut bytes: &[u8], width: u8, count: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let mut header = 0;
            for shift in (0..).step_by(7) {
                let (first, rest) = bytes.split_first().unwrap();
                bytes = rest;
                header |= usize::from(first & 0x7f) << shift;
                if *first < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let (value, rest) = bytes.split_at(width.div_ceil(8).into());
                bytes = rest;
                let number = value.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
                numbers.extend(std::iter::repeat_n(number, header >> 1));
            } else {
                let (packed, rest) = bytes.split_at((header >> 1) * usize::from(width));
                bytes = rest;
                let bit = |at: usize| u32::from(packed[at / 8] >> (at % 8) & 1);
                let bits = usize::from(width);
                let number = |at: usize| (0..bits).map(|shift| bit(at * bits + shift) << shift).sum::<u32>();
                numbers.extend((0..(header >> 1) * GROUP).map(number));
            }
        }
        assert!(bytes.is_empty());
        // Only the last group is padded.
        assert!(numbers.len() < count + GROUP && numbers[count..].iter().all(|number| *number == 0));
        numbers.truncate(count);
        numbers
    }

    #[test]
    fn widths_are_bits() {
        assert_eq!([0, 1, 2, 3, 4, 5, 256, 257].map(width), [0, 0, 1, 2, 2, 3, 8, 9]);
    }

    proptest! {
        #[test]
        fn numbers_are_read_back(
            runs in prop::collection::vec((any::<u32>(), 1..40usize), 0..60),
            width in 0..=32u8,
        ) {
            let mask = ((1u64 << width) - 1) as u32;
            let numbers: Vec<u32> =
                runs.into_iter().flat_map(|(number, count)| std::iter::repeat_n(number & mask, count)).collect();
            let mut bytes = Vec::new();
            encode(&numbers, width, &mut bytes);
            prop_assert_eq!(decode(&bytes, width, numbers.len()), numbers);
        }
    }
}
