//! The line that allows a finding, as far as a program can write it: the reason is the reader's. Not for how it is read.

use std::ops::Range;

use lsp_types::TextEdit;
use partie_core::{Format, Game, GameFinding, GameKind};

use super::document::{Document, span};

/// What is put in above the game, and what it is called; nothing in formats that have no place for it.
pub(crate) fn allow(document: &Document, game: &Game, finding: &GameFinding<'_>) -> Option<(String, TextEdit)> {
    let (sign, head) = match game.format() {
        Format::Pgn | Format::Psn | Format::Pychess => ("% ", "%"),
        Format::Kif | Format::Ki2 => ("# ", "#"),
        Format::Csa => ("'", "'"),
        _ => return None,
    };
    let code = finding.code().as_str();
    let at = finding.ply().filter(|ply| *ply > 0).map(|ply| place(game, ply));
    let at = at.map(|at| format!("@ {at} ")).unwrap_or_default();
    let start = start(document, game, head);
    let title = format!("Allow {code} {at}here; write the reason behind it");
    // The sign stands at the beginning of a line, wherever the game begins.
    let begins = document.lines.line_start(start.start) == start.start;
    let gap = if begins { "" } else { "\n" };
    Some((title, document.edit(&start, format!("{gap}{sign}partie: allow {code} {at}\n"))))
}

/// Above the game, but below the line that says what the file is.
fn start(document: &Document, game: &Game, head: &str) -> Range<usize> {
    let whole = span(&game.span());
    let text = document.text.get(whole.clone()).unwrap_or_default();
    let mut at = whole.start + text.len() - text.trim_start().len();
    let first = document.text[at..].lines().next().unwrap_or_default();
    if first.starts_with(head) && head != "%" {
        let below = at + first.len();
        let end = document.text[below..].find(|sign| !matches!(sign, '\r' | '\n')).unwrap_or(0);
        at = below + end;
    }
    at..at
}

/// `8b`, or the ply where a position says how moves are numbered.
fn place(game: &Game, ply: u32) -> String {
    if game.kind() != GameKind::Shogi && game.tag("FEN").is_none() {
        let side = if ply % 2 == 1 { 'w' } else { 'b' };
        return format!("{}{side}", ply.div_ceil(2));
    }
    ply.to_string()
}
