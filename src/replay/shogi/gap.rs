//! Numbers that disagree with the count of the moves, and lines that stand twice: what is missing or doubled, and
//! where. Numbers, totals and the result that follow from it are evidence, and no findings of their own.

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

/// A number that is not the one that its move should have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub(super) span: Span,
    pub(super) value: u64,
    pub(super) expected: i64,
}

/// A number as it is written, whatever stands around its digits.
#[inline]
pub(super) fn value(text: &[u8]) -> u64 {
    text.iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0, |value: u64, byte| value.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
}

/// Takes in a number that is not that of the move that comes.
#[cold]
pub(super) fn wrong_number(
    text: Text<'_>,
    jump: Jump,
    line: &mut LineState<ShogiNotation>,
    collector: &mut Collector,
) -> Option<Jump> {
    let (ply, Jump { span, value, .. }) = (line.ply + 1, jump);
    // A number without digits: full-width ones, which the reader let pass.
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
    // One that is wrong after one that cannot be read is the same mistake.
    (!collector.has(Code::N021)).then_some(jump)
}

/// The finding for a wrong number before a move that can be played.
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

/// The numbers of a line go on from a wrong one: that one is nothing to be mended for certain if another follows, and neither
/// is the last one if it is too high, as it may be all that is left of moves before it.
#[cold]
pub(super) fn numbers_go_on(replayer: &mut LineReplayer<ShogiNotation>, line: &LineState<ShogiNotation>) {
    for finding in &mut replayer.collector.findings {
        let doubtful = line.offset > 0 || finding.ply.is_some_and(|ply| ply < line.ply);
        if finding.code == Code::N020 && finding.line == line.number && doubtful {
            finding.fixes.clear();
        }
    }
}

/// Numbers of a line that breaks later are evidence of what is missing or doubled there, and nothing to be mended for
/// certain; neither are those that the end of the record confirms.
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

/// A line that breaks while its numbers are ahead or behind by an odd count breaks for the same reason: what is missing
/// or doubled is said once, with the number and the total that show it.
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

/// Says what is missing or doubled before a move that cannot be played, where its number or its text shows that.
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
        // Without numbers the same text twice running is no proof of it: it only has to be illegal.
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

/// The text of the move before, in the same line.
fn previous(at: MoveContext<'_, ShogiNotation>) -> Option<Span> {
    let MoveContext { context, line, token } = at;
    let items = context.record.items.get(..token.next.checked_sub(1)?)?;
    let before = items.iter().rev().take(256).find(|item| item.kind == ItemKind::Move && item.line == line.number);
    before.map(|item| item.span)
}
