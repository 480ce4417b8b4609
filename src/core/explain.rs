//! The pages of codes and rule books.

use partie_record::book;
use partie_record::finding::Code;

/// The page of a code (`L010`, `pinned`) or of a rule book (`fide`), as Markdown.
///
/// ```
/// assert!(partie_core::explain("L010").is_some_and(|page| page.contains("pinned")));
/// assert!(partie_core::explain("fide").is_some() && partie_core::explain("L999").is_none());
/// ```
pub fn explain(topic: &str) -> Option<&'static str> {
    let of_book = || book::BOOKS.iter().find(|book| book.name().eq_ignore_ascii_case(topic)).map(|book| book.page());
    Code::find(topic).map(|code| code.entry().page()).or_else(of_book)
}
