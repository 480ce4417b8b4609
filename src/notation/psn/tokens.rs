//! What tokens state: ends, and times of moves.

use super::grammar::{psn_end, psn_time};
use crate::notation::text::whole;
use crate::record::{Clock, Outcome, Terminal};
use crate::rules::Side;

/// The end that a word or a result token states, and the side that lost where the token says that.
pub fn terminal(token: &[u8]) -> Option<(Terminal, Option<Side>)> {
    whole(token, psn_end).or_else(|| {
        // Results as files of chess have them, `1:0`.
        Some(match Outcome::parse(token)? {
            Outcome::FirstWins => (Terminal::Resignation, Some(Side::Second)),
            Outcome::SecondWins => (Terminal::Resignation, Some(Side::First)),
            Outcome::Draw => (Terminal::Draw, None),
            // A star ends the record and says nothing.
            _ => return None,
        })
    })
}

/// The milliseconds of a comment that holds the time of a move and nothing else: `{[%emt 0:00:12]}`.
pub fn time(comment: &[u8]) -> Option<u64> {
    whole(comment, psn_time).or_else(|| {
        // Times without hours, or with many of them.
        let text = comment.strip_prefix(b"{[%emt ")?.strip_suffix(b"]}")?;
        Clock::parse(text).map(|clock| clock.0)
    })
}
