//! The line that allows a finding, without its reason, which the user must write.

use std::ops::Range;

use lsp_types::TextEdit;
use partie_core::{Format, Game, GameFinding, GameKind};

use super::document::{Document, span};

/// The title and edit that insert the line above the game; `None` for formats without a place for it.
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
    // The sign must be at the beginning of a line, wherever the game begins.
    let begins = document.lines.line_start(start.start) == start.start;
    let gap = if begins { "" } else { "\n" };
    Some((title, document.edit(&start, format!("{gap}{sign}partie: allow {code} {at}\n"))))
}

/// The offset above the game, but below a first line that declares the format.
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

/// `8b`, or the ply if a start position or shogi numbers moves differently.
fn place(game: &Game, ply: u32) -> String {
    if game.kind() != GameKind::Shogi && game.tag("FEN").is_none() {
        let side = if ply % 2 == 1 { 'w' } else { 'b' };
        return format!("{}{side}", ply.div_ceil(2));
    }
    ply.to_string()
}
