//! Findings that do not depend on the moves of a record: on its bytes, syntax, tags and notation.

use crate::collect::Collector;
use crate::{game_tags, notes, text};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::{ItemKind, Language, Movetext, Record};

/// Adds the findings on bytes, syntax and tags.
pub(crate) fn about_text(text: text::Text<'_>, record: &Record, plain: bool, collector: &mut Collector) {
    if !plain {
        text::judge(text, record, collector);
    }
    notes::report(text, record, collector);
    game_tags::judge(text, record, collector);
}

/// Adds the finding on Kober's notation without its rule book, or on descriptive notation in a language except English.
pub(super) fn about_notation(record: &Record, book: &str, named: bool, collector: &mut Collector) {
    let first = || record.items.iter().find(|item| item.kind == ItemKind::Move).map_or(record.span, |item| item.span);
    match record.movetext {
        Movetext::Kober if !named => collector.add(Code::H021, Severity::Info, || {
            Finding::new(Code::H021, first(), say!("kober-without-book", book = said(book)))
                .help(say!("add-rules-kober"))
        }),
        Movetext::Descriptive(language) if language != Language::English => {
            collector.add(Code::N002, Severity::Info, || {
                Finding::new(Code::N002, first(), say!("descriptive-language", language = said(language.name())))
            });
        }
        _ => {}
    }
}
