//! Bytes with their encoding, and their display as text.

use std::borrow::Cow;

use partie_notation::{formats, jkf, lookalike};
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::{Arg, moved, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_record::{Encoding, ItemKind, Record, shown};

use super::collect::Collector;

/// The bytes that spans refer to, and their encoding.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub bytes: &'a [u8],
    /// The encoding of the current game.
    pub encoding: Encoding,
    /// True if the file ends with the slice.
    pub last: bool,
}

impl<'a> Text<'a> {
    pub fn decode(&self, span: Span) -> Cow<'a, str> {
        self.encoding.decode(span.of(self.bytes))
    }

    /// Returns the text of a JSON string whose quotes surround the span; other values as written.
    pub fn unquoted(&self, span: Span) -> Cow<'a, str> {
        let quoted = span.from > 0 && self.bytes.get(span.from as usize - 1) == Some(&b'"');
        let whole = Span { from: span.from.saturating_sub(1), to: span.to.saturating_add(1) };
        let string = self.bytes.get(whole.from as usize..whole.to as usize).filter(|_| quoted).and_then(jkf::string);
        string.unwrap_or_else(|| self.decode(span))
    }

    /// Returns the text of a span for a message: at most forty characters, controls visible.
    pub fn show(&self, span: Span) -> String {
        let head = Span { from: span.from, to: span.to.min(span.from.saturating_add(400)) };
        let text = self.decode(head);
        let mut shown = String::new();
        for (count, character) in text.chars().enumerate() {
            if count == 40 {
                shown.push('…');
                break;
            }
            shown::push_visible(&mut shown, character);
        }
        shown
    }
}

/// Reports control and invisible characters in tags and comments of a game that is not printable ASCII.
pub(super) fn judge(text: Text<'_>, record: &Record, collector: &mut Collector) {
    // JSON escapes are characters of the text, too.
    let json = formats::info(record.format).is_json;
    let tags = record.tags.iter().map(|tag| (tag.value, true));
    let is_text = |kind| matches!(kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Heading);
    let comments = record.items.iter().filter(|item| is_text(item.kind));
    for (span, is_tag) in tags.chain(comments.map(|item| (item.span, false))) {
        let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t') && !(json && *byte == b'\\');
        if span.of(text.bytes).iter().all(plain) {
            continue;
        }
        let place = || if is_tag { say!("the-tag") } else { say!("the-comment") };
        let decoded = match is_tag {
            _ if !json => text.decode(span),
            true => text.unquoted(span),
            false => jkf::string(span.of(text.bytes)).unwrap_or_else(|| text.decode(span)),
        };
        if shown::is_plain(&decoded) {
            continue;
        }
        if let Some(bad) = decoded.chars().find(|character| shown::is_control(*character)) {
            let code = if bad == '\0' { Code::S001 } else { Code::S002 };
            collector.add_once_per_game(code, code.entry().severity, || {
                let what = say!("holds-control", place = place(), code = code_point(bad));
                Finding::new(code, span, what).help(say!("remove-control"))
            });
        }
        if let Some(bad) = decoded.chars().find(|character| shown::is_suspicious(*character)) {
            collector.add_once_per_game(Code::S004, Severity::Warning, || {
                let what = say!("holds-invisible", place = place(), code = code_point(bad));
                Finding::new(Code::S004, span, what).help(say!("remove-invisible"))
            });
        }
    }
}

/// Returns the token without punctuation at its end; `None` if it does not end in punctuation.
pub(super) fn unpunctuated(token: &[u8]) -> Option<&[u8]> {
    let end = token.iter().rposition(|byte| !matches!(byte, b',' | b'.' | b':' | b';'))? + 1;
    (end < token.len()).then(|| &token[..end])
}

/// Returns the finding for punctuation after a move; `length` is the length of the move in bytes.
pub(super) fn punctuation(text: Text<'_>, span: Span, length: usize) -> Finding {
    let mv = text.show(Span { from: span.from, to: span.from + length as u32 });
    let message = say!("ends-like-sentence", token = moved(text.show(span)), mv = moved(mv.as_str()));
    // Dots in a row may represent omitted moves.
    let grade = if span.of(text.bytes).ends_with(b"..") { Grade::Guess } else { Grade::Certain };
    Finding::new(Code::S015, span, message).fix(grade, mv)
}

/// Returns a token with look-alikes and controls replaced, if it then reads as a move.
pub(super) fn cleaned(text: Text<'_>, span: Span) -> Option<String> {
    lookalike::cleaned(&text.decode(span))
}

/// Returns the finding for a token that [`cleaned`] reads as `clean`.
pub(super) fn cleaned_finding(text: Text<'_>, span: Span, clean: &str) -> Finding {
    let (shown, read) = (moved(text.show(span)), moved(clean));
    let decoded = text.decode(span);
    let odd =
        decoded.chars().find(|c| lookalike::ascii(*c).is_some() || shown::is_control(*c) || shown::is_suspicious(*c));
    let odd = odd.unwrap_or('?');
    let (code, what) = if shown::is_control(odd) {
        (Code::S001, say!("byte-in-move", token = shown, byte = said(format!("{:02X}", odd as u32)), mv = read))
    } else if shown::is_suspicious(odd) {
        (Code::S004, say!("invisible-in-move", token = shown, code = code_point(odd), mv = read))
    } else {
        let like = lookalike::ascii(odd).unwrap_or_default();
        let [odd, like, code] = [said(odd.to_string()), said(like), code_point(odd)];
        (Code::S003, say!("look-alike", character = odd, code = code, token = shown, like = like, mv = read))
    };
    Finding::new(code, span, what).fix(Grade::Certain, clean).help(say!("write-move", mv = moved(clean)))
}

/// `00A0`
fn code_point(character: char) -> Arg {
    said(format!("{:04X}", character as u32))
}
