//! Hover texts: the board at a move, and the message and page of a finding. Text of records is in code blocks, so that
//! it is not rendered as Markdown.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::board;
use super::document::{span, touch};
use super::judged::Judged;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rendering {
    pub(crate) markdown: bool,
    /// True to include drawings as data URLs.
    pub(crate) svg: bool,
}

pub(crate) fn hover(judged: &Judged, offset: usize, rendering: Rendering) -> Option<Hover> {
    let game = judged.game_at(offset)?;
    let mut parts: Vec<String> = Vec::new();
    let findings = game.findings().filter(|finding| touch(&span(&finding.span()), &(offset..offset)));
    let findings: Vec<_> = findings.collect();
    for finding in &findings {
        let lines = std::iter::once(format!("{} {}", finding.code().as_str(), finding.message())).chain(finding.help());
        let allowed = finding.allowed().map(|reason| format!("the record allows it: {reason}"));
        let lines = lines.chain(allowed);
        parts.push(block(&lines.collect::<Vec<_>>().join("\n"), rendering));
    }
    if let Some(mv) = board::move_at(game, offset) {
        // A move that cannot be played has no board after it, so the board before it is shown.
        let before = || findings.iter().find_map(|finding| finding.position().map(str::to_owned));
        let shown = match mv.is_played() {
            true => board::after(judged, game, Some(mv)).map(|board| (board.board, board.svg)),
            false => before().and_then(|position| Some((game.board_of(&position)?, game.svg_of(&position)?))),
        };
        if let Some((text, drawing)) = shown {
            if rendering.markdown && rendering.svg {
                parts.push(format!("![board](data:image/svg+xml;base64,{})", STANDARD.encode(drawing)));
            }
            parts.push(block(&text, rendering));
        }
    }
    if let Some(page) = findings.first().and_then(|finding| partie_core::explain(finding.code().as_str())) {
        parts.push(page.trim_end().to_owned());
    }
    if parts.is_empty() {
        return None;
    }
    let kind = if rendering.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    Some(Hover { contents: HoverContents::Markup(MarkupContent { kind, value: parts.join("\n\n") }), range: None })
}

/// A Markdown code block, with a fence that is longer than any in the text.
fn block(text: &str, rendering: Rendering) -> String {
    if !rendering.markdown {
        return text.to_owned();
    }
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}
