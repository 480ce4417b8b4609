//! Shogi in PGN, as PyChess writes it: the tags of PGN with `[Variant "Shogi"]`, and moves with chess squares.
//!
//! Other variants of PyChess are not read here.

mod format;
mod grammar;

pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;

use grammar::pychess_move;

use super::psn::SetupRead;
use super::text::whole;
use super::{ReadOutcome, pgn, psn, sfen};
use partie_record::span::line_end;
use partie_record::{Format, ItemKind, Record};
use partie_rules::shogi::Pattern;

/// Value of the Variant tag, in lower case.
const NAME: &[u8] = b"shogi";
/// Maximum length of a FEN.
const MAX_FEN_BYTES: usize = 1000;

/// Reads the record that begins at `at` into `record` with the PSN reader. `last` is true if the file ends with
/// `bytes`.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let outcome = psn::read_record(bytes, at, last, record);
    record.format = Format::Pychess;
    outcome
}

pub fn read_move(token: &[u8]) -> Option<Pattern> {
    whole(token, pychess_move)
}

/// True if the tags of a record read as shogi name another variant or none: files contain games of several variants.
pub fn is_other_game(bytes: &[u8], record: &Record) -> bool {
    !record.tags.is_empty() && !says_shogi(bytes, record)
}

/// True if a record read as chess has the Variant tag of shogi, and a first move with chess squares, possibly after
/// unreadable text.
pub fn is_shogi(bytes: &[u8], record: &Record) -> bool {
    let moves = || record.tags.last().and_then(|tag| bytes.get(tag.span.to as usize..)).unwrap_or_default();
    let first = || record.items.iter().find(|item| item.kind == ItemKind::Move).map(|item| item.span.of(bytes));
    says_shogi(bytes, record) && (begins_with_move(moves()) || first().is_some_and(|first| read_move(first).is_some()))
}

fn says_shogi(bytes: &[u8], record: &Record) -> bool {
    // This runs for each PGN game, and few tags have a value of that length.
    let mut tags = record.tags.iter().filter(|tag| tag.value.len() == NAME.len());
    tags.any(|tag| {
        tag.value.of(bytes).eq_ignore_ascii_case(NAME) && tag.name.of(bytes).eq_ignore_ascii_case(b"Variant")
    })
}

/// The start position of a record. PyChess writes the hands in brackets after the board, and `w` moves first.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let tag = record.tag(bytes, "FEN");
    let Some((tag, text)) = tag.and_then(|tag| Some((tag, as_sfen(std::str::from_utf8(tag.value.of(bytes)).ok()?)?)))
    else {
        return psn::setup(bytes, record);
    };
    let read = sfen::read_sfen(&text);
    let plies = read.ply.saturating_sub(1);
    let (setup, faults) = read.at(tag.value);
    SetupRead { setup, plies, faults }
}

/// Converts a FEN with hands in brackets into an SFEN; `None` for any other text.
fn as_sfen(fen: &str) -> Option<String> {
    let (board, rest) = fen.trim().split_once('[').filter(|_| fen.len() <= MAX_FEN_BYTES)?;
    let (hand, rest) = rest.split_once(']')?;
    let mut fields = rest.split_ascii_whitespace();
    let (turn, second) = match fields.next()? {
        "w" => ("b", 0),
        "b" => ("w", 1),
        _ => return None,
    };
    let number = fields.next_back().and_then(|number| number.parse::<u32>().ok()).unwrap_or(1);
    let ply = number.saturating_sub(1).saturating_mul(2).saturating_add(1 + second);
    let mut hands = String::new();
    for letter in "RBGSNLPrbgsnlp".chars() {
        match hand.matches(letter).count() {
            0 => {}
            1 => hands.push(letter),
            count => hands.push_str(&format!("{count}{letter}")),
        }
    }
    let unknown = hand.chars().any(|letter| !"RBGSNLPrbgsnlp-".contains(letter));
    let hands = if unknown {
        hand
    } else if hands.is_empty() {
        "-"
    } else {
        &hands
    };
    Some(format!("{board} {turn} {hands} {ply}"))
}

/// True if a text is a shogi game in PGN: it has the Variant tag and a first move with chess squares.
pub fn looks_like(head: &[u8]) -> bool {
    let (moves, named) = tags(head);
    named && begins_with_move(moves)
}

/// True if movetext begins with a move, with or without a number.
fn begins_with_move(moves: &[u8]) -> bool {
    let rest = moves.trim_ascii_start();
    let number = rest.iter().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b' ')).count();
    read_move(rest[number..].split(u8::is_ascii_whitespace).next().unwrap_or_default()).is_some()
}

/// The text after the tags, and true if a tag names shogi.
fn tags(head: &[u8]) -> (&[u8], bool) {
    let mut rest = head.trim_ascii_start();
    let mut named = false;
    while pgn::is_tag_start(rest) {
        let line = &rest[..line_end(rest, 0)];
        let tag = line.to_ascii_lowercase();
        named |= tag.starts_with(b"[variant ") && memchr::memmem::find(&tag, b"\"shogi\"").is_some();
        // Moves on the line of a tag end the section; later tags belong to another record.
        let behind = memchr::memrchr(b']', line).map_or(line.len(), |end| end + 1);
        let moves = line[behind..].trim_ascii_start();
        if moves.first().is_some_and(u8::is_ascii_alphanumeric) {
            return (&rest[behind..], named);
        }
        rest = rest[line.len()..].trim_ascii_start();
    }
    (rest, named)
}
