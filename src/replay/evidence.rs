//! Decides whether a file in a folder is a game record, by reading and replaying it.
//!
//! A folder may contain anything: a list of minutes has numbers with dots, a source file quotes whole games, a help
//! page shows one. So a file without a record's extension must show a game: a text file anywhere, any other file at its
//! beginning. The game itself is not judged.

use partie_record::byte_order_mark;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::games::{Game, ReadingHints, SliceReader, is_plain};
use super::{Options, Replayed, Replayer, Status, Wanted};
use partie_input::{Claim, Slice};
use partie_notation::list::holds_coordinates_only;
use partie_notation::shogi_headers::Field;
use partie_notation::{Evidence, Prose, formats};
use partie_record::finding::Code;
use partie_record::{Format, ItemKind, Movetext, ParseNote, ROSTER, Record, Tag};

/// Minimum number of plies that nobody writes by chance, from the start position; fewer in descriptive notation, whose
/// words are clearly moves.
const MIN_PLIES: u32 = 4;
const MIN_DESCRIPTIVE_PLIES: u32 = 2;
/// Minimum number of words that name squares in a text that mentions moves.
const MIN_WORDS_WITH_SQUARES: usize = 6;
/// Maximum number of records replayed.
const MAX_RECORDS: usize = 200;
/// Tags that are evidence at the beginning of a line, besides the roster.
const TAGS: [&str; 3] = ["FEN", "Variant", "Sente"];
/// First bytes of other kinds of files, whose beginning may contain no zero byte.
const FOREIGN: [&[u8]; 6] = [b"%PDF-", b"\x89PNG\r", b"GIF8", b"\xff\xd8\xff", b"{\\rtf", b"PK\x03\x04"];

/// True if a file is a record. `claim` follows from the file's name; `head` is the beginning of the file, or all of it
/// if `whole`.
pub fn is_record(claim: Claim, head: &[u8], whole: bool) -> bool {
    // UTF-16 was decoded before.
    let text = memchr::memchr(0, head).is_none() && !FOREIGN.iter().any(|magic| head.starts_with(magic));
    match claim {
        // A damaged byte does not disqualify a record that shows a game.
        Claim::Record => text || shows_game(head, whole, true),
        Claim::Text => text && shows_game(head, whole, true),
        Claim::Other => text && shows_game(head, whole, false),
    }
}

/// True if a text that is no record mentions moves of chess or shogi. At least [`MIN_WORDS_WITH_SQUARES`] words, and a
/// fifth of all words, must name squares as moves do.
pub fn mentions_moves(head: &[u8]) -> bool {
    let (mut moves, mut words) = (0, 0);
    for word in head.split(|byte| byte.is_ascii_whitespace() || *byte == b'.').filter(|word| !word.is_empty()) {
        words += 1;
        moves += usize::from(is_like_a_move(word));
    }
    moves >= MIN_WORDS_WITH_SQUARES && moves * 5 >= words
}

/// True if a word ends with a square, after a piece, another square or a separator: `Nf3`, `exd5`, `e2-e4`, `7g7f`.
fn is_like_a_move(word: &[u8]) -> bool {
    let ends = |byte: &u8| byte.is_ascii_punctuation();
    let to = word.iter().rposition(|byte| !ends(byte)).map_or(0, |last| last + 1);
    let is_square = |pair: &[u8]| match *pair {
        [file, rank] => {
            matches!(file, b'a'..=b'l') && matches!(rank, b'1'..=b'9')
                || matches!(file, b'1'..=b'9') && matches!(rank, b'a'..=b'i')
        }
        _ => false,
    };
    let Some((before, square)) = word.get(..to).and_then(|word| word.split_at_checked(word.len().checked_sub(2)?))
    else {
        return false;
    };
    let fits =
        |byte: &u8| byte.is_ascii_uppercase() || matches!(byte, b'a'..=b'l' | b'1'..=b'9' | b'x' | b'-' | b':' | b'*');
    is_square(square) && before.len() <= 4 && before.iter().all(fits)
}

/// True if a text shows a game: at its beginning, or `anywhere`.
fn shows_game(head: &[u8], whole: bool, anywhere: bool) -> bool {
    let slice = Slice { format: formats::sniff(head), bytes: head.to_vec(), last: true, ..Slice::default() };
    // A table of openings or of results has moves in its cells, too.
    if !anywhere && slice.format == Format::Csv {
        return false;
    }
    let bytes = &slice.bytes;
    let plain = is_plain(bytes);
    let mut replayer = None;
    let mut record = Record::default();
    let mut reader = SliceReader::new(&slice, 0);
    for number in 0..MAX_RECORDS {
        if !reader.read_next(&mut record) {
            break;
        }
        // Our own JSON is recognized by its form, whatever it contains.
        if number == 0 && slice.format == Format::Json && record.format != Format::Json {
            return true;
        }
        let begins = number == 0 && begins_with_game(record.text(bytes), &record);
        if anywhere || begins {
            let lines = whole && begins && holds_coordinates_only(bytes);
            let alone = lines || whole && begins && reader.end() == bytes.len();
            let replayer = replayer.get_or_insert_with(|| Replayer::new(Options::default(), Wanted::default()));
            // An internal error is reported when the game is judged.
            let shown = catch_unwind(AssertUnwindSafe(|| {
                let Game { text, record, plain, .. } = Game::new(&slice, plain, &mut record, ReadingHints::default());
                let replayed = replayer.replay(text, record, plain);
                is_game(text.bytes, record, &replayed, alone) || lines && replayed.plies > 0
            }));
            if shown.unwrap_or(true) {
                return true;
            }
        }
        if !anywhere {
            break;
        }
    }
    false
}

