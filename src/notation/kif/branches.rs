//! Moves each variation behind the move that it replaces. In the file, variations follow the main line, without
//! nesting.
//!
//! `変化：10手` belongs to the innermost line of play that began before ply 10 and reaches ply 9. It replaces the move at
//! ply 10 of that line, or an end word or sentence there. Otherwise it continues from the last position of that line.
//! All steps use explicit stacks, in time linear in the number of items.

use crate::text::saturating_value_of;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Line, Record, limits};

const NONE: u32 = u32::MAX;

/// The variations of a ply or of the end of a block, in file order.
#[derive(Clone, Copy, Debug)]
struct Children {
    first: u32,
    last: u32,
}

const CHILDLESS: Children = Children { first: NONE, last: NONE };

/// A ply of a block, whose items end at `end`.
struct Ply {
    number: u32,
    end: usize,
    children: Children,
}

/// A line of play in the file.
struct Block {
    /// The number of the block's first ply.
    start: u32,
    from: usize,
    to: usize,
    first: usize,
    plies: usize,
    /// Number of plies in the block that are end words.
    words: usize,
    /// Variations that continue from the end of the block.
    tail: Children,
    /// The next variation of the same ply or end.
    next: u32,
}

impl Block {
    /// The number of the last ply, plus one.
    const fn after(&self) -> u32 {
        self.start.saturating_add(self.plies as u32)
    }

    /// The highest number of a ply at which a variation can begin: that of the ply after the last move.
    const fn reach(&self) -> u32 {
        self.after().saturating_sub(self.words as u32)
    }
}

/// Puts the items in replay order. `first_ply` parses the number of the first ply from the text that begins a
/// variation.
pub(crate) fn arrange(bytes: &[u8], record: &mut Record, first_ply: fn(&[u8]) -> Option<u32>) {
    let flat = std::mem::take(&mut record.items);
    let (mut blocks, mut plies) = split(bytes, &flat, record.format, first_ply);
    let skipped = attach(&mut blocks, &mut plies, |block, code| record.note(code, flat[block].span));
    emit(&flat, &blocks, &plies, record);
    for block in skipped {
        let block = &blocks[block];
        let span = Span { from: flat[block.from].span.from, to: flat[block.to - 1].span.to };
        record.items.push(Item { span, line: 0, kind: ItemKind::Skipped });
    }
    record.notes.sort_by_key(|note| note.span.from);
}

/// Splits the items into blocks and their plies.
fn split(bytes: &[u8], flat: &[Item], format: Format, first_ply: fn(&[u8]) -> Option<u32>) -> (Vec<Block>, Vec<Ply>) {
    let marks = if format == Format::Kif { ItemKind::Number } else { ItemKind::Move };
    let block =
        |start, from, first| Block { start, from, to: from, first, plies: 0, words: 0, tail: CHILDLESS, next: NONE };
    let mut blocks = vec![block(0, 0, 0)];
    let mut plies: Vec<Ply> = Vec::new();
    let mut open = false;
    for (index, item) in flat.iter().enumerate() {
        let Some(current) = blocks.last_mut() else { break };
        let ends_line = item.kind == ItemKind::Result && matches!(format, Format::Ki2 | Format::Usen);
        let begins = item.kind == marks || ends_line;
        // In KIF, the number before an end word counts as a ply.
        if ends_line || item.kind == ItemKind::Result && open {
            current.words = 1;
        }
        if open && (begins || matches!(item.kind, ItemKind::Ending | ItemKind::Open)) {
            open = false;
            if let Some(ply) = plies.last_mut() {
                ply.end = index;
            }
        }
        if item.kind == ItemKind::Open {
            current.to = index;
            blocks.push(block(first_ply(item.span.of(bytes)).unwrap_or(0), index, plies.len()));
        } else if begins {
            let counted = current.after();
            let number = if format == Format::Kif { saturating_value_of(item.span.of(bytes)) } else { counted };
            if current.start == 0 {
                // The main line begins with 1, or with another number after a position in mid-game.
                current.start = if (1..=1_000_000).contains(&number) { number } else { 1 };
            }
            current.plies += 1;
            plies.push(Ply { number, end: flat.len(), children: CHILDLESS });
            open = true;
        }
    }
    if let Some(main) = blocks.first_mut() {
        main.start = main.start.max(1);
    }
    if let Some(current) = blocks.last_mut() {
        current.to = flat.len();
    }
    (blocks, plies)
}

/// An open line of play while parents are searched.
struct Open {
    block: usize,
    /// The stack entry, itself or below, whose block reaches farthest.
    farthest: usize,
}

