//! Guesses the code page of a text that is not UTF-8, by the letters of its words in each page.
//!
//! Wrongly read in Windows-1250, `Sørensen` becomes `Sřrensen`; in Windows-1252, `Dvořák` becomes `Dvoøák`. A few names
//! of players and towns are enough to decide. Not for shogi.

use partie_record::Encoding;

use super::evidence::{Evidence, Family, Page};
use super::{letters, neighbors};

/// The guessed encoding of a text, and the two likeliest encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The guess; [`Encoding::Unknown`] if two encodings are nearly as likely.
    pub encoding: Encoding,
    /// The likeliest encoding.
    pub likely: Encoding,
    /// The likeliest other encoding in which the text differs.
    pub next: Encoding,
}

/// The first byte of a game that differs between the likely encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub at: usize,
    /// True if the game is read in the likeliest encoding; otherwise its bytes are kept.
    pub is_guessed: bool,
    pub likely: Encoding,
    pub next: Encoding,
}

/// The candidate encodings, with their prior log-likelihood in hundredths of a natural logarithm, like all scores.
const CANDIDATES: [(Encoding, Family, i32); 19] = [
    (Encoding::Windows1252, Family::Latin(letters::WEST), 0),
    (Encoding::Windows1250, Family::Latin(letters::CENTRAL), -70),
    (Encoding::Windows1251, Family::Script(&letters::CYRILLIC), -50),
    (Encoding::Windows1253, Family::Script(&letters::GREEK), -150),
    (Encoding::Windows1254, Family::Latin(letters::TURKISH), -150),
    (Encoding::Windows1257, Family::Latin(letters::BALTIC), -150),
    (Encoding::Iso2, Family::Latin(letters::CENTRAL), -150),
    (Encoding::Iso5, Family::Script(&letters::CYRILLIC), -300),
    (Encoding::Iso7, Family::Script(&letters::GREEK), -200),
    (Encoding::Iso13, Family::Latin(letters::BALTIC), -250),
    (Encoding::Iso15, Family::Latin(letters::WEST), -150),
    (Encoding::Koi8R, Family::Script(&letters::CYRILLIC), -150),
    (Encoding::Koi8U, Family::Script(&letters::CYRILLIC), -200),
    (Encoding::Ibm866, Family::Script(&letters::CYRILLIC), -150),
    (Encoding::Macintosh, Family::Latin(letters::WEST), -150),
    (Encoding::Dos437, Family::Latin(letters::WEST), -100),
    (Encoding::Dos850, Family::Latin(letters::WEST), -100),
    (Encoding::Dos852, Family::Latin(letters::CENTRAL), -150),
    // Windows-1252 has all letters of Estonian.
    (Encoding::Windows1252, Family::Latin(letters::BALTIC), -200),
];

/// Weight of one point of `neighbors`.
const CENTRAL_STEP: i32 = 100;
/// Minimum lead of the likeliest encoding over the next one: about fifty to one.
const MIN_MARGIN: i32 = 400;
/// Minimum lead between the two most common encodings, for which there is additional evidence.
const MIN_COMMON_MARGIN: i32 = 240;
/// Minimum lead between the two most common encodings in a text with one non-ASCII byte.
const MIN_COMMON_MARGIN_ONE_BYTE: i32 = 450;
/// Minimum average score per non-ASCII byte.
const MIN_AVERAGE: i32 = -450;

/// True for the two most common encodings.
const fn is_common(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Windows1252 | Encoding::Windows1250)
}

impl Guess {
    /// Guesses from all words of a text except those in UTF-8: the games of a file may come from several programs.
    pub fn of(text: &[u8]) -> Self {
        let evidence = Evidence::of(text);
        let score = |(encoding, family, prior): (Encoding, Family, i32)| {
            let page = Page::new(encoding, family, &evidence);
            (evidence.score(&page).saturating_add(prior), encoding, page)
        };
        let mut scored = CANDIDATES.map(score);
        // `CANDIDATES` begins with the two most common encodings. `neighbors` decides only between them: the better one
        // keeps its score, the other loses points.
        let lean = CENTRAL_STEP * neighbors::central(&evidence.words);
        let [(western, ..), (central, ..), ..] = &mut scored;
        let ahead = central.saturating_sub(*western).saturating_add(lean);
        let better = (*western).max(*central);
        (*western, *central) = (better.saturating_sub(ahead.max(0)), better.saturating_add(ahead.min(0)));
        // Equal scores stay in the order of `CANDIDATES`.
        scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
        let [(best, likely, page), others @ ..] = &scored;
        let differs = |(_, _, other): &&(i32, Encoding, Page)| !evidence.is_same(page, other);
        let (margin, next) = match others.iter().find(differs) {
            Some((score, next, _)) => (best.saturating_sub(*score), *next),
            None => (i32::MAX, *likely),
        };
        let odd_bytes = evidence.odd_bytes();
        // ISO 8859-15 has the letters of Windows-1252.
        let is_between_common = is_common(*likely) && (is_common(next) || next == Encoding::Iso15);
        let wanted = match (is_between_common, odd_bytes) {
            (true, 2..) => MIN_COMMON_MARGIN,
            (true, _) => MIN_COMMON_MARGIN_ONE_BYTE,
            (false, _) => MIN_MARGIN,
        };
        let is_sure = margin >= wanted && best / odd_bytes.max(1) >= MIN_AVERAGE;
        let encoding = if is_sure { *likely } else { Encoding::Unknown };
        Self { encoding, likely: *likely, next: Self::beside(*likely, next) }
    }

    /// The encoding for [`Self::next`]. Windows-1250 and Windows-1252 always get each other, so that a text that both
    /// read alike causes no warning.
    const fn beside(likely: Encoding, next: Encoding) -> Encoding {
        match likely {
            Encoding::Windows1252 => Encoding::Windows1250,
            Encoding::Windows1250 => Encoding::Windows1252,
            _ => next,
        }
    }

    /// The encoding of one game: `encoding`, or `next` if Windows-1250 or Windows-1252 was guessed, but only `next`
    /// defines all bytes of the game.
    pub fn of_game(self, game: &[u8]) -> Encoding {
        if is_common(self.encoding) && !self.encoding.holds(game) && self.next.holds(game) {
            self.next
        } else {
            self.encoding
        }
    }

    /// The first byte that differs between the likely encodings; `None` if the game is the same in both.
    pub fn doubt(self, game: &[u8], encoding: Encoding) -> Option<Doubt> {
        let is_guessed = encoding != Encoding::Unknown;
        let likely = if is_guessed { encoding } else { self.likely };
        let next = if likely == self.next { self.likely } else { self.next };
        let differs = |byte: u8| !byte.is_ascii() && (!is_guessed || likely.character(byte) != next.character(byte));
        let at = game.iter().position(|byte| differs(*byte))?;
        Some(Doubt { at, is_guessed, likely, next })
    }
}