/// True if only white space, a byte order mark and the format's comments precede the first tag and the first move of a
/// file.
fn begins_with_game(bytes: &[u8], record: &Record) -> bool {
    let shogi = record.format.is_shogi();
    let prose = formats::info(record.format).prose;
    let moves = record.items.iter().find(|item| item.kind == ItemKind::Move).map(|item| item.span.from);
    // Any line with a colon has the form of a header of KIF.
    let is_header = |tag: &&Tag| prose != Prose::Lines || Field::of(tag.name.of(bytes)).is_some();
    let tag = record.tags.iter().find(is_header).map(|tag| tag.span.from);
    let first = if shogi { moves.or(tag) } else { tag.or(moves) };
    let Some(first) = first.or(record.setup.first().map(|row| row.from)) else {
        // Text alone is not KIF, whose reader accepts any line as a comment or a faulty line.
        return shogi && prose != Prose::Lines && record.notes.is_empty();
    };
    let noted = record.notes.iter().any(|note| !matches!(note.code, Code::S006 | Code::S007) && note.span.from < first);
    // Headers and boards of shogi may occur in the middle of any text.
    let begin = if shogi { [tag, record.setup.first().map(|row| row.from)].into_iter().flatten().min() } else { None };
    let before = bytes.get(..begin.unwrap_or(first) as usize).unwrap_or_default();
    let before = byte_order_mark::without(before);
    let words = match prose {
        Prose::Printed => !before.trim_ascii().iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b' ')),
        // An unfinished last line is the beginning of the first header or board row.
        Prose::Lines => before.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
            line.ends_with(b"\n")
                && !matches!(line.trim_ascii().first(), None | Some(b'#' | b'*' | b'&' | b'\'' | b'|' | b'+'))
        }),
        Prose::Junk => false,
    };
    !noted && !words
}

/// True if a record is a game or a position; `alone` is true if the file contains nothing else.
fn is_game(bytes: &[u8], record: &Record, replayed: &Replayed, alone: bool) -> bool {
    let plies = replayed.plies;
    let words = matches!(record.movetext, Movetext::Descriptive(_));
    let played = plies >= if words { MIN_DESCRIPTIVE_PLIES } else { MIN_PLIES };
    let clean = alone && plies > 0 && replayed.status == Status::Ok && record.notes.is_empty();
    match formats::info(record.format).evidence {
        Evidence::Tags => {
            let names = || ROSTER.iter().map(|(name, _)| *name).chain(TAGS);
            let is_known = |tag: &Tag| names().any(|name| name.as_bytes() == tag.name.of(bytes));
            let tagged = record.tags.iter().any(|tag| is_known(tag) && stands_alone(bytes, record, tag));
            tagged || played || clean && record.result.is_some()
        }
        Evidence::Moves => played || clean,
        Evidence::Form => true,
        Evidence::AnyMove => plies > 0 || replayed.status == Status::Ok,
    }
}

/// True if a tag is sound and begins a line.
fn stands_alone(bytes: &[u8], record: &Record, tag: &Tag) -> bool {
    let malformed = |note: &ParseNote| note.code == Code::H003 && note.span.from == tag.span.from;
    let before = tag.span.from.checked_sub(1).and_then(|at| bytes.get(at as usize));
    matches!(before, None | Some(b'\n' | b'\r' | 0xbf)) && !record.notes.iter().any(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_show_in_a_text_that_is_no_record() {
        for (text, has) in [
            ("f8-g7 a4-a5 g1-h3 b8-c6 h3-g5 c6-d4", true),
            ("7g7f 3c3d 8h2b+ 3a2b P*4e resign 5a4b 6i7h", true),
            ("1.Nf3! d5 2.exd5+ Qxd5 3.Nc3 Qa5 and so on", true),
            ("We met at 8, drew boards a1 and b2, and went home by the A4 road in the rain.", false),
            ("colour codes: #a1 #b2 #c3", false),
            ("", false),
        ] {
            assert_eq!(mentions_moves(text.as_bytes()), has, "{text}");
        }
    }

    #[test]
    fn tables_are_records_only_where_the_name_allows_them() {
        let text = b"eco\tname\tmoves\nA00\tKnight\t1. Na3 e5 2. Nc4 Nc6\nA01\tBishop\t1. b3 e5 2. Bb2 Nc6\n";
        assert!(!is_record(Claim::Other, text, true));
        assert!(is_record(Claim::Text, text, true));
    }

    #[test]
    fn lines_of_legal_moves_are_games_wherever_they_are_met() {
        for (text, is) in [
            ("e2e4 e7e5\n", true),
            ("position startpos moves e2e4 e7e5\n", true),
            ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7\nd2d4\n", true),
            ("f5f6 g7g6\nf5f6 e7e6\n", true),
            ("a1b2 c3d4\n", false),
            ("e2e4 and so on\n", false),
        ] {
            assert_eq!(is_record(Claim::Text, text.as_bytes(), true), is, "{text}");
        }
    }
}