/// Assigns a parent to each block; notes and returns the blocks without one.
fn attach(blocks: &mut [Block], plies: &mut [Ply], mut note: impl FnMut(usize, Code)) -> Vec<usize> {
    let mut skipped = Vec::new();
    let mut stack = vec![Open { block: 0, farthest: 0 }];
    for index in 1..blocks.len() {
        let (start, item) = (blocks[index].start, blocks[index].from);
        while stack.len() > 1 && blocks[stack[stack.len() - 1].block].start >= start {
            stack.pop();
        }
        let farthest = stack[stack.len() - 1].farthest;
        let last = &blocks[stack[farthest].block];
        if start >= blocks[0].start && start <= last.reach() {
            while blocks[stack[stack.len() - 1].block].reach() < start {
                stack.pop();
            }
        } else if start == last.after() {
            // After the word that ends the longest line, a variation can only continue from the last position.
            note(item, Code::N033);
            stack.truncate(farthest + 1);
        } else {
            note(item, Code::N033);
            skipped.push(index);
            continue;
        }
        if stack.len() > limits::DEPTH {
            note(item, Code::B001);
            skipped.push(index);
            continue;
        }
        let parent = stack[stack.len() - 1].block;
        let children = match start < blocks[parent].after() {
            true => &mut plies[place(&blocks[parent], plies, start)].children,
            false => &mut blocks[parent].tail,
        };
        let before = std::mem::replace(&mut children.last, index as u32);
        match before {
            NONE => children.first = index as u32,
            before => blocks[before as usize].next = index as u32,
        }
        let below = stack[stack.len() - 1].farthest;
        let own = blocks[index].reach() >= blocks[stack[below].block].reach();
        let farthest = if own { stack.len() } else { below };
        stack.push(Open { block: index, farthest });
    }
    skipped
}

/// The index of a ply by its number: by counting, or near the counted index if numbers are missing or repeated.
fn place(block: &Block, plies: &[Ply], number: u32) -> usize {
    let counted = block.first + (number - block.start) as usize;
    let own = block.first..block.first + block.plies;
    let near = [0isize, 1, -1, 2, -2, 3, -3, 4, -4].into_iter().filter_map(|step| counted.checked_add_signed(step));
    near.filter(|at| own.contains(at)).find(|at| plies[*at].number == number).unwrap_or(counted)
}

/// A line of play while it is emitted.
struct Frame {
    block: usize,
    item: usize,
    ply: usize,
    child: u32,
    line: u32,
    tail: bool,
}

fn emit(flat: &[Item], blocks: &[Block], plies: &[Ply], record: &mut Record) {
    record.items.reserve(flat.len() + blocks.len());
    let mut stack = vec![Frame { block: 0, item: 0, ply: 0, child: NONE, line: 0, tail: false }];
    while let Some(frame) = stack.last_mut() {
        let block = &blocks[frame.block];
        if frame.child != NONE {
            let child = frame.child as usize;
            frame.child = blocks[child].next;
            let (parent, line) = (frame.line, record.lines.len() as u32);
            record.lines.push(Line { parent, first: record.items.len() as u32, end: 0 });
            stack.push(Frame { block: child, item: blocks[child].from, ply: 0, child: NONE, line, tail: false });
            continue;
        }
        let (until, children) = if frame.ply < block.plies {
            let ply = &plies[block.first + frame.ply];
            (ply.end.min(block.to), ply.children)
        } else {
            (block.to, block.tail)
        };
        if frame.tail {
            let line = frame.line;
            if line > 0 {
                let end = end_of(flat, block);
                record.items.push(empty(ItemKind::Close, end, line));
            }
            record.lines[line as usize].end = record.items.len() as u32;
            stack.pop();
            continue;
        }
        let items = &flat[frame.item..until];
        record.items.extend(items.iter().map(|item| Item { line: frame.line, ..*item }));
        frame.tail = frame.ply == block.plies;
        if frame.tail && children.first != NONE {
            let own = &flat[block.from..block.to];
            let ended = own.iter().any(|item| matches!(item.kind, ItemKind::Ending | ItemKind::Result));
            if !ended {
                let end = end_of(flat, block);
                record.items.push(empty(ItemKind::Ending, end, frame.line));
            }
        }
        frame.item = until;
        frame.ply += 1;
        frame.child = children.first;
    }
}

/// The end of the last item before the end of a block; the start of the first item if no item precedes it.
fn end_of(flat: &[Item], block: &Block) -> usize {
    let last = block.to.checked_sub(1).and_then(|last| flat.get(last)).map(|item| item.span.to);
    last.or_else(|| flat.first().map(|item| item.span.from)).unwrap_or(0) as usize
}

/// An empty item, for an event without text in the file.
const fn empty(kind: ItemKind, at: usize, line: u32) -> Item {
    Item { span: Span::new(at, at), line, kind }
}
