//! What a session was told, as what reads, replays and mends games takes it.

use std::sync::Arc;

use partie_fix::{Plan, Rulings};
use partie_record::finding::Grade;
use partie_replay::Source;
use partie_replay::games::{Choice, ReadingHints};
use partie_replay::{Options, Wanted};
use partie_select::{Query, QueryChoice};

/// What all that a session gives out shares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) source: Source,
    pub(crate) options: Options,
    pub(crate) wanted: Wanted,
    /// Whether what is only not well written is put right.
    pub(crate) style: bool,
    /// Which games are given, if not all of them.
    pub(crate) only: Option<Arc<Query>>,
    /// The name of the text.
    pub(crate) name: String,
    /// Games and lines before the text, where it was taken out of a larger one.
    pub(crate) before: (u64, u64),
}

impl Settings {
    /// What is given rather than found.
    pub(crate) const fn given(&self) -> ReadingHints {
        self.source.given
    }

    /// Which games are given, if not all of them.
    pub(crate) fn choice(&self) -> Option<Arc<dyn Choice>> {
        let query = self.only.clone()?;
        Some(Arc::new(QueryChoice { query, options: self.options.clone(), given: self.given() }))
    }

    /// The same options for moves alone.
    pub(crate) fn moves_only(&self) -> Options {
        Options { moves_only: true, keep: false, search: Default::default(), ..self.options.clone() }
    }

    /// The same options for what a record holds beside findings: clocks, too.
    pub(crate) fn contents_options(&self) -> Options {
        Options { moves_only: false, ..self.moves_only() }
    }

    /// The same options for the moves of a main line.
    pub(crate) fn played_options(&self) -> Options {
        Options { keep: true, search: Default::default(), ..self.options.clone() }
    }

    /// How games are put right, up to a grade.
    pub(crate) fn plan(&self, write: Option<Grade>) -> Plan {
        let rulings =
            Rulings { selection: self.wanted.selection.clone(), style: self.style, allows: self.wanted.allows };
        let options = Options { keep: false, search: Default::default(), ..self.options.clone() };
        Plan { options, given: self.given(), rulings, write, merge: false }
    }
}
