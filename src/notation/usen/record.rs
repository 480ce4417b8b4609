//! Records of USEN, one per line.

use super::grammar::{Token, branch, usen_line, usen_start, usen_token};
use crate::ReadOutcome;
use crate::kif::arrange;
use crate::line_format::{LineFormat, RecordLine};
use crate::text::{Recovered, recover, whole};
use partie_record::finding::Code;
use partie_record::span::{Span, line_end};
use partie_record::{Format, Item, ItemKind, Record, Terminal, limits};

/// Framing of records, for [`LineFormat::read_record`].
const LINES: LineFormat = LineFormat { format: Format::Usen, comment: None, head, line };

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// The text before the first `~` of a line is the start position, the only span of [`Record::setup`]; if it is empty,
/// the start is the initial position. `~0.` before the main line produces no item.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    LINES.read_record(bytes, at, last, record)
}

/// The start position of a line, which may be empty.
fn head(bytes: &[u8], line: Span) -> Option<Span> {
    let text = line.of(bytes);
    let start = memchr::memchr(b'~', text).filter(|start| *start <= limits::TOKEN)?;
    (start == 0 || whole(&text[..start], usen_start).is_some()).then(|| Span { to: line.from + start as u32, ..line })
}

/// The number of the first ply of a branch, whose token has the number of plies before it.
fn first_ply(token: &[u8]) -> Option<u32> {
    u32::try_from(whole(token, branch)?).ok()?.checked_add(1)
}

/// Reads the lines of play after the start position.
fn line(bytes: &[u8], RecordLine { span, head }: RecordLine, record: &mut Record) {
    if !head.is_empty() {
        record.setup.push(head);
    }
    let mut at = head.to as usize;
    let end = span.to as usize;
    let (mut begun, mut main) = (false, true);
    while at < end {
        let (token, after) = match recover(&bytes[at..end], usen_token, |_| 1) {
            Recovered::Token(token, rest) => (Some(token), end - rest.len()),
            Recovered::Junk(_, rest) => (None, end - rest.len()),
        };
        let span = Span::new(at, after);
        match token {
            Some(Token::Branch(0)) if !begun => begun = true,
            Some(Token::Branch(_)) if begun => {
                main = false;
                record.items.push(Item { span, line: 0, kind: ItemKind::Open });
            }
            Some(Token::Move) if begun => {
                record.has_moves = true;
                record.items.push(Item { span, line: 0, kind: ItemKind::Move });
            }
            // USEN ends each line of play with a dot; without a termination code, there is nothing to record.
            None if begun && span.of(bytes) == b"." && (after == end || bytes[after] == b'~') => {}
            Some(Token::End(terminal)) if begun => {
                let span = Span::new(at + 1, after);
                if terminal == Terminal::FoulByPrevious {
                    // The illegal move is part of the termination.
                    record.has_moves = true;
                    record.items.push(Item { span: Span::new(at + 2, after), line: 0, kind: ItemKind::Move });
                }
                record.items.push(Item { span, line: 0, kind: ItemKind::Result });
                if main && record.result.is_none() {
                    record.result = Some(span);
                }
            }
            _ => record.push_junk(Code::S015, span, 0),
        }
        at = after;
    }
    if !main {
        arrange(bytes, record, first_ply);
    }
}

/// True if the first nonempty line is a game in USEN.
pub fn looks_like(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let line = bytes[..line_end(bytes, 0)].trim_ascii_end();
    whole(line, usen_line).is_some_and(|moves| moves > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kind, text and line of an item.
    type Shown = (ItemKind, String, u32);

    fn read_text(text: &str) -> (Vec<Shown>, Vec<Code>, Vec<String>) {
        let mut record = Record::default();
        assert_eq!(read_record(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(text.len()));
        let word = |span: &Span| text[span.from as usize..span.to as usize].to_owned();
        let items = record.items.iter().map(|item| (item.kind, word(&item.span), item.line)).collect();
        let codes = record.notes.iter().map(|note| note.code).collect();
        (items, codes, record.setup.iter().map(word).collect())
    }

    #[test]
    fn moves_ends_and_variations() {
        let (items, codes, setup) = read_text("~0.7ku2jm.r~1.6y2\n");
        let item = |kind, text: &str, line| (kind, text.to_owned(), line);
        use ItemKind::{Close, Move, Open, Result};
        let wanted = [
            item(Move, "7ku", 0),
            item(Move, "2jm", 0),
            item(Open, "~1.", 1),
            item(Move, "6y2", 1),
            item(Close, "", 1),
            item(Result, "r", 0),
        ];
        assert_eq!((items.as_slice(), codes.len(), setup.len()), (&wanted[..], 0, 0));
        let (items, codes, setup) = read_text("4k4_9_9_9_9_9_9_9_4K4.b.G~0.77u");
        assert_eq!((items.len(), codes.len(), setup.as_slice()), (1, 0, &["4k4_9_9_9_9_9_9_9_4K4.b.G".to_owned()][..]));
    }

    #[test]
    fn a_foul_ends_with_its_move() {
        let (items, codes, _) = read_text("~0.7ku2jm.i828~1.6y2.\n");
        let wanted = ["7ku", "2jm", "~1.", "6y2", "", "828", "i828"];
        let texts: Vec<&str> = items.iter().map(|(_, text, _)| text.as_str()).collect();
        assert_eq!((texts.as_slice(), codes.len()), (&wanted[..], 0));
        assert_eq!(read_text("~0.7ku.i").0.last().map(|item| (item.0, item.1.as_str())), Some((ItemKind::Result, "i")));
        assert!(looks_like(b"~0.7ku2jm.i") && looks_like(b"~0.7ku2jm.i828") && looks_like(b"~0.7ku2jm."));
    }

    #[test]
    fn what_cannot_be_read_is_kept() {
        let (items, codes, _) = read_text("~0.7ku??2jm.x\r\n");
        let texts: Vec<&str> = items.iter().map(|(_, text, _)| text.as_str()).collect();
        assert_eq!((texts.as_slice(), codes.as_slice()), (&["7ku", "??", "2jm", ".x"][..], &[Code::S015; 2][..]));
        assert_eq!(read_text("hello there\n").1, [Code::S017]);
    }

    #[test]
    fn known_by_its_content() {
        assert!(looks_like(b"~0.7ku2jm") && looks_like(b"\n4k4_9_9_9_9_9_9_9_4K4.b.G~0.77u\n"));
        assert!(!looks_like(b"~0.") && !looks_like(b"~/file.txt") && !looks_like(b"7ku2jm") && !looks_like(b""));
    }
}
