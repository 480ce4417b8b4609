//! Formats repairs for readers in one line per game: the place, the proposal, and its grade. Not for evidence and
//! alternatives.

use super::tint::Tint;
use partie_fix::{RepairCounts, RepairedGame, SliceEdit};
use partie_record::count;
use partie_record::finding::Grade;

const MAX_GAMES: u64 = 20;
/// Maximum different edits shown per game.
const MAX_EDITS: usize = 3;

pub(super) struct Short {
    pub(super) colour: bool,
    /// The command that shows all repairs.
    pub(super) again: Option<String>,
    pub(super) games: u64,
}

/// The proposal for a game, which is one line of the report.
struct Proposal {
    grade: Option<Grade>,
    /// `, written`, `, partly written` or `, not written` in a writing run.
    written: &'static str,
    text: String,
    /// Offset in the slice where the proposal begins; `ply` is its ply.
    at: usize,
    ply: Option<u32>,
}

impl Short {
    pub(super) fn add(&mut self, game: &RepairedGame<'_>, text: &mut String) {
        for proposal in proposal(game).into_iter().chain(difference(game)) {
            self.games += 1;
            if self.games <= MAX_GAMES {
                line(game, &proposal, Tint(self.colour), text);
            }
        }
    }

    /// Reports the number of games that were left out, and the command that shows them.
    pub(super) fn end(&self, _: &RepairCounts, text: &mut String) {
        let more = self.games.saturating_sub(MAX_GAMES);
        if more > 0 {
            let again = self.again.as_ref().map(|again| format!(": {again}")).unwrap_or_default();
            text.push_str(&format!("... and {}{again}\n", count(more, "more game", "more games")));
        }
    }
}

/// Returns the proposal for a game; `None` if there is nothing to report.
fn proposal(game: &RepairedGame<'_>) -> Option<Proposal> {
    let place = |edit: &SliceEdit| (edit.span.from as usize, edit.ply);
    if let Some(best) = &game.repairs.best {
        let of_break: Vec<&SliceEdit> = best.edits.iter().filter(|edit| game.is_of_break(edit)).collect();
        let edits = if of_break.is_empty() { best.edits.iter().collect() } else { of_break };
        let (at, ply) = edits.first().map(|edit| place(edit))?;
        let changes: Vec<String> = edits.iter().map(|edit| edit.change(&game.place)).collect();
        // Equal edits are counted: a result occurs both in a tag and after the moves.
        let alike: Vec<&[String]> = changes.chunk_by(|one, other| one == other).take(MAX_EDITS).collect();
        let shown = alike.iter().map(|alike| match alike {
            [one] => one.clone(),
            several => format!("{} ({} times)", several[0], several.len()),
        });
        let mut text = shown.collect::<Vec<_>>().join(", ");
        let more = best.edits.len() - alike.iter().map(|alike| alike.len()).sum::<usize>();
        if more > 0 {
            text.push_str(&format!(", and {more} more"));
        }
        if let Some(odds) = best.odds.filter(|_| best.grade == Grade::Guess) {
            text.push_str(&format!("; {odds}"));
        }
        let written = game.written_note(edits.iter().copied());
        return Some(Proposal { grade: Some(best.grade), written, text, at, ply });
    }
    if let Some(broken) = &game.repairs.broken {
        let text = format!("no repair is known: {}", broken.message);
        return Some(Proposal { grade: None, written: "", text, at: broken.span.from as usize, ply: broken.ply });
    }
    let edit = game.repairs.taken_back.first()?;
    let text = format!("taken back, as it does not improve the game: {}", edit.change(&game.place));
    let (at, ply) = place(edit);
    Some(Proposal { grade: None, written: "", text, at, ply })
}

/// Describes the first place where another copy of the game has a different move.
fn difference(game: &RepairedGame<'_>) -> Option<Proposal> {
    let (first, others) = game.repairs.differences.split_first()?;
    let more = if others.is_empty() { String::new() } else { format!("; and {} more", others.len()) };
    let text = format!("{}{more}", first.message);
    Some(Proposal { grade: None, written: "", text, at: first.span.from as usize, ply: first.ply })
}

/// Formats `fixtures/club.pgn:32:20: likely: 8... Ne5 -> Ne4 [game 3, ply 16]`.
fn line(game: &RepairedGame<'_>, proposal: &Proposal, tint: Tint, text: &mut String) {
    let Proposal { grade, written, text: proposed, at, ply } = proposal;
    let (line, column) = game.place.lines.line_column(*at);
    let ply = ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
    let (spot, end) = (format!(":{line}:{column}: "), format!(" [game {}{ply}]", game.place.game));
    let tinted = grade.map(|grade| format!("{}{written}: ", tint.grade(grade))).unwrap_or_default();
    let proposed: String = proposed.split_whitespace().collect::<Vec<_>>().join(" ");
    text.push_str(&format!("{}{spot}{tinted}{proposed}{end}\n", game.place.path));
}
