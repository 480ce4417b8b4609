//! Mutants: what chance does to seeds, the same for the same number.

/// Longest mutant but for the few that are made long.
const LONGEST: usize = 4 << 10;
/// Length to which one stretch is repeated now and then.
const REPEATED: usize = 100_000;
/// Mutants that are kept to be changed further.
const MOST_KEPT: usize = 256;

/// Characters that mean something to no format, or too much to a terminal.
const ODD: &[&str] = &[
    "\0",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{85}",
    "\u{9b}",
    "\u{a0}",
    "\u{feff}",
    "\u{202e}",
    "\u{200b}",
    "\u{3000}",
    "é",
    "½",
    "♘",
    "٣",
    "１",
    "\r",
    "\r\n",
    "\n\n",
    "\t",
    "\u{10ffff}",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9",
    "10",
    "99",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
];

/// xorshift64*
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 32).wrapping_mul(limit as u64) >> 32) as usize
    }

    /// Mostly small.
    fn length(&mut self, most: usize) -> usize {
        let bits = self.below(11);
        1 + self.below((1 << bits).min(most.max(1)))
    }
}

/// Makes mutants of seeds.
pub(crate) struct Mutator {
    random: Random,
    seeds: Vec<Vec<u8>>,
    /// Mutants that did no harm.
    kept: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    mutant: Vec<u8>,
}

impl Mutator {
    pub(crate) fn new(seeds: Vec<Vec<u8>>, words: Vec<Vec<u8>>, number: u64) -> Self {
        assert!(!seeds.is_empty() && !words.is_empty(), "no seeds or no words");
        let random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        Self { random, seeds, kept: Vec::new(), words, mutant: Vec::new() }
    }

    /// The next mutant.
    pub(crate) fn next(&mut self) -> &[u8] {
        let mut mutant = std::mem::take(&mut self.mutant);
        mutant.clear();
        mutant.extend_from_slice(self.parent());
        let times = 1 + self.random.below(4) * self.random.below(4);
        for _ in 0..times {
            self.change(&mut mutant);
        }
        mutant.truncate(LONGEST);
        if self.random.below(512) == 0 {
            self.repeat(&mut mutant);
        }
        self.mutant = mutant;
        &self.mutant
    }

    /// Says that the last mutant did no harm: now and then such a one is changed further.
    pub(crate) fn passed(&mut self) {
        if self.mutant.len() > LONGEST || self.random.below(64) > 0 {
            return;
        }
        if self.kept.len() < MOST_KEPT {
            self.kept.push(self.mutant.clone());
        } else {
            let at = self.random.below(MOST_KEPT);
            self.kept[at].clone_from(&self.mutant);
        }
    }

    fn parent(&mut self) -> &[u8] {
        if self.kept.is_empty() || self.random.below(3) > 0 {
            let at = self.random.below(self.seeds.len());
            &self.seeds[at]
        } else {
            let at = self.random.below(self.kept.len());
            &self.kept[at]
        }
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            let word = self.word();
            return bytes.extend_from_slice(word);
        }
        let (length, random) = (bytes.len(), &mut self.random);
        let at = random.below(length);
        let to = (at + random.length(length)).min(length);
        match random.below(16) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
            2 => bytes.insert(at, random.next() as u8),
            3 => drop(bytes.drain(at..to)),
            4 => {
                let copy = bytes[at..to].to_vec();
                let place = random.below(length);
                drop(bytes.splice(place..place, copy));
            }
            5 => {
                let place = random.below(length);
                let count = (to - at).min(length - place);
                bytes.copy_within(at..at + count, place);
            }
            6 => {
                let word = self.word();
                drop(bytes.splice(at..to, word.iter().copied()));
            }
            7 | 8 => {
                let word = self.word();
                drop(bytes.splice(at..at, word.iter().copied()));
            }
            9 => self.splice(bytes, at),
            10 => bytes.truncate(at),
            11 => self.renumber(bytes, at),
            12 => self.lines(bytes),
            13 => bytes[at] ^= 0x20,
            14 => {
                let odd = ODD[random.below(ODD.len())];
                drop(bytes.splice(at..at, odd.bytes()));
            }
            _ => {
                let byte = bytes[random.below(length)];
                bytes[at] = byte;
            }
        }
    }

    fn word(&mut self) -> &[u8] {
        let at = self.random.below(self.words.len());
        &self.words[at]
    }

    /// Goes on as another one does.
    fn splice(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let other = self.parent().to_vec();
        let from = self.random.below(other.len() + 1);
        let to = (from + self.random.length(other.len())).min(other.len());
        let end = if self.random.below(2) == 0 { bytes.len() } else { at };
        let part = if end == at { &other[from..to] } else { &other[from..] };
        drop(bytes.splice(at..end, part.iter().copied()));
    }

    /// Another number in the place of the next one.
    fn renumber(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|found| at + found) else { return };
        let to = from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = NUMBERS[self.random.below(NUMBERS.len())];
        drop(bytes.splice(from..to, number.bytes()));
    }

    /// A line is left out, doubled, or put somewhere else.
    fn lines(&mut self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let (from, to) = (self.random.below(lines.len()), self.random.below(lines.len()));
        match self.random.below(3) {
            0 => drop(lines.remove(from)),
            1 => lines.insert(to, lines[from]),
            _ => lines.swap(from, to),
        }
        *bytes = lines.concat();
    }

    /// One stretch again and again: what costs more than its length shows.
    fn repeat(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let from = self.random.below(bytes.len());
        let to = (from + self.random.length(200)).min(bytes.len());
        let part = bytes[from..to].to_vec();
        let times = REPEATED.saturating_sub(bytes.len()) / part.len();
        drop(bytes.splice(to..to, part.repeat(times)));
    }
}
