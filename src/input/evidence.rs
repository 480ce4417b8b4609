//! Scores how well an encoding fits the non-ASCII words of a text, in hundredths of a natural logarithm.

use partie_record::Encoding;

use super::letters::{BESIDE_STEP, FREQUENCY_STEP, LatinLetter, MAX_LANGUAGES, NEUTRAL, PAIR_STEP, Script};

/// Score of a byte that the encoding does not define.
const NO_CHARACTER: i32 = -1400;
/// Score of a letter that no language of the family uses.
const FOREIGN: i32 = -1100;
/// Score of a sign that is not in `MARKS`.
const UNUSUAL: i32 = -900;

/// Score of a mark directly after another non-ASCII mark.
const REPEATED: i32 = -300;

/// Score of a non-ASCII Latin letter between two other non-ASCII letters.
const BETWEEN_NON_ASCII: i32 = -200;

/// Indexes after a to z in the rows of Latin letters: the edge of a word, and any other letter.
const EDGE: usize = 26;
const OTHER: usize = 27;

/// The side of a word on which a mark occurs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
    Any,
    /// Before, after or inside a word.
    Inside,
}

/// Non-ASCII marks, with their scores and positions.
const MARKS: [(&str, i32, Side); 13] = [
    ("’", -200, Side::Inside),
    ("«“", -250, Side::Any),
    ("„", -250, Side::Before),
    ("»”…№", -250, Side::After),
    ("–", -200, Side::Any),
    ("—", -250, Side::Any),
    ("½±\u{a0}", -300, Side::Any),
    ("‘´·", -400, Side::Inside),
    ("¿¡", -350, Side::Before),
    ("ªº°", -450, Side::After),
    ("§¼‚‹£€•†×∞", -450, Side::Any),
    ("©›²³®™", -550, Side::After),
    ("΄÷", -600, Side::Any),
];

/// The non-ASCII letters of a group of languages that share an encoding.
#[derive(Clone, Copy)]
pub(super) enum Family {
    Latin(&'static [LatinLetter]),
    Script(&'static Script),
}

/// The distinct words of a text that are not UTF-8. Repetitions do not count: a name may be in every game of a file.
pub(super) struct Evidence<'a> {
    pub(super) words: Vec<&'a [u8]>,
    /// True for each non-ASCII byte that occurs in the words, by its lower seven bits.
    occurs: [bool; 128],
}

/// The non-ASCII bytes of a text, decoded with an encoding.
pub(super) struct Page {
    family: Family,
    characters: [Option<char>; 128],
    signs: [Sign; 128],
}

#[derive(Clone, Copy)]
enum Sign {
    /// A letter; its row is `None` if the family lacks the letter.
    Letter {
        row: Option<usize>,
        is_upper: bool,
    },
    Mark {
        cost: i32,
        side: Side,
    },
    None,
}

/// Neighbor of a byte within its word.
#[derive(Clone, Copy)]
enum Beside {
    Edge,
    Mark,
    Ascii { letter: usize, is_upper: bool },
    Odd { row: Option<usize>, is_upper: bool },
}

impl Beside {
    const fn is_letter(self) -> bool {
        !matches!(self, Self::Edge | Self::Mark)
    }

