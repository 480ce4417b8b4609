//! Converts the notes of a format's parser to findings.

use super::collect::Collector;
use super::text::Text;
use partie_notation::pgn::Noise;
use partie_notation::{formats, jkf, score};
use partie_record::finding::{Cause, Code, Finding, Fix, Grade, Severity};
use partie_record::message::{Message, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Outcome, ParseNote, Record, Tag};

/// Reports the notes of a record; repeated kinds once, with a count. Braces inside comments are left to
/// [`report_nested`].
pub(super) fn report(text: Text<'_>, record: &Record, collector: &mut Collector) {
    // Text after the last game is reported for the file, as it may extend beyond the bytes read with the game.
    let (before, after) = (Noise::before(text.bytes, record), Noise::after(text.bytes, record));
    if let Some(noise) = before {
        collector.add(Code::S019, Severity::Warning, || of_noise(noise));
    }
    let is_noise = |note: &ParseNote| [before, after].iter().flatten().any(|noise| noise.holds(note));
    for note in &record.notes {
        if note.code == Code::S013 || is_noise(note) {
            continue;
        }
        // A damaged byte in a move is reported with the move.
        if note.code == Code::S001 && record.format.is_shogi() && is_in_move(record, note.span) {
            continue;
        }
        // Text before the tags or after the result hides no move.
        let before = record.tags.first().is_some_and(|tag| note.span.to <= tag.span.from);
        let heading = note.code == Code::S015 && (before || is_after_game(record, note));
        // Bare tags whose value is readable: [White Sandor Bodor].
        let read = note.code == Code::H003 && read_tag(record, note.span).is_some();
        // A second time cell loses nothing.
        let again = is_second_time(record, note);
        // An unknown word at the end of a line loses nothing.
        let kept = note.code == Code::N034 && ends_line(record, note.span);
        // JSON parsers skip unknown members. A duplicate of a known member may contain moves.
        let unknown = note.code == Code::S017
            && formats::info(record.format).is_json
            && !jkf::has_known_name(note.span.of(text.bytes));
        // The parser separated the move from the text that is glued to it.
        let glued = note.code == Code::S015 && record.format == Format::Csa;
        let is_warning = heading || read || again || kept || unknown || glued;
        let severity = if is_warning { Severity::Warning } else { note.code.entry().severity };
        if again || matches!(note.code, Code::N023 | Code::N030 | Code::S016 | Code::H003 | Code::B001 | Code::S012) {
            collector.add_once_per_game(note.code, severity, || finding(text, record, note));
        } else {
            collector.add(note.code, severity, || finding(text, record, note));
        }
    }
}

/// Returns the finding for a long run of text outside records.
pub fn of_noise(noise: Noise) -> Finding {
    let message = say!("noise", bytes = noise.bytes);
    Finding::new(Code::S019, noise.span, message).help(say!("noise-passed-over"))
}

/// Returns the tag that was read at a malformed span, if it has a value. Tags are in text order.
fn read_tag(record: &Record, tag: Span) -> Option<&Tag> {
    let at = record.tags.partition_point(|other| other.span.from < tag.from);
    record.tags.get(at).filter(|other| other.span == tag && !other.value.is_empty())
}

