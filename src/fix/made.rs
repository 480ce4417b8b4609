//! Combines successive edits of a game into edits of its original text.

use std::ops::Range;

use super::edits::lower;
use partie_record::finding::Grade;

/// An edit that was made, as described by a row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeEdit {
    /// Bytes of the game that the edit replaced.
    pub span: Range<usize>,
    pub bytes: Vec<u8>,
    /// The ply of the move, from 1.
    pub ply: Option<u32>,
    pub grade: Grade,
}

/// A run of bytes in an edited text.
#[derive(Clone, Debug)]
enum Piece {
    /// Bytes of the original text.
    Kept(Range<usize>),
    Put(Put),
}

/// Bytes that an edit wrote.
#[derive(Clone, Debug)]
struct Put {
    bytes: Vec<u8>,
    ply: Option<u32>,
    grade: Grade,
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::Put(put) => put.bytes.len(),
        }
    }

    /// Splits the piece at byte `at`, and returns the second part.
    fn split_off(&mut self, at: usize) -> Self {
        match self {
            Self::Kept(span) => {
                let rest = span.start + at..span.end;
                span.end = rest.start;
                Self::Kept(rest)
            }
            Self::Put(put) => Self::Put(Put { bytes: put.bytes.split_off(at), ..*put }),
        }
    }
}

/// Returns the index of the piece that begins at byte `at`, after a split if necessary.
fn boundary(pieces: &mut Vec<Piece>, mut at: usize) -> usize {
    for index in 0..pieces.len() {
        if at == 0 {
            return index;
        }
        let length = pieces[index].len();
        if at < length {
            let rest = pieces[index].split_off(at);
            pieces.insert(index + 1, rest);
            return index + 1;
        }
        at -= length;
    }
    pieces.len()
}

/// Returns edits of `text` in text order that together have the effect of all steps. The edits of a step are in text
/// order, and their spans refer to the result of the earlier steps.
pub fn as_one_step(text: &[u8], steps: &[&[MadeEdit]]) -> Vec<MadeEdit> {
    let mut pieces = vec![Piece::Kept(0..text.len())];
    for (number, step) in steps.iter().enumerate() {
        for edit in step.iter().rev() {
            let to = boundary(&mut pieces, edit.span.end);
            let before = pieces.len();
            let from = boundary(&mut pieces, edit.span.start);
            let to = to + pieces.len() - before;
            // Plies of later steps may count inserted moves.
            let ply = edit.ply.filter(|_| number == 0);
            pieces.splice(from..to.max(from), [Piece::Put(Put { bytes: edit.bytes.clone(), ply, grade: edit.grade })]);
        }
    }
    let mut edits = gaps(text, pieces);
    if steps.len() > 1 {
        widen(&mut edits, text);
    }
    edits
}

/// Converts the gaps between the kept pieces to edits.
fn gaps(text: &[u8], pieces: Vec<Piece>) -> Vec<MadeEdit> {
    let (mut edits, mut at) = (Vec::new(), 0);
    let mut open: Option<Put> = None;
    for piece in pieces.into_iter().chain([Piece::Kept(text.len()..text.len())]) {
        match piece {
            Piece::Put(put) => match &mut open {
                Some(open) => {
                    open.bytes.extend_from_slice(&put.bytes);
                    (open.ply, open.grade) = (open.ply.or(put.ply), lower(open.grade, put.grade));
                }
                None => open = Some(put),
            },
            Piece::Kept(span) => {
                let (gap, next) = (at..span.start, span.end);
                at = next;
                let Some(Put { bytes, ply, grade }) = open.take() else { continue };
                if text[gap.clone()] != bytes {
                    edits.push(MadeEdit { span: gap, bytes, ply, grade });
                }
            }
        }
    }
    edits
}

/// Widens each insertion by an adjacent character, so that the original text locates the insertion.
fn widen(edits: &mut [MadeEdit], text: &[u8]) {
    let mut free = 0;
    for index in 0..edits.len() {
        let end = edits.get(index + 1).map_or(text.len(), |next| next.span.start);
        let edit = &mut edits[index];
        if edit.span.is_empty() {
            let at = edit.span.start;
            // In any encoding, an ASCII byte that begins a character is the whole character. A byte below 0x40 never
            // ends a multi-byte character.
            if let Some(next) = text[at..end].first().filter(|next| next.is_ascii()) {
                edit.span.end += 1;
                edit.bytes.push(*next);
            } else if let Some(before) = text[free..at].last().filter(|before| **before < 0x40) {
                edit.span.start -= 1;
                edit.bytes.insert(0, *before);
            }
        }
        free = edit.span.end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(span: Range<usize>, text: &str) -> MadeEdit {
        MadeEdit { span, bytes: text.as_bytes().to_vec(), ply: Some(1), grade: Grade::Certain }
    }

    fn applied(text: &[u8], edits: &[MadeEdit]) -> Vec<u8> {
        let mut out = text.to_vec();
        for edit in edits.iter().rev() {
            out.splice(edit.span.clone(), edit.bytes.iter().copied());
        }
        out
    }

    /// Two steps equal one step, whose edits do not overlap and each change a byte.
    #[test]
    fn two_steps_are_one() {
        let text = b"one two three four";
        let first = [edit(4..7, "second"), edit(8..8, "and "), edit(14..18, "")];
        let middle = applied(text, &first);
        for from in 0..=middle.len() {
            for to in from..=middle.len() {
                for put in ["NEW", ""] {
                    let second = [edit(from..to, put)];
                    let one = as_one_step(text, &[&first, &second]);
                    assert_eq!(applied(text, &one), applied(&middle, &second), "{from}..{to}: {one:?}");
                    assert!(one.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{one:?}");
                    assert!(one.iter().all(|edit| text[edit.span.clone()] != edit.bytes), "{one:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_put_back_is_no_edit() {
        assert_eq!(as_one_step(b"e4 e5", &[&[edit(3..5, "e6")], &[edit(3..5, "e5")]]), []);
        assert_eq!(as_one_step(b"e4 e5", &[&[edit(3..5, "e6")]]), [edit(3..5, "e6")]);
    }

    #[test]
    fn what_is_put_in_by_several_steps_is_known_by_what_stands_beside_it() {
        let steps = |put: MadeEdit| as_one_step(b"e4 e5 \xe96", &[&[edit(0..2, "d4")], &[put]])[1].clone();
        for (at, span, bytes) in [(3, 3..4, "2. e"), (6, 5..6, " 2. "), (8, 7..8, "62. ")] {
            let widened = steps(edit(at..at, "2. "));
            assert_eq!((widened.span, widened.bytes.as_slice()), (span, bytes.as_bytes()), "{at}");
        }
    }
}
