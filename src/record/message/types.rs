//! Messages and their arguments.

use super::shape::Named;
use crate::shown::Shown;

#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub(super) named: &'static Named,
    args: Box<[Arg]>,
}

impl Message {
    /// Creates a message as [`say!`](crate::say) does, with one argument for each name.
    pub fn new<const N: usize>(named: &'static Named, args: [Arg; N]) -> Self {
        Self { named, args: Box::new(args) }
    }

    /// The name of the message's shape.
    pub const fn shape(&self) -> &'static str {
        self.named.shape.name
    }

    /// True if the message has this shape.
    pub fn is(&self, shape: &str) -> bool {
        self.shape() == shape
    }

    pub fn args(&self) -> impl Iterator<Item = (&'static str, &Arg)> {
        self.named.names.iter().copied().zip(&self.args)
    }

    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args().find(|(own, _)| *own == name).map(|(_, arg)| arg)
    }

    /// Bytes on the heap, with the allocator's overhead for each part.
    pub fn bytes(&self) -> usize {
        bytes(&self.args)
    }
}

/// One argument. A language may translate pieces and sides; other arguments are as the record has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An omitted clause.
    Nothing,
    /// Text of the record, a name, or a value.
    Text(Shown),
    /// A move as written, perhaps with its number.
    Move(Shown),
    /// A square or a cell.
    Square(Shown),
    /// A kind of piece: `knight`, `歩`.
    Piece(&'static str),
    /// A side: `White`, `先手`.
    Side(&'static str),
    /// A ply of the game.
    Ply(u32),
    Number(i64),
    List(Box<[Self]>),
    /// A message within the message.
    Message(Message),
}

/// Overhead of the allocator for each part.
const PART_OVERHEAD_BYTES: usize = 16;

fn bytes(args: &[Arg]) -> usize {
    let parts = args.iter().map(|arg| match arg {
        Arg::Text(text) | Arg::Move(text) | Arg::Square(text) => text.len() + PART_OVERHEAD_BYTES,
        Arg::List(list) => bytes(list),
        Arg::Message(message) => message.bytes(),
        Arg::Nothing | Arg::Piece(_) | Arg::Side(_) | Arg::Ply(_) | Arg::Number(_) => 0,
    });
    size_of_val(args) + PART_OVERHEAD_BYTES + parts.sum::<usize>()
}
