//! Whether a file that was met in a folder holds a game record: by what it says, read and replayed.
//!
//! A folder holds anything. A list of minutes has numbers with dots, a source file quotes whole games, a page of help
//! shows one. So a file without a record's extension must show a game: one whose name says nothing shows it anywhere,
//! any other one begins with it. Not for judging the game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::games::{Game, ReadingHints, SliceReader, is_plain};
use super::{Options, Replayed, Replayer, Status, Wanted};
use crate::archive::{Claim, Slice};
use crate::finding::Code;
use crate::notation::shogi_headers::Field;
use crate::notation::{Evidence, Prose, formats};
use crate::record::{ItemKind, Movetext, ParseNote, Record, Tag};
use crate::repair::Effort;

/// Plies from the start position that nobody writes by chance; fewer where the words alone say that they are moves.
const PLIES: u32 = 4;
const PLIES_IN_WORDS: u32 = 2;
/// Records that are replayed at most.
const RECORDS: usize = 200;
/// Tags of which one at the beginning of a line is evidence.
const TAGS: [&[u8]; 10] =
    [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result", b"FEN", b"Variant", b"Sente"];
/// How files of other kinds begin that may hold no zero soon.
const FOREIGN: [&[u8]; 6] = [b"%PDF-", b"\x89PNG\r", b"GIF8", b"\xff\xd8\xff", b"{\\rtf", b"PK\x03\x04"];

/// Whether a file with a name that says `claim` and begins with `head`, which is all of it if `whole`, is a record.
pub fn is_record(claim: Claim, head: &[u8], whole: bool) -> bool {
    // UTF-16 was decoded before.
    let text = memchr::memchr(0, head).is_none() && !FOREIGN.iter().any(|magic| head.starts_with(magic));
    match claim {
        // A damaged byte makes no other file of a record: its games still show.
        Claim::Record => text || shows_game(head, whole, true),
        Claim::Text => text && shows_game(head, whole, true),
        Claim::Other => text && shows_game(head, whole, false),
    }
}

/// Whether a text shows a game: at its beginning, or `anywhere`.
fn shows_game(head: &[u8], whole: bool, anywhere: bool) -> bool {
    let slice = Slice { format: formats::sniff(head), bytes: head.to_vec(), last: true, ..Slice::default() };
    let bytes = &slice.bytes;
    let plain = is_plain(bytes);
    let mut replayer = None;
    let mut record = Record::default();
    let mut reader = SliceReader::new(&slice, 0);
    for number in 0..RECORDS {
        if !reader.read(&mut record) {
            break;
        }
        let begins = number == 0 && begins_with_game(record.text(bytes), &record);
        if anywhere || begins {
            let alone = whole && begins && reader.end() == bytes.len();
            let replayer = replayer.get_or_insert_with(|| {
                Replayer::new(Options { search: Effort::NONE, ..Options::default() }, Wanted::default())
            });
            // An internal error is told when the game is judged.
            let shown = catch_unwind(AssertUnwindSafe(|| {
                let Game { text, record, plain, .. } = Game::new(&slice, plain, &mut record, ReadingHints::default());
                let replayed = replayer.replay(text, record, plain);
                is_game(text.bytes, record, &replayed, alone)
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

/// Whether nothing stands before the first tag and the first move of a file but white space, a mark and what the
/// format has for comments.
fn begins_with_game(bytes: &[u8], record: &Record) -> bool {
    let shogi = record.format.is_shogi();
    let prose = record.format.info().prose;
    let moves = record.items.iter().find(|item| item.kind == ItemKind::Move).map(|item| item.span.from);
    // Any line with a colon has the form of a header of KIF.
    let is_header = |tag: &&Tag| prose != Prose::Lines || Field::of(tag.name.of(bytes)).is_some();
    let tag = record.tags.iter().find(is_header).map(|tag| tag.span.from);
    let first = if shogi { moves.or(tag) } else { tag.or(moves) };
    let Some(first) = first.or(record.setup.first().map(|row| row.from)) else {
        // Words alone make no KIF: any text is read as its comments and odd lines.
        return shogi && prose != Prose::Lines && record.notes.is_empty();
    };
    let noted = record.notes.iter().any(|note| !matches!(note.code, Code::S006 | Code::S007) && note.span.from < first);
    // Headers and boards of shogi may stand in the middle of anything.
    let begin = if shogi { [tag, record.setup.first().map(|row| row.from)].into_iter().flatten().min() } else { None };
    let before = bytes.get(..begin.unwrap_or(first) as usize).unwrap_or_default();
    let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
    let words = match prose {
        Prose::Printed => !before.trim_ascii().iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b' ')),
        // The first line with a header or a row of the board begins before it.
        Prose::Lines => before.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
            line.ends_with(b"\n")
                && !matches!(line.trim_ascii().first(), None | Some(b'#' | b'*' | b'&' | b'\'' | b'|' | b'+'))
        }),
        Prose::Junk => false,
    };
    !noted && !words
}

/// Whether a record is that of a game, or of a position; `alone` says that the file holds nothing else.
fn is_game(bytes: &[u8], record: &Record, replayed: &Replayed, alone: bool) -> bool {
    let plies = replayed.plies;
    let words = matches!(record.movetext, Movetext::Descriptive(_));
    let played = plies >= if words { PLIES_IN_WORDS } else { PLIES };
    let clean = alone && plies > 0 && replayed.status == Status::Ok && record.notes.is_empty();
    match record.format.info().evidence {
        Evidence::Tags => {
            let tagged =
                record.tags.iter().any(|tag| TAGS.contains(&tag.name.of(bytes)) && stands_alone(bytes, record, tag));
            tagged || played || clean && record.result.is_some()
        }
        Evidence::Moves => played || clean,
        Evidence::Form => true,
        Evidence::AnyMove => plies > 0 || replayed.status == Status::Ok,
    }
}

/// Whether a tag is sound and begins a line.
fn stands_alone(bytes: &[u8], record: &Record, tag: &Tag) -> bool {
    let malformed = |note: &ParseNote| note.code == Code::H003 && note.span.from == tag.span.from;
    let before = tag.span.from.checked_sub(1).and_then(|at| bytes.get(at as usize));
    matches!(before, None | Some(b'\n' | b'\r' | 0xbf)) && !record.notes.iter().any(malformed)
}
