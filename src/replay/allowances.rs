//! Allowances: findings that a record accepts, with a reason. Their syntax is in `notation::allowance`.

use std::sync::{Arc, LazyLock};

use memchr::memmem;

use super::collect::Collector;
use super::text::Text;
use partie_notation::allowance::{self, OPENING, Place};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::{self, Span};
use partie_record::{Format, ItemKind, Record};

/// Maximum number of allowances read per game.
const MAX_ALLOWANCES: usize = 1000;
/// `partie`, which begins each allowance, without its first letter: it may be upper or lower case.
const WORD: &[u8] = b"artie";
/// Built once, since every game is searched.
static FINDER: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new(WORD));

/// One code that a game allows.
#[derive(Debug)]
struct Allowed {
    code: Code,
    /// The ply and its text; `None` for the whole game.
    at: Option<(u32, String)>,
    reason: Arc<str>,
    span: Span,
    used: bool,
}

/// Marks the findings that a game allows, and reports unused allowances.
pub(super) fn apply(text: Text<'_>, record: &Record, collector: &mut Collector) {
    let bytes = record.span.of(text.bytes);
    if let Some(first) = FINDER.find(bytes) {
        apply_from(first, text, record, collector);
    }
}

/// Applies the allowances of the record; `first` is the offset of the first [`WORD`].
#[cold]
fn apply_from(first: usize, text: Text<'_>, record: &Record, collector: &mut Collector) {
    let bytes = record.span.of(text.bytes);
    let words = FINDER.find_iter(&bytes[first..]).filter_map(|at| (first + at).checked_sub(1));
    let mut all: Vec<Allowed> = Vec::new();
    // At most one allowance per line and `MAX_ALLOWANCES` per game.
    let mut from = 0;
    for at in words.map(|at| record.span.from as usize + at) {
        if at < from || !matches!(text.bytes[at], b'p' | b'P') {
            continue;
        }
        if all.len() >= MAX_ALLOWANCES {
            break;
        }
        from = span::line_end(text.bytes, at);
        match line_at(text.bytes, record, at) {
            Some(line) if is_meant(line.of(text.bytes)) => take_allowance(text, record, line, (&mut all, collector)),
            Some(_) => {}
            None => misplaced(text.bytes, record, at, collector),
        }
    }
    collector.allow(|finding| {
        let fits = |allowed: &&mut Allowed| {
            allowed.code == finding.code && allowed.at.as_ref().is_none_or(|(ply, _)| finding.ply == Some(*ply))
        };
        let mut reason = None;
        for allowed in all.iter_mut().filter(fits) {
            allowed.used = true;
            reason.get_or_insert(&allowed.reason);
        }
        reason.map(ToString::to_string)
    });
    all.retain(|allowed| !allowed.used && is_sought(allowed.code, collector));
    for allowed in all {
        collector.add(Code::A001, Severity::Warning, || {
            let code = said(allowed.code.as_str());
            let message = match &allowed.at {
                None => say!("unused-allowance", code = code),
                Some((_, place)) => say!("unused-allowance-at", code = code, place = said(place.as_str())),
            };
            Finding::new(Code::A001, allowed.span, message).help(say!("remove-allowance"))
        });
    }
}

/// True if a line is recognizable as an allowance, even if malformed.
fn is_meant(line: &[u8]) -> bool {
    let rest = line.get(WORD.len() + 1..).unwrap_or_default().trim_ascii_start();
    rest.first() == Some(&b':') || rest.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"allow"))
}

/// Reports an allowance that is written in a PGN comment, where it has no effect.
fn misplaced(text: &[u8], record: &Record, at: usize, collector: &mut Collector) {
    let line = &text[at..span::line_end(text, at)];
    let rest = line.strip_prefix(OPENING).unwrap_or_default().trim_ascii_start();
    let holds = |span: Span| span.from as usize <= at && at < span.to as usize;
    let is_comment = |kind| matches!(kind, ItemKind::Comment | ItemKind::LineComment);
    let begins = text[..at].trim_ascii_end().last().is_some_and(|sign| matches!(sign, b'{' | b';' | b'%'));
    let is_one = record.format == Format::Pgn && rest.starts_with(b"allow") && begins;
    let before = record.items.partition_point(|item| item.span.from as usize <= at);
    let last = record.items[..before].last();
    if is_one && last.is_some_and(|item| is_comment(item.kind) && holds(item.span)) {
        collector.add(Code::A002, Severity::Warning, || {
            let span = Span::new(at, at + OPENING.len());
            Finding::new(Code::A002, span, say!("allowance-misplaced")).help(say!("write-allowance"))
        });
    }
}

