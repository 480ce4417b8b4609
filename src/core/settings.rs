//! The settings of a session, in the form that reading, replay and repair require.

use std::sync::Arc;

use partie_fix::{Plan, Rulings};
use partie_record::finding::Grade;
use partie_replay::Source;
use partie_replay::games::{Choice, ReadingHints};
use partie_replay::{Options, Wanted};
use partie_select::{Query, QueryChoice};

/// Settings that all games of a session share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) source: Source,
    pub(crate) options: Options,
    pub(crate) wanted: Wanted,
    /// True to fix style findings as well.
    pub(crate) style: bool,
    /// The selection of games, if not all are wanted.
    pub(crate) only: Option<Arc<Query>>,
    /// The name of the text.
    pub(crate) name: String,
    /// Number of games and of lines before the text, if it is part of a larger text.
    pub(crate) before: (u64, u64),
}

impl Settings {
    /// Settings that are given instead of detected.
    pub(crate) const fn given(&self) -> ReadingHints {
        self.source.given
    }

    /// The selection of games, if not all are wanted.
    pub(crate) fn choice(&self) -> Option<Arc<dyn Choice>> {
        let query = self.only.clone()?;
        Some(Arc::new(QueryChoice { query, options: self.options.clone(), given: self.given() }))
    }

    /// The options for replaying moves alone.
    pub(crate) fn moves_only(&self) -> Options {
        Options { moves_only: true, keep: false, search: Default::default(), ..self.options.clone() }
    }

    /// The options for the contents of a record without findings: moves and clocks.
    pub(crate) fn contents_options(&self) -> Options {
        Options { moves_only: false, ..self.moves_only() }
    }

    /// The options for the moves of a main line.
    pub(crate) fn played_options(&self) -> Options {
        Options { keep: true, search: Default::default(), ..self.options.clone() }
    }

    /// The plan for fixing games, up to a grade.
    pub(crate) fn plan(&self, write: Option<Grade>) -> Plan {
        let rulings =
            Rulings { selection: self.wanted.selection.clone(), style: self.style, allows: self.wanted.allows };
        let options = Options { keep: false, search: Default::default(), ..self.options.clone() };
        Plan { options, given: self.given(), rulings, write, merge: false }
    }
}
