//! Positions of a list as records: the fields are the value of a FEN tag, operations are tags of their own.

use super::grammar::{Operation, board, operations};
use crate::ReadOutcome;
use crate::line_format::{LineFormat, RecordLine};
use crate::text::{saturating_value_of, whole};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Movetext, Record, Tag, TagKind};

const FEN: LineFormat = LineFormat { format: Format::Fen, comment: Some(b'#'), head, line: read_fen_line };
const EPD: LineFormat = LineFormat { format: Format::Epd, comment: Some(b'#'), head, line: read_epd_line };

/// Minimum number of slashes in a damaged board.
const MIN_SIGNS: usize = 3;
/// Number of fields of a FEN.
const FEN_FIELDS: usize = 6;
/// Number of fields of an EPD before its operations.
const EPD_FIELDS: usize = 4;

pub(crate) fn read_fen(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    FEN.read_record(bytes, at, last, record)
}

pub(crate) fn read_epd(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    EPD.read_record(bytes, at, last, record)
}

/// True if a file begins with positions of chess or hexagonal chess, and one of these lines has operations.
pub(crate) fn looks_like(head: &[u8]) -> bool {
    let mut positions = positions(head);
    positions.next().is_some_and(|first| has_operations(first) || positions.any(has_operations))
}

/// True if a file begins with a position of chess or hexagonal chess.
pub(crate) fn looks_like_fen(head: &[u8]) -> bool {
    positions(head).next().is_some()
}

/// The lines at the beginning of a text that are positions.
fn positions(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    lines.take_while(|line| {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let signs = words.next().and_then(|word| whole(word, board));
        matches!(signs, Some(7 | 10)) && matches!(words.next(), Some(b"w" | b"b"))
    })
}

fn has_operations(line: &[u8]) -> bool {
    line.contains(&b';')
}

/// Finds the board in a line that is a position, intact or damaged.
fn head(bytes: &[u8], line: Span) -> Option<Span> {
    let text = line.of(bytes);
    let length = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let signs = text[..length].iter().filter(|byte| **byte == b'/').count();
    let is_board = signs >= MIN_SIGNS && !text.starts_with(b"http") && !text[..length].contains(&b':');
    is_board.then(|| Span::new(line.from as usize, line.from as usize + length))
}

fn read_fen_line(bytes: &[u8], line: RecordLine, record: &mut Record) {
    let rest = position(bytes, line, FEN_FIELDS, record);
    if !rest.of(bytes).is_empty() {
        record.push_junk(Code::S015, rest, 0);
    }
}

fn read_epd_line(bytes: &[u8], line: RecordLine, record: &mut Record) {
    let rest = position(bytes, line, EPD_FIELDS, record);
    let text = rest.of(bytes);
    let Ok((left, found)) = operations(text) else { return };
    let place = |part: &[u8]| {
        let from = part.as_ptr() as usize - bytes.as_ptr() as usize;
        Span::new(from, from + part.len())
    };
    for Operation { opcode, operands } in found {
        let name = place(opcode);
        let value = match (operands.first(), operands.last()) {
            (Some(first), Some(last)) => Span { to: place(last).to, ..place(first) },
            _ => Span { from: name.to, ..name },
        };
        if is_counter(opcode) {
            record.setup.push(Span { to: value.to, ..name });
        } else {
            // The span includes the last quote, so that the operation can be written as it is.
            let before = operands.last().and_then(|last| bytes.get((place(last).from as usize).checked_sub(1)?));
            let quote = u32::from(before == Some(&b'"'));
            record.tags.push(Tag { span: Span { to: value.to + quote, ..name }, name, value, kind: None });
        }
    }
    if !left.trim_ascii().is_empty() {
        record.push_junk(Code::S015, place(left.trim_ascii()), 0);
    }
}

/// Adds the first fields of a line, and the numbers after them, as a position; returns the rest of the line.
fn position(bytes: &[u8], line: RecordLine, fields: usize, record: &mut Record) -> Span {
    let (from, to) = (line.span.from as usize, line.span.to as usize);
    let mut end = line.head.to as usize;
    for index in 1..FEN_FIELDS {
        let blank = bytes[end..to].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let word = &bytes[end + blank..to];
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
        let word = &word[..word.iter().position(is_end).unwrap_or(word.len())];
        // No operation begins with a digit.
        if word.is_empty() || index >= fields && !word.iter().all(u8::is_ascii_digit) {
            break;
        }
        end += blank + word.len();
    }
    let value = Span::new(from, end);
    record.tags.push(Tag { span: value, name: Span::new(from, from), value, kind: Some(TagKind::Fen) });
    record.movetext = Movetext::Coordinates;
    let blank = bytes[end..to].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    Span::new(end + blank, to)
}

fn is_counter(opcode: &[u8]) -> bool {
    matches!(opcode, b"hmvc" | b"fmvn")
}

