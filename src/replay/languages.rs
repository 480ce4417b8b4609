//! Languages that fit the piece letters of a record, and languages that the games of a file prove. Plays no moves.

use std::sync::OnceLock;

use partie_input::Slice;
use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::{ReadOutcome, formats};
use partie_record::{Format, ItemKind, Movetext, Record};

/// A set of languages: bit `n` is row `n` of the table.
pub(super) type Languages = u16;

pub(super) const ENGLISH: Languages = 1;

/// Maximum number of items of a short record. A longer one, from the initial position, shows its language itself.
const MAX_SHORT_ITEMS: usize = 60;

/// Languages with a piece letter that begins with a given byte, by that byte.
static BY_FIRST_BYTE: OnceLock<[Languages; 256]> = OnceLock::new();

/// Returns the languages, without languages that have the same letters as an earlier one.
pub(super) fn distinct() -> impl Iterator<Item = (Languages, &'static Letters)> {
    // Cached, as it is needed for each game.
    static DISTINCT: OnceLock<Languages> = OnceLock::new();
    let is_first = |(index, letters): &(usize, &Letters)| {
        LANGUAGES.iter().position(|other| other.agrees_with(letters)) == Some(*index)
    };
    let all = || LANGUAGES.iter().enumerate().filter(is_first).fold(0, |all, (index, _)| all | 1 << index);
    let distinct = *DISTINCT.get_or_init(all);
    let languages = LANGUAGES.iter().enumerate().map(|(index, letters)| (1 << index, letters));
    languages.filter(move |(language, _)| distinct & language != 0)
}

fn by_first_byte() -> &'static [Languages; 256] {
    BY_FIRST_BYTE.get_or_init(|| {
        let mut table = [0; 256];
        for (language, letters) in distinct() {
            for byte in letters.first_bytes() {
                table[byte as usize] |= language;
            }
        }
        table
    })
}

fn all() -> Languages {
    distinct().fold(0, |all, (language, _)| all | language)
}

/// Returns the languages that have every letter that begins a move or names a promotion in the main line. May include
/// more if a move can be read in other ways.
pub(super) fn possible(bytes: &[u8], record: &Record) -> Languages {
    let table = by_first_byte();
    let moves = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    let mut possible = all();
    for item in moves {
        let token = item.span.of(bytes);
        let letter = match token {
            // English promotion letters are accepted in every language.
            [b'a'..=b'l', .., b'=', letter] | [b'a'..=b'l', .., b'=', letter, b'+' | b'#'] => Some(*letter),
            // Squares in capitals have a digit after the file.
            [b'A'..=b'Z', b'a'..=b'l' | b'x', ..] | [0x80..=0xff, ..] => token.first().copied(),
            _ => None,
        };
        let Some(letter) = letter else { continue };
        let languages = table[letter as usize];
        let promotes = token.first().is_some_and(u8::is_ascii_lowercase);
        if !(promotes && (languages & ENGLISH != 0 || languages == 0)) {
            possible &= languages;
        }
    }
    possible
}

/// Returns the letters that the games of a file prove, for a record whose own letters fit both English and another
/// language.
pub(super) fn of_file(slice: &Slice, bytes: &[u8], record: &Record) -> Option<&'static Letters> {
    // A longer game from the initial position moves most kinds of pieces.
    let is_open = record.items.len() <= MAX_SHORT_ITEMS || record.fen().is_some();
    // A scanned page is slow to read, and has many short lines.
    let is_page = record.format == Format::Score;
    if !is_open || is_page || record.format.is_shogi() || record.movetext != Movetext::Algebraic {
        return None;
    }
    let possible = possible(bytes, record);
    if possible & ENGLISH == 0 || possible & !ENGLISH == 0 || !has_letter(bytes, record) {
        return None;
    }
    slice.undeclared.letters(|head, whole| proven(head, slice.format, whole))
}

/// True if a move of the main line has the letter of a piece.
fn has_letter(bytes: &[u8], record: &Record) -> bool {
    let mut moves = record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    moves.any(|item| item.span.of(bytes).iter().any(|byte| byte.is_ascii_uppercase() && *byte != b'O'))
}

/// Returns the letters that most games at the beginning of a file prove. A game proves a language if it fits that
/// language, but not English. Fewer games may contradict it. `None` if two languages tie. `whole` is true if `head` is
/// the whole file.
pub(super) fn proven(head: &[u8], format: Format, whole: bool) -> Option<&'static Letters> {
    let (mut for_it, mut against) = ([0_u32; LANGUAGES.len()], [0_u32; LANGUAGES.len()]);
    let (mut at, mut record) = (0, Record::default());
    while at < head.len()
        && let ReadOutcome::Game(end) = formats::read_own(format, head, at, whole, &mut record)
    {
        let possible = possible(record.text(head), &record);
        for (index, _) in LANGUAGES.iter().enumerate().filter(|_| possible != 0) {
            for_it[index] += u32::from(possible & (ENGLISH | 1 << index) == 1 << index);
            against[index] += u32::from(possible & 1 << index == 0);
        }
        if end <= at {
            break;
        }
        at = end;
        record.release();
    }
    let indices = || distinct().map(|(language, _)| language.trailing_zeros() as usize).skip(1);
    let best = indices().max_by_key(|index| for_it[*index]).filter(|best| for_it[*best] > against[*best])?;
    let equals = indices().filter(|index| for_it[*index] == for_it[best]).count();
    (equals == 1).then(|| &LANGUAGES[best])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proven_by(games: &[&str]) -> Option<&'static str> {
        let text: String = games.iter().map(|moves| format!("[Event \"x\"]\n\n{moves} *\n\n")).collect();
        proven(text.as_bytes(), Format::Pgn, true).map(|letters| letters.code)
    }

    #[test]
    fn a_file_proves_its_letters() {
        let hungarian = "1. e4 e5 2. Hf3 Hc6 3. Fc4 Fc5 4. Vh5 Ve7";
        let german = "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. Dh5 De7";
        let english = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
        let open = "1. e8=B h1=B+ 2. Kd2 Kb6";
        assert_eq!(proven_by(&[hungarian, open]), Some("hu"));
        assert_eq!(proven_by(&[open, open, hungarian]), Some("hu"));
        assert_eq!(proven_by(&[german, open]), Some("de"));
        assert_eq!(proven_by(&[german, german, hungarian, english]), None);
        for games in [&[open][..], &[english, open], &[hungarian, german], &[hungarian, english], &["1. e4 e5"], &[]] {
            assert_eq!(proven_by(games), None, "{games:?}");
        }
        // Both languages have this letter, and no game decides.
        assert_eq!(proven_by(&["1. Hf3 d5 2. Kd2 Kd7"]), None);
    }
}
