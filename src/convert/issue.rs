//! Reasons that a game is missing from the output or incomplete there, and their messages.

use super::options::OnBroken;
use super::target::Target;
use super::writer::Cut;
use partie_record::finding::Code;
use partie_record::message::{Message, list, moved, ply, quoted, text};
use partie_record::say;

/// The reason that a game is missing or incomplete in the output.
#[derive(Clone, Debug)]
pub enum ConversionIssue {
    /// The game is cut at a move that cannot be played.
    Cut(Cut),
    /// The game is omitted because of a move that cannot be played.
    Broken(Cut),
    /// Characters that the encoding lacks, each with its line in the game's text.
    Missing(Vec<(char, u64)>),
    /// The target does not support the game; the message names the kind or the missing part.
    LeftOut(Message),
    /// The game or a part of it exceeds a limit.
    TooLong(Code),
    /// The number of variations that did not become games, beyond the limit.
    Unsplit(u32),
    /// A comment is never closed, so it may contain moves.
    Unclosed,
    /// The game is complete, but a move has several readings, of which one was written.
    Assumed(Code, Message),
    /// The game is complete and contains an illegal move as written.
    Kept(Code, Message),
}

impl ConversionIssue {
    /// True if the game is cut, or may be.
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_) | Self::Unclosed)
    }

    /// True if the game is omitted.
    pub const fn is_left_out(&self) -> bool {
        matches!(self, Self::Broken(_) | Self::LeftOut(_) | Self::TooLong(_))
    }

    /// True if a limit omitted a game without faults, so the output is incomplete.
    pub const fn is_too_long(&self) -> bool {
        matches!(self, Self::TooLong(_))
    }

    /// True if one of several readings of a move was written.
    pub const fn is_assumed(&self) -> bool {
        matches!(self, Self::Assumed(..))
    }

    /// True if an illegal move was kept.
    pub const fn is_kept(&self) -> bool {
        matches!(self, Self::Kept(..))
    }

    /// The code and message of the issue.
    pub fn said(&self, target: Target, on_broken: OnBroken) -> (Code, Message) {
        match self {
            Self::Cut(cut) => {
                let message = match on_broken {
                    _ if on_broken.keeps_rest() && target.info().has_comments => {
                        say!("rest-is-comment", cut = cannot(cut))
                    }
                    _ => say!("line-ends-there", cut = cannot(cut)),
                };
                (Code::V004, message)
            }
            Self::Unclosed => (Code::S010, say!("read-as-comment")),
            Self::Broken(cut) => {
                let message = match on_broken {
                    OnBroken::Fail => say!("nothing-converted-after", cut = cannot(cut)),
                    _ => say!("game-left-out", cut = cannot(cut)),
                };
                (Code::V004, message)
            }
            Self::TooLong(code) => (*code, say!("too-long-to-convert")),
            Self::Unsplit(more) => (Code::V003, say!("variations-not-written", number = *more)),
            Self::Missing(places) => (Code::V002, replaced(places)),
            Self::LeftOut(what) => {
                (Code::V003, say!("target-cannot-hold", target = text(target.name()), what = what.clone()))
            }
            Self::Assumed(code, message) => (*code, message.clone()),
            Self::Kept(code, message) => (*code, say!("kept-illegal", what = message.clone())),
        }
    }
}

/// Lists the missing characters of a game with their lines in the output.
fn replaced(places: &[(char, u64)]) -> Message {
    const MAX_NAMED: usize = 5;
    let named = places.iter().take(MAX_NAMED);
    let named = list(named.map(|(character, line)| say!("in-line", character = quoted(character), line = *line)));
    match places.len().saturating_sub(MAX_NAMED) {
        0 => say!("not-in-encoding", characters = named),
        more => say!("not-in-encoding-and-more", characters = named, more = more),
    }
}

/// Names the move that cannot be played.
fn cannot(cut: &Cut) -> Message {
    match (cut.token.as_str(), cut.ply) {
        ("", _) => say!("cut"),
        (token, Some(at)) => say!("cut-at-ply", token = moved(token), ply = ply(at)),
        (token, None) => say!("cut-in-variation", token = moved(token)),
    }
}
