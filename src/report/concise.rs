//! One line a finding, for grep and editors.

use super::Placed;

/// `path:line:column: severity CODE message [game 41, ply 20; help]`
pub fn concise(placed: &Placed<'_>) -> String {
    let Placed { game, finding, line, column } = placed;
    let mut at = if game.game > 0 { format!("game {}", game.game) } else { "whole file".to_owned() };
    if let Some(ply) = finding.ply {
        at.push_str(&format!(", ply {ply}"));
    }
    if finding.line > 0 {
        at.push_str(", in a variation");
    }
    let mut text = format!(
        "{}:{line}:{column}: {} {} {} [{at}]",
        game.path,
        finding.severity.name(),
        finding.code.as_str(),
        placed.message()
    );
    if let Some(help) = finding.help.first() {
        text.push_str(&format!(" help: {help}"));
    }
    text
}
