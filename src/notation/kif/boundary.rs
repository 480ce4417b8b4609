//! Finds where records begin, for cutting a file into slices, and detects the format by content.

use super::header::header_field;
use super::line::{is_numbered, margin, number_before_move};
use super::setup;
use crate::japanese;
use crate::kanji::{Symbol, blank, decode_line, detect, symbol, text, trim};
use partie_record::byte_order_mark;
use partie_record::{Format, span};

/// The word that begins the first line of many records.
const KIF: &[u8] = b"#KIF";

/// The last offset in `bytes` where a record begins, for cutting: at program comments and headers after the moves of
/// another record. Each line shows its kind, so such an offset is certain; the reader begins a record there, too.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    cut_as(Format::Kif, bytes)
}

/// Like [`cut`], for either format.
pub(crate) fn cut_as(format: Format, bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(feed) = memchr::memrchr2(b'\n', b'\r', &bytes[..end]) {
        let start = feed + 1;
        let first = bytes[start..].first().copied().unwrap_or(b'\n');
        let likely = first == b'#' && bytes[start..].starts_with(KIF) || first >= 0x80;
        if likely && let Some(at) = record_start(format, bytes, start) {
            return Some(at);
        }
        end = feed;
    }
    None
}

/// The start of the record whose first header is at `start`, if it is certain.
fn record_start(format: Format, bytes: &[u8], start: usize) -> Option<usize> {
    let stop = span::line_end(bytes, start);
    if stop == bytes.len() {
        return None;
    }
    let line = &bytes[start..stop];
    let line = byte_order_mark::without(line);
    let kif = line.starts_with(KIF) && line.get(KIF.len()).is_none_or(u8::is_ascii_whitespace);
    if !kif {
        let short = &line[..line.len().min(192)];
        header_field(&decode_line(detect(short, None), short))?;
    }
    let mut at = start;
    let mut end = start;
    let mut commented = false;
    // Program comments before the headers belong to that record; blank lines and comments may belong to moves above.
    while end > 0 {
        let before = span::line_start(bytes, end - 1);
        let line = bytes[before..end - 1].trim_ascii();
        end = before;
        match line.first() {
            None => {}
            Some(b'#') if line.starts_with(KIF) => return None,
            Some(b'#') if !commented => at = before,
            Some(b'#') => {}
            Some(b'*' | b'&') => commented = true,
            Some(_) => return (kif && !commented || closes(format, line)).then_some(at).filter(|at| *at > 0),
        }
    }
    None
}

/// True if a line belongs to the moves of a record, so that a header after it begins the next one.
fn closes(format: Format, line: &[u8]) -> bool {
    const UNTIL: [&[u8]; 3] = [b"\xe3\x81\xbe\xe3\x81\xa7", b"\x82\xdc\x82\xc5", b"\xa4\xde\xa4\xc7"];
    if UNTIL.iter().any(|word| line.starts_with(word)) {
        return true;
    }
    let short = &line[..line.len().min(192)];
    let short = decode_line(detect(short, None), short);
    match format {
        Format::Ki2 => matches!(symbol(&short), Some((Symbol::Turn(_), _))),
        _ => is_numbered(&short),
    }
}

/// True if a line is a row of a board with nine readable squares.
fn is_board_row(line: &[u8]) -> bool {
    let (mut squares, mut readable) = (0, true);
    for cell in setup::cells(line) {
        squares += 1;
        readable &= !matches!(cell, setup::Cell::Unknown(..));
    }
    squares == 9 && readable
}

/// True if a file that begins with `head` is KIF. It has no moves of KI2, but numbered moves, a `#KIF` line, headers of
/// shogi or a board.
pub fn looks_like(head: &[u8]) -> bool {
    looks_like_as(Format::Kif, head)
}

/// Like [`looks_like`], for either format.
pub(crate) fn looks_like_as(format: Format, head: &[u8]) -> bool {
    let encoding = detect(head, None);
    let head = decode_line(encoding, head);
    let mut headers = false;
    for line in head.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = trim(&line[margin(line)..]);
        match line.first() {
            None | Some(b'*' | b'&') => continue,
            // A row of a board, which may be a diagram without a record.
            Some(b'|') => {
                headers |= is_board_row(line);
                continue;
            }
            Some(b'#') => {
                headers |= line.starts_with(KIF);
                continue;
            }
            Some(_) => {}
        }
        if let Some((_, before)) = number_before_move(line)
            && !line.contains(&b'(')
            && japanese::lex(&line[before..]).is_ok_and(|(lexed, _)| lexed.is_relative())
        {
            return format == Format::Ki2;
        }
        if is_numbered(line) {
            let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let rest = &line[digits + blank(&line[digits..])..];
            let ends = super::terminal_of(trim(rest.split(|byte| *byte == b'(').next().unwrap_or(rest)));
            if digits > 0 && (japanese::lex(rest).is_ok() || ends.is_some()) {
                return format == Format::Kif;
            }
        }
        if matches!(symbol(line), Some((Symbol::Turn(_), _))) && japanese::lex(line).is_ok() {
            return format == Format::Ki2;
        }
        headers |= text(&line[..line.len().min(48)]).starts_with("手数--");
        headers |= header_field(line).is_some_and(|_| !line.is_ascii());
    }
    headers && format == Format::Kif
}
