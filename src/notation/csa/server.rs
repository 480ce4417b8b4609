//! What servers say of the end of a game: the comment that sums it up, `'summary:toryo:A lose:B win`, and messages.
//!
//! Not for judging them: what is claimed is compared with the moves by replay.

use crate::shogi_format::ServerSays;
use partie_record::{Item, ItemKind, Record, Terminal};
use partie_rules::Side;

/// The comment by which a server sums up a game. It names the players, so that it says who won without a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary<'a> {
    /// Why the game ended, in the server's words: `toryo`, `time up`, `illegal kachi`.
    pub cause: &'a [u8],
    /// The name of the winner and that of the loser; nothing if it was drawn or broken off.
    pub decided: Option<(&'a [u8], &'a [u8])>,
    /// Whether it says that the game was drawn.
    pub drawn: bool,
}

/// Words of servers for an end, with what they stand for. Fouls are those of the loser.
const CAUSES: [(&str, Terminal); 16] = [
    ("toryo", Terminal::Resignation),
    ("time up", Terminal::TimeUp),
    ("time_up", Terminal::TimeUp),
    ("kachi", Terminal::DeclaredWin),
    ("illegal kachi", Terminal::DeclaredWin),
    ("illegal move", Terminal::FoulByMover),
    ("illegal", Terminal::FoulByMover),
    ("uchifuzume", Terminal::FoulByMover),
    ("oute_kaihimore", Terminal::FoulByMover),
    ("oute_sennichite", Terminal::FoulByMover),
    ("sennichite", Terminal::Sennichite),
    ("jishogi", Terminal::Impasse),
    ("max_moves", Terminal::MaxMoves),
    ("max moves", Terminal::MaxMoves),
    ("chudan", Terminal::Interrupted),
    ("abnormal", Terminal::Interrupted),
];

/// Reads the comment of a summary, its quote sign included.
pub fn summary(comment: &[u8]) -> Option<Summary<'_>> {
    let rest = comment.strip_prefix(b"'summary:")?;
    let mut parts = rest.split(|byte| *byte == b':').map(<[u8]>::trim_ascii);
    let (cause, one, two) = (parts.next()?, parts.next()?, parts.next()?);
    let named = |part: &'_ [u8]| {
        let blank = memchr::memrchr(b' ', part)?;
        Some((blank, part[blank + 1..].to_ascii_lowercase()))
    };
    let ((one_to, one_word), (two_to, two_word)) = (named(one)?, named(two)?);
    let (one, two) = (&one[..one_to], &two[..two_to]);
    let decided = match (one_word.as_slice(), two_word.as_slice()) {
        (b"win", b"lose") => Some((one, two)),
        (b"lose", b"win") => Some((two, one)),
        _ => None,
    };
    Some(Summary { cause, decided, drawn: one_word == b"draw" && two_word == b"draw" })
}

impl Summary<'_> {
    /// What its cause stands for.
    pub fn terminal(&self) -> Option<Terminal> {
        CAUSES.iter().find(|(word, _)| word.as_bytes() == self.cause).map(|(_, terminal)| *terminal)
    }

    /// Whether the server refused a declaration.
    pub fn refuses_declaration(&self) -> bool {
        self.cause == b"illegal kachi"
    }

    /// The side that won, where the names tell it: those of [`Side::First`] and [`Side::Second`] are given.
    pub fn winner(&self, names: [Option<&[u8]>; 2]) -> Option<Side> {
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

/// What a server says after the last move of a record: its summary, else its messages.
pub(crate) fn server_says<'a>(bytes: &'a [u8], record: &Record) -> Option<ServerSays<'a>> {
    let after = || record.items.iter().rev().take_while(|item| item.kind != ItemKind::Move);
    let comments = after().filter(|item| item.kind == ItemKind::Comment);
    let summed = comments.filter_map(|item| Some((summary(item.span.of(bytes))?, item.span))).next();
    if let Some((summary, span)) = summed {
        return Some(ServerSays {
            terminal: summary.terminal(),
            winner: summary.winner(["N+", "N-"].map(|sign| record.value(bytes, sign))),
            drawn: summary.drawn,
            refuses: summary.refuses_declaration(),
            cause: String::from_utf8_lossy(summary.cause),
            is_summary: true,
            span,
        });
    }
    let message = |word: &[u8]| after().find(|item| item.span.of(bytes) == word).map(|item| item.span);
    let declared = after().any(|item| item.kind == ItemKind::Result && item.span.of(bytes) == b"%KACHI");
    let refusal = message(b"#ILLEGAL_MOVE").filter(|_| declared);
    let (won, lost, drawn) = (message(b"#WIN"), message(b"#LOSE"), message(b"#DRAW"));
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

/// Whose record it is: the player to whom the server said so.
fn player(bytes: &[u8], record: &Record) -> Option<Side> {
    let told = |item: &Item| item.span.of(bytes).starts_with(b"Your_Turn:");
    match record.items.iter().find(|item| told(item))?.span.of(bytes).last()? {
        b'+' => Some(Side::First),
        b'-' => Some(Side::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        let read = summary(b"'summary:illegal kachi:b lose:a win").unwrap();
        assert_eq!((read.terminal(), read.refuses_declaration()), (Some(Terminal::DeclaredWin), true));
        assert_eq!(read.winner([Some(b"a"), Some(b"b")]), Some(Side::First));
        assert_eq!(read.winner([Some(b"b"), Some(b"a")]), Some(Side::Second));
        // The same name on both sides decides nothing.
        assert_eq!(summary(b"'summary:toryo:a lose:a win").unwrap().winner([Some(b"a"), Some(b"a")]), None);
        let read = summary(b"'summary:sennichite:a draw:b draw").unwrap();
        assert!(read.drawn && read.decided.is_none());
        for other in ["'summary", "'summary:toryo", "'summary:toryo:a:b", "' summary:toryo:a win:b lose"] {
            assert_eq!(summary(other.as_bytes()), None, "{other}");
        }
    }
}
