//! What the reader of the format noticed, as findings.

use super::collect::Collector;
use super::text::Text;
use partie_notation::pgn::Noise;
use partie_notation::{formats, score};
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::span::Span;
use partie_record::{Item, ItemKind, ParseNote, Record};

/// Reports the notes of a record; those of a kind that repeats, once with a count. Braces inside of comments are left
/// for [`report_nested`].
pub(super) fn report(text: Text<'_>, record: &Record, collector: &mut Collector) {
    // That behind the last game is told of the file, as it may lie beyond what was read with the game.
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
        // Text before the tags, or behind the result, disturbs no move.
        let before = record.tags.first().is_some_and(|tag| note.span.to <= tag.span.from);
        let heading = note.code == Code::S015 && (before || is_after_game(record, note));
        // Bare tags whose value could be read all the same: [White Sandor Bodor].
        let read = note.code == Code::H003 && is_read(record, note.span);
        // A second time beside the first says nothing new.
        let again = is_second_time(record, note);
        // A word that ends a line, whatever it means, loses nothing.
        let kept = note.code == Code::N034 && ends_line(record, note.span);
        let severity = if heading || read || again || kept { Severity::Warning } else { note.code.entry().severity };
        if again || matches!(note.code, Code::N023 | Code::N030 | Code::S016 | Code::H003 | Code::B001 | Code::S012) {
            collector.add_once_per_game(note.code, severity, || finding(text, record, note));
        } else {
            collector.add(note.code, severity, || finding(text, record, note));
        }
    }
}

/// The finding for a long run of text beside records.
pub fn of_noise(noise: Noise) -> Finding {
    let message = format!("{} bytes beside the records belong to none of them", noise.bytes);
    let help = "they are passed over; look whether a record among them is damaged, else remove them";
    Finding::new(Code::S019, noise.span, message).help(help)
}

/// Whether a tag that is malformed has a value. Tags stand in the order of the text.
fn is_read(record: &Record, tag: Span) -> bool {
    let at = record.tags.partition_point(|other| other.span.from < tag.from);
    record.tags.get(at).is_some_and(|other| other.span == tag && !other.value.is_empty())
}

/// Whether a word stands where a line of play ends.
fn ends_line(record: &Record, word: Span) -> bool {
    let is_it = |item: &Item| item.kind == ItemKind::Result && item.span == word;
    // Items of one line of play stand in the order of the text.
    if record.lines.len() == 1 {
        let at = record.items.partition_point(|item| item.span.from < word.from);
        return record.items.get(at).is_some_and(is_it);
    }
    record.items.iter().any(is_it)
}

/// Whether a place lies in a move. Items stand in the order of the text.
fn is_in_move(record: &Record, place: Span) -> bool {
    let behind = record.items.partition_point(|item| item.span.from <= place.from);
    let before = behind.checked_sub(1).and_then(|at| record.items.get(at));
    before.is_some_and(|item| item.kind == ItemKind::Move && place.to <= item.span.to)
}

/// Reports braces inside of comments, but for comments that replay found to be unclosed.
pub(super) fn report_nested(text: Text<'_>, record: &Record, unclosed: &[Span], collector: &mut Collector) {
    let mut nested = record.notes.iter().filter(|note| note.code == Code::S013).peekable();
    if nested.peek().is_none() {
        return;
    }
    let unreadable = record.notes.iter().filter(|note| note.code == Code::S015).map(|note| note.span.from);
    let errors = collector.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let mut faults: Vec<u32> = unreadable.chain(errors.map(|finding| finding.span.from)).collect();
    faults.sort_unstable();
    // Both in the order of the text.
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
        // Notes stand in the order of the text: what follows several comments is looked for once.
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

/// Whether an item says nothing of how a game goes on.
fn is_beside_play(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Comment | ItemKind::Number)
}

/// Whether the item that follows a comment with a brace in it, both by their indices, reads on: then the comment ends
/// where it seems to. Another closing brace, or no move where one is due, says that it was meant to nest.
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

/// Whether a note stands after the result, which ends a game: in shogi, variations may follow it.
fn is_after_game(record: &Record, note: &ParseNote) -> bool {
    !record.format.is_shogi() && record.result.is_some_and(|result| result.to <= note.span.from)
}

