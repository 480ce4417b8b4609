//! Missing or doubled moves: shown by numbers that disagree with the count of moves, and by repeated lines of text.
//! Numbers, totals and results that follow from the gap are evidence, and not findings of their own.

use crate::Text;
use crate::collect::Collector;
use crate::context::{LineState, MoveContext};
use crate::line_replayer::LineReplayer;
use partie_notation::moves::ShogiNotation;
use partie_notation::{Numbers, formats};
use partie_record::ItemKind;
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::message::{moved, text as said};
use partie_record::say;
use partie_record::span::Span;

/// A move number that differs from the count of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub(super) span: Span,
    pub(super) value: u64,
    pub(super) expected: i64,
}

/// Returns the value of a number, ignoring all characters but its digits.
#[inline]
pub(super) fn value(text: &[u8]) -> u64 {
    text.iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0, |value: u64, byte| value.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
}

/// Sets the line's offset to the difference between a wrong number and the count of moves. Returns the number to
/// report.
#[cold]
pub(super) fn wrong_number(
    text: Text<'_>,
    jump: Jump,
    line: &mut LineState<ShogiNotation>,
    collector: &mut Collector,
) -> Option<Jump> {
    let (ply, Jump { span, value, .. }) = (line.ply + 1, jump);
    // Full-width digits, which the parser accepted.
    if value == 0 && !span.of(text.bytes).iter().any(u8::is_ascii_digit) {
        return None;
    }
    if value > 999_999_999 {
        collector.add_once_per_game(Code::N021, Severity::Warning, || {
            Finding::new(Code::N021, span, say!("no-move-number", token = said(text.show(span))))
                .at_ply(ply)
                .help(say!("write-number-or-remove"))
        });
        return None;
    }
    line.offset = value as i64 - i64::from(ply);
    // A wrong number after an unreadable one is the same mistake.
    (!collector.has(Code::N021)).then_some(jump)
}

/// Adds the finding for a wrong number before a move that can be played.
#[cold]
pub(super) fn misnumbered(replayer: &mut LineReplayer<ShogiNotation>, line: &LineState<ShogiNotation>) {
    let Some(Jump { span, value, expected }) = replayer.state.jump.take() else { return };
    replayer.collector.add_once_per_game(Code::N020, Severity::Warning, || {
        let mut finding = Finding::new(Code::N020, span, say!("move-number", value = value, expected = expected))
            .at_ply(line.ply + 1)
            .fix(Grade::Certain, expected.to_string())
            .help(say!("own-numbers-from-here"));
        finding.line = line.number;
        finding
    });
}

/// Removes the fix of a wrong number if the line's later numbers continue from it. Also removes the fix if the last
/// number is too high, as moves before it may be missing.
#[cold]
pub(super) fn numbers_go_on(replayer: &mut LineReplayer<ShogiNotation>, line: &LineState<ShogiNotation>) {
    for finding in &mut replayer.collector.findings {
        let doubtful = line.offset > 0 || finding.ply.is_some_and(|ply| ply < line.ply);
        if finding.code == Code::N020 && finding.line == line.number && doubtful {
            finding.fixes.clear();
        }
    }
}

/// Removes the fixes of numbers in lines that break later: the numbers are evidence of missing or doubled moves. Also
/// removes the fixes in the main line if the end of the record confirms its numbers.
pub(super) fn doubt_numbers(replayer: &mut LineReplayer<ShogiNotation>, confirmed: bool) {
    let broken: Vec<u32> = replayer
        .collector
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && finding.ply.is_some_and(|ply| ply > 0))
        .map(|finding| finding.line)
        .collect();
    for finding in &mut replayer.collector.findings {
        let line = finding.line;
        if finding.code == Code::N020 && (broken.contains(&line) || confirmed && line == 0) {
            finding.fixes.clear();
        }
    }
}

