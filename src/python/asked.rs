//! Converts the keyword arguments of a Python call for the core.

use std::thread::available_parallelism;

use pyo3::prelude::*;

use super::errors::Wrong;
use partie_archive::Reading;
use partie_core::{Expression, JudgePlan, Session, SessionBuilder, Source};
use partie_replay::is_record;
use partie_table::game_analyzer::Settings;

/// The keyword arguments that all functions share.
#[derive(Clone, Debug, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    rules: Vec<String>,
    #[pyo3(item("where"))]
    chosen: Option<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    format: Option<String>,
    letters: Option<String>,
    encoding: Option<String>,
    infos: bool,
    suggest: bool,
    style: bool,
    threads: Option<usize>,
    /// True if an unreadable file ends the iteration.
    pub(crate) stops: bool,
}

impl Asked {
    fn source(&self) -> Result<Source, Wrong> {
        let (format, letters, encoding) = (&self.format, &self.letters, &self.encoding);
        Source::new(format.as_deref(), letters.as_deref(), encoding.as_deref()).map_err(Wrong::option)
    }

    /// Settings for reading files.
    pub(crate) fn reading(&self) -> Result<Reading, Wrong> {
        let source = self.source()?;
        let is_record = (!source.is_named()).then_some(is_record as _);
        Ok(Reading { format: source.format, is_record, ..Reading::default() })
    }

    /// Number of threads for judging; by default one per processor.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)).max(1)
    }

    /// Settings for judging games into rows.
    pub(crate) fn settings(&self) -> Result<Settings, Wrong> {
        let JudgePlan { options, mut wanted, given, choice, .. } = self.session("")?.judge_plan();
        wanted.infos |= wanted.selection.is_named();
        Ok(Settings { options, wanted, given, choice, ..Settings::default() })
    }

    fn builder(&self, is_chosen: bool) -> Result<SessionBuilder, Wrong> {
        let mut builder = Session::builder().infos(self.infos).suggest(self.suggest).style(self.style);
        for book in &self.rules {
            builder = builder.rules(book);
        }
        builder = builder.select(&self.select).ignore(&self.ignore);
        if let Some(format) = &self.format {
            builder = builder.from(format);
        }
        if let Some(letters) = &self.letters {
            builder = builder.letters(letters);
        }
        if let Some(encoding) = &self.encoding {
            builder = builder.encoding(encoding);
        }
        match self.chosen.as_ref().filter(|_| is_chosen) {
            Some(text) => Ok(builder.only(Expression::read(text).map_err(Wrong::option)?)),
            None => Ok(builder),
        }
    }

    /// A session for the text called `name`, limited to the selected games.
    pub(crate) fn session(&self, name: &str) -> Result<Session, Wrong> {
        self.builder(true)?.name(name).build().map_err(Wrong::option)
    }

    /// A session for the text called `name`, limited to the selected games and to findings with some codes.
    pub(crate) fn session_of_codes(&self, name: &str, codes: &[String]) -> Result<Session, Wrong> {
        self.builder(true)?.select(codes).name(name).build().map_err(Wrong::option)
    }
}
