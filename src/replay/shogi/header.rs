//! Shogi headers of any format, from tags and comments, by their [`Field`].

use crate::Text;
use partie_notation::shogi_headers::Field;
use partie_notation::{HeaderRead, formats};
use partie_record::span::Span;
use partie_record::{Format, ItemKind, Record, Tag};

/// Returns the tag of a header field.
pub(super) fn header<'a>(bytes: &[u8], record: &'a Record, field: Field) -> Option<&'a Tag> {
    record.tags.get(field.find(record.tags.iter().map(|tag| tag.name.of(bytes)))?)
}

/// Returns the header of a tag; `None` for the version, the encoding, and headers that only the format has.
pub fn header_of_tag<'a>(text: Text<'a>, format: Format, tag: &Tag, handicap: bool) -> Option<HeaderRead<'a>> {
    let info = formats::info(format);
    let decode = |span| if info.is_json { text.unquoted(span) } else { text.decode(span) };
    (info.shogi.header)(decode(tag.name), decode(tag.value), handicap)
}

/// Returns the header in a comment before the moves.
pub fn header_of_comment(text: Text<'_>, format: Format, span: Span) -> Option<HeaderRead<'_>> {
    let (name, value) = (formats::info(format).shogi.header_in_comment)(span.of(text.bytes))?;
    let (name, value) = (text.encoding.decode(name), text.encoding.decode(value));
    Some(HeaderRead { field: Field::named(&name), name, value })
}

/// Returns the headers in comments before the first move.
pub(super) fn in_comments<'a>(text: Text<'a>, record: &'a Record) -> impl Iterator<Item = HeaderRead<'a>> {
    let before = record.items.iter().take_while(|item| item.kind != ItemKind::Move);
    let comments = before.filter(|item| item.kind == ItemKind::Comment);
    comments.filter_map(move |item| header_of_comment(text, record.format, item.span))
}

/// Returns the headers that mark the record as a mating problem (詰将棋).
fn problem_marks<'a>(text: Text<'a>, record: &'a Record) -> impl Iterator<Item = (Field, HeaderRead<'a>)> {
    let field_of = formats::info(record.format).shogi.field;
    // A tag with an unknown name may be a header of KIF.
    let may_mark = move |tag: &&Tag| field_of(tag.name.of(text.bytes)).is_none_or(Field::may_mark_problem);
    let tags = record.tags.iter().filter(may_mark);
    let headers = tags.filter_map(move |tag| header_of_tag(text, record.format, tag, false));
    headers.chain(in_comments(text, record)).filter_map(|header| {
        let field = header.field.filter(|field| field.marks_problem(&header.value))?;
        Some((field, header))
    })
}

/// True if the record is marked as a mating problem: by 手合割, or by a header that only problems have.
pub(super) fn is_problem(text: Text<'_>, record: &Record) -> bool {
    problem_marks(text, record).next().is_some()
}

/// Returns the 手合割 that marks the record as a mating problem.
pub fn problem_label(text: Text<'_>, record: &Record) -> Option<String> {
    let label = problem_marks(text, record).find(|(field, _)| *field == Field::Handicap);
    label.map(|(_, header)| header.value.trim().to_owned())
}