/// Returns a malformed tag with quotes and brackets; `None` if it contains more than a name and a value.
#[cold]
fn quoted_tag(text: Text<'_>, record: &Record, malformed: Span) -> Option<String> {
    let tag = read_tag(record, malformed)?;
    let around = [
        Span { from: malformed.from, to: tag.name.from },
        Span { from: tag.name.to, to: tag.value.from },
        Span { from: tag.value.to, to: malformed.to },
    ];
    let is_sign = |sign: char| {
        sign.is_whitespace()
            || matches!(sign, '[' | ']' | '"' | '\'' | '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '‘' | '’')
    };
    let value = text.decode(tag.value);
    if !around.iter().all(|part| text.decode(*part).chars().all(is_sign)) || value.chars().any(char::is_control) {
        return None;
    }
    let mut escaped = String::new();
    let mut signs = value.chars().peekable();
    while let Some(sign) = signs.next() {
        let escapes = sign == '\\' && matches!(signs.peek(), Some('\\' | '"'));
        if escapes {
            escaped.extend([Some(sign), signs.next()].into_iter().flatten());
            continue;
        }
        if matches!(sign, '\\' | '"') {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    Some(format!("[{} \"{escaped}\"]", text.decode(tag.name)))
}

/// True if a word ends a line of play.
fn ends_line(record: &Record, word: Span) -> bool {
    let is_it = |item: &Item| item.kind == ItemKind::Result && item.span == word;
    // Items of a single line of play are in text order.
    if record.lines.len() == 1 {
        let at = record.items.partition_point(|item| item.span.from < word.from);
        return record.items.get(at).is_some_and(is_it);
    }
    record.items.iter().any(is_it)
}

/// True if a span is inside a move. Items are in text order.
fn is_in_move(record: &Record, place: Span) -> bool {
    let behind = record.items.partition_point(|item| item.span.from <= place.from);
    let before = behind.checked_sub(1).and_then(|at| record.items.get(at));
    before.is_some_and(|item| item.kind == ItemKind::Move && place.to <= item.span.to)
}

/// Reports braces inside comments, except for comments that replay found to be unclosed.
pub(super) fn report_nested(text: Text<'_>, record: &Record, unclosed: &[Span], collector: &mut Collector) {
    let mut nested = record.notes.iter().filter(|note| note.code == Code::S013).peekable();
    if nested.peek().is_none() {
        return;
    }
    let unreadable = record.notes.iter().filter(|note| note.code == Code::S015).map(|note| note.span.from);
    let errors = collector.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let mut faults: Vec<u32> = unreadable.chain(errors.map(|finding| finding.span.from)).collect();
    faults.sort_unstable();
    // Unclosed comments and notes are both in text order.
    let mut unclosed = unclosed.iter().map(|comment| comment.from).peekable();
    let mut harmless = Vec::new();
    let mut going_on = 0;
    for note in nested {
        let opened = note.other.map_or(note.span.from, |opened| opened.from);
        while unclosed.next_if(|comment| *comment < opened).is_some() {}
        if unclosed.peek() == Some(&opened) {
            continue;
        }
        let comment = record.items.partition_point(|item| item.span.from < opened);
        // Notes are in text order, so the item after several comments is found once.
        if going_on <= comment {
            let rest = record.items.iter().skip(comment + 1);
            going_on = comment + 1 + rest.take_while(|item| is_beside_play(item)).count();
        }
        if reads_on(text, record, comment, going_on, &faults) {
            harmless.push(note);
        } else {
            collector.add_once_per_game(note.code, Severity::Warning, || finding(text, record, note));
        }
    }
    for note in harmless {
        collector.add_once_per_game(note.code, Severity::Info, || finding(text, record, note));
    }
}

/// True for items that are neither moves nor ends of a line.
fn is_beside_play(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Comment | ItemKind::Number)
}

/// True if the text from a comment with a brace through the item `going_on` has no fault: then the comment ends where
/// it seems to. Another closing brace, or no move where one is due, shows that the braces nest.
fn reads_on(text: Text<'_>, record: &Record, comment: usize, going_on: usize, faults: &[u32]) -> bool {
    let Some(comment) = record.items.get(comment) else { return true };
    let rest = text.bytes.get(comment.span.to as usize..record.span.to as usize).unwrap_or_default();
    if memchr::memchr2(b'{', b'}', rest).is_some_and(|brace| rest[brace] == b'}') {
        return false;
    }
    let end = record.items.get(going_on).map_or(record.span.to, |next| next.span.to);
    let fault = faults.partition_point(|fault| *fault < comment.span.to);
    faults.get(fault).is_none_or(|fault| *fault >= end)
}

/// True if a note is after the result that ends the game. In shogi, variations may follow the result.
fn is_after_game(record: &Record, note: &ParseNote) -> bool {
    !record.format.is_shogi() && record.result.is_some_and(|result| result.to <= note.span.from)
}

/// True for the note of a second time cell, as some shogi programs write it.
fn is_second_time(record: &Record, note: &ParseNote) -> bool {
    record.format.is_shogi() && note.code == Code::S015 && note.other.is_some()
}

/// Returns the finding for a note of the parser, with message and help.
pub(super) fn finding(text: Text<'_>, record: &Record, note: &ParseNote) -> Finding {
    let shown = text.show(note.span);
    let length = note.span.len();
    // The length of a text that is not shown in full.
    let whole = shown.ends_with('…').then(|| say!("so-many-bytes", bytes = length));
    let is_replaced = shown.contains('\u{fffd}');
    let shown = said(shown);
    let is_json = formats::info(record.format).is_json;
    let (message, help): (Message, Option<Message>) = match note.code {
        Code::S001 if note.span.of(text.bytes).contains(&0) => {
            (say!("forbidden-byte", token = shown, whole = whole), Some(say!("remove-zero-byte")))
        }
        Code::S001 => (say!("forbidden-byte", token = shown, whole = whole), Some(say!("remove-byte"))),
        Code::S006 => (say!("byte-order-mark"), Some(say!("needs-no-mark"))),
        Code::S007 => (say!("declares-other-encoding", encoding = shown), Some(say!("correct-the-declaration"))),
        Code::S017 if is_json => (say!("unknown-to-format", token = shown), Some(say!("write-into-comments"))),
        Code::S017 => (say!("unknown-line", token = shown), None),
        Code::S018 => (say!("board-row", row = shown), Some(say!("compare-with-source"))),
        Code::N033 => (say!("branch-nowhere", token = shown), Some(say!("branch-is-kept"))),
        Code::N034 if ends_line(record, note.span) => {
            (say!("unknown-word-at-end", token = shown), Some(say!("write-how-it-ended")))
        }
        Code::N034 => (say!("unknown-word", token = shown), Some(say!("write-move-or-end"))),
        Code::S010 => match note.other {
            Some(_) => (say!("unclosed-comment-up-to-game"), Some(say!("add-closing-brace"))),
            None => (say!("unclosed-comment"), Some(say!("add-closing-brace"))),
        },
        Code::S011 => (say!("unclosed-variation"), Some(say!("add-closing-parenthesis"))),
        Code::S012 => (say!("stray-parenthesis"), Some(say!("remove-or-open"))),
        Code::S013 => (say!("nested-brace"), Some(say!("write-parenthesis"))),
        Code::S014 if is_json => (say!("cut-off-in-json"), Some(say!("look-for-complete-copy"))),
        Code::S015 if is_json => (say!("unreadable-json", token = shown), Some(say!("comma-may-be-missing"))),
        Code::S014 if is_replaced => (say!("cut-off-in-character"), Some(say!("look-for-complete-copy"))),
        Code::S014 => (say!("cut-off", token = shown), Some(say!("look-for-complete-copy"))),
        Code::S015 if is_after_game(record, note) => {
            (say!("text-after-last-game", text = shown), Some(say!("put-in-braces")))
        }
        Code::S015 if is_second_time(record, note) => {
            (say!("second-time", time = shown), Some(say!("remove-one-time")))
        }
        Code::S015 if record.format == Format::Csa => {
            (say!("glued-to-comment", token = shown), Some(say!("write-on-own-line")))
        }
        Code::S015 if record.format.is_shogi() => (say!("unreadable", token = shown), None),
        Code::S015 => (say!("unreadable-stretch", token = shown, whole = whole), Some(say!("belongs-here"))),
        Code::S016 if note.span.from > 0 && !text.bytes[note.span.from as usize - 1].is_ascii_whitespace() => {
            (say!("white-space-missing", token = shown), Some(space_before(note.span.of(text.bytes))))
        }
        Code::S016 => (say!("blank-line-missing"), Some(say!("one-blank-line"))),
        Code::H003 => (say!("malformed-tag", tag = shown), Some(say!("write-tag-so"))),
        Code::N050 => row(text, note),
        Code::N051 => (say!("torn-table", row = shown), Some(say!("add-missing-moves"))),
        Code::N023 => (say!("nag-range", nag = shown), Some(say!("remove-or-write-number"))),
        Code::N030 => (say!("text-after-result"), Some(say!("move-before-result"))),
        Code::N032 => (say!("variation-before-move"), Some(say!("move-behind-its-move"))),
        Code::B001 if note.other.is_some() => (say!("nested-too-deep-unclosed"), Some(say!("add-closing-parentheses"))),
        Code::B001 => (say!("nested-too-deep"), None),
        Code::B002 => (say!("token-too-long", bytes = length), Some(say!("split-it"))),
        Code::B003 => (say!("tag-too-long", bytes = length), None),
        _ => (say!("title", title = said(note.code.entry().title)), None),
    };
    let mut finding = Finding::new(note.code, note.span, message);
    finding.help.extend(help);
    let (info, is_shogi) = (formats::info(record.format), record.format.is_shogi());
    match (note.code, info.comment_sign) {
        (Code::S015, sign)
            if is_shogi && !info.is_json && record.format != Format::Csa && !is_second_time(record, note) =>
        {
            finding.add_help(match sign {
                "" => say!("move-time-or-end"),
                sign => say!("move-time-end-or-comment", sign = said(sign)),
            });
        }
        (Code::S017, sign) if !sign.is_empty() => {
            finding.add_help(say!("begin-comment-with", sign = said(sign)));
        }
        _ => {}
    }
    if note.code == Code::S016 {
        finding.fixes.push(Fix { grade: Grade::Certain, token: "\n".into() });
    }
    if note.code == Code::H003
        && !is_json
        && let Some(tag) = quoted_tag(text, record, note.span)
    {
        finding.fixes.push(Fix { grade: Grade::Certain, token: tag });
    }
    if let Some(other) = note.other {
        let message = match note.code {
            Code::S010 | Code::B001 => say!("reading-goes-on"),
            Code::S015 => say!("time-of-move"),
            Code::N050 => say!("row-before"),
            _ => say!("opened-here"),
        };
        finding.causes.push(Cause { message, square: None, ply: None, span: Some(other) });
    }
    finding
}

/// Returns the help for a token that is glued to the token before it.
fn space_before(token: &[u8]) -> Message {
    match token {
        [b'[', ..] => say!("one-blank-line"),
        _ if Outcome::parse(token).is_some() => say!("space-before-result"),
        _ => say!("space-after-move"),
    }
}

/// Returns the message and help for the number of a printed row.
fn row(text: Text<'_>, note: &ParseNote) -> (Message, Option<Message>) {
    let number = |span: Span| -> Option<u64> {
        let digits: String = text.decode(span).chars().filter(char::is_ascii_digit).take(9).collect();
        digits.parse().ok()
    };
    let shown = said(text.show(note.span));
    let before = note.other.and_then(number);
    match (number(note.span), before) {
        (Some(this), Some(before)) if this == before => (say!("row-twice", row = shown), Some(say!("compare-rows"))),
        (Some(this), Some(before)) if this > before + 1 => {
            (say!("row-missing", row = shown, before = before), Some(say!("count-rows-or-number")))
        }
        (Some(_), Some(before)) => {
            (say!("row-misnumbered", row = shown, before = before), Some(say!("correct-number")))
        }
        _ if score::is_scanned(note.span.of(text.bytes)) => {
            (say!("row-number-scanned", number = shown), Some(say!("write-in-digits")))
        }
        _ => (say!("printed-row", row = shown), Some(say!("count-rows"))),
    }
}
