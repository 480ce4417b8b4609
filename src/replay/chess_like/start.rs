//! The start position of a game, and its faults.

use super::claims;
use super::game::Start;
use super::setup_faults::{report, stands_with_any_men};
use crate::collect::Collector;
use crate::context::Source;
use crate::game_tags::Variant;
use crate::odds::Squares;
use partie_notation::{epd, fen, san, score};
use partie_record::book::{ChessRules, RuleBook};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::say;
use partie_record::{Format, ItemKind, Movetext, RecordClass, Tag, span};
use partie_rules::chess::{Position, Role, Setup, SetupFault, Square, squares};
use partie_rules::{Rules as _, Side};

/// Maximum number of blanks before a number in White's column; a number after more blanks is in Black's column.
const MAX_BLANKS_OF_WHITE: usize = 24;
/// Maximum length of a FEN in bytes.
const MAX_FEN: usize = 1000;

/// The start position. `None` if it cannot be set up, or if a line of a position list has no position. `initial` is
/// the start position of games without a FEN.
pub(super) fn chess(
    source: &Source<'_>,
    initial: &Position,
    book: &RuleBook<ChessRules>,
    collector: &mut Collector,
) -> Option<Start<Position>> {
    let chess960 = source.head.variant() == Variant::Chess960;
    let Some(tag) = source.head.fen else {
        if source.record.format.is_position_list() {
            return None;
        }
        if source.head.setup == Some(b"1") {
            let span = source.record.tag(source.text.bytes, "SetUp").map_or(source.record.span, |tag| tag.span);
            collector.add(Code::H019, Severity::Warning, || {
                Finding::new(Code::H019, span, say!("setup-without-fen")).help(say!("add-fen"))
            });
        }
        let given = source.head.odds.and_then(Squares::parse).filter(|_| !claims::forgotten(source));
        let position = given.map_or_else(|| initial.clone(), without);
        return Some(Start { position, chess960 });
    };
    if tag.value.len() > MAX_FEN {
        collector.add(Code::H010, Severity::Error, || {
            Finding::new(Code::H010, tag.span, say!("fen-too-long", bytes = tag.value.len()))
        });
        return None;
    }
    let mut read = fen::read_fen(&source.text.decode(tag.value), chess960);
    let (clock, number) = epd::counters(source.text.bytes, source.record);
    read.setup.halfmove_clock = clock.unwrap_or(read.setup.halfmove_clock);
    read.setup.number = number.unwrap_or(read.setup.number);
    // EPD writes its counters as operations or not at all.
    if source.record.format == Format::Epd {
        read.faults.retain(|fault| fault.code != Code::H018);
    }
    for fault in &read.faults {
        let severity = fault.code.entry().severity;
        collector.add(fault.code, severity, || Finding::new(fault.code, tag.value, fault.message.clone()).at_ply(0));
    }
    if read.faults.iter().any(|fault| fault.code.entry().severity == Severity::Error) {
        return None;
    }
    let built = match stands_with_any_men(book) {
        Some(_) => read.setup.position_of_any_men(),
        None => read.setup.position(),
    };
    let faults = match &built {
        Ok((_, faults)) | Err(faults) => faults,
    };
    for fault in faults {
        report(tag.value, fault, book, collector);
    }
    let position = match built {
        Ok((position, _)) => position,
        Err(faults) if takes_king(source, &faults) => read.setup.into_position_lenient(),
        Err(_) => return None,
    };
    if source.head.setup != Some(b"1") && position.zobrist() != initial.zobrist() {
        setup_missing(source, &tag, collector);
    }
    Some(Start { chess960: read.chess960, position })
}

/// The position of the board drawn above a printed record. The side whose move is printed first is to move. Kings
/// and rooks on their home squares are assumed to have castling rights.
#[cold]
pub(super) fn drawn(source: &Source<'_>) -> Option<Position> {
    let (bytes, record) = (source.text.bytes, source.record);
    if record.setup.is_empty() || record.format != Format::Score || !record.tags.is_empty() {
        return None;
    }
    let pieces = score::pieces(bytes, &record.setup)?;
    let number = record.items.iter().find(|item| item.kind == ItemKind::Number).map(|item| item.span)?;
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move).map(|item| item.span)?;
    let value = printed_value(number.of(bytes));
    let between = bytes.get(number.from as usize..first.from as usize).unwrap_or_default();
    // Black also moves first if the number is alone in Black's column.
    let line = span::line_start(bytes, number.from as usize);
    let alone =
        bytes[line..number.from as usize].trim_ascii().is_empty() && number.from as usize - line > MAX_BLANKS_OF_WHITE;
    let is_second =
        alone || between.windows(2).any(|pair| pair == b"..") || between.windows(3).any(|part| part == b". .");
    let mut setup = Setup { pieces, number: value.max(1), rights: Vec::new(), ..Setup::initial() };
    let asked = match record.class {
        RecordClass::Problem(asked) => asked.side,
        _ => None,
    };
    setup.turn = asked.unwrap_or(if is_second { Side::Second } else { Side::First });
    for (side, rank, letters) in [(Side::First, 0, ['K', 'Q']), (Side::Second, 7, ['k', 'q'])] {
        let stands = |file: u8, role: Role| setup.pieces[Square::at(file, rank).index()] == Some((side, role));
        for (letter, file) in letters.into_iter().zip([7, 0]) {
            if stands(4, Role::King) && stands(file, Role::Rook) {
                setup.rights.push((letter, side, Some(Square::at(file, rank))));
            }
        }
    }
    setup.position().ok().map(|(position, _)| position)
}

/// The value of a printed number, possibly in parentheses; 0 without digits.
pub(super) fn printed_value(number: &[u8]) -> u32 {
    let digits = number.strip_prefix(b"(").unwrap_or(number).iter().filter(|byte| **byte != b' ');
    digits
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0, |value: u32, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// The initial position without the pieces given as odds.
#[cold]
fn without(given: Squares) -> Position {
    let mut setup = Setup::initial();
    for at in squares(given.bits()) {
        setup.pieces[at.index()] = None;
        setup.rights.retain(|(_, _, rook)| *rook != Some(at));
    }
    setup.into_position_lenient()
}

/// True if the only fatal fault is the opponent's king in check, and the first move captures the king. Only this move
/// is worth a finding of its own: any other move would repeat the fault of the position.
fn takes_king(source: &Source<'_>, faults: &[SetupFault]) -> bool {
    let mut fatal = faults.iter().filter(|fault| fault.is_fatal());
    let (Some(SetupFault::OpponentInCheck { king, .. }), None) = (fatal.next(), fatal.next()) else { return false };
    let first = source.record.items.iter().find(|item| item.kind == ItemKind::Move);
    let read = first.and_then(|item| san::read_move(item.span.of(source.text.bytes)).ok());
    read.is_some_and(|(_, written)| written.pattern.target() == Some(*king))
}

fn setup_missing(source: &Source<'_>, tag: &Tag, collector: &mut Collector) {
    // A line of coordinates has no tags.
    if source.record.movetext == Movetext::Coordinates {
        return;
    }
    collector.add(Code::H019, Severity::Warning, || {
        let message = match source.head.setup {
            None => say!("fen-without-setup"),
            Some(_) => say!("fen-with-other-setup"),
        };
        Finding::new(Code::H019, tag.span, message).help(say!("add-setup")).fix(Grade::Likely, "[SetUp \"1\"]")
    });
}
