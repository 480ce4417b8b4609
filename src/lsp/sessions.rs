//! Builds the sessions for a text from the configuration of its file. Not for finding the configuration.

use std::path::Path;

use partie_config::{Finder, Settings};
use partie_core::{Session, SessionBuilder};

use super::document::Document;

pub(crate) struct Sessions {
    finder: Finder,
    /// Messages about configurations that were already shown.
    said: Vec<String>,
}

impl Sessions {
    pub(crate) const fn new(finder: Finder) -> Self {
        Self { finder, said: Vec::new() }
    }

    pub(crate) fn forget(&mut self) {
        self.finder.forget();
        self.said.clear();
    }

    /// Returns the sessions for a text, and a new message if its configuration is invalid and therefore ignored.
    pub(crate) fn of(&mut self, document: &Document) -> (TextSessions, Option<String>) {
        let path = document.path();
        let found = path.as_deref().map(|path| self.finder.settings(path));
        let (settings, wrong) = match found {
            Some(Ok((settings, _))) => (settings, None),
            Some(Err(error)) => (Default::default(), Some(error.to_string())),
            None => Default::default(),
        };
        let of = |keys: [&str; 2]| builder(&settings, keys, path.as_deref());
        // `fix.select` and `fix.ignore` override `select` and `ignore`: by default, only shown findings are fixed.
        let key = |fixing: &'static str, judging: &'static str| match settings.list(fixing) {
            [] => judging,
            _ => fixing,
        };
        let fixing = [key("fix.select", "select"), key("fix.ignore", "ignore")];
        let made = of(["select", "ignore"]).build().and_then(|judge| {
            let is_said = fixing != ["select", "ignore"] || settings.flag("fix.style");
            let fix = is_said.then(|| of(fixing).style(settings.flag("fix.style")).build()).transpose()?;
            Ok(TextSessions { judge, fix, format: of(fixing).style(true).build()? })
        });
        let (sessions, unfit) = match made {
            Ok(sessions) => (sessions, None),
            Err(error) => (TextSessions::default(), Some(error.to_string())),
        };
        let said = wrong.or(unfit).filter(|said| !self.said.contains(said));
        self.said.extend(said.clone());
        (sessions, said)
    }
}

/// The sessions that judge, fix and format a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSessions {
    pub(crate) judge: Session,
    /// The session for fixes, if the configuration has settings for them.
    pub(crate) fix: Option<Session>,
    pub(crate) format: Session,
}

/// Codes of findings about the encoding of a file, which the editor has already decoded.
const OF_ENCODING: [&str; 3] = ["S005", "S007", "S008"];

/// Applies a configuration, except for the encoding: text from an editor is always UTF-8.
fn builder(settings: &Settings, [select, ignore]: [&str; 2], path: Option<&Path>) -> SessionBuilder {
    let mut builder = Session::builder()
        .select(settings.list(select).to_vec())
        .ignore(settings.list(ignore).to_vec())
        .ignore(OF_ENCODING);
    for book in settings.list("rules") {
        builder = builder.rules(book);
    }
    if let Some(letters) = settings.text("letters") {
        builder = builder.letters(letters);
    }
    if let Some(path) = path {
        builder = builder.name(&path.to_string_lossy());
    }
    builder.severities(settings.severities()).allow(true)
}
