//! The table of record formats: detection by content, and the functions of each format.
//!
//! Each format has a folder of its own, whose `FORMAT` is its row. The rows follow the list in `record/format.rs`.

use super::kif::TimeCell;
use super::pgn::OpenConstruct;
use super::record_format::{RecordFormat, Sniff};
use super::shogi_format::{Closing, ShogiToken, UnreadMove};
use super::{ReadOutcome, csv, list, pgn, pychess};
use partie_record::byte_order_mark;
use partie_record::span::Span;
use partie_record::{Encoding, Format, Record};
use partie_rules::shogi::{Move, Position, Square};

/// Length of the beginning of a file that usually shows its format, in bytes.
pub const HEAD: usize = 16 << 10;
/// Bytes searched for the format of a text: a book may begin with a long preface.
pub const PREFACE: usize = 4 << 20;

macro_rules! table {
    ($($(#[$description:meta])+ $name:ident $module:ident $game:ident;)+) => {
        /// The formats in the order of [`Format::ALL`].
        static FORMATS: [RecordFormat; Format::ALL.len()] = [$(super::$module::FORMAT),+];

        /// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
        #[inline]
        pub fn read_record(format: Format, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
            // A direct call: a call through the table costs more for each record.
            match format {
                $(Format::$name => (const { super::$module::FORMAT.read_record })(bytes, at, last, record),)+
            }
        }

        /// Parses a time that has a cell of its own.
        #[inline]
        pub fn time(format: Format, cell: &[u8]) -> Option<TimeCell> {
            match format {
                $(Format::$name => (const { super::$module::FORMAT.shogi.time })(cell),)+
            }
        }

        /// Writes a shogi move played from `before`; `previous` is the target of the previous move.
        pub fn write_move(format: Format, before: &Position, mv: Move, previous: Option<Square>) -> String {
            (info(format).shogi.write_move)(before, mv, previous)
        }

        /// Parses a shogi move; `previous` is the target of the previous move.
        ///
        /// # Errors
        /// The reason why the text is not a move.
        #[inline]
        pub fn read_move(format: Format, token: &[u8], previous: Option<Square>) -> Result<ShogiToken, UnreadMove> {
            match format {
                $(Format::$name => (const { super::$module::FORMAT.shogi.read_move })(token, previous),)+
            }
        }
    };
}

partie_record::formats!(table);

/// Reads the record that begins at `at`, in the format of its game. A file may mix PGN of chess and of shogi, which the
/// tags distinguish.
#[inline]
pub fn read_own(format: Format, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let outcome = read_record(format, bytes, at, last, record);
    let other = match format {
        Format::Pychess if pychess::is_other_game(bytes, record) => Format::Pgn,
        Format::Pgn if matches!(outcome, ReadOutcome::Game(_)) && pychess::is_shogi(bytes, record) => Format::Pychess,
        _ => return outcome,
    };
    read_record(other, bytes, at, last, record)
}

/// The table row of a format.
#[inline]
pub fn info(format: Format) -> &'static RecordFormat {
    &FORMATS[format as usize]
}

/// Detects the format of a file that begins with `head`; the default format if none matches.
pub fn sniff(head: &[u8]) -> Format {
    sniff_partly(head, true).unwrap_or_default()
}

/// Like [`sniff`], for a file that may continue unless it has `ended`; `None` if later text could change the result.
pub fn sniff_partly(head: &[u8], ended: bool) -> Option<Format> {
    let whole = ended || head.len() >= PREFACE;
    let head = &head[..head.len().min(PREFACE)];
    let (first, rest) = head.split_at(head.len().min(HEAD));
    if first.len() < HEAD && !whole {
        return None;
    }
    // A text may begin with prose, so that its later parts decide. A list is recognized by its first part.
    match shown_at_beginning(first) {
        Some(Format::Csv) if csv::is_regular(first) => return Some(Format::Csv),
        // A list may contain commas and semicolons between its moves.
        Some(format @ (Format::Score | Format::Csv | Format::Pgn)) => {
            return Some(list::sniff(first, true).unwrap_or(format));
        }
        Some(format) => return Some(format),
        None => {}
    }
    let in_text = || {
        let mut pieces = rest.chunks(HEAD).filter(|piece| piece.len() == HEAD || whole);
        pieces.find_map(shown_in_text)
    };
    let shown = list::sniff(first, false).or_else(in_text);
    shown.or_else(|| whole.then(|| list::sniff(head, false).unwrap_or_default()))
}

/// Detects the format in a later piece of a text that begins with prose.
fn shown_in_text(piece: &[u8]) -> Option<Format> {
    let score = info(Format::Score).sniff.filter(|sniff| (sniff.looks_like)(piece)).map(|_| Format::Score);
    score.or_else(|| pgn::has_tag_line(piece).then_some(Format::Pgn))
}

/// Detects the format by the beginning of a file.
fn shown_at_beginning(head: &[u8]) -> Option<Format> {
    let head = byte_order_mark::without(head);
    let start = head.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(head.len());
    // Few formats, but most files, begin with a tag pair; `[Illustration: A portrait]` is not a tag pair.
    let bracket = pgn::is_tag_start(&head[start..]);
    let fits = |rank: u8| {
        Format::ALL.into_iter().find(|format| {
            let sniff = if bracket { &info(*format).sniff_bracket } else { &info(*format).sniff };
            sniff.as_ref().is_some_and(|sniff| sniff.rank == rank && (sniff.looks_like)(head))
        })
    };
    (0..=Sniff::LAST).find_map(fits).or_else(|| (bracket || pgn::has_tag_line(head)).then(Format::default))
}

/// The extensions of all formats, in lower case.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    let infos = Format::ALL.into_iter().map(info);
    infos.flat_map(|info| info.extensions.iter().chain(info.utf8_extensions)).copied()
}

