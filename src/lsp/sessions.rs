//! How a text is judged: as the configuration of its file says. Not for finding that.

use std::path::Path;

use partie_config::{Finder, Settings};
use partie_core::{Session, SessionBuilder};

use super::document::Document;

/// Makes sessions.
pub(crate) struct Sessions {
    finder: Finder,
    /// What was said of configurations, so that it is said once.
    said: Vec<String>,
}

impl Sessions {
    pub(crate) const fn new(finder: Finder) -> Self {
        Self { finder, said: Vec::new() }
    }

    /// Configurations may have changed.
    pub(crate) fn forget(&mut self) {
        self.finder.forget();
        self.said.clear();
    }

    /// The session of a text, which also puts right what is only not well written or not; and what is to be said of its configuration.
    /// What is wrong is as if it were not there.
    pub(crate) fn of(&mut self, document: &Document, style: bool) -> (Session, Option<String>) {
        let path = document.path();
        let found = path.as_deref().map(|path| self.finder.settings(path));
        let (settings, wrong) = match found {
            Some(Ok((settings, _))) => (settings, None),
            Some(Err(error)) => (Default::default(), Some(error.to_string())),
            None => Default::default(),
        };
        let session = builder(&settings, path.as_deref()).style(style).build();
        let (session, unfit) = match session {
            Ok(session) => (session, None),
            Err(error) => (Session::new(), Some(error.to_string())),
        };
        let said = wrong.or(unfit).filter(|said| !self.said.contains(said));
        self.said.extend(said.clone());
        (session, said)
    }
}

/// An editor's text is in UTF-8, whatever the file is in.
fn builder(settings: &Settings, path: Option<&Path>) -> SessionBuilder {
    let mut builder =
        Session::builder().select(settings.list("select").to_vec()).ignore(settings.list("ignore").to_vec());
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
