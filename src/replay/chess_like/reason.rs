//! The reason why a move is illegal, before it becomes a finding.

use partie_record::finding::Code;
use partie_record::message::Message;

/// A fault in words, with the squares that show it.
pub(super) struct Reason<S> {
    pub(super) code: Code,
    pub(super) message: Message,
    pub(super) marks: Vec<(S, bool, Message)>,
    /// An earlier ply that explains the fault.
    pub(super) since: Option<(u32, Message)>,
    pub(super) help: Option<Message>,
}

impl<S> Reason<S> {
    pub(super) fn new(code: Code, message: Message) -> Self {
        Self { code, message, marks: Vec::new(), since: None, help: None }
    }

    pub(super) fn mark(mut self, at: S, against: bool, note: Message) -> Self {
        self.marks.push((at, against, note));
        self
    }

    pub(super) fn since(mut self, since: Option<(u32, Message)>) -> Self {
        self.since = since;
        self
    }

    pub(super) fn help(mut self, help: Message) -> Self {
        self.help = Some(help);
        self
    }
}