    const fn is_upper(self) -> bool {
        matches!(self, Self::Ascii { is_upper: true, .. } | Self::Odd { is_upper: true, .. })
    }
}

const fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// True if a word is plausible UTF-8: bytes of a code page may form a character, but rarely one beside Latin letters.
fn is_utf8(word: &[u8]) -> bool {
    let is_latin = word.iter().any(u8::is_ascii_alphabetic);
    let fits = |character: char| match character {
        '\0'..'\u{250}' | '\u{2000}'..'\u{2300}' => true,
        _ => !is_latin,
    };
    std::str::from_utf8(word).is_ok_and(|word| word.chars().all(fits))
}

impl<'a> Evidence<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        let parts = text.split(|byte| !is_part(*byte));
        let mut words: Vec<&[u8]> = parts.filter(|word| !word.is_ascii() && !is_utf8(word)).collect();
        words.sort_unstable();
        words.dedup();
        let mut occurs = [false; 128];
        for byte in words.iter().flat_map(|word| word.iter()).filter(|byte| !byte.is_ascii()) {
            occurs[usize::from(byte & 0x7f)] = true;
        }
        Self { words, occurs }
    }

    /// Number of non-ASCII bytes in the words.
    pub(super) fn odd_bytes(&self) -> i32 {
        self.words.iter().flat_map(|word| word.iter()).filter(|byte| !byte.is_ascii()).count() as i32
    }

    /// Logarithm of the likelihood of the words in an encoding and in its best matching language.
    pub(super) fn score(&self, page: &Page) -> i32 {
        let (mut sum, mut languages) = (0_i32, [0_i32; MAX_LANGUAGES]);
        for word in &self.words {
            sum = sum.saturating_add(page.word(word, &mut languages));
        }
        let used = &languages[..page.family.languages()];
        sum.saturating_add(used.iter().copied().max().unwrap_or_default())
    }

    /// True if the words decode to the same text in both encodings.
    pub(super) fn is_same(&self, one: &Page, other: &Page) -> bool {
        (0..128).all(|byte| !self.occurs[byte] || one.characters[byte] == other.characters[byte])
    }
}

impl Page {
    pub(super) fn new(encoding: Encoding, family: Family, evidence: &Evidence<'_>) -> Self {
        let (mut characters, mut signs) = ([None; 128], [Sign::None; 128]);
        for byte in (0..128_u8).filter(|byte| evidence.occurs[usize::from(*byte)]) {
            let character = encoding.character(byte | 0x80);
            characters[usize::from(byte)] = character;
            signs[usize::from(byte)] = character.map_or(Sign::None, |character| Sign::of(character, family));
        }
        Self { family, characters, signs }
    }

    fn beside(&self, word: &[u8], at: Option<usize>) -> Beside {
        let Some(byte) = at.and_then(|at| word.get(at)) else { return Beside::Edge };
        match self.signs[usize::from(byte & 0x7f)] {
            _ if byte.is_ascii() => Beside::Ascii {
                letter: usize::from(byte.to_ascii_lowercase() - b'a'),
                is_upper: byte.is_ascii_uppercase(),
            },
            Sign::Letter { row, is_upper } => Beside::Odd { row, is_upper },
            _ => Beside::Mark,
        }
    }

    /// Score of a word without its letter frequencies, which are added to `languages`.
    fn word(&self, word: &[u8], languages: &mut [i32; MAX_LANGUAGES]) -> i32 {
        let mut sum = 0_i32;
        for (at, byte) in word.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let [before, after] = [at.checked_sub(1), Some(at + 1)].map(|at| self.beside(word, at));
            let cost = match self.signs[usize::from(byte & 0x7f)] {
                Sign::None => NO_CHARACTER,
                Sign::Mark { cost, side } => {
                    let repeated = if matches!(before, Beside::Mark) { REPEATED } else { 0 };
                    cost + repeated + side.misplaced(before.is_letter(), after.is_letter())
                }
                Sign::Letter { row, is_upper } => {
                    let earlier = self.beside(word, at.checked_sub(2));
                    let case = if is_upper { upper(before, after) } else { lower(earlier, before, after) };
                    if let (Some(row), Family::Latin(letters)) = (row, self.family) {
                        letters[row].add(!before.is_letter() && !after.is_letter(), languages);
                    }
                    case + row.map_or(FOREIGN, |row| self.family.letter(row, before, after))
                }
            };
            sum = sum.saturating_add(cost);
        }
        sum
    }
}

/// Score of a capital letter, which is expected at the beginning of a word or among capitals.
const fn upper(before: Beside, after: Beside) -> i32 {
    match (before.is_letter(), after.is_letter()) {
        (true, _) if !before.is_upper() => -500,
        (_, false) => -70,
        (false, true) if !after.is_upper() => -150,
        _ => -220,
    }
}

