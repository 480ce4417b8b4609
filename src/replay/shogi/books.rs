//! Chooses the rule book of a record, with the source of the choice, for all formats.

use super::header::{header, in_comments};
use crate::Text;
use crate::game_report::RulesFrom;
use crate::game_tags::GameTags;
use partie_notation::formats;
use partie_notation::shogi_headers::Field;
use partie_record::book::{self, Books, RuleBook, ShogiRules};
use partie_record::message::{Message, text as said};
use partie_record::say;
use partie_record::{Format, Record};

/// A rule book, and the source of its choice.
#[derive(Clone, Debug)]
pub(super) struct ChosenBook {
    pub(super) book: &'static RuleBook<ShogiRules>,
    pub(super) from: RulesFrom,
    /// The words of the record that name the book.
    pub(super) words: String,
    format: Format,
}

impl Default for ChosenBook {
    fn default() -> Self {
        Self { book: book::default_shogi(), from: RulesFrom::Default, words: String::new(), format: Format::default() }
    }
}

impl ChosenBook {
    /// Returns the book and its source, for messages: `csa27, as $JISHOGI says`.
    pub(super) fn shown(&self) -> Message {
        let name = said(self.book.name);
        match self.from {
            RulesFrom::Given => say!("book-given", book = name),
            RulesFrom::Record | RulesFrom::Site => {
                say!("book-of-record", book = name, words = said(self.words.as_str()))
            }
            RulesFrom::Format => {
                say!("book-of-format", book = name, format = said(self.format.name().to_uppercase()))
            }
            RulesFrom::Default => say!("book-by-default", book = name),
        }
    }
}

/// Chooses the rule book: by `--rules`, the record, its format, or the default, in this order.
pub(super) fn choose(
    text: Text<'_>,
    record: &Record,
    head: &GameTags<'_>,
    given: Option<&'static RuleBook<ShogiRules>>,
) -> ChosenBook {
    let chosen = |book, from, words: String| ChosenBook { book, from, words, format: record.format };
    if let Some(book) = given {
        return chosen(book, RulesFrom::Given, String::new());
    }
    let rules = value(text, record, Field::Rules);
    if let Some((words, value)) = rules
        && let Some(book) = Books::named(value.trim()).and_then(|books| books.shogi)
    {
        return chosen(book, RulesFrom::Record, words);
    }
    if let Some(book) = head.books.shogi {
        return chosen(book, RulesFrom::Record, "[Rules]".to_owned());
    }
    let format = &formats::info(record.format).shogi;
    let (default, from) = match format.book {
        Some(book) => (book(), RulesFrom::Format),
        None => (book::default_shogi(), RulesFrom::Default),
    };
    if let Some((words, value)) = value(text, record, Field::Impasse)
        && let Some(book) = of_points(&value, default)
    {
        return chosen(book, RulesFrom::Record, words);
    }
    // A server that writes summaries judges declarations by 27 points.
    if (format.server)(text.bytes, record).is_some_and(|says| says.is_summary) {
        return chosen(book::default_csa(), RulesFrom::Record, "'summary".to_owned());
    }
    chosen(default, from, String::new())
}

/// Returns the book whose declaration requires the number of points in the text: `27点法`, `24`.
fn of_points(value: &str, default: &'static RuleBook<ShogiRules>) -> Option<&'static RuleBook<ShogiRules>> {
    let has = |plain: &str, wide: &str| value.contains(plain) || value.contains(wide);
    if has("27", "２７") {
        Some(book::default_csa())
    } else if has("24", "２４") {
        let counts = default.rules.impasse.is_some_and(|rule| rule.draws == Some(24));
        Some(if counts { default } else { book::csa24() })
    } else {
        None
    }
}

/// Returns the name and value of a header for display, wherever the format writes it.
fn value(text: Text<'_>, record: &Record, field: Field) -> Option<(String, String)> {
    if let Some(tag) = header(text.bytes, record, field) {
        let (name, value) = (text.decode(tag.name), text.decode(tag.value).into_owned());
        return Some((format!("{name}：{value}"), value));
    }
    let format = &formats::info(record.format).shogi;
    if let Some(tag) = record.tags.iter().find(|tag| (format.own_field)(tag.name.of(text.bytes)) == Some(field)) {
        let value = text.decode(tag.value).into_owned();
        return Some((format!("{}:{value}", text.decode(tag.name)), value));
    }
    // A KIF header in a comment, for which the format has no name.
    let header = in_comments(text, record).find(|header| header.field == Some(field))?;
    Some((format!("{}：{}", header.name, header.value), header.value.into_owned()))
}
