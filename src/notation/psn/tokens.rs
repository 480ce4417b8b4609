//! Meanings of tokens: terminations, and times of moves.

use super::grammar::{end_of, psn_closing, psn_end, psn_time, psn_verdict};
use crate::kif::{self, TimeCell};
use crate::text::whole;
use partie_record::{Clock, Outcome, Terminal};
use partie_rules::Side;

/// The termination that a word or a result token gives, in braces or not, and the loser if the token names one.
pub fn terminal(token: &[u8]) -> Option<(Terminal, Option<Side>)> {
    whole(token, psn_end).or_else(|| whole(token, psn_closing)).or_else(|| {
        let inner = token.strip_prefix(b"{").and_then(|inner| inner.strip_suffix(b"}"));
        // Results as in chess files, `1:0`.
        end_of(Outcome::parse(inner.map_or(token, <[u8]>::trim_ascii))?)
    })
}

/// The termination that the value of a Result tag gives: a result before further words, or words that name a side.
pub(super) fn result(value: &[u8]) -> Option<(Terminal, Option<Side>)> {
    let value = value.trim_ascii();
    let token = value.split(|byte| matches!(byte, b' ' | b',' | b';' | b'(')).next().unwrap_or_default();
    // A word alone does not show which side it concerns.
    let verdict = whole(value, psn_verdict).filter(|(terminal, loser)| {
        loser.is_some() || [Side::First, Side::Second].map(|side| terminal.outcome(side)) == [Outcome::Draw; 2]
    });
    verdict.or_else(|| end_of(Outcome::parse(token)?))
}

/// The time in a comment that contains only a move time, `{[%emt 0:00:12]}`, or in a cell as in KIF.
pub fn time(comment: &[u8]) -> Option<TimeCell> {
    whole(comment, psn_time).or_else(|| {
        if comment.starts_with(b"(") {
            // Cells of programs that do not pad their numbers. A bare number is not a time.
            return kif::time_cell(comment).filter(|_| comment.contains(&b':'));
        }
        // Times without hours, or with many of them.
        let text = comment.strip_prefix(b"{[%emt ")?.strip_suffix(b"]}")?;
        Clock::parse(text).map(|clock| TimeCell { spent_ms: clock.0, total_ms: None })
    })
}