/// The halfmove clock and the move number in the operations of a record.
pub fn counters(bytes: &[u8], record: &Record) -> (Option<u32>, Option<u32>) {
    let stated = |opcode: &[u8]| {
        let operations = record.setup.iter().map(|span| span.of(bytes));
        let value = operations.filter_map(|text| text.strip_prefix(opcode)).next()?;
        let value = value.trim_ascii();
        let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        is_number.then(|| saturating_value_of(value))
    };
    if record.format == Format::Epd { (stated(b"hmvc"), stated(b"fmvn")) } else { (None, None) }
}

/// Returns the six fields of a FEN: `fields` of a record, with the counters of its operations, or 0 and 1 if it has
/// none. Text without the side to move is returned unchanged.
pub fn with_counters(fields: &str, (clock, number): (Option<u32>, Option<u32>)) -> String {
    const MISSING: [&str; FEN_FIELDS] = ["", "w", "-", "-", "0", "1"];
    let mut words: Vec<String> = fields.split_ascii_whitespace().map(str::to_owned).collect();
    if words.len() < 2 {
        return fields.to_owned();
    }
    words.extend(MISSING.iter().skip(words.len()).map(|word| (*word).to_owned()));
    for (word, stated) in words.iter_mut().skip(EPD_FIELDS).zip([clock, number]) {
        if let Some(stated) = stated {
            *word = stated.to_string();
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[test]
    fn positions_are_told_from_other_text() {
        for (text, fen, epd) in [
            (format!("{FIRST} 0 1\n"), true, false),
            (format!("# a suite\n{FIRST}\n{FIRST} bm e4;\n"), true, true),
            ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n".to_owned(), false, false),
            ("1. e4 e5\n".to_owned(), false, false),
            ("a/b/c/d/e/f/g/h is a path\n".to_owned(), false, false),
        ] {
            assert_eq!((looks_like_fen(text.as_bytes()), looks_like(text.as_bytes())), (fen, epd), "{text}");
        }
    }

    /// Name and value of the tags of a line of EPD.
    fn tags_of(text: &str, record: &mut Record) -> Vec<(String, String)> {
        assert_eq!(read_epd(text.as_bytes(), 0, true, record), ReadOutcome::Game(text.len()));
        let text = |span: Span| String::from_utf8_lossy(span.of(text.as_bytes())).into_owned();
        record.tags.iter().map(|tag| (text(tag.name), text(tag.value))).collect()
    }

    fn pairs(tags: &[(&str, &str)]) -> Vec<(String, String)> {
        tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn operations_are_tags() {
        let text = format!("{FIRST} bm e4 Kd2; hmvc 3; id \"a; b\"; fmvn 20\n");
        let mut record = Record::default();
        let tags = tags_of(&text, &mut record);
        assert_eq!(tags, pairs(&[("", FIRST), ("bm", "e4 Kd2"), ("id", "a; b")]));
        assert_eq!(counters(text.as_bytes(), &record), (Some(3), Some(20)));
        assert!(record.notes.is_empty(), "{:?}", record.notes);
        let last = record.tags.last().map(|tag| tag.span.of(text.as_bytes()));
        assert_eq!(last, Some(&b"id \"a; b\""[..]));
    }

    #[test]
    fn counters_may_be_fields_and_operations_begin_with_their_sign() {
        for (fields, operations) in [
            (format!("{FIRST} 4 7"), " ;D1 20 ;D2 400"),
            (format!("{FIRST} 4 7"), ";D1 20;D2 400;"),
            (FIRST.to_owned(), " ; D1 20; D2 400"),
            (format!("{FIRST} 4"), " D1 20; D2 400;"),
        ] {
            let mut record = Record::default();
            let tags = tags_of(&format!("{fields}{operations}\n"), &mut record);
            assert_eq!(tags, pairs(&[("", fields.as_str()), ("D1", "20"), ("D2", "400")]), "{fields}{operations}");
            assert!(record.notes.is_empty(), "{:?}", record.notes);
        }
    }

    #[test]
    fn a_position_gets_six_fields() {
        for (fields, stated, wanted) in [
            (FIRST.to_owned(), (Some(3), Some(20)), format!("{FIRST} 3 20")),
            (FIRST.to_owned(), (None, Some(20)), format!("{FIRST} 0 20")),
            (format!("{FIRST} 4 7"), (None, None), format!("{FIRST} 4 7")),
            (format!("{FIRST} 4 7"), (Some(5), None), format!("{FIRST} 5 7")),
            ("8/8/8/8".to_owned(), (Some(5), None), "8/8/8/8".to_owned()),
        ] {
            assert_eq!(with_counters(&fields, stated), wanted);
        }
    }

    #[test]
    fn text_without_a_board_is_junk() {
        let text = "garbage\nmore of it\n";
        let mut record = Record::default();
        assert_eq!(read_fen(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(text.len()));
        assert!(record.fen().is_none() && record.notes.iter().all(|note| note.code == Code::S017));
    }
}
