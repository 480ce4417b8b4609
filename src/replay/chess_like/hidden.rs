//! Moves inside of a comment without a closing brace: it extends to the closing brace of the next comment.
//!
//! Only comments that contain an opening brace are examined. Their last words are moves of the line, not analysis, if
//! the next move number requires exactly as many moves and all can be played.

use super::game::{ChessDialect, ChessLike as _};
use super::{look_ahead, resolve};
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use partie_notation::{san, spell};
use partie_record::ItemKind;
use partie_record::finding::{Code, Finding, Grade};
use partie_record::message::moved;
use partie_record::say;
use partie_record::span::Span;
use partie_rules::{Resolution, Rules as _, Side};

/// Maximum number of moves after the comment, and of items of any kind, in the search for a move number.
const MAX_MOVES_AHEAD: i64 = 8;
const MAX_ITEMS_AHEAD: usize = 64;

/// The finding on a comment that hides moves.
pub(super) fn moves<N: ChessDialect>(replayer: &LineReplayer<N>, at: MoveContext<'_, N>) -> Option<Finding> {
    let MoveContext { context, line, token } = at;
    let (position, comment) = (&line.position, token.item.span);
    let missing = missing(at)?;
    let words = words(context.text.bytes, comment);
    let (first, _) = words.iter().enumerate().rev().filter(|(_, word)| word.is_move).nth(missing - 1)?;
    if words[first..].iter().any(|word| !word.is_move && !word.is_number) {
        return None;
    }
    let hidden = words[first..].iter().filter(|word| word.is_move);
    let (mut after, mut shown) = (position.clone(), Vec::new());
    for word in hidden {
        let text = replayer.notation.parse(word.span.of(context.text.bytes), &after.memory)?;
        let Resolution::Unique(mv) = N::candidates(&text, &after) else { return None };
        shown.push(spell::numbered(after.number(), after.turn() == Side::First, &context.text.show(word.span)));
        after.play(mv);
    }
    // Numbers before the first hidden move belong to the movetext, too.
    let numbers = words[..first].iter().rev().take_while(|word| word.is_number).count();
    let begin = words[first - numbers].whole.from as usize;
    let reach = look_ahead::reach(context, &replayer.notation, after, token.next);
    let mv = |text: &String| moved(text.as_str());
    let message = match shown.as_slice() {
        [] => return None,
        [one] => say!("comment-hides-move", mv = mv(one)),
        [first, second] => say!("comment-hides-two", first = mv(first), second = mv(second)),
        [first, .., last] => say!("comment-hides-moves", first = mv(first), last = mv(last)),
    };
    let before = context.text.bytes[comment.from as usize..begin].trim_ascii_end();
    let span = Span::new(comment.from as usize, comment.from as usize + before.len());
    let closed = if before.len() > 1 { format!("{}}}", context.text.decode(span)) } else { String::new() };
    let help = if closed.is_empty() { say!("remove-the-brace") } else { say!("close-it-before", mv = mv(&shown[0])) };
    let mut finding = Finding::new(Code::S010, span, message)
        .at_ply(line.ply + 1)
        .fix(if reach.whole { Grade::Certain } else { Grade::Likely }, closed)
        .help(help);
    finding.position = Some(position.fen());
    Some(finding)
}

/// Number of plies missing before the next move, according to its number.
fn missing<N: ChessDialect>(at: MoveContext<'_, N>) -> Option<usize> {
    let MoveContext { context, line, token } = at;
    let position = &line.position;
    let (mut at, mut ahead) = (token.next, 0);
    for _ in 0..MAX_ITEMS_AHEAD {
        let item =
            context.record.items.get(at).filter(|item| item.line == line.number || item.kind == ItemKind::Open)?;
        at += 1;
        match item.kind {
            ItemKind::Open => at = resolve::close_of(context.record, at - 1),
            ItemKind::Move | ItemKind::Null if ahead == MAX_MOVES_AHEAD => return None,
            ItemKind::Move | ItemKind::Null => ahead += 1,
            ItemKind::Number => {
                let text = item.span.of(context.text.bytes);
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let Some(number) = std::str::from_utf8(&text[..digits]).ok().and_then(|text| text.parse::<i64>().ok())
                else {
                    continue;
                };
                let second = i64::from(text.len() >= digits + 2);
                let here =
                    2 * (i64::from(position.number()) + line.offset) + i64::from(position.turn() == Side::Second);
                return usize::try_from(2 * number + second - ahead - here).ok().filter(|missing| *missing > 0);
            }
            _ => {}
        }
    }
    None
}

/// A word in the text of a comment.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    /// The word with the move number attached to it; `span` is the word alone.
    whole: Span,
    span: Span,
    is_move: bool,
    is_number: bool,
}

/// The words of a comment up to the opening brace inside of it.
fn words(bytes: &[u8], comment: Span) -> Vec<Word> {
    let from = comment.from as usize + 1;
    let text = &bytes[from..comment.to as usize];
    let text = &text[..memchr::memchr(b'{', text).unwrap_or(text.len())];
    let offset = |part: &[u8]| from + (part.as_ptr() as usize - text.as_ptr() as usize);
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
            let number = if digits > 0 && dots > 0 { digits + dots } else { 0 };
            let rest = &word[number..];
            let at = offset(word);
            let is_number = rest.is_empty() || digits == word.len() || word[0] == b'$';
            let is_move = !is_number && san::read_move(rest).is_ok();
            Word {
                whole: Span::new(at, at + word.len()),
                span: Span::new(at + number, at + word.len()),
                is_move,
                is_number,
            }
        })
        .collect()
}
