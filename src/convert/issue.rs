//! Why a game is not, or not wholly, in what was written, and how that is said.

use super::options::OnBroken;
use super::target::Target;
use super::writer::Cut;
use partie_record::finding::Code;
use partie_record::message::{Message, list, moved, ply, quoted, text};
use partie_record::say;

/// Why a game is not, or not wholly, in the output.
#[derive(Clone, Debug)]
pub enum ConversionIssue {
    /// It is cut at a move that cannot be played.
    Cut(Cut),
    /// It is left out for such a move.
    Broken(Cut),
    /// It is whole but for characters that the encoding does not have, each with its line in the game's text.
    Missing(Vec<(char, u64)>),
    /// The target does not hold it: what it is, or what it lacks.
    LeftOut(Message),
    /// The game or a part of it is longer than its limit.
    TooLong(Code),
    /// So many of its variations did not become games.
    Unsplit(u32),
    /// A comment in it is never closed, so that moves may stand in it.
    Unclosed,
    /// It is whole, but for a move one of several readings is written.
    Assumed(Code, Message),
    /// It is whole, and holds an illegal move as it is written.
    Kept(Code, Message),
}

impl ConversionIssue {
    /// Whether the game is cut, or may be.
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_) | Self::Unclosed)
    }

    /// Whether the game is left out.
    pub const fn is_left_out(&self) -> bool {
        matches!(self, Self::Broken(_) | Self::LeftOut(_) | Self::TooLong(_))
    }

    /// Whether nothing of the game is written although nothing is wrong with it: the output is not whole.
    pub const fn is_too_long(&self) -> bool {
        matches!(self, Self::TooLong(_))
    }

    /// Whether it is a move of which one of several readings is written.
    pub const fn is_assumed(&self) -> bool {
        matches!(self, Self::Assumed(..))
    }

    /// Whether it is an illegal move that is kept.
    pub const fn is_kept(&self) -> bool {
        matches!(self, Self::Kept(..))
    }

    /// What is said of it, with its code.
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

/// Which characters of a game the encoding does not have, and where they stand in what is written.
fn replaced(places: &[(char, u64)]) -> Message {
    const NAMED: usize = 5;
    let named = places.iter().take(NAMED);
    let named = list(named.map(|(character, line)| say!("in-line", character = quoted(character), line = *line)));
    match places.len().saturating_sub(NAMED) {
        0 => say!("not-in-encoding", characters = named),
        more => say!("not-in-encoding-and-more", characters = named, more = more),
    }
}

/// Which move cannot be played.
fn cannot(cut: &Cut) -> Message {
    match (cut.token.as_str(), cut.ply) {
        ("", _) => say!("cut"),
        (token, Some(at)) => say!("cut-at-ply", token = moved(token), ply = ply(at)),
        (token, None) => say!("cut-in-variation", token = moved(token)),
    }
}
