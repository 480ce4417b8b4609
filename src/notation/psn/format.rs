//! PSN in the table of formats; it is framed like PGN.

use super::{Style, field, header, looks_like, read_move, read_record, result_of_tag, setup, spell, terminal, time};
use crate::pgn;
use crate::record_format::{RecordFormat, Sniff, encoding};
use crate::shogi_format::{Numbers, ShogiFormat, ShogiToken};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["psn"],
    sniff: Sniff::new(6, looks_like),
    sniff_bracket: Sniff::new(1, looks_like),
    read_record,
    encoding,
    bare_comment: |comment| {
        let text = comment.strip_prefix(b"{").unwrap_or(comment);
        text.strip_suffix(b"}").unwrap_or(text)
    },
    shogi: ShogiFormat {
        write_move: |before, mv, _| {
            let mut text = String::new();
            spell(&mut text, before, mv, Style::default());
            text
        },
        read_move: |token, previous| Ok(ShogiToken { pattern: read_move(token, previous)?, side: None }),
        numbers: Numbers::Loose,
        time,
        terminal,
        result_of_tag,
        setup: |bytes, record, _| {
            let read = setup(bytes, record);
            Some((read.setup, read.faults))
        },
        about_start: |bytes, record, _, start| start.plies = setup(bytes, record).plies,
        field,
        header,
        has_pgn_tags: true,
        ..ShogiFormat::BASE
    },
    // Framing and evidence as for PGN.
    ..pgn::FORMAT
};