/// True if an extension (in lower case) requires UTF-8, false if it excludes UTF-8; `None` if it does neither.
pub fn is_utf8_by_extension(extension: &str) -> Option<bool> {
    let infos = Format::ALL.into_iter().map(info).filter(|info| !info.utf8_extensions.is_empty());
    infos
        .flat_map(|info| [(info.extensions, false), (info.utf8_extensions, true)])
        .find_map(|(extensions, utf8)| extensions.contains(&extension).then_some(utf8))
}

/// The extension of the same format for the other encoding: `kifu` for `kif`.
pub fn other_extension(extension: &str) -> Option<&'static str> {
    let infos = Format::ALL.into_iter().map(info).filter(|info| !info.utf8_extensions.is_empty());
    infos
        .flat_map(|info| [(info.extensions, info.utf8_extensions), (info.utf8_extensions, info.extensions)])
        .find_map(|(extensions, others)| others.first().copied().filter(|_| extensions.contains(&extension)))
}

/// The last offset in `bytes` where a record begins or may begin.
pub fn cut(format: Format, bytes: &[u8]) -> Option<usize> {
    (info(format).cut)(bytes)
}

/// The first offset after the start of `bytes` where a record begins: reading resumes there after an oversized record.
pub fn next(format: Format, bytes: &[u8]) -> Option<usize> {
    (info(format).next)(bytes)
}

/// The unterminated construct at the end of `bytes` that exceeds `limits::TOKEN`, and how it ends.
pub fn open_construct(format: Format, bytes: &[u8]) -> Option<(Span, OpenConstruct)> {
    (info(format).open_construct)(bytes)
}

/// The encoding of a shogi record whose text is `bytes`.
#[inline]
pub fn encoding(bytes: &[u8], record: &Record) -> Option<Encoding> {
    (info(record.format).encoding)(bytes, record)
}

/// Parses the word that ends a shogi record, and the side that it names.
pub fn terminal(format: Format, word: &[u8]) -> Closing {
    (info(format).shogi.terminal)(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_asked_up_to_the_last() {
        for format in Format::ALL {
            let info = info(format);
            for sniff in [info.sniff, info.sniff_bracket].into_iter().flatten() {
                assert!(sniff.rank <= Sniff::LAST, "{}", format.name());
            }
        }
    }

    #[test]
    fn tables_are_told_from_lists() {
        let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
        for (text, format) in [
            ("1. e4 {yes, ok} e5 2. Nf3 Nc6 3. Bb5\n1. d4 {no, why} d5 2. c4 e6 3. Nc3\n".to_owned(), Format::Lines),
            (format!("{long} ; old\n{long} ; new\n"), Format::Lines),
            (format!("{long},Kim\n{long},Lee\n"), Format::Csv),
            ("id,white,moves\n7,Kim,1. e4 e5 2. Nf3 Nc6\n".to_owned(), Format::Csv),
        ] {
            assert_eq!(sniff(text.as_bytes()), format, "{text}");
        }
        let json = format!("{{\"id\": 1, \"moves\": \"{long}\"}}\n{{\"id\": 2, \"moves\": \"{long}\"}}\n");
        assert_ne!(sniff(json.as_bytes()), Format::Csv);
    }

    #[test]
    fn an_extension_belongs_to_one_format() {
        for extension in extensions() {
            assert_eq!(extensions().filter(|other| *other == extension).count(), 1, "{extension}");
        }
        let said = ["kif", "kifu", "ki2", "ki2u", "csa", "pgn"].map(is_utf8_by_extension);
        assert_eq!(said, [Some(false), Some(true), Some(false), Some(true), None, None]);
        let others = ["kif", "kifu", "ki2u", "csa", "pgn"].map(other_extension);
        assert_eq!(others, [Some("kifu"), Some("kif"), Some("ki2"), None, None]);
    }
}