/// Whether a note is that of a second time cell, as some programs of shogi write it.
fn is_second_time(record: &Record, note: &ParseNote) -> bool {
    record.format.is_shogi() && note.code == Code::S015 && note.other.is_some()
}

fn finding(text: Text<'_>, record: &Record, note: &ParseNote) -> Finding {
    let shown = text.show(note.span);
    let length = note.span.len();
    // A run that is shown in part only.
    let whole = if shown.ends_with('…') { format!(" ({length} bytes)") } else { String::new() };
    let (message, help) = match note.code {
        Code::S001 if note.span.of(text.bytes).contains(&0) => (
            format!("{shown} cannot occur in a record{whole}"),
            "remove it; a zero byte usually means a damaged disk block",
        ),
        Code::S001 => (
            format!("{shown} cannot occur in a record{whole}"),
            "remove it, and look whether anything beside it was lost",
        ),
        Code::S006 => ("the file begins with a byte order mark".to_owned(), "UTF-8 needs none"),
        Code::S007 => (
            format!("the record declares {shown}, and its bytes are in another encoding"),
            "the file is read as its bytes suggest; correct the declaration, or save the file in the encoding it names",
        ),
        Code::S017 if formats::info(record.format).is_json => {
            (format!("the format does not know {shown}"), "remove it, or write its text into the comments of a move")
        }
        Code::S017 => (format!("{shown} is neither header, move, comment nor branch"), ""),
        Code::S018 => (format!("the board row {shown} does not have nine squares"), "compare it with the source"),
        Code::N033 => (
            format!("{shown} branches at a move that does not exist"),
            "moves of the line it belongs to may be missing; it is kept, and replayed where that is possible",
        ),
        Code::N034 if ends_line(record, note.span) => (
            format!("{shown} stands where a word that ends a game would, and nobody knows what it means"),
            "it is kept as it stands; write 投了, 中断, 千日手 or the like, so that it tells how the game ended",
        ),
        Code::N034 => (
            format!("{shown} after a move number is neither a move nor a word that ends a game"),
            "write the move, or 投了, 中断, 千日手 and the like",
        ),
        Code::S010 => match note.other {
            Some(_) => (
                "the comment opened here is never closed; reading goes on at the next game".to_owned(),
                "add the closing brace where the comment ends",
            ),
            None => (
                "the comment opened here is never closed; everything to the end of the file belongs to it".to_owned(),
                "add the closing brace where the comment ends",
            ),
        },
        Code::S011 => {
            ("the variation opened here is never closed".to_owned(), "add the closing parenthesis where it ends")
        }
        Code::S012 => ("\")\" without \"(\" before it".to_owned(), "remove it, or add the missing \"(\""),
        Code::S013 => (
            "\"{\" inside a comment: comments do not nest, the next \"}\" closes it".to_owned(),
            "write a parenthesis instead",
        ),
        Code::S014 if formats::info(record.format).is_json => {
            ("the file ends inside its JSON".to_owned(), "the file may have been cut off; look for a complete copy")
        }
        Code::S015 if formats::info(record.format).is_json => {
            (format!("the JSON cannot be read from here on: {shown}"), "a comma, a quote or a bracket may be missing")
        }
        Code::S014 if shown.contains('\u{fffd}') => (
            "the file ends in the middle of a character".to_owned(),
            "the file may have been cut off; look for a complete copy",
        ),
        Code::S014 => (
            format!("the file ends in the middle of {shown}"),
            "the file may have been cut off; look for a complete copy",
        ),
        Code::S015 if is_after_game(record, note) => (
            format!("text stands after the last game: {shown}"),
            "put it in braces if it is a comment; if it is meant to be a game, look for the damage in it",
        ),
        Code::S015 if is_second_time(record, note) => (
            format!("{shown} is a second time for the same move; the first one counts"),
            "remove one of the two; programs that read one time per move may reject the line",
        ),
        Code::S015 if record.format.is_shogi() => (format!("{shown} cannot be read"), ""),
        Code::S015 => {
            (format!("{shown} cannot be read{whole}"), "a move, a comment in braces, a result or a tag belongs here")
        }
        Code::S016 if note.span.from > 0 && !text.bytes[note.span.from as usize - 1].is_ascii_whitespace() => (
            format!("white space is missing before {shown}"),
            "leave a space before the result, and a blank line between two games",
        ),
        Code::S016 => (
            "a blank line is missing before this".to_owned(),
            "one blank line belongs between tags and moves and between games",
        ),
        Code::H003 => (
            format!("the tag pair {shown} is malformed"),
            "write [Name \"value\"], with \\\" for a quote inside the value",
        ),
        Code::N050 => row(text, note),
        Code::N051 => (
            format!("the table begins with row {shown}: its beginning is elsewhere, or it starts from a diagram"),
            "the moves are not judged; add the missing moves before them, or a FEN tag",
        ),
        Code::N023 => {
            (format!("the NAG {shown} is not between $0 and $255"), "remove it, or write the number that was meant")
        }
        Code::N030 => ("text stands after the result".to_string(), "move it before the result token"),
        Code::N032 => (
            "a variation opens before any move that it could replace".to_owned(),
            "move it after the move it belongs to",
        ),
        Code::B001 if note.other.is_some() => (
            "variations are nested deeper than 1,000 levels and never closed; reading goes on at the next game"
                .to_owned(),
            "add the closing parentheses, or remove those that open nothing",
        ),
        Code::B001 => ("variations are nested deeper than 1,000 levels: parsed, not replayed".to_owned(), ""),
        Code::B002 => (
            format!("a token or comment of {length} bytes is kept as skipped text"),
            "split it; more than 1 MiB in one piece is not kept",
        ),
        Code::B003 => (format!("a tag of {length} bytes is longer than 1 MiB"), ""),
        Code::B007 => ("the game is longer than 3 MiB; the rest is skipped".to_owned(), ""),
        _ => (note.code.entry().title.to_owned(), ""),
    };
    let mut finding = Finding::new(note.code, note.span, message);
    if !help.is_empty() {
        finding = finding.help(help);
    }
    let (info, is_shogi) = (formats::info(record.format), record.format.is_shogi());
    match (note.code, info.comment_sign) {
        (Code::S015, sign) if is_shogi && !info.is_json && !is_second_time(record, note) => {
            let belongs = "a move, its time, or a word that ends the game belongs here";
            finding.add_help(match sign {
                "" => belongs.to_owned(),
                sign => format!("{belongs}; a comment begins with {sign} on a line of its own"),
            });
        }
        (Code::S017, sign) if !sign.is_empty() => {
            finding.add_help(format!("begin the line with {sign} if it is a comment"));
        }
        _ => {}
    }
    if note.code == Code::S016 {
        finding.fixes.push(partie_record::finding::Fix { grade: Grade::Certain, token: "\n".into() });
    }
    if let Some(other) = note.other {
        let message = match note.code {
            Code::S010 | Code::B001 => "reading goes on here",
            Code::S015 => "the time of the move",
            Code::N050 => "the row before it",
            _ => "opened here",
        };
        finding.causes.push(Cause { message: message.into(), square: None, ply: None, span: Some(other) });
    }
    finding
}

