//! The lines of play of a record while it is written. Variations are received where they branch, but follow the main
//! line in the text, the last one to branch first, as in Kifu for Windows.
//!
//! All text is in one buffer; a line of play is a chain of pieces of the buffer.

use std::cmp::Reverse;

use crate::shogi_writer::lines;

const NONE: usize = usize::MAX;

/// A range of the buffer that belongs to one line of play.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: usize,
    to: usize,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    parent: usize,
    /// The number of the first move.
    ply: u32,
    first: usize,
    last: usize,
    /// The offset where the text line of the first move ends.
    head: Option<usize>,
    /// The last variation that was opened, if no move was written since.
    child: usize,
}

/// The lines of play of one record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    text: String,
    blocks: Vec<Block>,
    pieces: Vec<Piece>,
    /// Open lines of play, the innermost last.
    stack: Vec<usize>,
    /// Offsets of `+` marks, which announce another variation of the move.
    marks: Vec<usize>,
    order: Vec<usize>,
}

impl Blocks {
    /// Prepares for a record.
    pub(crate) fn begin(&mut self) {
        self.text.clear();
        self.blocks.clear();
        self.pieces.clear();
        self.stack.clear();
        self.marks.clear();
        self.push(NONE, 1);
    }

    fn push(&mut self, parent: usize, ply: u32) {
        let piece = self.pieces.len();
        self.pieces.push(Piece { from: self.text.len(), to: self.text.len(), next: NONE });
        self.stack.push(self.blocks.len());
        self.blocks.push(Block { parent, ply, first: piece, last: piece, head: None, child: NONE });
    }

    /// The buffer; appended text belongs to the innermost line of play.
    pub(crate) const fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Writes the lines of a comment or a bookmark, each after `sign`.
    pub(crate) fn push_lines(&mut self, sign: char, text: &str) {
        for line in lines(text) {
            self.text.push(sign);
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// Writes the closing sentence of a line of play, if any.
    pub(crate) fn push_sentence(&mut self, sentence: &str) {
        if !sentence.is_empty() {
            self.text.push_str(sentence);
            self.text.push('\n');
        }
    }

    /// Call after writing a move or an end; `end` is the offset where the text line of a move ends.
    pub(crate) fn played(&mut self, end: Option<usize>) {
        if let Some(block) = self.stack.last().and_then(|index| self.blocks.get_mut(*index)) {
            if block.head.is_none() {
                block.head = end;
            }
            block.child = NONE;
        }
    }

    /// Adapts the end of a text line, where `length` bytes were inserted.
    pub(crate) fn lengthened(&mut self, end: usize, length: usize) {
        if let Some(block) = self.stack.last().and_then(|index| self.blocks.get_mut(*index))
            && block.head == Some(end)
        {
            block.head = Some(end + length);
        }
    }

    /// Opens a variation of the move whose text line ends at `end`; `None` if the format needs no mark.
    pub(crate) fn open(&mut self, ply: u32, end: Option<usize>) {
        let Some(&parent) = self.stack.last() else { return };
        self.cut();
        let index = self.blocks.len();
        let Some(block) = self.blocks.get_mut(parent) else { return };
        let brother = std::mem::replace(&mut block.child, index);
        let mark = if brother == NONE { end } else { self.blocks.get(brother).and_then(|block| block.head) };
        self.marks.extend(mark);
        self.push(parent, ply);
    }

    pub(crate) fn close(&mut self) {
        self.cut();
        if self.stack.len() > 1 {
            self.stack.pop();
        }
        let Some(&index) = self.stack.last() else { return };
        let piece = self.pieces.len();
        self.pieces.push(Piece { from: self.text.len(), to: self.text.len(), next: NONE });
        let last = std::mem::replace(&mut self.blocks[index].last, piece);
        self.pieces[last].next = piece;
    }

    /// Ends the current piece.
    fn cut(&mut self) {
        if let Some(&index) = self.stack.last() {
            self.pieces[self.blocks[index].last].to = self.text.len();
        }
    }

    /// Appends all lines to `out`, with `+` marks if `marked`.
    pub(crate) fn finish(&mut self, out: &mut String, marked: bool) {
        while self.stack.len() > 1 {
            self.close();
        }
        self.cut();
        if !marked {
            self.marks.clear();
        }
        self.marks.sort_unstable();
        let blocks = &self.blocks;
        self.order.clear();
        self.order.extend(1..blocks.len());
        self.order.sort_by_key(|&index| (blocks[index].parent, Reverse(blocks[index].ply), index));
        self.stack.clear();
        self.stack.push(0);
        while let Some(index) = self.stack.pop() {
            if index > 0 {
                out.push_str("\n変化：");
                super::super::shogi_writer::push_number(out, u64::from(blocks[index].ply), 1, ' ');
                out.push_str("手\n");
            }
            let mut next = blocks[index].first;
            while let Some(piece) = self.pieces.get(next) {
                copy(&self.text, piece.from, piece.to, &self.marks, out);
                next = piece.next;
            }
            let from = self.order.partition_point(|&child| blocks[child].parent < index);
            let to = self.order.partition_point(|&child| blocks[child].parent <= index);
            self.stack.extend(self.order[from..to].iter().rev());
        }
    }
}

/// Appends a piece of the text with its marks.
fn copy(text: &str, mut from: usize, to: usize, marks: &[usize], out: &mut String) {
    let first = marks.partition_point(|mark| *mark < from);
    for mark in marks[first..].iter().take_while(|mark| **mark < to) {
        out.push_str(&text[from..*mark]);
        out.push('+');
        from = *mark;
    }
    out.push_str(&text[from..to]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variation_that_branches_last_stands_first() {
        let mut blocks = Blocks::default();
        blocks.begin();
        let played = |blocks: &mut Blocks, text: &str| {
            blocks.text().push_str(text);
            let end = blocks.text().len();
            blocks.text().push('\n');
            blocks.played(Some(end));
            end
        };
        played(&mut blocks, "1");
        let end = played(&mut blocks, "2");
        blocks.open(2, Some(end));
        played(&mut blocks, "2a");
        let inner = played(&mut blocks, "3a");
        blocks.open(3, Some(inner));
        played(&mut blocks, "3b");
        blocks.close();
        blocks.close();
        blocks.open(2, Some(end));
        played(&mut blocks, "2c");
        blocks.close();
        let end = played(&mut blocks, "3");
        blocks.open(3, Some(end));
        played(&mut blocks, "3d");
        blocks.close();
        played(&mut blocks, "4");
        let mut out = String::new();
        blocks.finish(&mut out, true);
        let wanted = "1\n2+\n3+\n4\n\n変化：3手\n3d\n\n変化：2手\n2a+\n3a+\n\n変化：3手\n3b\n\n変化：2手\n2c\n";
        assert_eq!(out, wanted);
    }
}
