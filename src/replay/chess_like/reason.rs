//! What is said of a move that is illegal, before it is a finding.

use partie_record::finding::Code;

/// What a fault says in words, and what it points at.
pub(super) struct Reason<S> {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) marks: Vec<(S, bool, &'static str)>,
    /// A ply of the game that explains it.
    pub(super) since: Option<(u32, String)>,
    pub(super) help: Option<String>,
}

impl<S> Reason<S> {
    pub(super) fn new(code: Code, message: String) -> Self {
        Self { code, message, marks: Vec::new(), since: None, help: None }
    }

    pub(super) fn mark(mut self, at: S, against: bool, note: &'static str) -> Self {
        self.marks.push((at, against, note));
        self
    }

    pub(super) fn since(mut self, since: Option<(u32, String)>) -> Self {
        self.since = since;
        self
    }

    pub(super) fn help(mut self, help: String) -> Self {
        self.help = Some(help);
        self
    }
}