/// What is wrong with the number of a printed row.
fn row(text: Text<'_>, note: &ParseNote) -> (String, &'static str) {
    let number = |span: Span| -> Option<u64> {
        let digits: String = text.decode(span).chars().filter(char::is_ascii_digit).take(9).collect();
        digits.parse().ok()
    };
    let shown = text.show(note.span);
    let before = note.other.and_then(number);
    match (number(note.span), before) {
        (Some(this), Some(before)) if this == before => (
            format!("the row {shown} appears twice, or one of the two has the wrong number"),
            "compare the two rows; moves are read in the order in which they appear",
        ),
        (Some(this), Some(before)) if this > before + 1 => (
            format!("the row {shown} follows row {before}: a row is missing, or the number is wrong"),
            "count the rows against the book; if the moves go on, only the number is wrong",
        ),
        (Some(_), Some(before)) => (
            format!("the row {shown} is misnumbered: it follows row {before}"),
            "correct the number; moves are read in the order in which they appear",
        ),
        _ if score::is_scanned(note.span.of(text.bytes)) => (
            format!("the number of the row is printed {shown}; it is read as the number that is due"),
            "compare it with the book, and write the number in digits",
        ),
        _ => (format!("the printed row {shown} is missing, doubled or misnumbered"), "count the rows against the book"),
    }
}