/// Reports missing or doubled moves once, if a line breaks while its numbers are off by an odd count. The number and
/// the total that show it become causes of that finding.
#[cold]
pub(super) fn explains_break(replayer: &mut LineReplayer<ShogiNotation>, line: &LineState<ShogiNotation>) {
    if line.offset % 2 == 0 || replayer.stopped_by(line).is_none() {
        return;
    }
    let is_number = |finding: &Finding| finding.code == Code::N020 && finding.line == line.number;
    let number = replayer.collector.findings.iter().find(|finding| is_number(finding));
    let Some(ply) = number.and_then(|finding| finding.ply) else { return };
    let is_total = |finding: &Finding| {
        finding.code == Code::C003
            && finding.line == line.number
            && finding.ply.is_some_and(|total| (ply.saturating_sub(1)..=ply + 1).contains(&total))
    };
    let taken = replayer.collector.take_back(line.findings, |finding| is_number(finding) || is_total(finding));
    let Some(finding) = replayer.stopped_by(line) else { return };
    for Finding { code, span, ply, .. } in taken {
        let message = match code {
            Code::N020 => say!("number-shows-line"),
            _ => say!("total-shows-it"),
        };
        finding.causes.push(Cause { message, square: None, ply, span: Some(span) });
    }
}

/// Explains a move that cannot be played by missing or doubled moves, if its number or its text shows them.
pub(super) fn explained(
    replayer: &LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    mut finding: Finding,
) -> Finding {
    let MoveContext { context, line, .. } = at;
    let jump = replayer.state.jump;
    let before = previous(at);
    let token = at.token.item.span.of(context.text.bytes);
    let twice = before.filter(|before| before.of(context.text.bytes) == token);
    let shown = || moved(context.text.show(at.token.item.span));
    let (what, help) = match (jump, twice) {
        (Some(Jump { value, expected, .. }), Some(_)) if value as i64 == expected - 1 => {
            (say!("line-twice", number = value, token = shown()), say!("remove-one-line"))
        }
        (Some(Jump { value, expected, .. }), _) if value as i64 > expected => {
            let after = match expected - 1 {
                0 => say!("numbers-begin-with", number = value),
                before => say!("number-follows", number = value, before = before),
            };
            let what = match value as i64 - expected {
                1 => say!("move-missing", number = expected, reason = after),
                _ => say!("moves-missing", first = expected, last = value - 1, reason = after),
            };
            (what, say!("put-back-missing"))
        }
        (Some(Jump { value, expected: 1, .. }), _) => {
            (say!("numbers-begin-with", number = value), say!("compare-first-lines"))
        }
        (Some(Jump { value, expected, .. }), _) => {
            (say!("lines-out-of-order", number = value, before = expected - 1), say!("compare-lines-around"))
        }
        // Without numbers, a repeated text does not prove a doubled line, and is reported only with an illegal move.
        (None, Some(_)) if formats::info(context.record.format).shogi.numbers != Numbers::EveryMove => {
            (say!("move-twice", token = shown()), say!("remove-one-if-once"))
        }
        (None, _) => return finding,
    };
    finding.message = say!("as-recorded", gap = what, said = finding.message);
    finding.help.insert(0, help);
    if let Some(Jump { span, .. }) = jump {
        let message = say!("number-that-shows-it");
        finding.causes.push(Cause { message, square: None, ply: None, span: Some(span) });
    }
    if let Some(span) = twice {
        let message = say!("same-line-before");
        finding.causes.push(Cause { message, square: None, ply: Some(line.ply), span: Some(span) });
    }
    finding
}

/// Returns the span of the preceding move, in the same line.
fn previous(at: MoveContext<'_, ShogiNotation>) -> Option<Span> {
    let MoveContext { context, line, token } = at;
    let items = context.record.items.get(..token.next.checked_sub(1)?)?;
    let before = items.iter().rev().take(256).find(|item| item.kind == ItemKind::Move && item.line == line.number);
    before.map(|item| item.span)
}