/// True if findings of a code are collected at any severity. Only then is an allowance known to be unused.
fn is_sought(code: Code, collector: &Collector) -> bool {
    let entry = code.entry();
    let least = entry.also.iter().copied().chain([entry.severity]).min();
    collector.wants(code, least.unwrap_or(entry.severity))
}

/// Returns the allowance at `at`, up to the end of its line or comment; `None` if the format allows none there.
fn line_at(text: &[u8], record: &Record, at: usize) -> Option<Span> {
    let start = span::line_start(text, at);
    let before = text[start..at].trim_ascii();
    let to = span::line_end(text, at).min(record.span.to as usize);
    // A PGN comment or tag value may span several lines.
    let holds = |span: Span| span.from as usize <= at && at < span.to as usize;
    let is_quoted = || {
        let before = record.items.partition_point(|item| item.span.from as usize <= at);
        let last = record.items[..before].last();
        last.is_some_and(|item| item.kind == ItemKind::Comment && holds(item.span))
            || record.tags.iter().any(|tag| holds(tag.value))
    };
    let to = match (record.format, before) {
        (Format::Pgn | Format::Psn | Format::Pychess, b"%") if text[start] == b'%' => (!is_quoted()).then_some(to),
        (Format::Kif | Format::Ki2, b"*" | b"#") | (Format::Csa, b"'" | b"'*") => Some(to),
        (Format::Score, _) => match before.last() {
            None => Some(to),
            Some(open) => {
                let close = b")]}"[b"([{".iter().position(|sign| sign == open)?];
                Some(text[at..to].iter().position(|byte| *byte == close).map_or(to, |end| at + end))
            }
        },
        _ => None,
    }?;
    let line = text[at..to].trim_ascii_end();
    Some(Span::new(at, at + line.len()))
}

fn take_allowance(text: Text<'_>, record: &Record, line: Span, (all, collector): (&mut Vec<Allowed>, &mut Collector)) {
    let Some(allowance) = allowance::read_allowance(line.of(text.bytes)) else {
        return collector.add(Code::A002, Severity::Warning, || {
            let message = match allowance::lacks_reason(line.of(text.bytes)) {
                true => say!("allowance-without-reason"),
                false => say!("allowance-unread"),
            };
            Finding::new(Code::A002, line, message).help(say!("write-allowance"))
        });
    };
    let at = allowance.place.map(|place| (ply(text, record, place), shown(place)));
    let reason: Arc<str> = text.encoding.decode(allowance.reason).into();
    for code in allowance.codes {
        match code {
            Ok(code) => {
                let (at, reason) = (at.clone(), Arc::clone(&reason));
                all.push(Allowed { code, at, reason, span: line, used: false });
            }
            Err(name) => collector.add(Code::A002, Severity::Warning, || {
                let message = say!("allowance-of-no-code", code = said(name));
                Finding::new(Code::A002, line, message).help(say!("write-allowance"))
            }),
        }
    }
}

/// The ply of a place, from 1.
fn ply(text: Text<'_>, record: &Record, Place { number, by_second }: Place) -> u32 {
    let Some(by_second) = by_second else { return number };
    // The FEN gives the first side to move and the number of its move.
    let fields = record.fen().map(|tag| tag.value.of(text.bytes)).unwrap_or_default();
    let mut fields = fields.split(|byte| *byte == b' ').skip(1);
    let second_begins = fields.next() == Some(b"b");
    let first = fields.last().and_then(|field| std::str::from_utf8(field).ok()?.parse().ok()).unwrap_or(1);
    // A number below the first one matches no ply.
    let Some(before) = number.checked_sub(first).map(|moves| 2 * moves + u32::from(by_second)) else { return u32::MAX };
    (before + 1).saturating_sub(u32::from(second_begins))
}

fn shown(Place { number, by_second }: Place) -> String {
    match by_second {
        None => format!("ply {number}"),
        Some(by_second) => format!("{number}{}", if by_second { 'b' } else { 'w' }),
    }
}
