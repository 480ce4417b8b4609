//! Server reports on the end of a game: the summary in a comment, `'summary:toryo:A lose:B win`, and messages.
//!
//! Replay compares these claims with the moves.

use super::grammar::{ServerLine, Summary, csa_end, server_entry, server_line, sign, summary};
use crate::shogi_format::ServerSays;
use crate::text::whole;
use partie_record::{ItemKind, Record, Terminal};
use partie_rules::Side;

impl Summary<'_> {
    /// Returns the winner if the names identify one side. `names` are those of [`Side::First`] and [`Side::Second`].
    fn winner(&self, names: [Option<&[u8]>; 2]) -> Option<Side> {
        let (winner, loser) = self.decided?;
        let [first, second] = names.map(|name| name.map(<[u8]>::trim_ascii));
        let one = |name: &[u8], other: &[u8]| first == Some(name) && second != Some(name) || second == Some(other);
        match (one(winner, loser), one(loser, winner)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }
}

/// Returns the report of a server after the last move: its summary, otherwise its messages.
pub(crate) fn server_says<'a>(bytes: &'a [u8], record: &Record) -> Option<ServerSays<'a>> {
    let after = || record.items.iter().rev().take_while(|item| item.kind != ItemKind::Move);
    let comments = after().filter(|item| item.kind == ItemKind::Comment);
    let summed = comments.filter_map(|item| Some((whole(item.span.of(bytes), summary)?, item.span))).next();
    if let Some((summary, span)) = summed {
        return Some(ServerSays {
            terminal: summary.cause.terminal,
            winner: summary.winner(["N+", "N-"].map(|sign| record.value(bytes, sign))),
            drawn: summary.drawn,
            refuses: summary.cause.refuses,
            cause: String::from_utf8_lossy(summary.cause.words),
            is_summary: true,
            span,
        });
    }
    let message = |said: ServerLine| {
        after().find(|item| whole(item.span.of(bytes), server_line) == Some(said)).map(|item| item.span)
    };
    let declares = |text| whole(text, csa_end) == Some((Terminal::DeclaredWin, None));
    let declared = after().any(|item| item.kind == ItemKind::Result && declares(item.span.of(bytes)));
    let refusal = message(ServerLine::Result(Terminal::FoulByMover)).filter(|_| declared);
    let (won, lost) = (message(ServerLine::Won), message(ServerLine::Lost));
    let drawn = message(ServerLine::Result(Terminal::Draw));
    let span = refusal.or(drawn).or(won).or(lost)?;
    let winner = match (player(bytes, record), won, lost) {
        (Some(own), Some(_), _) => Some(own),
        (Some(own), None, Some(_)) => Some(own.other()),
        _ => None,
    };
    Some(ServerSays {
        terminal: None,
        winner,
        drawn: drawn.is_some(),
        refuses: refusal.is_some(),
        cause: "#ILLEGAL_MOVE".into(),
        is_summary: false,
        span,
    })
}

/// Returns the side of the player who kept the record: the value of `Your_Turn`.
fn player(bytes: &[u8], record: &Record) -> Option<Side> {
    let mut entries = record.items.iter().filter_map(|item| whole(item.span.of(bytes), server_entry));
    let entry = entries.find(|entry| entry.name == b"Your_Turn")?;
    whole(entry.value.last_chunk::<1>()?, sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &[u8]) -> Option<Summary<'_>> {
        whole(comment, summary)
    }

    #[test]
    fn summaries() {
        let refused = read(b"'summary:illegal kachi:b lose:a win").unwrap();
        assert_eq!((refused.cause.terminal, refused.cause.refuses), (Some(Terminal::DeclaredWin), true));
        assert_eq!(refused.winner([Some(b"a"), Some(b"b")]), Some(Side::First));
        assert_eq!(refused.winner([Some(b"b"), Some(b"a")]), Some(Side::Second));
        // The same name on both sides decides nothing.
        assert_eq!(read(b"'summary:toryo:a lose:a win").unwrap().winner([Some(b"a"), Some(b"a")]), None);
        let drawn = read(b"'summary:sennichite:a draw:b draw").unwrap();
        assert!(drawn.drawn && drawn.decided.is_none() && !drawn.cause.refuses);
        let long = read(b"'summary: time up :Mr A LOSE: B  Win :more:still").unwrap();
        assert_eq!((long.cause.words, long.cause.terminal), (&b"time up"[..], Some(Terminal::TimeUp)));
        assert_eq!(long.decided, Some((&b"B "[..], &b"Mr A"[..])));
        let other = read(b"'summary:illegal moves:a won:b lost").unwrap();
        assert_eq!((other.cause.terminal, other.decided, other.drawn), (None, None, false));
        for other in ["'summary", "'summary:toryo", "'summary:toryo:a:b", "' summary:toryo:a win:b lose"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
    }
}