/// Score of a small letter, which is not expected among capitals.
const fn lower(earlier: Beside, before: Beside, after: Beside) -> i32 {
    let mut cost = if before.is_letter() { 0 } else { -30 };
    if before.is_upper() && earlier.is_upper() {
        cost -= 300;
    }
    if before.is_upper() && after.is_upper() {
        cost -= 300;
    }
    cost
}

impl Side {
    const fn misplaced(self, after_letter: bool, before_letter: bool) -> i32 {
        match (after_letter, before_letter, self) {
            (true, true, Self::Inside) => -300,
            (true, true, _) => -1500,
            (true, false, Self::Before) => -400,
            (false, true, Self::After | Self::Inside) => -900,
            _ => 0,
        }
    }
}

impl Sign {
    fn of(character: char, family: Family) -> Self {
        let known = MARKS.iter().find(|(marks, ..)| marks.contains(character));
        if let Some((_, cost, side)) = known {
            return Self::Mark { cost: *cost, side: *side };
        }
        if !character.is_alphabetic() || character == 'µ' {
            return Self::Mark { cost: UNUSUAL, side: Side::Any };
        }
        let mut small = character.to_lowercase();
        // The lower case of the Turkish capital İ is two characters.
        let small = small.next().filter(|_| small.next().is_none()).unwrap_or(character);
        let is_upper = character.is_uppercase();
        Self::Letter { row: family.row(small), is_upper }
    }
}

impl LatinLetter {
    /// Adds the letter's frequency in each language to the sum of that language.
    fn add(&self, is_word: bool, languages: &mut [i32; MAX_LANGUAGES]) {
        let figures = if is_word { self.alone } else { self.frequency };
        for (sum, figure) in languages.iter_mut().zip(figures) {
            *sum = sum.saturating_add(FREQUENCY_STEP * i32::from(figure - b'A'));
        }
    }
}

impl Family {
    /// Number of languages with separate frequencies.
    fn languages(self) -> usize {
        match self {
            Self::Latin(letters) => letters.first().map_or(0, |letter| letter.frequency.len()),
            Self::Script(_) => 0,
        }
    }

    fn row(self, letter: char) -> Option<usize> {
        match self {
            Self::Latin(letters) => letters.iter().position(|row| row.letter == letter),
            Self::Script(script) => script.letters.chars().position(|known| known == letter),
        }
    }

    /// Score of a letter between its neighbors.
    fn letter(self, row: usize, before: Beside, after: Beside) -> i32 {
        match self {
            Self::Latin(letters) => {
                // A word of one letter has no neighbors.
                if !before.is_letter() && !after.is_letter() {
                    return 0;
                }
                let LatinLetter { before: left, after: right, .. } = letters[row];
                let beside = |row: &[u8; 28], place: Beside| {
                    let index = match place {
                        Beside::Edge | Beside::Mark => EDGE,
                        Beside::Ascii { letter, .. } => letter,
                        Beside::Odd { .. } => OTHER,
                    };
                    BESIDE_STEP * (i32::from(row[index]) - i32::from(NEUTRAL))
                };
                let inner = [before, after].iter().all(|beside| matches!(beside, Beside::Odd { .. }));
                beside(left, before) + beside(right, after) + if inner { BETWEEN_NON_ASCII } else { 0 }
            }
            Self::Script(script) => {
                let pair = |from: usize, to: usize| PAIR_STEP * i32::from(script.pairs[from][to] - b'A');
                let from = if let Beside::Odd { row: Some(row), .. } = before { row + 1 } else { 0 };
                let end = if after.is_letter() { 0 } else { pair(row + 1, script.pairs.len() - 1) };
                let mixed = [before, after].iter().any(|beside| matches!(beside, Beside::Ascii { .. }));
                pair(from, row) + end + if mixed { -600 } else { 0 }
            }
        }
    }
}
