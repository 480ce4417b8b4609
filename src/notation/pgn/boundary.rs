//! Finds where games begin, for cutting a file into slices and for resuming after damage.

use super::bytes::is_space;
use super::section::{at_line_start, is_section_start, is_tag_start, next_section};
use super::{comment, engine_log};
use partie_record::byte_order_mark;
use partie_record::span::Span;

/// The first tag section that begins in `bytes` after its first byte.
pub fn section(bytes: &[u8]) -> Option<usize> {
    next_section(bytes, 1.min(bytes.len()), bytes.len())
}

/// The last offset in `bytes` where a game may begin, for cutting: a tag section, or in files without tags a line after
/// a result. The offset may be inside a comment or a variation; the reader detects that.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    let mark = byte_order_mark::length_at(bytes, 0);
    let first = mark + bytes[mark..].iter().take_while(|byte| is_space(**byte)).count();
    let section = memchr::memrchr_iter(b'[', bytes).find(|&at| at > first && is_section_start(bytes, at));
    section.or_else(|| untagged_cut(bytes)).or_else(|| if has_tag(bytes) { None } else { engine_log::cut(bytes) })
}

/// True if there is a tag anywhere, even after unreadable text. In such a file, lines of engine logs are not games.
fn has_tag(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'[', bytes).any(|at| is_tag_start(&bytes[at..]))
}

fn untagged_cut(bytes: &[u8]) -> Option<usize> {
    memchr::memrchr2_iter(b'\n', b'\r', bytes).find_map(|end| {
        let start = end + 1;
        // This cheap test comes first: it skips runs of line ends, each of which would scan all white space before it.
        if !bytes.get(start)?.is_ascii_alphanumeric() {
            return None;
        }
        let before = bytes[..end].trim_ascii_end();
        let token = before.iter().rev().take(8).take_while(|byte| !is_space(**byte)).count();
        let result = partie_record::Outcome::parse(&before[before.len() - token..]);
        if token == 0 || result.is_none() {
            return None;
        }
        // A result inside a line comment or an escape line ends no game.
        let line = &before[memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)..];
        (memchr::memchr(b';', line).is_none() && line.first() != Some(&b'%')).then_some(start)
    })
}

/// Span and kind of a construct that is unterminated at the end of `bytes`, which begin with a game. It would consume
/// the following text: a comment, a tag or a token.
pub fn open_construct(bytes: &[u8]) -> Option<(Span, OpenConstruct)> {
    let mut at = 0;
    while at < bytes.len() {
        let Some(next) = memchr::memchr3(b'{', b';', b'[', &bytes[at..]).map(|found| at + found) else { break };
        match bytes[next] {
            b'{' => match comment::end(bytes, next, false) {
                comment::End::Closed(end) | comment::End::Resumed(end) => at = end,
                comment::End::Open => return Some((Span::new(next, bytes.len()), OpenConstruct::Comment)),
            },
            b'[' if !at_line_start(bytes, next) => at = next + 1,
            _ => {
                // A line comment or a tag ends with its line.
                at = partie_record::span::line_end(bytes, next);
                if at == bytes.len() {
                    return Some((Span::new(next, at), OpenConstruct::Line));
                }
            }
        }
    }
    let token = bytes.iter().rev().take_while(|byte| !is_space(**byte)).count();
    (token > 0).then(|| (Span::new(bytes.len() - token, bytes.len()), OpenConstruct::Token))
}

/// A construct that is too long to be kept, by the way in which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenConstruct {
    /// A closing brace, or the next tag section.
    Comment,
    Line,
    Token,
}

impl OpenConstruct {
    /// Offset at which the construct ends in `bytes`, which continue inside it. The text from there on is kept.
    pub fn end(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Comment => {
                let brace = memchr::memchr(b'}', bytes);
                let section = next_section(bytes, 1.min(bytes.len()), brace.unwrap_or(bytes.len()));
                section.or(brace)
            }
            Self::Line => memchr::memchr2(b'\n', b'\r', bytes),
            Self::Token => bytes.iter().position(|byte| is_space(*byte)),
        }
    }
}
